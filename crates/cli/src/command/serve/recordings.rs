//! Recorded games for the page: a file of records.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use page::Recording;
use rules::Side;
use server::{Archive, Column, Now, Recorded, Table};

use super::recorded;
use crate::failure::Failure;
use crate::{records, words};

/// The keys of the standings' columns. For each key, the page's texts contain the name of the
/// column.
pub(super) const STANDINGS: [&str; 7] =
    ["place", "name", "points", "games-won", "games-drawn", "games-lost", "fouls"];

/// At most this many of the newest games are listed.
pub(super) const NEWEST: usize = 10;

/// A file of records, which may grow during use.
pub(super) struct Recordings {
    file: PathBuf,
    /// The number of games that the file had at the start; the file may have more games now.
    first: usize,
    lines: Mutex<Lines>,
}

/// The byte positions of the lines that have been read so far, and the results in them.
#[derive(Default)]
struct Lines {
    starts: Vec<u64>,
    end: u64,
    /// The games of each player: won, drawn, lost, and lost by a foul.
    results: BTreeMap<String, [u64; 4]>,
}

impl Lines {
    /// Counts the result of a game. A line that is no record counts nothing.
    fn count(&mut self, line: &[u8], number: usize) {
        let Ok(game) = recorded::read(line, number) else { return };
        let Some(outcome) = game.outcome else { return };
        for side in Side::BOTH {
            let result = match outcome.winner() {
                Some(winner) if winner == side => 0,
                None => 1,
                Some(_) => 2,
            };
            let results = self.results.entry(game.players[side.index()].clone()).or_default();
            results[result] += 1;
            let has_lost = game.lost_early.as_ref().is_some_and(|(loser, _)| *loser == side);
            results[3] += u64::from(game.is_foul && has_lost);
        }
    }

    /// Who won most: a win is worth one point, and a draw half a point.
    fn standings(&self) -> Table {
        let halves = |[won, drawn, ..]: [u64; 4]| 2 * won + drawn;
        let mut lines: Vec<_> = self.results.iter().collect();
        lines.sort_by_key(|(_, results)| Reverse(halves(**results)));
        let place = |results| lines.iter().filter(|(_, other)| halves(**other) > results).count();
        let row = |(name, results): &(&String, &[u64; 4])| {
            let points = halves(**results);
            let half = if points % 2 == 1 { ".5" } else { "" };
            let head =
                [(1 + place(points)).to_string(), (*name).clone(), format!("{}{half}", points / 2)];
            head.into_iter().chain(results.iter().map(u64::to_string)).collect()
        };
        let rows = lines.iter().take(MOST_PLAYERS).map(row).collect();
        Table { heading: "standings", columns: STANDINGS.map(Column::Key).to_vec(), rows }
    }
}

/// At most this many players are listed above the games.
const MOST_PLAYERS: usize = 60;

impl Recordings {
    /// The games in this file. The file may have no games yet.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or its first line is not a record.
    pub(super) fn open(path: &Path) -> Result<Recordings, Failure> {
        let mut recordings =
            Recordings { file: path.to_path_buf(), first: 0, lines: Mutex::default() };
        recordings.first =
            recordings.lines().map_err(|error| Failure::file("read", &recordings.file, &error))?;
        if let Some(Err(bad)) = records::open(&recordings.file)?.next() {
            return Err(records::bad(&recordings.file, &bad));
        }
        Ok(recordings)
    }

    /// The current number of complete lines.
    fn lines(&self) -> io::Result<usize> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = File::open(&self.file)?;
        if file.metadata()?.len() < lines.end {
            // The file is shorter than before, so another file has replaced it.
            *lines = Lines::default();
        }
        file.seek(SeekFrom::Start(lines.end))?;
        let mut file = BufReader::new(file);
        loop {
            let mut line = Vec::new();
            let read = file.read_until(b'\n', &mut line)?;
            if line.last() != Some(&b'\n') {
                return Ok(lines.starts.len());
            }
            let start = lines.end;
            lines.starts.push(start);
            let number = lines.starts.len();
            lines.count(&line, number);
            lines.end += read as u64;
        }
    }

    /// The byte position at which the game of this number begins.
    fn start(&self, number: usize) -> Option<u64> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        number.checked_sub(1).and_then(|line| lines.starts.get(line).copied())
    }

    /// The line of the game with this number.
    pub(super) fn text(&self, number: usize) -> Result<String, String> {
        let mut text = String::new();
        let read = self.line(number)?.read_line(&mut text);
        read.map_err(|error| format!("game {number} cannot be read: {error}"))?;
        Ok(text)
    }

    /// Opens the file for reading from the beginning of the game with this number.
    fn line(&self, number: usize) -> Result<BufReader<File>, String> {
        let start = self.start(number).ok_or("there is no such game")?;
        let file = File::open(&self.file)
            .and_then(|mut file| file.seek(SeekFrom::Start(start)).map(|_| file));
        file.map(BufReader::new).map_err(|error| format!("game {number} cannot be read: {error}"))
    }
}

impl Archive for Recordings {
    fn title(&self) -> String {
        let path = &self.file;
        let name = path
            .canonicalize()
            .ok()
            .and_then(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()));
        words::in_a_line(&name.unwrap_or_else(|| path.display().to_string()))
    }

    fn now(&self) -> Result<Now, String> {
        let games = self
            .lines()
            .map_err(|error| format!("{} cannot be read: {error}", self.file.display()))?;
        let standings = self.lines.lock().unwrap_or_else(PoisonError::into_inner).standings();
        let tables = if standings.rows.is_empty() { Vec::new() } else { vec![standings] };
        let newest = (games.saturating_sub(NEWEST).max(self.first)..games).map(|line| line + 1);
        Ok(Now { tables, games, newest: newest.collect(), ..Now::default() })
    }

    fn number(&self, place: usize) -> Option<usize> {
        self.start(place).map(|_| place)
    }

    fn place(&self, number: usize) -> Option<usize> {
        self.start(number).map(|_| number)
    }

    fn game(&self, number: usize) -> Result<Recorded, String> {
        recorded::read(self.line(number)?, number)
    }

    fn replay(&self, number: usize) -> Result<(Recorded, Recording), String> {
        recorded::replay(self.line(number)?, number)
    }
}
