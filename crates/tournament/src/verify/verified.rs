//! Checks that a folder of results is as it was written, and that everything in it follows from its
//! games.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::inspect::Inspector;
use super::void_games::VoidGames;
use crate::plan::announcement::Announcement;
use crate::plan::announcement::program_path;
use crate::plan::file::LARGEST_PROGRAM;
use crate::plan::specs::{GameSpecs, spec_of};
use crate::results;
use crate::results::folder::{self, MANIFEST, Manifest, OnDisk, Readable};
use crate::results::machines::Machines;
use crate::results::published::{
    self, ANALYSIS, ANNOUNCEMENT, Analysis, CHANGES, GAMES, LARGEST_ANNOUNCEMENT, MACHINES,
    VOID_GAMES, changes,
};
use crate::results::replays;
use crate::results::{FORMAT, GameResult, MOST_BOARDS, Stage, Summary, TABLES, Tables};
use crate::tally::MatchTally;
use errors::Error;
use matches::record::{GameDigest, Records, checksum};

/// The name of the store's file in the folder of a tournament.
pub const STORE: &str = "store.sqlite";
/// The suffixes of a store's files: none for the store itself, and one for each file that SQLite
/// keeps beside the store.
pub(crate) const ENDINGS: [&str; 4] = ["", "-wal", "-shm", "-journal"];
/// The file that a run locks while it works in a folder.
pub const LOCK: &str = ".lock";

/// The greatest size, in bytes, of the file that lists the machines.
const SHORT: u64 = 1 << 16;

/// The result of a successful check.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The announcement.
    pub announcement: Announcement,
    /// How many games were replayed.
    pub games: u64,
    /// Whether the tournament is over.
    pub is_over: bool,
    /// Everything that follows from the games.
    pub tables: Tables,
}

/// The announcement in a folder of results; `None` if the folder has no valid announcement.
#[must_use]
pub fn results_in(folder: &Path) -> Option<Announcement> {
    let text = folder::read_text(&folder.join(ANNOUNCEMENT), LARGEST_ANNOUNCEMENT).ok()?;
    Announcement::from_json(text.trim_end()).ok()
}

/// The results of this tournament in a folder, if they say that it is over; `None` if they do not,
/// or if there are no results of this tournament. Files that do not belong to the results are
/// ignored.
///
/// # Errors
/// Fails if the results are incomplete or have been changed.
pub fn ended(
    path: &Path,
    announcement: &Announcement,
    specs: GameSpecs,
) -> Result<Option<Verified>, Error> {
    let are_ours = results_in(path).is_some_and(|other| other.digest() == announcement.digest());
    match results::head_in(path).map(|head| head.stage) {
        Some(Stage::Over | Stage::OverEarly) if are_ours => {
            check(&OnDisk::from(path), specs, |_| true, &mut |_| ()).map(Some)
        }
        _ => Ok(None),
    }
}

/// Checks a folder that [`export`](crate::export()) has written: every checksum,
/// every game, every table.
///
/// # Errors
/// The first inconsistency.
pub fn verify_folder(path: &Path, specs: GameSpecs) -> Result<Verified, Error> {
    verify(&OnDisk::from(path), specs, &mut |_| ())
}

/// As [`verify_folder`], for a folder that lies anywhere. Before each game is replayed, `tell` hears
/// the number of its line, from 1; once all games fit, it hears `None`.
///
/// # Errors
/// The first inconsistency.
pub fn verify(
    folder: &dyn Readable,
    specs: GameSpecs,
    tell: &mut dyn FnMut(Option<usize>),
) -> Result<Verified, Error> {
    check(folder, specs, is_apart, tell)
}

/// What the games in a folder say, before anything is derived from them.
pub(crate) struct Played {
    pub(crate) announcement: Announcement,
    /// The summary without the totals of the matches.
    pub(crate) summary: Summary,
    pub(crate) matches: Vec<MatchTally>,
    /// Whether a sequential test has decided the only match.
    pub(crate) is_decided: bool,
    pub(crate) games: u64,
    pub(crate) is_over: bool,
}

/// An error in a file of a folder.
fn within(folder: &dyn Readable, file: &str, why: &dyn std::fmt::Display) -> Error {
    Error::corrupt(format!("{}: {why}", folder.called(file)))
}

/// An error in reading a file of a folder.
fn unread(folder: &dyn Readable, file: &str, error: &io::Error) -> Error {
    Error::file("read", Path::new(&folder.called(file)), error)
}

/// Checks the checksums of a folder, its games, and everything else from which its tables follow.
/// Unlisted files are accepted if `is_apart` is true for them.
///
/// # Errors
/// The first inconsistency.
pub(crate) fn read_played(
    folder: &dyn Readable,
    specs: GameSpecs,
    is_apart: impl Fn(&str) -> bool,
    tell: &mut dyn FnMut(Option<usize>),
) -> Result<Played, Error> {
    let within = |file: &str, why: &dyn std::fmt::Display| within(folder, file, why);
    if let Some(misfit) = folder::check(folder, is_apart)? {
        return Err(within("", &misfit));
    }
    let text = folder.text(ANNOUNCEMENT, LARGEST_ANNOUNCEMENT);
    let text = text.map_err(|error| unread(folder, ANNOUNCEMENT, &error))?;
    let announcement =
        Announcement::from_json(text.trim_end()).map_err(|why| within(ANNOUNCEMENT, &why))?;
    let spec = spec_of(specs, &announcement)?;
    let changes = changes(folder, &announcement)?;
    let mut inspector = Inspector::new(&announcement, changes.departures(), spec)?;
    let mut summary = Summary::new(&announcement, specs)?;
    summary.set_changes(changes);
    let games = folder.lines(GAMES).map_err(|error| unread(folder, GAMES, &error))?;
    let mut records = Records::new(games);
    let mut analysis = Analysis::in_folder(folder).map_err(|why| within(ANALYSIS, &why))?;
    while let Some(record) = records.next() {
        let line = records.line();
        tell(Some(line));
        let record = record.map_err(|bad| within(GAMES, &bad))?;
        inspector.check(&record).map_err(|why| within(GAMES, &format!("line {line}: {why}")))?;
        if !announcement.publish.stderr && record.has_stderr() {
            let why = "it has standard error, which is not to be published";
            return Err(within(GAMES, &format!("line {line}: {why}")));
        }
        if let Some(pairing) = inspector.pairing_of(&record) {
            summary.see(pairing, line, GameDigest::of(&record), GameResult::of(&record));
            summary.see_foul(pairing, line, &record);
        }
        if let Some(analysis) = &mut analysis
            && line as u64 <= MOST_BOARDS
        {
            let reports = analysis.next(&record);
            let reports =
                reports.map_err(|why| within(ANALYSIS, &format!("line {line}: {why}")))?;
            summary.see_analysis(line, &record, &reports);
        }
    }
    if let Some(analysis) = analysis {
        analysis.finish().map_err(|why| within(ANALYSIS, &why))?;
    }
    let (matches, is_over) = inspector.finish().map_err(|why| within(GAMES, &why))?;
    tell(None);
    check_void(folder, &inspector, &mut summary).map_err(|why| within(VOID_GAMES, &why))?;
    take_machines(folder, &mut summary).map_err(|why| within(MACHINES, &why))?;
    for (number, participant) in announcement.participants.iter().enumerate() {
        let published = participant.program().filter(|_| announcement.publish.sources);
        let Some(program) = published else { continue };
        let file = program_path(number, participant);
        let bytes = folder.read(&file, LARGEST_PROGRAM);
        if bytes.map(|bytes| checksum(&bytes)).ok().as_ref() != Some(&program.sha256) {
            return Err(within(&file, &"it is not the program that was announced"));
        }
    }
    let (games, is_decided) = (inspector.games(), inspector.is_decided());
    Ok(Played { summary, matches, is_decided, games, is_over, announcement })
}

/// Checks a folder. Unlisted files are accepted if `is_apart` is true for them.
fn check(
    folder: &dyn Readable,
    specs: GameSpecs,
    is_apart: impl Fn(&str) -> bool,
    tell: &mut dyn FnMut(Option<usize>),
) -> Result<Verified, Error> {
    let within = |file: &str, why: &dyn std::fmt::Display| within(folder, file, why);
    let played = read_played(folder, specs, is_apart, tell)?;
    let Played { announcement, mut summary, matches, is_decided, games, is_over } = played;
    summary.set_matches(&matches, is_decided);
    let spec = spec_of(specs, &announcement)?;
    let tables = summary.tables()?;
    if let Some(other) = results::head_of(folder).filter(|head| head.format != FORMAT) {
        let why = format!(
            "its format is {}, and this version makes format {FORMAT}; all games fit, and the version \
            that made the tables can verify them",
            other.format
        );
        return Err(within(TABLES, &why));
    }
    let replays = replays::paths(games);
    check_listed(folder, &announcement, results::paths(&tables).chain(replays), &summary)?;
    let places = summary.places().clone();
    // The text of the tables needs the memory.
    drop(summary);
    let compare = |file: results::File| match folder.holds(&file.path, &file.bytes) {
        true => Ok(()),
        false => Err(within(&file.path, &"its content does not follow from the games")),
    };
    results::files(&tables).try_for_each(compare)?;
    let records = folder.open(GAMES).map_err(|error| unread(folder, GAMES, &error))?;
    let analysis = Analysis::in_folder(folder).map_err(|why| within(ANALYSIS, &why))?;
    let pages = (spec, announcement.publish.language);
    replays::each(records, analysis.map(Analysis::into_lines), &places, pages, compare)?;
    Ok(Verified { announcement, games, is_over, tables })
}

/// Checks that the manifest lists only files that the results of this tournament have.
fn check_listed(
    folder: &dyn Readable,
    announcement: &Announcement,
    derived: impl Iterator<Item = String>,
    summary: &Summary,
) -> Result<(), Error> {
    let mut known = published::paths(announcement, derived);
    if summary.changes().text().is_empty() {
        known.remove(CHANGES);
    }
    if !summary.has_void() {
        known.remove(VOID_GAMES);
    }
    if !summary.has_machines() {
        known.remove(MACHINES);
    }
    if !summary.has_analysis() {
        known.remove(ANALYSIS);
    }
    let text = folder.text(MANIFEST, folder::LARGEST_MANIFEST).unwrap_or_default();
    let manifest = Manifest::read(&text).unwrap_or_default();
    match manifest.files.keys().find(|file| !known.contains(*file)) {
        None => Ok(()),
        Some(file) => {
            let why = format!(
                "{MANIFEST} lists it, but the results of this tournament have no such file"
            );
            Err(within(folder, file, &why))
        }
    }
}

/// Reads the file of machines. The file cannot be checked, since no game's record names a machine.
fn take_machines(folder: &dyn Readable, summary: &mut Summary) -> Result<(), String> {
    match folder.text(MACHINES, SHORT) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        text => Machines::read(&text.map_err(|error| error.to_string())?)
            .map(|machines| summary.set_machines(machines)),
    }
}

/// Checks that each game in the file of void games is void. A void game may count only if it was
/// played in place of an earlier void game.
fn check_void(
    folder: &dyn Readable,
    inspector: &Inspector<'_>,
    summary: &mut Summary,
) -> Result<(), Error> {
    let mut void = VoidGames::new(inspector);
    let lines = folder.lines_if_any(VOID_GAMES);
    let lines = lines.map_err(|error| Error::corrupt(error.to_string()))?;
    let Some(mut input) = lines else { return void.finish() };
    for number in 1.. {
        let at = |why: &dyn std::fmt::Display| Error::corrupt(format!("line {number}: {why}"));
        let Some(line) = folder::next_line(&mut input).map_err(|error| at(&error))? else { break };
        let line = String::from_utf8(line).map_err(|_| at(&"it is not UTF-8"))?;
        let (why, record) =
            reason_and_record(&line).ok_or_else(|| at(&"expected a reason and a record"))?;
        void.check(&why, record).map_err(|why| at(&why))?;
        summary.add_void(&why);
    }
    void.finish()
}

/// The reason and the record in a line that `export` has written.
pub(crate) fn reason_and_record(line: &str) -> Option<(String, &str)> {
    // The value of `why` is a JSON string, in which a backslash precedes every quote.
    let at = line.find("\",\"record\":")? + 1;
    let why = serde_json::from_str(line[..at].strip_prefix("{\"why\":")?).ok()?;
    Some((why, line[at..].strip_prefix(",\"record\":")?.strip_suffix('}')?))
}

/// Whether a file belongs to a run and not to its results.
pub(crate) fn is_apart(path: &str) -> bool {
    let is_store = path.strip_prefix(STORE).is_some_and(|rest| ENDINGS.contains(&rest));
    path == LOCK || is_store || path.split('/').next() == Some(folder::NEXT)
}
