//! Tournaments' files: those that come with the project, what is made of one, and what is said of mistakes.

mod document;
mod mistakes;
mod programs;
mod ready_made;
mod stored;
mod terms;

use std::fs;
use std::path::Path;

use arena::Error;
use arena::tournament::Announcement;
use search::GameSpec;

/// The game of this name.
fn spec_of(name: &str) -> Option<&'static GameSpec> {
    games::GAMES.iter().copied().find(|spec| spec.name == name)
}

fn read(path: &Path) -> Result<Announcement, Error> {
    Announcement::read(path, games::GAMES)
}

/// A folder with a program and a tournament's file of this text.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("noe.c"), "int main(void) { return 0; }\n").expect("a file can be written");
    fs::write(folder.path().join("t.toml"), text).expect("a file can be written");
    folder
}

fn announced(text: &str) -> Announcement {
    let folder = folder(text);
    read(&folder.path().join("t.toml")).unwrap_or_else(|refused| panic!("{refused}"))
}

/// Reads a file of these bytes; a sentence tells of it without the path of its folder.
fn try_read(text: &[u8]) -> Result<Announcement, String> {
    let folder = folder("");
    let path = folder.path().join("t.toml");
    fs::write(&path, text).expect("a file can be written");
    let before = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    read(&path).map_err(|refused| refused.to_string().replace(&before, ""))
}

/// What is said of a file of these bytes, line by line.
fn refused(text: &[u8]) -> Vec<String> {
    try_read(text).expect_err("it is wrong").lines().map(str::to_string).collect()
}
