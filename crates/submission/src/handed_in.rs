//! Finds the programs in one student's submission, in a folder or an archive.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive;
use crate::bundle::Bundle;
use crate::class::Student;
use crate::contents::{self, Contents, Dates, ONE, Tree};
use crate::found::Found;
use crate::grouping::{self, Grouping};
use crate::kind::{is_packed, remedy_of};
use crate::language::{Language, expected_program};
use crate::name::plain;
use crate::package;
use crate::packing::{by_hand, is_archive, stem, unpacking};
use crate::reasons::WORDS;
use crate::shell;
use crate::submission::{Entry, Versions};
use errors::excerpt;
use rules::{Message, message};

/// One submission.
pub(crate) struct Submission {
    /// The submission's name in results.
    pub(crate) name: String,
    /// Whether a course site has given the name. If so, it is the sender's name.
    pub(crate) is_known: bool,
    /// The number that the course site has for the sender.
    pub(crate) number: Option<String>,
    /// The path that the caller gave: the submission, or the class that contains it.
    pub(crate) given: PathBuf,
    /// A path that exists: the archive, or the folder of the submission or of the class.
    pub(crate) path: PathBuf,
    /// The folder in which the files lie after a person has unpacked them by hand.
    pub(crate) by_hand: PathBuf,
    pub(crate) unpack: Vec<String>,
    pub(crate) files: Contents,
    pub(crate) dates: Dates,
}

/// The sentence about several programs of which none is known to count. `stem` is the name that
/// would make one count.
pub(crate) fn several_of(name: &str, files: &[String], stem: &str) -> Message {
    let [name, files, stem] = [name, &files.join(", "), stem].map(excerpt::in_a_line);
    message!(WORDS, "several-of", name = name, files = files, stem = stem)
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
            number: None,
            given,
            path: path.to_path_buf(),
            by_hand,
            unpack,
            files: Vec::new(),
            dates: Dates::new(),
        }
    }

    /// The submission that is a folder at a path. Its name in results is `name`.
    pub(crate) fn folder(path: &Path, name: String, given: PathBuf) -> Submission {
        let [by_hand, path] = [path; 2].map(Path::to_path_buf);
        Submission {
            name,
            is_known: false,
            number: None,
            given,
            path,
            by_hand,
            unpack: Vec::new(),
            files: Vec::new(),
            dates: Dates::new(),
        }
    }

    /// The submission of one student of a class. The class is the folder or archive at `path`.
    /// `root` is the folder that holds the class's files after a person has unpacked them.
    pub(crate) fn of_student(
        student: Student,
        path: &Path,
        root: &Path,
        mut unpack: Vec<String>,
    ) -> Submission {
        let Student { name, is_known, number, folder, files, dates, at } = student;
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
            number,
            given: path.to_path_buf(),
            path: path.to_path_buf(),
            by_hand,
            unpack,
            files,
            dates,
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
            return self.refuse(found, message!(WORDS, "handed-in-nothing"));
        }
        let tests = grouping::take_tests(&mut self.files);
        tests
            .iter()
            .for_each(|folder| found.pass_over(self.below(folder), message!(WORDS, "tests")));
        let stem = stem(&self.name).unwrap_or(&self.name).to_string();
        match grouping::whole(&self.files, &stem) {
            Grouping::Apart if depth < DEEPEST && self.archives().next().is_some() => {
                self.open(found, depth);
            }
            // Nobody knows which student this file belongs to.
            Grouping::Apart if self.is_note() && !self.may_be_mended() => {}
            Grouping::Apart => {
                let names = excerpt::some(
                    self.files.iter().map(|(path, _)| excerpt::short(&path.to_string_lossy())),
                );
                let names = names.unwrap_or_default();
                let is_packed = self.files.iter().any(|(path, _)| is_packed(path));
                let expected = || match is_packed {
                    true => message!(WORDS, "an-archive"),
                    false => expected_program(),
                };
                let advice = remedy_of(&self.files)
                    .unwrap_or_else(|| message!(WORDS, "advice-expected", expected = expected()));
                self.refuse(
                    found,
                    message!(WORDS, "handed-in-none", files = names, advice = advice),
                );
            }
            Grouping::One(language, bundle, rest) => {
                self.pass_over(&rest, found);
                self.pass_over_archives(found);
                found.entries.push(self.entry(self.name.clone(), language, bundle));
            }
            Grouping::Several(programs) if self.is_known => {
                self.pass_over_archives(found);
                let of = |bundle: Bundle, language| {
                    let file = bundle.files[0].clone();
                    let date = self.dates.get(&file).copied().unwrap_or_default();
                    (date, file.clone(), vec![self.entry(self.below(&file), language, bundle)])
                };
                let programs =
                    programs.into_iter().map(|(language, bundle)| of(bundle, language)).collect();
                self.newest(programs, found);
            }
            Grouping::Several(programs) => {
                let files: Vec<_> = programs
                    .iter()
                    .map(|(_, bundle)| bundle.files[0].display().to_string())
                    .collect();
                found.notes.push(several_of(&self.name, &files, &stem));
                self.pass_over_archives(found);
                for (language, bundle) in programs {
                    found.entries.push(self.entry(self.below(&bundle.files[0]), language, bundle));
                }
            }
        }
    }

    /// Whether the submission is a single file beside the folders of a class.
    fn is_note(&self) -> bool {
        !self.is_known && matches!(&self.files[..], [(path, _)] if path.as_os_str() == &*self.name)
    }

    /// Whether the sender can be told what to do about files that are no program.
    fn may_be_mended(&self) -> bool {
        self.files.iter().any(|(path, _)| is_packed(path)) || remedy_of(&self.files).is_some()
    }

    /// The archives that can be unpacked.
    fn archives(&self) -> impl Iterator<Item = &(PathBuf, Vec<u8>)> {
        self.files.iter().filter(|(path, _)| is_archive(path))
    }

    /// Passes over files, each with the key of the reason.
    fn pass_over(&self, files: &[(PathBuf, &'static str)], found: &mut Found) {
        for (path, why) in files {
            found.pass_over(self.below(path), Message::new(WORDS, why));
        }
    }

    /// Passes over archives beside a program: they are older versions or libraries.
    fn pass_over_archives(&self, found: &mut Found) {
        let packed = self.files.iter().filter(|(path, _)| is_archive(path) || is_packed(path));
        packed.for_each(|(path, _)| {
            found.pass_over(self.below(path), message!(WORDS, "not-unpacked-beside"));
        });
    }

    /// Of several versions that a student has handed in, the newest counts; the others are kept, so
    /// that they can be asked for by name. Each version has its date and its file.
    fn newest(&self, versions: Vec<(u64, PathBuf, Vec<Entry>)>, found: &mut Found) {
        let latest = versions.iter().map(|(date, ..)| *date).max();
        let (newest, older): (Vec<_>, Vec<_>) =
            versions.iter().partition(|(date, ..)| Some(*date) == latest);
        let list = |versions: &[&(u64, PathBuf, Vec<Entry>)]| {
            let names = versions.iter().map(|(_, file, _)| excerpt::short(&file.to_string_lossy()));
            excerpt::some(names).unwrap_or_default()
        };
        match &newest[..] {
            [(_, _, entries)] => {
                let versions = Versions { newest: list(&newest), older: list(&older) };
                let Versions { newest, older } = &versions;
                let name = excerpt::in_a_line(&self.name);
                let note =
                    message!(WORDS, "newest-counts", name = name, newest = newest, older = older);
                found.notes.push(note);
                let chosen = |entry: &Entry| Entry {
                    name: plain(self.name.clone()),
                    versions: Some(versions.clone()),
                    ..entry.clone()
                };
                found.entries.extend(entries.first().map(chosen));
            }
            several => self.refuse(
                found,
                message!(
                    WORDS,
                    "handed-in-several",
                    programs = list(several),
                    command = format!("judge --only {}", shell::quoted(self.below(&several[0].1))),
                ),
            ),
        }
        found.versions.extend(versions.into_iter().flat_map(|(_, _, entries)| entries));
    }

    /// Opens the archives of a submission without other files. If there is only one archive, it is
    /// the whole submission. Of several archives, each is a separate submission; only the newest
    /// counts if the sender is known.
    fn open(self, found: &mut Found, depth: usize) {
        let is_only = self.archives().count() == 1;
        let mut versions = Vec::new();
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
                dates: Dates::new(),
                is_known: self.is_known,
                number: self.number.clone(),
                by_hand,
                unpack,
            };
            let unpacked = archive::of_bytes(bytes, &path.to_string_lossy(), ONE);
            if is_only || !self.is_known {
                inner.take(unpacked, found, depth + 1);
                continue;
            }
            let mut version = Found::default();
            inner.take(unpacked, &mut version, depth + 1);
            let date = self.dates.get(path).copied().unwrap_or_default();
            versions.push((date, path.clone(), std::mem::take(&mut version.entries)));
            found.add(version);
        }
        if !versions.is_empty() {
            self.newest(versions, found);
        }
    }

    /// Takes the unpacked files, or the reason why the archive could not be unpacked.
    pub(crate) fn unpacked(self, unpacked: Result<Tree, Message>, found: &mut Found) {
        self.take(unpacked, found, 0);
    }

    fn take(self, unpacked: Result<Tree, Message>, found: &mut Found, depth: usize) {
        match unpacked {
            Ok(Tree { files, dates, left_out, .. }) => {
                self.pass_over(&left_out, found);
                Submission { files, dates, ..self }.sort(found, depth);
            }
            Err(why) => self.refuse(found, why),
        }
    }

    /// Notes a submission without a program.
    pub(crate) fn refuse(&self, found: &mut Found, why: Message) {
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
        package::in_own_folder(Entry {
            handed_in_by: self.is_known.then(|| self.name.clone()),
            number: self.number.clone(),
            given: self.given.clone(),
            by_hand: self.by_hand.clone(),
            unpack: self.unpack.clone(),
            bundle: Some(Arc::new(bundle)),
            ..Entry::of_file(plain(name), self.path.clone(), language)
        })
    }
}
