//! The source of games: a file of records, a tournament's folder, or a store.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use server::{Archive, Server};
use tournament::STORE;
use tournament::results::folder::MANIFEST;
use tournament::results::published::GAMES;
use tournament::store::Address;

use super::recordings::Recordings;
use super::results::Results;
use super::stored::Stored;
use crate::failure::Failure;

/// An SQLite file begins with these bytes (`sqlite.org/fileformat2.html`).
const SQLITE: &[u8] = b"SQLite format 3\0";

/// What is shown.
pub(super) enum Opened {
    Games(Box<dyn Archive>),
    Results(Results),
}

impl Opened {
    /// The address of the first page to open.
    pub(super) fn page(&self) -> &'static str {
        match self {
            Opened::Games(_) => "/games",
            Opened::Results(_) => "/results/",
        }
    }

    pub(super) fn shown_by(self, server: Server) -> Server {
        match self {
            Opened::Games(games) => server.with_games(games),
            Opened::Results(results) => server.with_folder(Box::new(results)),
        }
    }
}

/// The games of this file, or the published results of this folder. For a store, the games of the
/// tournament with this number.
///
/// # Errors
/// Fails if there are no games; the message says what was expected.
pub(super) fn open(path: &Path, tournament: Option<u64>) -> Result<Opened, Failure> {
    let its = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => missing(path),
        _ => Failure::file("read", path, &error),
    })?;
    let is_store = if its.is_dir() {
        is_played(path)?
    } else if its.is_file() {
        is_sqlite(path)?
    } else {
        return Err(strange(path, "it is no plain file"));
    };
    if is_store {
        let stored = if its.is_dir() {
            Stored::open(Address::file(path.join(STORE)), tournament)?
                .published_in(path.to_path_buf())
        } else {
            Stored::open(Address::file(path.to_path_buf()), tournament)?
        };
        return Ok(Opened::Games(Box::new(stored)));
    }
    if tournament.is_some() {
        let why = format!("--tournament chooses one in a store, and {} is none", path.display());
        return Err(Failure::Usage(why));
    }
    if !its.is_dir() {
        return Ok(Opened::Games(Box::new(Recordings::open(path)?)));
    }
    let incomplete = || {
        let why = format!("its {MANIFEST} is missing or damaged, so the results are incomplete");
        strange(path, &why)
    };
    Results::open(path).map(Opened::Results).ok_or_else(incomplete)
}

/// Whether the folder's store may have games that are not published yet. It has such games while
/// the tournament is in progress, and after the tournament was killed.
fn is_played(folder: &Path) -> Result<bool, Failure> {
    let length = |name: &str| {
        fs::metadata(folder.join(name)).ok().filter(fs::Metadata::is_file).map(|its| its.len())
    };
    let (has_store, has_games) = (length(STORE).is_some(), length(GAMES).is_some());
    if !has_store && !has_games {
        let why = format!("it has neither {GAMES} nor {STORE}, so it is not a tournament's folder");
        return Err(strange(folder, &why));
    }
    // SQLite's log is not empty while somebody writes. The log of a process that only reads is
    // empty.
    let is_written = length(&format!("{STORE}-wal")).is_some_and(|length| length > 0);
    Ok(has_store && (!has_games || is_written))
}

fn is_sqlite(path: &Path) -> Result<bool, Failure> {
    let mut start = [0; SQLITE.len()];
    match File::open(path).and_then(|mut file| file.read_exact(&mut start)) {
        Ok(()) => Ok(start == SQLITE),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(Failure::file("read", path, &error)),
    }
}

fn missing(path: &Path) -> Failure {
    let path = path.display();
    Failure::not_found(format!(
        "there is no {path}: a tournament's folder can be served after `ludoteka tournament FILE \
        -o {path}` has been started, and a file of records after `ludoteka match --record`"
    ))
}

fn strange(path: &Path, why: &str) -> Failure {
    Failure::input(format!(
        "{} has no recorded games: {why}; expected a file that `ludoteka match --record` has \
        written, the folder of a tournament, or a store",
        path.display()
    ))
}
