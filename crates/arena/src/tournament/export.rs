//! All of a tournament in a folder: its games, its programs, and what is derived from them.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use super::account::Account;
use super::announcement::{Announcement, Entrant};
use super::folder::Folder;
use super::results::{self, Tables};
use crate::Refused;
use crate::entry::Language;
use crate::record::{Course, Record};
use crate::schedule::Pairing;
use crate::store::{Store, StoredGame, TournamentId};

/// What was announced, as JSON.
pub const ANNOUNCEMENT: &str = "announcement.json";
/// The records of all games that count, a line each, those of a match in their order.
pub const GAMES: &str = "games.jsonl";
/// The games that do not count, each with the reason.
pub const SET_ASIDE: &str = "set-aside.jsonl";

/// Writes the folder, and gives the tables that it shows. Whatever else lies there is left alone.
///
/// # Errors
/// When the store fails, a record in it is none, or the folder cannot be written.
pub fn export(
    path: &Path,
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    account: &mut Account,
) -> Result<Tables, Refused> {
    let tallies = store.tallies(tournament)?;
    let matches: Vec<_> = tallies.matches().collect();
    account.set_matches(&matches);
    let by_seed = matches.iter().map(|its| (announcement.match_seed(&its.pairing), its.pairing)).collect();
    let mut folder = Folder::open(path)?;
    folder.write(ANNOUNCEMENT, |out| writeln!(out, "{}", announcement.json()))?;
    folder.write(GAMES, |out| {
        let mut games = store.games(tournament);
        (1..)
            .zip(&mut games)
            .try_for_each(|(line, game)| write_game(line, &game.map_err(io::Error::other)?, &by_seed, account, out))
    })?;
    let mut set_aside = store.set_aside(tournament).peekable();
    if set_aside.peek().is_some() {
        folder.write(SET_ASIDE, |out| {
            set_aside.try_for_each(|game| write_set_aside(&game.map_err(io::Error::other)?, account, out))
        })?;
    }
    drop(set_aside);
    for (number, entrant) in announcement.entrants.iter().enumerate() {
        if let Some(program) = entrant.program() {
            let bytes = store.file(&program.sha256)?;
            let file = program_path(number, entrant);
            folder.write(&file, |out| out.write_all(&bytes))?;
            if program.language == Language::Executable {
                let file = path.join(file);
                allow_execution(&file).map_err(|error| Refused::file("write", &file, &error))?;
            }
        }
    }
    let tables = account.tables()?;
    for file in results::files(&tables) {
        folder.put(&file)?;
    }
    folder.close()?;
    Ok(tables)
}

fn write_game(
    line: usize,
    game: &StoredGame,
    by_seed: &HashMap<u64, Pairing>,
    account: &mut Account,
    out: &mut dyn Write,
) -> io::Result<()> {
    let course = Course::read(&game.record);
    if let Some((pairing, course)) = course.and_then(|course| Some((by_seed.get(&course.seed)?, course))) {
        account.compare(*pairing, course);
    }
    // Most games are lost by no foul, and need not be read as a whole.
    if game.record.contains(r#""by":"foul""#) {
        let record = Record::read(&game.record).map_err(|why| {
            io::Error::other(format!("the record of game {} of unit {}: {why}", game.number, game.unit))
        })?;
        if let Some(pairing) = by_seed.get(&record.seed) {
            account.see(*pairing, line, &record);
        }
    }
    writeln!(out, "{}", game.record)
}

fn write_set_aside(game: &StoredGame, account: &mut Account, out: &mut dyn Write) -> io::Result<()> {
    let why = game.why.clone().unwrap_or_default();
    account.set_aside(&why);
    // A record is an object of JSON, so that it can stand in another as it is.
    writeln!(out, r#"{{"why":{},"record":{}}}"#, serde_json::to_string(&why)?, game.record)
}

/// Where the program of an entrant lies: its number, from 1, and its name.
#[must_use]
pub fn program_path(number: usize, entrant: &Entrant) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let name: String = entrant.name.chars().map(plain).collect();
    let ending = entrant.program().and_then(|program| program.language.ending());
    let ending = ending.map_or(String::new(), |ending| format!(".{ending}"));
    format!("programs/{:02}-{name}{ending}", number + 1)
}

#[cfg(unix)]
pub(super) fn allow_execution(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// Elsewhere every file can be executed that is one to execute.
#[cfg(not(unix))]
pub(super) fn allow_execution(_: &Path) -> io::Result<()> {
    Ok(())
}
