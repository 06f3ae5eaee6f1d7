//! Divides the download of a whole class into the submissions of its students.
//!
//! Moodle gives each folder or file a name such as `Anna Kowalska_1234567_assignsubmission_file_`.
//! Other course sites make one folder or one archive for each student, and so do many teachers.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::name::{is_of_tests, natural_order};
use crate::packing::is_archive;
use crate::source::has_program;
use crate::tree::Tree;

/// What Moodle puts between a student's number and the file's name.
const MARK: &str = "_assignsubmission_";
/// The same for the teacher's feedback, which lies beside the submission.
const FEEDBACK: &str = "_assignfeedback_";

/// One student's submission.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Student {
    /// The name of the student, or of the folder.
    pub(crate) name: String,
    /// The folder in which the course site looks for feedback, if the site gave the student's name.
    /// If not, `name` is the name of the folder.
    pub(crate) at_site: Option<String>,
    /// The number that the course site puts after the student's name.
    pub(crate) number: Option<String>,
    /// The student's folder, as a path below the class's folder; empty if all files lie side by
    /// side.
    pub(crate) folder: PathBuf,
    /// The files, by their paths below the student's folder.
    pub(crate) tree: Tree,
    /// If the files of all students lie side by side, the paths of this student's files below the
    /// class's folder; otherwise empty.
    pub(crate) at: Vec<PathBuf>,
}

/// A name that Moodle gave to a folder or file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named<'a> {
    /// The student's name and number.
    who: &'a str,
    /// The file's own name; empty for a folder. `None` if the item is a text that the student typed
    /// into the page, or feedback: it belongs to the student, and is no program.
    file: Option<&'a str>,
    /// Whether nothing follows the name of Moodle's plugin, as in folders from Moodle 4.1 on.
    is_bare: bool,
}

impl<'a> Named<'a> {
    /// Reads a name. Returns `None` for names that are not Moodle's.
    pub(crate) fn read(name: &'a str) -> Option<Named<'a>> {
        let is_bare = |rest: &str| !rest.contains('_');
        if let Some((who, rest)) = name.split_once(FEEDBACK) {
            return Some(Named { who, file: None, is_bare: is_bare(rest) });
        }
        let (who, rest) = name.split_once(MARK)?;
        let file = rest.strip_prefix("file").map(|file| file.strip_prefix('_').unwrap_or(file));
        Some(Named { who, file, is_bare: is_bare(rest) })
    }

    /// The folder of the student's files.
    fn folder(&self) -> String {
        format!("{}{MARK}file{}", self.who, if self.is_bare { "" } else { "_" })
    }

    /// The student's name, and the number if there is one.
    fn student(&self) -> (&'a str, Option<&'a str>) {
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match self.who.rsplit_once('_') {
            Some((student, number)) if is_number(number) && !student.is_empty() => {
                (student, Some(number))
            }
            _ => (self.who, None),
        }
    }
}

/// Whether Moodle gave this name to a folder or file.
pub(crate) fn is_of_moodle(name: &str) -> bool {
    Named::read(name).is_some()
}

/// The folder around the submissions of a class; `None` if the files are one submission. The files
/// are those of a class if Moodle named them, or if only folders and archives lie at the top level
/// and at least two of them contain programs. A single folder around everything is ignored.
pub(crate) fn folder_around(Tree { files, .. }: &Tree) -> Option<PathBuf> {
    let tops: BTreeSet<&str> = files.iter().filter_map(|(path, _)| first(path)).collect();
    if tops.iter().any(|name| is_of_moodle(name)) {
        return Some(PathBuf::new());
    }
    let around = Path::new(tops.first().filter(|_| tops.len() == 1).unwrap_or(&""));
    let inner: Vec<_> = files
        .iter()
        .filter_map(|(path, bytes)| Some((path.strip_prefix(around).ok()?, bytes)))
        .filter_map(|(path, bytes)| Some((first(path)?, path, bytes)))
        .collect();
    let is_moodle = inner.iter().any(|(top, ..)| is_of_moodle(top));
    let has_own = inner.iter().any(|(top, path, bytes)| {
        *path == Path::new(top) && !is_archive(path) && has_program(path, bytes)
    });
    let with_programs: BTreeSet<&str> = inner
        .iter()
        .filter(|(_, path, bytes)| is_archive(path) || has_program(path, bytes))
        .map(|(top, ..)| *top)
        .filter(|top| !is_of_tests(top))
        .collect();
    (is_moodle || !has_own && with_programs.len() > 1).then(|| around.to_path_buf())
}

/// The students of a class; `around` is the folder around all files.
pub(crate) fn students(Tree { files, dates, folders, .. }: Tree, around: &Path) -> Vec<Student> {
    let mut students: BTreeMap<String, Student> = BTreeMap::new();
    // Who has an empty folder, or only a text, has handed in nothing, and has a row all the same.
    let folders = folders.into_iter().map(|path| (path, None));
    for (path, content) in folders.chain(files.into_iter().map(|(path, file)| (path, Some(file)))) {
        let Ok(below) = path.strip_prefix(around) else { continue };
        let Some(top) = first(below) else { continue };
        let named = Named::read(top);
        if named.is_none() && content.is_none() {
            continue;
        }
        let who = named.as_ref().map_or(top, |named| named.who);
        let student = students.entry(who.to_string()).or_default();
        let (name, number) = named.as_ref().map_or((top, None), Named::student);
        student.at_site = named.as_ref().map(Named::folder);
        (student.name, student.number) = (name.to_string(), number.map(str::to_string));
        let own = named.map_or(Some(""), |named| named.file);
        let (Some(content), Some(file)) = (content, own) else { continue };
        let (file, rest) = ((!file.is_empty()).then_some(OsStr::new(file)), below.iter().skip(1));
        let mut own: PathBuf = file.into_iter().chain(rest).collect();
        if own.as_os_str().is_empty() {
            // The student's item at the top level is a file or an archive, not a folder.
            student.folder = around.to_path_buf();
            own.push(top);
        } else if file.is_some() {
            student.at.push(path.clone());
        } else {
            student.folder = around.join(top);
        }
        student.tree.dates.extend(dates.get(&path).map(|date| (own.clone(), *date)));
        student.tree.files.push((own, content));
    }
    let known: Vec<String> = students.values().map(|student| student.name.clone()).collect();
    for (who, student) in &mut students {
        if known.iter().filter(|name| **name == student.name).count() > 1 {
            student.name.clone_from(who);
        }
    }
    let mut students: Vec<Student> = students.into_values().collect();
    students.sort_by(|a, b| natural_order(&a.name, &b.name));
    students
}

fn first(path: &Path) -> Option<&str> {
    path.iter().next().and_then(OsStr::to_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "int main(void) { return 0; }";

    /// Divides these files by students, and returns each student's name with the files.
    fn found(files: &[(&str, &str)]) -> Option<Vec<String>> {
        let files = files
            .iter()
            .map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec()))
            .collect();
        let told = |student: Student| {
            let files: Vec<_> =
                student.tree.files.iter().map(|(path, _)| path.display().to_string()).collect();
            let at_site = student.at_site.map_or(String::new(), |folder| format!(" @ {folder}"));
            format!("{}: {}{at_site}", student.name, files.join(" "))
        };
        let tree = Tree { files, ..Tree::default() };
        let around = folder_around(&tree)?;
        Some(students(tree, &around).into_iter().map(told).collect())
    }

    #[test]
    fn moodle_says_who_handed_something_in() {
        let files = [
            ("Żółw Jan_7_assignsubmission_file_/main.c", MAIN),
            ("Żółw Jan_7_assignsubmission_file_/src/b.c", ""),
            ("Anna Maria_12_assignsubmission_file_/a.zip", ""),
            ("Anna Maria_13_assignsubmission_file_/a.c", MAIN),
            ("Bo_9_assignsubmission_file_b.py", ""),
            ("Bo_9_assignsubmission_file_c.py", ""),
            ("Bo_9_assignsubmission_onlinetext_/text.html", ""),
            ("Bo_9_assignfeedback_file_/marked.c", MAIN),
            ("Cyd_3_assignsubmission_onlinetext_/text.html", ""),
            ("Participant 5_assignsubmission_file/x.c", MAIN),
        ];
        let expected = [
            "Anna Maria_12: a.zip @ Anna Maria_12_assignsubmission_file_",
            "Anna Maria_13: a.c @ Anna Maria_13_assignsubmission_file_",
            "Bo: b.py c.py @ Bo_9_assignsubmission_file_",
            "Cyd:  @ Cyd_3_assignsubmission_file_",
            "Participant 5: x.c @ Participant 5_assignsubmission_file",
            "Żółw Jan: main.c src/b.c @ Żółw Jan_7_assignsubmission_file_",
        ];
        assert_eq!(found(&files).expect("a class"), expected);
        let around: Vec<_> =
            files.iter().map(|(path, text)| (format!("task 1/{path}"), *text)).collect();
        let around: Vec<_> = around.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        assert_eq!(found(&around).expect("a class"), expected);
    }

    #[test]
    fn folders_and_archives_of_several_students_are_told_from_one_submission() {
        let class = found(&[("hw-anna/main.c", MAIN), ("hw-jan/x/main.c", MAIN), ("README", "")])
            .expect("a class");
        assert_eq!(class, ["README: README", "hw-anna: main.c", "hw-jan: x/main.c"]);
        assert_eq!(
            found(&[("all/a/a.c", MAIN), ("all/b.zip", "")]).expect("a class"),
            ["a: a.c", "b.zip: b.zip"]
        );
        for one in [
            &[("src/main.c", MAIN), ("include/a.h", "")][..],
            &[("main.c", MAIN), ("old/main.c", MAIN), ("test/main.c", MAIN)],
            &[("project/main.c", MAIN), ("project/test/test.c", MAIN)],
            &[("a.c", MAIN)],
            &[],
        ] {
            assert_eq!(found(one), None, "{one:?}");
        }
    }
}
