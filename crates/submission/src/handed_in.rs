//! Finds the programs in one submission: in its tree of files, wherever they came from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive;
use crate::bundle::Bundle;
use crate::class::{self, Student};
use crate::found::Found;
use crate::grouping::{self, Programs};
use crate::kind::{is_packed, remedy_of};
use crate::language::{Language, expected_program};
use crate::name::plain;
use crate::package;
use crate::packing::{by_hand, is_archive, unpacking, without_packing};
use crate::reasons::WORDS;
use crate::shell;
use crate::submission::{Entry, Versions};
use crate::tree::{ONE, Tree};
use errors::excerpt;
use rules::{Message, message};

/// The greatest depth of archives within archives. Some sites and systems pack files that are
/// archives already.
const DEEPEST: usize = 2;

/// One submission.
pub(crate) struct Submission {
    /// What its programs have in common. The name is the submission's name in results. The path is
    /// the archive, or the folder of the submission or of the class; `by_hand` is the folder in
    /// which the files lie after a person has unpacked them.
    common: Entry,
    tree: Tree,
    /// The number of archives within each other in which the files lie.
    depth: usize,
}

impl Submission {
    fn of(common: Entry) -> Submission {
        Submission { common, tree: Tree::default(), depth: 0 }
    }

    /// The submission that is a folder at a path. Its name in results is `name`; `given` is the
    /// path that the caller gave: the submission, or the class that contains it.
    pub(crate) fn folder(path: &Path, name: String, given: &Path) -> Submission {
        let given = given.to_path_buf();
        let common = Entry::of_file(name, path.to_path_buf(), Language::Executable);
        Submission::of(Entry { given, ..common })
    }

    /// The submission that is an archive at a path.
    pub(crate) fn archive(path: &Path, name: String, given: &Path) -> Submission {
        let by_hand = by_hand(path);
        let unpack = vec![unpacking(path, &by_hand)];
        Submission::of(Entry { by_hand, unpack, ..Submission::folder(path, name, given).common })
    }

    /// Finds the programs of the students, if this is a class. `around` is the folder around all of
    /// them.
    pub(crate) fn find_class(&self, mut class: Tree, around: &Path, found: &mut Found) {
        found.is_class = true;
        for (path, why) in std::mem::take(&mut class.left_out) {
            found.pass_over(path.display().to_string(), Message::new(WORDS, why));
        }
        for student in class::students(class, around) {
            let (submission, tree) = self.of_student(student);
            submission.find(Ok(tree), found);
        }
    }

    /// The submission of one student of this class, and its files.
    fn of_student(&self, student: Student) -> (Submission, Tree) {
        let Student { name, at_site, number, folder, tree, at } = student;
        let root = &self.common.by_hand;
        let (mut by_hand, mut unpack) = (root.join(&folder), self.common.unpack.clone());
        if !at.is_empty() {
            // In the folder of the class, Moodle has put text before the names of the files. So the
            // shell lines copy the files, under their own names, to a folder for this submission.
            by_hand = std::env::temp_dir().join(&name);
            unpack.push(format!("mkdir -p {}", shell::file(&by_hand)));
            unpack.extend(at.iter().zip(&tree.files).map(|(at, (own, _))| {
                let [from, to] = [root.join(at), by_hand.join(own)];
                format!("cp {} {}", shell::file(&from), shell::file(&to))
            }));
        }
        let handed_in_by = at_site.is_some().then(|| name.clone());
        let common = self.common.clone();
        let entry = Entry { name, handed_in_by, at_site, number, by_hand, unpack, ..common };
        (Submission::of(entry), tree)
    }

    /// Finds the programs in the files, or notes the reason why they could not be read.
    pub(crate) fn find(mut self, tree: Result<Tree, Message>, found: &mut Found) {
        match tree.and_then(Tree::fitting) {
            Ok(tree) => self.tree = tree,
            Err(why) => return self.refuse(found, why),
        }
        grouping::leave_out_tests(&mut self.tree);
        let programs = grouping::whole(&mut self.tree, without_packing(&self.common.name));
        match () {
            () if !programs.is_empty() => return self.add(programs, found),
            () if self.tree.files.is_empty() => {
                self.refuse(found, message!(WORDS, "handed-in-nothing"));
            }
            () if self.depth < DEEPEST && self.archives().next().is_some() => self.open(found),
            () => self.without_program().into_iter().for_each(|why| self.refuse(found, why)),
        }
        self.pass_over(found);
    }

    /// Finds the programs in a folder of a class's folder. Returns false if its files do not belong
    /// together; the caller then checks each file at its top by itself.
    pub(crate) fn find_together(mut self, tree: Tree, found: &mut Found) -> bool {
        self.tree = tree;
        grouping::leave_out_tests(&mut self.tree);
        let programs =
            grouping::of_class_folder(&mut self.tree, without_packing(&self.common.name));
        if !programs.is_empty() {
            self.add(programs, found);
            return true;
        }
        let Tree { files, left_out, .. } = &mut self.tree;
        let is_below = |path: &Path| path.components().count() > 1;
        let is_deep =
            |path: &Path| is_below(path) && Language::of(&self.common.path.join(path)).is_some();
        left_out.retain(|(path, _)| is_below(path));
        let deep = files.drain(..).map(|(path, _)| path).filter(|path| is_deep(path));
        left_out.extend(deep.map(|path| (path, "too-deep")));
        self.pass_over(found);
        false
    }

    /// Adds the programs to those that were found, and passes over what is left out.
    fn add(mut self, programs: Programs, found: &mut Found) {
        // Archives beside a program are older versions or libraries.
        let Tree { files, left_out, .. } = &mut self.tree;
        let packed = files.iter().filter(|(path, _)| is_archive(path) || is_packed(path));
        left_out.extend(packed.map(|(path, _)| (path.clone(), "not-unpacked-beside")));
        self.pass_over(found);
        let is_one = programs.len() == 1;
        let programs = programs.into_iter().map(|(language, bundle)| {
            let file = bundle.files[0].clone();
            let name = if is_one { self.common.name.clone() } else { self.below(&file) };
            (file, self.entry(name, language, bundle))
        });
        let programs: Vec<_> = programs.collect();
        if self.is_known() && !is_one {
            return self.newest(programs, found);
        }
        if !is_one {
            let files = programs.iter().map(|(file, _)| file.display().to_string());
            let files = files.collect::<Vec<_>>().join(", ");
            let [name, files, stem] =
                [&*self.common.name, &files, without_packing(&self.common.name)]
                    .map(excerpt::in_a_line);
            let several = message!(WORDS, "several-of", name = name, files = files, stem = stem);
            found.notes.push(several);
        }
        found.entries.extend(programs.into_iter().map(|(_, entry)| entry));
    }

    /// Whether a course site has given the name. If so, it is the sender's name.
    fn is_known(&self) -> bool {
        self.common.handed_in_by.is_some()
    }

    /// Why files that are no program are refused, and what their sender can do. `None` if nobody
    /// knows whose they are.
    fn without_program(&self) -> Option<Message> {
        let files = &self.tree.files;
        let expected = |what: Message| message!(WORDS, "advice-expected", expected = what);
        let advice = match (remedy_of(files), &files[..]) {
            (Some(remedy), _) => remedy,
            _ if files.iter().any(|(path, _)| is_packed(path)) => {
                expected(message!(WORDS, "an-archive"))
            }
            // A single file beside the folders of a class.
            (None, [(path, _)]) if !self.is_known() && path.as_os_str() == &*self.common.name => {
                return None;
            }
            _ => expected(expected_program()),
        };
        let names = files.iter().map(|(path, _)| excerpt::short(&path.to_string_lossy()));
        let names = excerpt::some(names).unwrap_or_default();
        Some(message!(WORDS, "handed-in-none", files = names, advice = advice))
    }

    /// The archives that can be unpacked.
    fn archives(&self) -> impl Iterator<Item = &(PathBuf, Vec<u8>)> {
        self.tree.files.iter().filter(|(path, _)| is_archive(path))
    }

    /// Passes over what is left out.
    fn pass_over(&self, found: &mut Found) {
        for (path, why) in &self.tree.left_out {
            found.pass_over(self.below(path), Message::new(WORDS, why));
        }
    }

    /// Of several versions that a student has handed in, the newest counts; the others are kept, so
    /// that they can be asked for by name. Each version has its file.
    fn newest(&self, versions: Vec<(PathBuf, Entry)>, found: &mut Found) {
        let date = |(file, _): &(PathBuf, Entry)| self.tree.dates.get(file).copied();
        let latest = versions.iter().map(date).max();
        let (newest, older): (Vec<_>, Vec<_>) =
            versions.iter().partition(|version| Some(date(version)) == latest);
        let list = |versions: &[&(PathBuf, Entry)]| {
            let names = versions.iter().map(|(file, _)| excerpt::short(&file.to_string_lossy()));
            excerpt::some(names).unwrap_or_default()
        };
        match &newest[..] {
            [] => {}
            [(_, entry)] => {
                let (newest, older) = (list(&newest), list(&older));
                let name = excerpt::in_a_line(&self.common.name);
                let note =
                    message!(WORDS, "newest-counts", name = name, newest = &newest, older = &older);
                found.notes.push(note);
                let name = plain(self.common.name.clone());
                let versions = Some(Versions { newest, older });
                found.entries.push(Entry { name, versions, ..entry.clone() });
            }
            [(file, _), ..] => {
                let command = format!("judge --only {}", shell::quoted(self.below(file)));
                let programs = list(&newest);
                let why =
                    message!(WORDS, "handed-in-several", programs = programs, command = command);
                self.refuse(found, why);
            }
        }
        found.versions.extend(versions.into_iter().map(|(_, entry)| entry));
    }

    /// Opens the archives of a submission without other files. If there is only one archive, it is
    /// the whole submission. Of several archives, each is a separate submission; only the newest
    /// counts if the sender is known.
    fn open(&self, found: &mut Found) {
        let is_only = self.archives().count() == 1;
        let mut versions = Vec::new();
        for (path, bytes) in self.archives() {
            let packed = self.common.by_hand.join(path);
            let by_hand = by_hand(&packed);
            let mut unpack = self.common.unpack.clone();
            unpack.push(unpacking(&packed, &by_hand));
            let name = if is_only { self.common.name.clone() } else { self.below(path) };
            let common = Entry { name, by_hand, unpack, ..self.common.clone() };
            let inner = Submission { depth: self.depth + 1, ..Submission::of(common) };
            let tree = archive::of_bytes(bytes, &path.to_string_lossy(), ONE);
            let before = found.entries.len();
            inner.find(tree, found);
            if !is_only && self.is_known() {
                let entries = found.entries.drain(before..);
                versions.extend(entries.map(|entry| (path.clone(), entry)));
            }
        }
        self.newest(versions, found);
    }

    /// Notes a submission without a program.
    fn refuse(&self, found: &mut Found, why: Message) {
        let entry = self.entry(self.common.name.clone(), Language::Executable, Bundle::empty());
        found.entries.push(Entry { refused: Some(why), ..entry });
    }

    fn below(&self, path: &Path) -> String {
        format!("{}/{}", self.common.name, path.display())
    }

    fn entry(&self, name: String, language: Language, bundle: Bundle) -> Entry {
        let common = self.common.clone();
        // Files that nobody has to unpack lie where `by_hand` says; those of an upload lie nowhere.
        let is_on_disk = common.unpack.is_empty() && !common.path.as_os_str().is_empty();
        let path = if is_on_disk { common.by_hand.join(&bundle.files[0]) } else { common.path };
        let (name, bundle) = (plain(name), Some(Arc::new(bundle)));
        package::in_own_folder(Entry { name, path, language, bundle, ..common })
    }
}
