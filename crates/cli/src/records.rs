//! Files of records, as `match --record` writes them.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use matches::record::{BadRecord, Ending, Record, Records};
use rules::Outcome;
use search::GameSpec;
use tournament::private_folder;
use tournament::results::published::{ANNOUNCEMENT, GAMES};

use crate::failure::Failure;
use crate::palette::{FAINT, WRONG};
use crate::words;

/// The records in a file.
pub(crate) fn open(path: &Path) -> Result<Records<BufReader<File>>, Failure> {
    let file = File::open(path).map_err(|error| Failure::file("read", path, &error))?;
    Ok(Records::new(BufReader::new(file)))
}

/// The path of the file that contains the records. In a tournament's folder, this is the file of
/// games.
pub(crate) fn in_folder(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(GAMES) } else { path.to_path_buf() }
}

/// The private folder beside a tournament's results, if it has the games with what their programs
/// wrote to standard error; otherwise the path itself.
pub(crate) fn with_stderr(path: &Path) -> PathBuf {
    private_with(GAMES, path)
}

/// The private folder beside a tournament's results, if it has the programs; otherwise the path
/// itself.
pub(crate) fn with_programs(path: &Path) -> PathBuf {
    private_with("programs", path)
}

fn private_with(name: &str, path: &Path) -> PathBuf {
    let private = private_folder(path);
    let is_there = path.is_dir() && private.join(name).exists();
    if is_there { private } else { path.to_path_buf() }
}

/// The folder of a tournament's results that contains these records; `None` if the records are in
/// the current folder, or are not a tournament's. A tournament's records contain commands that have
/// to run in this folder.
pub(crate) fn folder_of_results(path: &Path) -> Option<&Path> {
    let folder = if path.is_dir() { path } else { path.parent()? };
    let is_of_results = path.is_dir() || folder.join(ANNOUNCEMENT).is_file();
    let is_here = folder == Path::new("") || folder == Path::new(".");
    (is_of_results && !is_here).then_some(folder)
}

/// The greatest length of a message about a record, whatever the record contains.
const LONGEST: usize = 500;

/// The error for a file without games.
pub(crate) fn empty(path: &Path) -> Failure {
    Failure::input(format!("{} has no games in it", path.display()))
}

/// The error for a line that does not belong in the file.
pub(crate) fn misfit(path: &Path, line: usize, why: impl std::fmt::Display) -> Failure {
    let why: String = words::in_a_line(&why.to_string()).chars().take(LONGEST).collect();
    Failure::input(format!("{}, line {line}: {why}", path.display()))
}

/// The error for a line that is not a record.
pub(crate) fn bad(path: &Path, bad: &BadRecord) -> Failure {
    misfit(path, bad.line, &bad.why)
}

/// The specification of a record's game.
pub(crate) fn spec(
    path: &Path,
    line: usize,
    record: &Record,
) -> Result<&'static GameSpec, Failure> {
    games::find(&record.game).ok_or_else(|| {
        misfit(path, line, format!("there is no game `{}`", words::short(&record.game)))
    })
}

/// How the games of a file are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// A game is called by its number in the match, because all games belong to one match.
    OfMatch,
    /// A game is called by the number of its line, because each match of a tournament has its own
    /// game 1.
    OfFile,
}

impl Numbers {
    /// How the games of this file are numbered. If a line is not a record, only the lines before it
    /// are considered. The error is reported when the bad line is read.
    pub(crate) fn of(path: &Path) -> Result<Numbers, Failure> {
        let mut records = open(path)?.map_while(Result::ok);
        let Some(first) = records.next() else { return Ok(Numbers::OfMatch) };
        let is_other =
            |record: Record| (record.seed, record.players) != (first.seed, first.players.clone());
        Ok(if records.any(is_other) { Numbers::OfFile } else { Numbers::OfMatch })
    }

    /// The number of the game in this line.
    pub(crate) fn number(self, line: usize, record: &Record) -> u64 {
        match self {
            Numbers::OfMatch => record.number,
            Numbers::OfFile => line as u64,
        }
    }

    /// Like [`title`], but calls a game by `number` if the file has several matches.
    pub(crate) fn title(self, number: u64, spec: &GameSpec, record: &Record) -> String {
        match self {
            Numbers::OfMatch => title(spec, record),
            Numbers::OfFile => {
                format!(
                    "game {number}: {} {FAINT}(game {} of their match){FAINT:#}",
                    players_and_result(spec, record),
                    record.number
                )
            }
        }
    }
}

/// A game that was found in its file.
pub(crate) struct Found {
    pub(crate) spec: &'static GameSpec,
    pub(crate) record: Record,
    /// The game's number in the file.
    pub(crate) number: u64,
    pub(crate) numbers: Numbers,
}

impl Found {
    /// The game with this number in a file, or in the folder of a tournament.
    pub(crate) fn in_file(path: &Path, number: u64, numbers: Numbers) -> Result<Found, Failure> {
        let mut last = 0;
        let is_it = |_: &Record, its: u64| {
            last = last.max(its);
            its == number
        };
        if let Some(found) = Found::first(path, numbers, is_it)? {
            return Ok(found);
        }
        let path = in_folder(path);
        if last == 0 {
            return Err(empty(&path));
        }
        let what =
            format!("there is no game {number} in {}: the last is game {last}", path.display());
        Err(Failure::input(what))
    }

    /// The first game that satisfies `is_it`, which gets each record and its number.
    pub(crate) fn first(
        path: &Path,
        numbers: Numbers,
        mut is_it: impl FnMut(&Record, u64) -> bool,
    ) -> Result<Option<Found>, Failure> {
        let path: &Path = &in_folder(path);
        let mut records = open(path)?;
        while let Some(record) = records.next() {
            let record = record.map_err(|why| bad(path, &why))?;
            let line = records.line();
            let number = numbers.number(line, &record);
            if is_it(&record, number) {
                return Ok(Some(Found {
                    spec: spec(path, line, &record)?,
                    record,
                    number,
                    numbers,
                }));
            }
        }
        Ok(None)
    }

    /// The game's number, players and result.
    pub(crate) fn title(&self) -> String {
        self.numbers.title(self.number, self.spec, &self.record)
    }
}

/// A game's number, players and result, as in `game 3: A (red) against B (green): red wins`.
pub(crate) fn title(spec: &GameSpec, record: &Record) -> String {
    format!("game {}: {}", record.number, players_and_result(spec, record))
}

fn players_and_result(spec: &GameSpec, record: &Record) -> String {
    let names = words::names([&record.players[0].name, &record.players[1].name]);
    let named =
        |side: usize| format!("{} ({})", names[record.contestant_at(side)], spec.sides[side]);
    let result = match &record.end {
        Ending::Absence { .. } => "not played".to_string(),
        _ => words::result(spec, Outcome { margin: record.margin }),
    };
    let side = |side: usize| spec.sides.get(side).copied().unwrap_or("nobody");
    let why = match &record.end {
        Ending::Rules => String::new(),
        Ending::Resignation { side: loser } => {
            format!(" {FAINT}({} gives up){FAINT:#}", side(*loser))
        }
        Ending::Absence { why } => {
            format!(
                " {WRONG}({}; {}){WRONG:#}",
                words::in_a_line(&why[0].to_string()),
                words::in_a_line(&why[1].to_string())
            )
        }
        Ending::Foul { side: loser, .. } => {
            let foul = record.foul().map(|foul| foul.to_string()).unwrap_or_default();
            format!(" {WRONG}({}: {}){WRONG:#}", side(*loser), words::in_a_line(&foul))
        }
    };
    format!("{} against {}: {result}{why}", named(0), named(1))
}
