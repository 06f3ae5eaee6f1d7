//! Recorded games for the page: a file of records, or the folder of a tournament.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use arena::record::{Ending, Record, Records};
use rules::{Outcome, Side};
use server::{Archive, Recorded};

use crate::failure::Failure;
use crate::records;
use crate::words;

/// A file of records, which may grow while it is looked at.
pub(super) struct Recordings {
    file: PathBuf,
    /// The folder that it lies in, if that is a tournament's.
    folder: Option<PathBuf>,
    lines: Mutex<Lines>,
}

/// Where the lines of a file begin, as far as it has been read.
#[derive(Default)]
struct Lines {
    starts: Vec<u64>,
    end: u64,
}

/// No table of a tournament's is longer.
const LONGEST_TABLE: u64 = 4 << 20;

/// The columns of standings that a page has room for.
const STANDINGS: [&str; 7] = ["place", "name", "points", "games won", "games drawn", "games lost", "fouls"];

impl Recordings {
    /// The games in this file or folder.
    ///
    /// # Errors
    /// When there are none that can be read.
    pub(super) fn open(path: &Path) -> Result<Recordings, Failure> {
        let folder = path.is_dir().then(|| path.to_path_buf());
        let recordings = Recordings { file: records::in_folder(path), folder, lines: Mutex::default() };
        let count = recordings.lines().map_err(|error| Failure::file("read", &recordings.file, &error))?;
        if count == 0 {
            return Err(records::empty(&recordings.file));
        }
        if let Some(Err(bad)) = records::open(&recordings.file)?.next() {
            return Err(records::bad(&recordings.file, &bad));
        }
        Ok(recordings)
    }

    /// How many whole lines there are by now.
    fn lines(&self) -> io::Result<usize> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = File::open(&self.file)?;
        if file.metadata()?.len() < lines.end {
            // It has been replaced by another one.
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
            lines.end += read as u64;
        }
    }

    fn record(&self, number: usize) -> Result<Record, String> {
        let start = {
            let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            number.checked_sub(1).and_then(|line| lines.starts.get(line).copied())
        };
        let start = start.ok_or("there is no such game")?;
        let read = || {
            let mut file = File::open(&self.file)?;
            file.seek(SeekFrom::Start(start))?;
            Ok(Records::new(BufReader::new(file)))
        };
        let mut records = read().map_err(|error: io::Error| format!("game {number} cannot be read: {error}"))?;
        match records.next() {
            Some(record) => record.map_err(|bad| format!("game {number}: {}", words::in_a_line(&bad.why))),
            None => Err(format!("game {number} is there no longer")),
        }
    }

    fn table(&self, name: &str) -> Option<Vec<Vec<String>>> {
        let file = File::open(self.folder.as_ref()?.join(name)).ok()?;
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file.take(LONGEST_TABLE));
        let rows = reader.records().map_while(Result::ok);
        Some(rows.map(|row| row.iter().map(str::to_string).collect()).collect())
    }
}

impl Archive for Recordings {
    fn title(&self) -> String {
        let path = self.folder.as_ref().unwrap_or(&self.file);
        let name =
            path.canonicalize().ok().and_then(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()));
        words::in_a_line(&name.unwrap_or_else(|| path.display().to_string()))
    }

    fn tables(&self) -> Vec<(String, Vec<Vec<String>>)> {
        let standings = self.table("standings.csv").map(|rows| ("Standings".to_string(), columns(&rows, &STANDINGS)));
        let crosstable = self.table("crosstable.csv").map(|rows| ("Crosstable".to_string(), rows));
        standings.into_iter().chain(crosstable).filter(|(_, rows)| rows.len() > 1).collect()
    }

    fn count(&self) -> Result<usize, String> {
        self.lines().map_err(|error| format!("{} cannot be read: {error}", self.file.display()))
    }

    fn game(&self, number: usize) -> Result<Recorded, String> {
        let record = self.record(number)?;
        let unknown = || format!("game {number} is one of `{}`, which is not known here", words::short(&record.game));
        let spec = games::find(&record.game).ok_or_else(unknown)?;
        let name = |side: Side| words::short(&record.players[record.contestant_at(side.index())].name);
        let side = |side: usize| spec.sides.get(side).copied().unwrap_or("nobody");
        let why = match &record.end {
            Ending::Rules => None,
            Ending::Resignation { side: loser } => Some(format!("{} gives up", side(*loser))),
            Ending::Foul { side: loser, .. } => {
                let foul = record.foul().unwrap_or_default();
                Some(format!("{}: {}", side(*loser), words::in_a_line(&foul)))
            }
        };
        Ok(Recorded {
            spec,
            set: record.parameters.clone().into_iter().collect(),
            players: Side::BOTH.map(name),
            opening: record.opening.len(),
            moves: record.opening.iter().chain(&record.moves).cloned().collect(),
            took_us: record.clocks.wall_us.clone(),
            outcome: Outcome { margin: record.margin },
            why,
        })
    }
}

/// Some columns of a table, by their names in its first row; all of it where they are not there.
fn columns(rows: &[Vec<String>], names: &[&str]) -> Vec<Vec<String>> {
    let Some(heads) = rows.first() else { return Vec::new() };
    let places: Vec<_> = names.iter().filter_map(|name| heads.iter().position(|head| head == name)).collect();
    if places.len() < names.len() {
        return rows.to_vec();
    }
    rows.iter().map(|row| places.iter().map(|&place| row.get(place).cloned().unwrap_or_default()).collect()).collect()
}
