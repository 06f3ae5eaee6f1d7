//! Finds the programs of a folder, and the files in it that may have been meant as programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive;
use crate::bundle::Bundle;
use crate::class;
use crate::contents::{self, CLASS, ONE, Tree};
use crate::found::Found;
use crate::grouping::{self, Grouping};
use crate::handed_in::{Submission, several_of};
use crate::kind::{DOCUMENT, Kind, kind, no_program};
use crate::language::{Language, Languages, expected_program};
use crate::name::{OF_A_TOOL, is_left_behind, is_of_a_tool, is_of_leavings, plain};
use crate::package;
use crate::packing::is_archive;
use crate::reasons::{WORDS, about};
use crate::source::{Source, is_part};
use crate::submission::Entry;
use errors::{Error, excerpt};
use rules::{Message, message};

/// Files that lie too deep to be judged are looked for down to this depth, so that they can be
/// reported. The number of files and folders that are looked at is bounded, too.
const DEEPEST: usize = 8;
const MOST_SEEN: usize = 10_000;

/// Finds the program at `path`. If `path` is a folder or the archive of a class, this function
/// finds all programs in it, including those in the folders directly below it. A program to which
/// several paths lead is found once.
///
/// # Errors
/// Fails if there is no program.
pub fn find_programs(path: &Path, languages: &Languages) -> Result<Found, Error> {
    if !path.is_dir() && !is_archive(path) {
        return one_file(path, languages);
    }
    let mut search = Search { root: path.to_path_buf(), ..Search::default() };
    if let Some(tree) = one_in_a_folder(path) {
        let name = plain(path.display().to_string());
        Submission::folder(path, name, path.to_path_buf()).unpacked(Ok(tree), &mut search.found);
    } else if path.is_dir() {
        search.found.is_class = true;
        search.folder(path, "", 0)?;
        search.leavings();
        search.moodle();
        search.found.each_once(path);
    } else {
        search.download(path);
    }
    search.found.settle(path, languages)
}

/// Finds the one program at `path`: a file, or a folder or archive of files that belong together.
///
/// # Errors
/// Fails if there is no program, or there are several.
pub fn find_program(path: &Path) -> Result<Found, Error> {
    let all = Languages::default();
    if !path.is_dir() && !is_archive(path) {
        return one_file(path, &all);
    }
    let mut found = Found::default();
    let name = plain(path.display().to_string());
    if path.is_dir() {
        let tree = contents::of_folder(path, ONE)
            .map_err(|why| Error::input(about(path.display().to_string(), why)))?;
        Submission::folder(path, name, path.to_path_buf()).unpacked(Ok(tree), &mut found);
    } else {
        Submission::archive(path, name, path.to_path_buf())
            .unpacked(archive::of_file(path, ONE), &mut found);
    }
    let found = found.settle(path, &all)?;
    match &found.entries[..] {
        [one] => one.check_found().map(|()| found),
        _ => Err(several(&path.display().to_string(), &found)),
    }
}

/// The error for several programs where one was expected. It names them by their paths in `name`.
pub(crate) fn several(name: &str, found: &Found) -> Error {
    let names = found.entries.iter().map(|entry| {
        let inside = entry.name.strip_prefix(name).and_then(|path| path.strip_prefix('/'));
        excerpt::short(inside.unwrap_or(&entry.name))
    });
    let names: Vec<_> = names.collect();
    let (name, programs) = (excerpt::short(name), names.join(", "));
    Error::input(message!(WORDS, "several-programs", name = name, programs = programs))
}

/// The files of a folder that is one submission, as its archive would be; `None` for any other
/// folder. It holds other sources beside the one that begins the program.
fn one_in_a_folder(folder: &Path) -> Option<Tree> {
    let tree = contents::of_folder(folder, ONE).ok().filter(|_| folder.is_dir())?;
    let tops: BTreeSet<_> = tree
        .files
        .iter()
        .filter(|(path, _)| Language::of_source(path).is_some() || is_part(path))
        .filter_map(|(path, _)| path.components().next())
        .collect();
    let sources = Source::all(&tree.files);
    let mains: Vec<_> = sources.iter().filter(|source| source.is_main).collect();
    let named = || mains.iter().copied().filter(|main| main.is_called_main());
    let begin = match &mains[..] {
        [main] => Some(*main),
        // Beside other sources of the program, a file named `main` says which one counts.
        _ if mains.len() < sources.len() && named().count() == 1 => named().next(),
        _ => None,
    };
    let is_begun =
        begin.is_some_and(|main| sources.iter().all(|source| source.is_compiled_with(main)));
    let is_one = tops.len() > 1 && class::students(&tree).is_none() && is_begun;
    is_one.then_some(tree)
}

fn one_file(path: &Path, languages: &Languages) -> Result<Found, Error> {
    let language =
        Language::of(path).ok_or_else(|| no_program(path, &expected_program().to_string()))?;
    languages
        .check(language)
        .map_err(|why| Error::input(about(path.display().to_string(), why)))?;
    let entry = Entry::of_file(plain(path.display().to_string()), path.to_path_buf(), language);
    let mut found = Found::default();
    found.entries.push(Entry { found_at: path.canonicalize().ok(), ..entry });
    Ok(found)
}

#[derive(Default)]
struct Search {
    /// The path that the caller gave.
    root: PathBuf,
    found: Found,
    seen: usize,
    /// Folders such as `bin`, with their names: they may hold a program if nothing else does.
    leavings: Vec<(PathBuf, String)>,
    /// The files and folders whose names come from Moodle.
    moodle: Tree,
}

impl Search {
    /// Searches a folder that lies `depth` levels below the given folder.
    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), Error> {
        for item in fs::read_dir(folder).map_err(|error| Error::file("read", folder, &error))? {
            let item = item.map_err(|error| Error::file("read", folder, &error))?;
            let (path, name) = (item.path(), item.file_name().to_string_lossy().into_owned());
            if is_left_behind(&name) {
                continue;
            }
            let name = format!("{prefix}{name}");
            let is_link = item.file_type().is_ok_and(|kind| kind.is_symlink());
            self.seen += 1;
            match (path.is_dir(), depth) {
                (true, _) if is_of_a_tool(&item.file_name().to_string_lossy()) => {
                    self.pass_over(name, OF_A_TOOL);
                }
                (is_folder, 0) if !is_link && class::is_of_moodle(&name) => {
                    self.of_moodle(&path, name, is_folder);
                }
                (true, 0) if is_of_leavings(&name) => self.leavings.push((path, name)),
                (true, 0) => self.top(&path, name, is_link),
                // Links may form a circle, so they are not followed here. An unreadable folder at
                // this depth is ignored, since nothing in it would be judged.
                (true, 1..DEEPEST) if !is_link && self.seen < MOST_SEEN => {
                    let _ = self.folder(&path, &format!("{name}/"), depth + 1);
                }
                (true, _) => {}
                (false, 0 | 1) => self.file(path, name, depth),
                (false, _) if Language::of(&path).is_some() => self.pass_over(name, "too-deep"),
                (false, _) => {}
            }
        }
        Ok(())
    }

    /// Searches a folder at the top level, which may be one submission.
    fn top(&mut self, path: &Path, name: String, is_link: bool) {
        // A linked folder may lie anywhere, so each file in it is checked by itself.
        if !is_link && self.submission(path, &name) {
            return;
        }
        let known = self.found.entries.len();
        match self.folder(path, &format!("{name}/"), 1) {
            Err(_) => self.without(name, message!(WORDS, "unreadable")),
            Ok(()) if self.found.entries.len() > known => {}
            Ok(()) => self.without(name, message!(WORDS, "no-program")),
        }
    }

    /// Searches folders such as `bin` if there is no program elsewhere, and else passes over them.
    fn leavings(&mut self) {
        let is_alone = self.found.entries.is_empty();
        for (path, name) in std::mem::take(&mut self.leavings) {
            if is_alone {
                let is_link = path.is_symlink();
                self.top(&path, name, is_link);
            } else {
                self.pass_over(name, "beside-program");
            }
        }
    }

    /// Takes a folder that is one submission. Returns false if the files do not belong together;
    /// the caller then checks each file by itself.
    fn submission(&mut self, folder: &Path, name: &str) -> bool {
        let below = |path: &Path| format!("{name}/{}", path.display());
        let mut left_out = Vec::new();
        let grouped = grouping::of_folder(folder, name, &mut left_out);
        if !matches!(grouped, Ok(Grouping::Apart)) {
            left_out.into_iter().for_each(|(path, why)| self.pass_over(below(&path), why));
        }
        match grouped {
            Ok(Grouping::Apart) => return false,
            Ok(Grouping::One(language, bundle, rest)) => {
                rest.into_iter().for_each(|(path, why)| self.pass_over(below(&path), why));
                self.bundle(name.to_string(), folder, language, bundle);
            }
            Ok(Grouping::Several(programs)) => {
                let files: Vec<_> = programs
                    .iter()
                    .map(|(_, bundle)| bundle.files[0].display().to_string())
                    .collect();
                self.found.notes.push(several_of(name, &files, name));
                for (language, bundle) in programs {
                    self.bundle(below(&bundle.files[0]), folder, language, bundle);
                }
            }
            Err(why) => self.found.pass_over(name.to_string(), why),
        }
        true
    }

    fn bundle(&mut self, name: String, folder: &Path, language: Language, bundle: Bundle) {
        let entry = Entry::of_file(plain(name), folder.join(&bundle.files[0]), language);
        let (given, by_hand, bundle) =
            (self.root.clone(), folder.to_path_buf(), Some(Arc::new(bundle)));
        let entry = Entry { given, by_hand, bundle, ..entry };
        self.found.entries.push(package::in_own_folder(entry));
    }

    fn file(&mut self, path: PathBuf, name: String, depth: usize) {
        if is_archive(&path) {
            if path.is_symlink() {
                return self.pass_over(name, "archive-link");
            }
            let unpacked = archive::of_file(&path, ONE);
            return Submission::archive(&path, name, self.root.clone())
                .unpacked(unpacked, &mut self.found);
        }
        match kind(&path) {
            Kind::Program(language) => {
                self.found.entries.push(Entry::of_file(plain(name), path, language));
            }
            Kind::Doubtful(why) if depth == 0 && path.is_file() && !why.is(WORDS, DOCUMENT) => {
                self.without(name, why);
            }
            Kind::Doubtful(why) => self.found.pass_over(name, why),
            Kind::Other => {}
        }
    }

    /// Reads a folder or a file whose name comes from Moodle.
    fn of_moodle(&mut self, path: &Path, name: String, is_folder: bool) {
        let below = Path::new(&name).to_path_buf();
        let read = if is_folder {
            contents::of_folder(path, ONE)
        } else {
            let read = fs::read(path).map_err(|_| message!(WORDS, "unreadable"));
            read.map(|bytes| Tree { files: vec![(PathBuf::new(), bytes)], ..Tree::default() })
        };
        let at = |path: PathBuf| match path.as_os_str().is_empty() {
            true => below.clone(),
            false => below.join(path),
        };
        match read {
            Ok(Tree { files, dates, left_out, .. }) => {
                self.moodle.folders.push(below.clone());
                self.moodle.dates.extend(dates.into_iter().map(|(path, date)| (at(path), date)));
                left_out.into_iter().for_each(|(path, why)| {
                    self.pass_over(at(path).display().to_string(), why);
                });
                self.moodle.files.extend(files.into_iter().map(|(path, bytes)| (at(path), bytes)));
            }
            Err(why) => self.found.pass_over(name, why),
        }
    }

    /// Finds the programs among the files whose names come from Moodle.
    fn moodle(&mut self) {
        let tree = std::mem::take(&mut self.moodle);
        for student in class::sorted(&tree, Path::new("")) {
            Submission::of_student(student, &self.root, &self.root, Vec::new())
                .sort_out(&mut self.found);
        }
    }

    /// Searches an archive, which holds one submission or the submissions of a class.
    fn download(&mut self, path: &Path) {
        let name = plain(path.display().to_string());
        let whole = Submission::archive(path, name, path.to_path_buf());
        let unpacked = archive::of_file(path, CLASS);
        let students = unpacked.as_ref().ok().and_then(class::students);
        let (Some(students), Ok(unpacked)) = (students, &unpacked) else {
            return whole.unpacked(unpacked, &mut self.found);
        };
        self.found.is_class = true;
        unpacked
            .left_out
            .iter()
            .for_each(|(path, why)| self.pass_over(path.display().to_string(), why));
        for student in students {
            Submission::of_student(student, path, &whole.by_hand, whole.unpack.clone())
                .sort_out(&mut self.found);
        }
    }

    /// Notes something at the top level of a class that has no program.
    fn without(&mut self, name: String, why: Message) {
        self.found.without.push((name, why));
    }

    /// Passes over a file. `why` is the key of the reason.
    fn pass_over(&mut self, name: String, why: &'static str) {
        self.found.pass_over(name, Message::new(WORDS, why));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a folder of empty files.
    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("files lie in folders"))
                .expect("a folder can be made");
            fs::write(path, "").expect("a file can be written");
        }
        folder
    }

    fn names(found: &Found) -> Vec<(&str, Language)> {
        found.entries.iter().map(|entry| (entry.name.as_str(), entry.language)).collect()
    }

    #[test]
    fn programs_are_told_from_other_files() {
        let folder = folder(&["10.C", "9.Py", "=1.c", "notes.txt", "params", "anna/a.PAS"]);
        let found =
            find_programs(folder.path(), &Languages::default()).expect("there are programs");
        assert_eq!(
            names(&found),
            [
                ("./=1.c", Language::C),
                ("9.Py", Language::Python),
                ("10.C", Language::C),
                ("anna/a.PAS", Language::Pascal)
            ],
            "a spreadsheet would take `=` for a formula"
        );
        assert_eq!(found.passed_over(), None);
        let refusal = |name: &str| {
            find_programs(&folder.path().join(name), &Languages::default())
                .expect_err("no program")
                .to_string()
        };
        assert!(refusal("notes.txt").contains("no program: expected an executable, or a source"));
        assert!(refusal("nosuch").contains("does not exist"));
    }

    #[test]
    fn what_may_be_meant_as_a_program_is_named() {
        let folder = folder(&[
            "a.c",
            "b.go",
            "README.md",
            "anna/deep/b.rs",
            "anna/deep/1.in",
            "anna/x.hs",
            "jan/a.pdf",
            "x.docx",
        ]);
        let found =
            find_programs(folder.path(), &Languages::default()).expect("there is a program");
        let rows: Vec<_> =
            found.entries.iter().map(|entry| (&*entry.name, entry.refused.is_some())).collect();
        let expected = [("a.c", false), ("anna", false), ("b.go", true), ("jan", true)];
        assert_eq!(rows, expected);
        let passed_over = found.passed_over().expect("documents").to_string();
        assert!(passed_over.contains("jan/a.pdf") && passed_over.contains("x.docx"));
    }

    #[test]
    fn what_editors_and_systems_leave_behind_is_no_program() {
        let left = [
            "._anna.c",
            ".hidden.py",
            ".git/x.c",
            "__MACOSX/anna.c",
            "jan/.x.rs",
            "jan/__MACOSX/._x.rs",
        ];
        let folder = folder(&[&left[..], &["anna.c", "jan/x.rs"]].concat());
        let found =
            find_programs(folder.path(), &Languages::default()).expect("there are programs");
        assert_eq!(names(&found), [("anna.c", Language::C), ("jan/x.rs", Language::Rust)]);
        assert_eq!(found.passed_over(), None);
    }

    #[test]
    fn who_gives_a_source_the_wrong_ending_is_told_the_right_one() {
        let class = folder(&["anna/main.c", "task.c.txt"]);
        let found = find_programs(class.path(), &Languages::default()).expect("a program");
        let misnamed = found.named("task.c.txt").and_then(|entry| entry.refused.clone());
        let told = misnamed.expect("it is refused").to_string();
        assert_eq!(told, "is passed over: rename it to task.c");
    }

    #[test]
    fn a_folder_beside_a_program_is_no_submission() {
        let left = ["x64/Debug/Task.exe", "Task.sln", "lib/a.jar", "docs/a.txt", "bin/old.py"];
        let beside = folder(&[&left[..], &["Task/main.c", "Task/Debug/main.obj"]].concat());
        let found = find_programs(beside.path(), &Languages::default()).expect("a program");
        assert_eq!(names(&found), [("Task/main.c", Language::C)]);
        let alone = folder(&left);
        let found = find_programs(alone.path(), &Languages::default()).expect("a program");
        assert_eq!(found.entries.iter().filter(|entry| entry.refused.is_none()).count(), 1);
        // Another folder may be a student's who handed in nothing, and keeps its row.
        let class = folder(&["anna/main.c", "jan/notes.txt"]);
        let found = find_programs(class.path(), &Languages::default()).expect("a program");
        assert_eq!(found.entries.len(), 2);
    }

    #[test]
    fn the_line_is_bounded_and_steers_no_terminal() {
        let many: Vec<_> = (1..=27).map(|number| format!("{number}\u{1b}.go")).collect();
        let folder = folder(&many.iter().map(String::as_str).collect::<Vec<_>>());
        let refusal = find_programs(folder.path(), &Languages::default())
            .expect_err("no program")
            .to_string();
        assert!(
            refusal.contains("passed over: 1\u{241b}.go (") && refusal.ends_with(" and 17 more"),
            "{refusal}"
        );
    }

    /// Makes a zip of these files.
    fn zip(path: &Path, files: &[(&str, &[u8])]) {
        let mut zip = zip::ZipWriter::new(fs::File::create(path).expect("a file"));
        for (name, bytes) in files {
            zip.start_file(*name, zip::write::SimpleFileOptions::default())
                .expect("a file is begun");
            std::io::Write::write_all(&mut zip, bytes).expect("a file is written");
        }
        zip.finish().expect("it is whole");
    }

    const MAIN: &[u8] = b"int main(void) { return 0; }";

    #[test]
    fn a_download_of_a_class_has_its_students_programs() {
        let folder = folder(&[]);
        let inner = folder.path().join("inner.zip");
        zip(&inner, &[("project/main.c", MAIN), ("project/a.h", b"")]);
        let inner = fs::read(inner).expect("it is there");
        let class = folder.path().join("class.zip");
        let of = |name: &str, file: &str| format!("{name}_assignsubmission_file_/{file}");
        let files = [
            (of("Anna Żak_1", "main.c"), MAIN),
            (of("Anna Żak_1", "a.c"), b"int a;"),
            (of("Bo_2", "bo.py"), b""),
            (of("Cy_3", "cy.zip"), &inner),
            (of("Di_4", "report.pdf"), b""),
            (of("Ed_5", "broken.zip"), b"no archive"),
            (of("Fi_6", "a.c"), MAIN),
            (of("Fi_6", "b.c"), MAIN),
        ];
        let named: Vec<(&str, &[u8])> =
            files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        zip(&class, &named);
        let check = |path: &Path| {
            let found = find_programs(path, &Languages::default()).expect("there are programs");
            let expected = ["Anna Żak", "Bo", "Cy", "Di", "Ed", "Fi"];
            assert_eq!(
                found.entries.iter().map(|entry| &*entry.name).collect::<Vec<_>>(),
                expected
            );
            let refused: Vec<_> = found
                .entries
                .iter()
                .filter(|entry| entry.refused.is_some())
                .map(|entry| &*entry.name)
                .collect();
            // The two programs in the folder of Fi were written in the same second.
            assert_eq!(refused, ["Di", "Ed", "Fi"]);
            assert!(found.named("Fi/b.c").is_some_and(|entry| entry.refused.is_none()));
            let said = found.entries[3].refused.as_ref().expect("it is refused").to_string();
            assert!(said.starts_with("has no program in it, only report.pdf: expected"), "{said}");
            assert_eq!(found.entries[0].handed_in_by.as_deref(), Some("Anna Żak"));
            assert_eq!(found.entries[0].number.as_deref(), Some("1"));
            assert!(found.is_class);
            found
        };
        let found = check(&class);
        let unpack = &found.entries[2].unpack;
        assert!(
            unpack[0].starts_with("unzip ")
                && unpack[1].contains("Cy_3_assignsubmission_file_/cy.zip"),
            "{unpack:?}"
        );
        // The same class, unpacked.
        let unpacked = folder.path().join("class");
        for (name, bytes) in &files {
            let path = unpacked.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
        check(&unpacked);
    }

    #[test]
    fn a_folder_or_an_archive_that_is_named_is_one_program() {
        let folder = folder(&["ola/a.h", "several/a.c", "several/b.c", "none/notes.txt"]);
        for name in ["ola/x.c", "several/a.c", "several/b.c"] {
            fs::write(folder.path().join(name), MAIN).expect("a file");
        }
        zip(
            &folder.path().join("ola.zip"),
            &[("a.c", MAIN), ("b/b.c", b"int b;"), (".git/x.c", MAIN)],
        );
        for (name, files) in [("ola", 1), ("ola.zip", 2)] {
            let found = find_program(&folder.path().join(name)).expect("a program");
            let [entry] = &found.entries[..] else { panic!("{name}") };
            assert_eq!(
                entry.bundle.as_ref().map(|bundle| bundle.files.len()),
                Some(files),
                "{name}"
            );
        }
        for (name, why) in [
            ("several", "several programs"),
            ("none", "has no program in it"),
            ("gone", "does not exist"),
        ] {
            let said = find_program(&folder.path().join(name)).expect_err("none").to_string();
            assert!(said.contains(why), "{said}");
        }
        let found =
            find_programs(folder.path(), &Languages::default()).expect("there are programs");
        assert_eq!(
            found.entries.iter().map(|entry| &*entry.name).collect::<Vec<_>>(),
            ["none", "ola", "ola.zip", "several/a.c", "several/b.c"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_to_a_program_are_no_other_program() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["jan/x.c"]);
        for (target, link) in
            [("jan/x.c", "a.c"), ("jan", "b"), (".", "round"), ("nowhere", "dangling.c")]
        {
            symlink(target, folder.path().join(link)).expect("a link can be made");
        }
        let outside = tempfile::tempdir().expect("a temporary folder");
        fs::write(outside.path().join("e.c"), "").expect("a file can be written");
        symlink(outside.path().join("e.c"), folder.path().join("e.c")).expect("a link can be made");
        let pipe = folder.path().join("f.c");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).expect("a pipe");
        let found =
            find_programs(folder.path(), &Languages::default()).expect("there is a program");
        assert_eq!(names(&found), [("jan/x.c", Language::C)]);
        let said = found.passed_over().expect("links are named").to_string();
        assert!(
            said.starts_with(
                "a.c (the same as jan/x.c), b/x.c (the same as jan/x.c), dangling.c (leads \
                 nowhere), e.c (a link that leads out of the folder), f.c (no regular file)"
            ),
            "{said}"
        );
    }
}
