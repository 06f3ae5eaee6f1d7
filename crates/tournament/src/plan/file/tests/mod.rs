//! Tests of tournaments' files: the files of the project, the announcements made from files, and
//! files with mistakes.

mod announced;
mod changes;
mod document;
mod mistakes;
mod programs;
mod reckoned;
mod stored;

use std::fs;
use std::path::Path;

use crate::plan::Announcement;
use errors::Error;

fn read(path: &Path) -> Result<Announcement, Error> {
    Announcement::read(path, games::GAMES)
}

/// A folder with a program, and with a tournament's file that contains this text.
fn folder(text: impl AsRef<[u8]>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("noe.c"), "int main(void) { return 0; }\n")
        .expect("a file can be written");
    fs::write(folder.path().join("t.toml"), text).expect("a file can be written");
    folder
}

fn announced(text: &str) -> Announcement {
    read(&folder(text).path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"))
}

/// The error message about a tournament's file with these bytes. The path of the file is cut off.
fn refused(text: impl AsRef<[u8]>) -> String {
    let sentence = read(&folder(text).path().join("t.toml")).expect_err("it is wrong").to_string();
    sentence.split_once("t.toml, ").expect("it names the file").1.to_string()
}
