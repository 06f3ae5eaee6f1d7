//! The files of a folder with a tournament's results, and those of them that follow from the games.

mod analysed_games;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::Path;

use crate::plan::Changes;
use crate::plan::announcement::{Announcement, program_path};
use crate::results::Summary;
use crate::results::folder::{Folder, OnDisk, Readable};
use crate::results::replays;
use crate::results::{self, Tables};
pub(crate) use analysed_games::{ANALYSIS, Analysis};
use errors::Error;
use rules::Language;
use search::GameSpec;

/// The file with the announcement, as JSON.
pub const ANNOUNCEMENT: &str = "announcement.json";
/// The greatest size of an announcement in bytes, enough for a thousand participants and a thousand
/// boards.
pub const LARGEST_ANNOUNCEMENT: u64 = 64 << 20;
/// The file with the records of all games that count, one in each line. The games of a match are in
/// order.
pub const GAMES: &str = "games.jsonl";
/// The file with the games that do not count, each with the reason.
pub const VOID_GAMES: &str = "void-games.jsonl";

/// The file with the changes after the announcement, if there are any.
pub(crate) const CHANGES: &str = "changes.jsonl";
/// The greatest size of the changes in bytes, enough for a thousand participants who leave twice.
const LARGEST_CHANGES: u64 = 4 << 20;

/// The file that lists the kinds of processors, if the machines differ.
pub(crate) const MACHINES: &str = "machines.json";

/// Writes the changes, and everything that follows from the games, their analysis and the changes,
/// into a folder that has all other files. Returns the tables.
pub(crate) fn derive(
    mut folder: Folder,
    games: File,
    analysis: Option<File>,
    summary: &Summary,
    pages: (&GameSpec, Language),
) -> Result<Tables, Error> {
    let changes = summary.changes().text();
    if !changes.is_empty() {
        folder.write(CHANGES, |out| out.write_all(changes.as_bytes()))?;
    }
    let tables = summary.tables()?;
    let analysis = analysis.map(BufReader::new);
    replays::each(games, analysis, summary.places(), pages, |file| folder.put(&file))?;
    for file in results::files(&tables) {
        folder.put(&file)?;
    }
    folder.close()?;
    Ok(tables)
}

/// The changes in a folder of results; none if there is no such file.
///
/// # Errors
/// Fails if the file cannot be read, has been altered, or belongs to another tournament.
pub fn changes_in(folder: &Path, announcement: &Announcement) -> Result<Changes, Error> {
    changes(&OnDisk::from(folder), announcement)
}

/// As [`changes_in`], for any folder.
pub(crate) fn changes(
    folder: &dyn Readable,
    announcement: &Announcement,
) -> Result<Changes, Error> {
    let text = match folder.text(CHANGES, LARGEST_CHANGES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Changes::default()),
        text => {
            text.map_err(|error| Error::file("read", Path::new(&folder.called(CHANGES)), &error))?
        }
    };
    Changes::read(&text, announcement)
        .map_err(|error| Error::corrupt(format!("{}: {}", folder.called(CHANGES), error.message())))
}

/// Removes the changes from a folder, since their tournament is given up before its first game.
///
/// # Errors
/// Fails if the file cannot be removed.
pub fn remove_changes(folder: &Path) -> Result<(), Error> {
    let path = folder.join(CHANGES);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::file("remove", &path, &error))
        }
        _ => Ok(()),
    }
}

/// The paths of all possible files of results, except the manifest; `derived` contains the paths of
/// tables and pages.
pub(crate) fn paths(
    announcement: &Announcement,
    derived: impl IntoIterator<Item = String>,
) -> BTreeSet<String> {
    let programs =
        announcement.participants.iter().enumerate().filter(|(_, participant)| {
            announcement.publish.sources && participant.program().is_some()
        });
    let programs = programs.map(|(number, participant)| program_path(number, participant));
    programs
        .chain(
            [ANALYSIS, ANNOUNCEMENT, CHANGES, GAMES, VOID_GAMES, MACHINES].map(ToString::to_string),
        )
        .chain(derived)
        .collect()
}

/// Whether games have been written into a folder.
#[must_use]
pub fn has_games(folder: &Path) -> bool {
    fs::metadata(folder.join(GAMES)).is_ok_and(|file| file.len() > 0)
}
