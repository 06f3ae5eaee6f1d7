//! Divides the download of a whole class, which came as bytes, among its students.

use crate::archive;
use crate::class;
use crate::reasons::about;
use crate::tree::{Bounds, Tree};
use errors::Error;
use rules::Message;

/// What one student has handed in on a course's site.
#[derive(Debug, PartialEq, Eq)]
pub struct FromSite {
    /// The student's name.
    pub name: String,
    /// The number that the site has for the student.
    pub number: String,
    /// The files, by their paths below the student's folder; empty if nothing was handed in.
    pub files: Vec<(String, Vec<u8>)>,
}

/// A server has less room than a command.
const BOUNDS: Bounds = Bounds { files: 20_000, bytes: 128 << 20, items: 100_000 };

/// The students in a zip whose folders or files Moodle has named. Nothing is read from the disk.
///
/// # Errors
/// Fails if the bytes are no such zip, or exceed the bounds.
pub fn divide_class(zip: &[u8]) -> Result<Vec<FromSite>, Error> {
    const NAME: &str = "class.zip";
    let refused = |why: Message| Error::input(about(NAME, why));
    let tree: Tree = archive::of_bytes(zip, NAME, BOUNDS).map_err(refused)?;
    let around = class::folder_around(&tree).unwrap_or_default();
    let students = class::students(tree, &around).into_iter();
    let found = students.filter_map(|student| {
        let files = student.tree.files.into_iter();
        let files = files.map(|(path, bytes)| (path.to_string_lossy().into_owned(), bytes));
        Some(FromSite { name: student.name, number: student.number?, files: files.collect() })
    });
    Ok(found.collect())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::write::SimpleFileOptions;

    use super::*;

    fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            zip.start_file(*name, SimpleFileOptions::default()).expect("a file is begun");
            zip.write_all(text.as_bytes()).expect("a file is written");
        }
        zip.finish().expect("it is whole").into_inner()
    }

    #[test]
    fn who_has_a_number_of_the_site_has_handed_in_something() {
        let zip = zipped(&[
            ("Anna Żak_7_assignsubmission_file_/src/main.c", "a"),
            ("Anna Żak_7_assignsubmission_file_/src/a.h", "b"),
            ("Bo_9_assignsubmission_file_bot.py", "c"),
            ("Cyd_3_assignsubmission_onlinetext_/text.html", "d"),
            ("notes.txt", "e"),
        ]);
        let found = divide_class(&zip).expect("a class");
        let told: Vec<_> =
            found.iter().map(|one| (&*one.name, &*one.number, one.files.len())).collect();
        assert_eq!(told, [("Anna Żak", "7", 2), ("Bo", "9", 1), ("Cyd", "3", 0)]);
        assert_eq!(found[0].files[0], ("src/main.c".to_string(), b"a".to_vec()));
        divide_class(b"no zip").expect_err("it is none");
        divide_class(&zipped(&[("../a_1_assignsubmission_file_/a.c", "")]))
            .expect_err("it leads out");
        assert_eq!(divide_class(&zipped(&[("main.c", "")])).expect("a zip"), []);
    }
}
