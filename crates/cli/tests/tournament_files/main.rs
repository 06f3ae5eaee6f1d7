//! Tournaments' files: those that come with the project, what is made of one, and what is said of mistakes.

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

/// What is said of a file of this text, line by line, without the path before it.
fn refused(text: &[u8]) -> Vec<String> {
    let folder = folder("");
    let path = folder.path().join("t.toml");
    fs::write(&path, text).expect("a file can be written");
    let refused = read(&path).expect_err("it is wrong").to_string();
    let before = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    refused.lines().map(|line| line.replace(&before, "")).collect()
}
