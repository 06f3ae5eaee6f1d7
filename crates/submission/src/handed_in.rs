//! Finds the programs in one student's submission, in a folder or an archive.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive;
use crate::bundle::Bundle;
use crate::class::Student;
use crate::contents::{self, Contents, ONE, Tree};
use crate::found::Found;
use crate::grouping::{self, Grouping};
use crate::kind::is_packed;
use crate::language::{EXPECTED, Language};
use crate::name::{folder_on, is_of_tests, plain};
use crate::packing::{by_hand, is_archive, stem, unpacking};
use crate::shell;
use crate::source::has_program;
use crate::submission::Entry;
use errors::excerpt;

/// One submission.
pub(crate) struct Submission {
    /// The submission's name in results.
    pub(crate) name: String,
    /// Whether a course site has given the name. If so, it is the sender's name.
    pub(crate) is_known: bool,
    /// The path that the caller gave: the submission, or the class that contains it.
    pub(crate) given: PathBuf,
    /// A path that exists: the archive, or the folder of the submission or of the class.
    pub(crate) path: PathBuf,
    /// The folder in which the files lie after a person has unpacked them by hand.
    pub(crate) by_hand: PathBuf,
    pub(crate) unpack: Vec<String>,
    pub(crate) files: Contents,
}

/// The greatest depth of archives within archives. Some sites and systems pack files that are
/// archives already.
const DEEPEST: usize = 2;

impl Submission {
    /// The submission that is an archive at a path. Its name in results is `name`.
    pub(crate) fn archive(path: &Path, name: String, given: PathBuf) -> Submission {
        let by_hand = by_hand(path);
        let unpack = vec![unpacking(path, &by_hand)];
        Submission {
            name,
            is_known: false,
            given,
            path: path.to_path_buf(),
            by_hand,
            unpack,
            files: Vec::new(),
        }
    }

    /// The submission that is a folder at a path. Its name in results is `name`.
    pub(crate) fn folder(path: &Path, name: String, given: PathBuf) -> Submission {
        let [by_hand, path] = [path; 2].map(Path::to_path_buf);
        let (unpack, files) = (Vec::new(), Vec::new());
        Submission { name, is_known: false, given, path, by_hand, unpack, files }
    }

    /// The submission of one student of a class. The class is the folder or archive at `path`.
    /// `root` is the folder that holds the class's files after a person has unpacked them.
    pub(crate) fn of_student(
        student: Student,
        path: &Path,
        root: &Path,
        mut unpack: Vec<String>,
    ) -> Submission {
        let Student { name, is_known, folder, files, at } = student;
        let mut by_hand = root.join(&folder);
        if !at.is_empty() {
            // In the folder of the class, Moodle has put text before the names of the files. So the
            // shell lines copy the files, under their own names, to a folder for this submission.
            by_hand = std::env::temp_dir().join(&name);
            unpack.push(format!("mkdir -p {}", shell::file(&by_hand)));
            let copies =
                at.iter().zip(&files).map(|(at, (own, _))| [root.join(at), by_hand.join(own)]);
            unpack.extend(
                copies.map(|[from, to]| format!("cp {} {}", shell::file(&from), shell::file(&to))),
            );
        }
        Submission {
            name,
            is_known,
            given: path.to_path_buf(),
            path: path.to_path_buf(),
            by_hand,
            unpack,
            files,
        }
    }

    /// Adds the programs of the submission to those that were found.
    pub(crate) fn sort_out(self, found: &mut Found) {
        self.sort(found, 0);
    }

    fn sort(mut self, found: &mut Found, depth: usize) {
        match contents::fitting(std::mem::take(&mut self.files)) {
            Ok(files) => self.files = files,
            Err(why) => return self.refuse(found, why),
        }
        if self.files.is_empty() {
            return self.refuse(found, "nothing was handed in".to_string());
        }
        self.leave_tests(found);
        let stem = stem(&self.name).unwrap_or(&self.name).to_string();
        match grouping::whole(&self.files, &stem) {
            Grouping::Apart if depth < DEEPEST && self.archives().next().is_some() => {
                self.open(found, depth);
            }
            // Nobody knows which student this file belongs to.
            Grouping::Apart if self.is_note() => {}
            Grouping::Apart => {
                let names = excerpt::some(
                    self.files.iter().map(|(path, _)| excerpt::short(&path.to_string_lossy())),
                );
                let only = names.map_or(String::new(), |names| format!(", only {names}"));
                self.refuse(found, format!("has no program in it{only}: expected {EXPECTED}"));
            }
            Grouping::One(language, bundle, rest) => {
                rest.iter().for_each(|(path, why)| found.pass_over(self.below(path), why));
                self.pass_over_archives(found);
                found.entries.push(self.entry(self.name.clone(), language, bundle));
            }
            Grouping::Several(programs) => {
                let files: Vec<_> = programs
                    .iter()
                    .map(|(_, bundle)| bundle.files[0].display().to_string())
                    .collect();
                let (name, files) = (&self.name, files.join(", "));
                found.notes.push(format!(
                    "{name}: each of {files} is a program of its own: \
                     none is called main, or {stem}"
                ));
                self.pass_over_archives(found);
                for (language, bundle) in programs {
                    found.entries.push(self.entry(self.below(&bundle.files[0]), language, bundle));
                }
            }
        }
    }

    /// Leaves folders of tests out, unless the program itself lies there.
    fn leave_tests(&mut self, found: &mut Found) {
        let of_tests = |path: &Path| folder_on(path, is_of_tests).map(Path::to_path_buf);
        let is_program = |path: &Path, bytes: &[u8]| is_archive(path) || has_program(path, bytes);
        let is_elsewhere = self
            .files
            .iter()
            .any(|(path, bytes)| of_tests(path).is_none() && is_program(path, bytes));
        if is_elsewhere {
            let sources = self.files.iter().filter(|(path, _)| Language::of_source(path).is_some());
            let folders: BTreeSet<_> = sources.filter_map(|(path, _)| of_tests(path)).collect();
            folders.iter().for_each(|folder| found.pass_over(self.below(folder), "tests"));
            self.files.retain(|(path, _)| of_tests(path).is_none());
        }
    }

    /// Whether the submission is a single file beside the folders of a class.
    fn is_note(&self) -> bool {
        !self.is_known && matches!(&self.files[..], [(path, _)] if path.as_os_str() == &*self.name)
    }

    /// The archives that can be unpacked.
    fn archives(&self) -> impl Iterator<Item = &(PathBuf, Vec<u8>)> {
        self.files.iter().filter(|(path, _)| is_archive(path))
    }

    /// Passes over archives beside a program: they are older versions or libraries.
    fn pass_over_archives(&self, found: &mut Found) {
        let packed = self.files.iter().filter(|(path, _)| is_archive(path) || is_packed(path));
        packed.for_each(|(path, _)| {
            found.pass_over(self.below(path), "not unpacked: there are sources beside it");
        });
    }

    /// Opens the archives of a submission without other files. If there is only one archive, it is
    /// the whole submission. Of several archives, each is a separate submission.
    fn open(self, found: &mut Found, depth: usize) {
        let is_only = self.archives().count() == 1;
        for (path, bytes) in self.archives() {
            let packed = self.by_hand.join(path);
            let by_hand = by_hand(&packed);
            let mut unpack = self.unpack.clone();
            unpack.push(unpacking(&packed, &by_hand));
            let inner = Submission {
                name: if is_only { self.name.clone() } else { self.below(path) },
                given: self.given.clone(),
                path: self.path.clone(),
                files: Vec::new(),
                is_known: self.is_known,
                by_hand,
                unpack,
            };
            inner.take(archive::of_bytes(bytes, &path.to_string_lossy(), ONE), found, depth + 1);
        }
    }

    /// Takes the unpacked files, or the reason why the archive could not be unpacked.
    pub(crate) fn unpacked(self, unpacked: Result<Tree, String>, found: &mut Found) {
        self.take(unpacked, found, 0);
    }

    fn take(self, unpacked: Result<Tree, String>, found: &mut Found, depth: usize) {
        match unpacked {
            Ok(Tree { files, left_out, .. }) => {
                left_out.iter().for_each(|(path, why)| found.pass_over(self.below(path), why));
                Submission { files, ..self }.sort(found, depth);
            }
            Err(why) => self.refuse(found, why),
        }
    }

    /// Notes a submission without a program.
    pub(crate) fn refuse(self, found: &mut Found, why: String) {
        let bundle = Bundle::empty();
        found.entries.push(Entry {
            refused: Some(why),
            ..self.entry(self.name.clone(), Language::Executable, bundle)
        });
    }

    fn below(&self, path: &Path) -> String {
        format!("{}/{}", self.name, path.display())
    }

    fn entry(&self, name: String, language: Language, bundle: Bundle) -> Entry {
        Entry {
            handed_in_by: self.is_known.then(|| self.name.clone()),
            given: self.given.clone(),
            by_hand: self.by_hand.clone(),
            unpack: self.unpack.clone(),
            bundle: Some(Arc::new(bundle)),
            ..Entry::of_file(plain(name), self.path.clone(), language)
        }
    }
}
