//! Tournaments' files: those that come with the project, what is made of one, and what is said of mistakes.

mod document;
mod mistakes;
#[path = "../../src/offer.rs"]
mod offer;
mod programs;
mod ready_made;
mod stored;
mod terms;

use std::fs;
use std::path::Path;

use arena::tournament::Announcement;
use arena::{Offer, Refused};

/// The game of this name.
fn offered(name: &str) -> Option<Offer> {
    games::GAMES.iter().copied().find(|card| card.name == name).map(offer::offer)
}

fn read(path: &Path) -> Result<Announcement, Refused> {
    let games: Vec<_> = games::GAMES.iter().map(|card| card.name).collect();
    Announcement::read(path, &games, &offered)
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
