//! Writes a whole tournament to a folder: its games, its programs, and everything derived from
//! them.

mod analysed_games;
mod game_files;
mod private;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::Path;

use crate::plan::Changes;
use crate::plan::announcement::{Announcement, Publish, program_path};
use crate::plan::specs::{GameSpecs, spec_of};
use crate::results::Summary;
use crate::results::folder::{self, Folder};
use crate::results::machines::Machines;
use crate::results::replays;
use crate::results::sealed::check_void;
use crate::results::{self, Tables};
use crate::store::{Store, TournamentId, VoidGame};
pub(crate) use analysed_games::{ANALYSIS, Analysis};
use errors::Error;
use game_files::Games;
use matches::record::Record;
use private::Private;
pub use private::private_folder;
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

/// Writes the folder from the store, and returns the tables that the folder shows. Other files in
/// the folder are left alone. The summary must not contain games yet.
///
/// # Errors
/// Fails if the store fails, or the folder cannot be written; the folder is then unchanged. A
/// damaged record in the store is an error, too.
pub fn export(
    path: &Path,
    store: &mut Store,
    tournament: TournamentId,
    announcement: &Announcement,
    summary: Summary,
    specs: GameSpecs,
) -> Result<Tables, Error> {
    let spec = spec_of(specs, announcement)?;
    let mut folder = Folder::open(path)?;
    folder.write(ANNOUNCEMENT, |out| writeln!(out, "{}", announcement.json()))?;
    let mut games = Games::new(announcement, summary);
    let has_programs = announcement.participants.iter().any(|one| one.program().is_some());
    let Publish { sources, stderr, .. } = announcement.publish;
    let private = Private::beside(path, has_programs && !(sources && stderr))?;
    private.write_if(has_programs && !stderr, GAMES, |whole| {
        folder.write(GAMES, |out| games.write_all(store.pairs(tournament), out, whole))
    })?;
    if !games.replayed.is_empty() {
        folder.write(VOID_GAMES, |out| write_void(store, tournament, &mut games, out))?;
    }
    let mut summary = games.summary();
    if let Some(machines) = Machines::of(store.processors(tournament)?) {
        folder.write(MACHINES, |out| writeln!(out, "{}", machines.json()))?;
        summary.set_machines(machines);
    }
    write_programs(&mut folder, &private, store, announcement)?;
    let games = folder.written(GAMES)?;
    derive(folder, games, None, &summary, (spec, announcement.publish.language))
}

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
    let path = folder.join(CHANGES);
    let text = match folder::read_text(&path, LARGEST_CHANGES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Changes::default()),
        text => text.map_err(|error| Error::file("read", &path, &error))?,
    };
    Changes::read(&text, announcement)
        .map_err(|error| Error::corrupt(format!("{}: {}", path.display(), error.message())))
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

/// Writes the games that do not count. Such a game is written only if a later game of the same job
/// counts.
fn write_void(
    store: &mut Store,
    tournament: TournamentId,
    games: &mut Games<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (job, game) in store.void_games(tournament).map_err(io::Error::other)? {
        if !games.replayed.contains(&job) {
            continue;
        }
        check_void(job, &game).map_err(io::Error::other)?;
        let VoidGame { why, .. } = &game;
        games.summary.add_void(why);
        let record = published(&game.record, games.publish());
        // A record is a JSON object, so it can be part of another JSON object unchanged.
        writeln!(out, r#"{{"why":{},"record":{record}}}"#, serde_json::to_string(why)?)?;
    }
    Ok(())
}

/// The line of a record as the results contain it.
pub(crate) fn published(line: &str, publish: Publish) -> Cow<'_, str> {
    // Most records have no such field, and need not be read.
    let may_have_stderr = !publish.stderr && line.contains("\"stderr\":");
    match may_have_stderr.then(|| Record::read(line)) {
        Some(Ok(record)) if record.has_stderr() => Cow::Owned(record.without_stderr().line()),
        _ => Cow::Borrowed(line),
    }
}

/// Writes the programs that took part, as the store has them.
fn write_programs(
    folder: &mut Folder,
    private: &Private,
    store: &mut Store,
    announcement: &Announcement,
) -> Result<(), Error> {
    for (number, participant) in announcement.participants.iter().enumerate() {
        let Some(program) = participant.program() else { continue };
        let bytes = store.file(&program.sha256)?;
        let file = program_path(number, participant);
        if !announcement.publish.sources {
            private.put(&file, &bytes)?;
            continue;
        }
        folder.write(&file, |out| out.write_all(&bytes))?;
        if program.language == submission::Language::Executable {
            folder.allow_execution(&file)?;
        }
    }
    Ok(())
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
