//! Writes a whole tournament from its store to a folder: its games, its programs, and everything
//! derived from them. `sealed` checks that records in the store are undamaged.

mod game_files;
mod private;
mod sealed;

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use crate::plan::announcement::{Announcement, Publish, program_path};
use crate::plan::specs::{GameSpecs, spec_of};
use crate::results::folder::Folder;
use crate::results::machines::Machines;
use crate::results::published::{ANNOUNCEMENT, GAMES, MACHINES, VOID_GAMES, derive};
use crate::results::{Summary, Tables};
use crate::store::{Store, TournamentId, VoidGame};
use errors::Error;
use game_files::Games;
use matches::record::Record;
use private::Private;
pub use private::private_folder;
use sealed::check_void;

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
