//! All of a tournament in a folder: its games, its programs, and what is derived from them.

mod ahead;
mod courses;
mod draft;
mod games;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

pub use draft::Draft;
pub(super) use games::Seen;

use super::announcement::{Announcement, Entrant};
use super::crew::GameSpecs;
use super::damage::check_set_aside;
use super::folder::Folder;
use super::machines::Machines;
use super::results::{self, Tables};
use crate::Refused;
use crate::entry::Language;
use crate::store::{Store, TournamentId};
use ahead::checking_ahead;
use draft::Writing;
use games::Games;

/// What was announced, as JSON.
pub const ANNOUNCEMENT: &str = "announcement.json";
/// No announcement comes near so many bytes, with a thousand entrants and as many boards.
pub const LARGEST_ANNOUNCEMENT: u64 = 64 << 20;
/// The records of all games that count, a line each, those of a match in their order.
pub const GAMES: &str = "games.jsonl";
/// The games that do not count, each with the reason.
pub const SET_ASIDE: &str = "set-aside.jsonl";

/// Of machines of unequal speed, how unequal.
pub(super) const MACHINES: &str = "machines.json";

/// Writes the folder, and gives the tables that it shows. Whatever else lies there is left alone. Games that are in the draft already are
/// not read again.
///
/// # Errors
/// When the store fails, or the folder cannot be written; the folder is as it was then. So it is when records in the store are
/// damaged: their pairs are restored from the results of before, or given back to be played again.
pub fn export(draft: Draft<'_>, store: &mut Store, specs: GameSpecs) -> Result<Tables, Refused> {
    let Draft { path, tournament, announcement, .. } = draft;
    let Writing { mut folder, file, mut games, done } = draft.so_far(store)?;
    folder.end(file, |out| {
        let rest = store.pairs_behind(tournament, done.last());
        checking_ahead(rest, announcement, |pair, lines| games.write(pair, &[lines], out))
    })?;
    if !games.replayed.is_empty() {
        folder.write(SET_ASIDE, |out| write_set_aside(store, tournament, &mut games, out))?;
    }
    std::mem::take(&mut games.damage).settle(store, tournament, announcement, path, specs)?;
    let mut account = games.account();
    if let Some(machines) = store.speeds(tournament)?.and_then(Machines::of) {
        folder.write(MACHINES, |out| writeln!(out, "{}", machines.json()))?;
        account.set_machines(machines);
    }
    write_programs(&mut folder, store, announcement)?;
    let tables = account.tables()?;
    for file in results::files(&tables) {
        folder.put(&file)?;
    }
    // The folder must not outlive games of which the store then knows nothing.
    store.settle()?;
    folder.close()?;
    Ok(tables)
}

/// The games that do not count, of the units whose games do.
fn write_set_aside(
    store: &mut Store,
    tournament: TournamentId,
    games: &mut Games<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for game in store.set_aside(tournament) {
        let game = game.map_err(io::Error::other)?;
        if !games.replayed.contains(&game.unit) {
            continue;
        }
        if let Some(why) = check_set_aside(&game).map_err(io::Error::other)? {
            games.damage.note(game.unit, why);
            continue;
        }
        let why = game.why.unwrap_or_default();
        games.account.set_aside(&why);
        // A record is an object of JSON, so that it can stand in another as it is.
        writeln!(out, r#"{{"why":{},"record":{}}}"#, serde_json::to_string(&why)?, game.record)?;
    }
    Ok(())
}

/// The programs that took part, as the store has them.
fn write_programs(folder: &mut Folder, store: &mut Store, announcement: &Announcement) -> Result<(), Refused> {
    for (number, entrant) in announcement.entrants.iter().enumerate() {
        let Some(program) = entrant.program() else { continue };
        let bytes = store.file(&program.sha256)?;
        let file = program_path(number, entrant);
        folder.write(&file, |out| out.write_all(&bytes))?;
        if program.language == Language::Executable {
            folder.allow_execution(&file)?;
        }
    }
    Ok(())
}

/// Where the program of an entrant lies: its number, from 1, and its name.
#[must_use]
pub fn program_path(number: usize, entrant: &Entrant) -> String {
    format!("programs/{:02}-{}", number + 1, entrant.file_name())
}

/// Every file that results may have, but for the manifest; `derived` are those of tables and pages.
pub(super) fn paths(announcement: &Announcement, derived: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    let programs = announcement.entrants.iter().enumerate().filter(|(_, entrant)| entrant.program().is_some());
    let programs = programs.map(|(number, entrant)| program_path(number, entrant));
    programs.chain([ANNOUNCEMENT, GAMES, SET_ASIDE, MACHINES].map(ToString::to_string)).chain(derived).collect()
}

/// Whether games have been written into a folder.
#[must_use]
pub fn has_games(folder: &Path) -> bool {
    fs::metadata(folder.join(GAMES)).is_ok_and(|its| its.len() > 0)
}
