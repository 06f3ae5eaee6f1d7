//! The file of a part.
//!
//! Each run of the part begins with a line that has the announcement. Then come the pairs of games:
//! the records of the two games, a line each, and before them the void games that they replace, as
//! in the results. A kill may leave half a pair at the end, which the next run cuts off.

use std::collections::HashSet;
use std::fmt::{self, Write as _};
use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use errors::{Error, excerpt};
use matches::record::Record;
use pairing::Pairing;
use sandbox::lock_soon;
use serde::{Deserialize, Serialize};

use super::open_pairs::{PairKey, Part, key};
use crate::plan::announcement::Announcement;
use crate::results::folder;
use crate::store::{Report, VoidGame};
use crate::verify::reason_and_record;

/// The version of the file's form.
const FORM: u32 = 1;
/// How the line begins that a run of a part begins with.
const RUN: &str = "{\"part\":";
/// A pair has at most this many void games.
const MOST_VOID: usize = 2;
/// The greatest length of a processor's name, in characters.
const LONGEST_PROCESSOR: usize = 100;

/// The first line of a run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    pub(super) part: Part,
    form: u32,
    pub(super) processor: String,
    pub(super) announcement: Announcement,
    /// Of the announcement.
    #[serde(skip)]
    pub(super) digest: String,
}

impl Run {
    fn read(line: &str) -> Result<Run, String> {
        let run: Run = serde_json::from_str(line)
            .map_err(|error| format!("it is not the beginning of a part: {error}"))?;
        if run.form != FORM {
            return Err(format!("the part has form {}; this version reads form {FORM}", run.form));
        }
        let announcement = Announcement::from_json(&run.announcement.json());
        let announcement = announcement.map_err(|error| error.message().to_string())?;
        let processor =
            excerpt::in_a_line(&run.processor).chars().take(LONGEST_PROCESSOR).collect();
        Ok(Run { digest: announcement.digest(), announcement, processor, ..run })
    }
}

/// What a part's file contains, one after the other.
#[derive(Debug)]
pub(super) enum Found {
    Run(Box<Run>),
    Pair(Box<FoundPair>),
}

/// A pair of games that nobody has checked yet.
#[derive(Debug)]
pub(super) struct FoundPair {
    /// The line of the second game.
    pub(super) line: usize,
    pub(super) games: [Record; 2],
    pub(super) lines: [String; 2],
    pub(super) void: Vec<VoidGame>,
}

/// A line that does not belong in a part's file.
#[derive(Debug)]
pub(super) struct BadLine {
    pub(super) line: usize,
    pub(super) why: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// Reads a part's file. A bad line spoils its pair and no other.
pub(super) struct PartReader<R> {
    input: R,
    line: usize,
    /// The number of bytes read, and of those up to the last whole pair.
    read: u64,
    whole: u64,
    void: Vec<VoidGame>,
    first: Option<(Record, String)>,
    has_ended: bool,
}

impl<R: BufRead> PartReader<R> {
    pub(super) fn new(input: R) -> PartReader<R> {
        let (void, first, has_ended) = (Vec::new(), None, false);
        PartReader { input, line: 0, read: 0, whole: 0, void, first, has_ended }
    }

    /// Reads a line. Returns what it completes.
    fn step(&mut self) -> Result<Option<Found>, String> {
        let line = folder::next_line(&mut self.input).map_err(|error| {
            self.has_ended = true;
            error.to_string()
        })?;
        let Some(line) = line else {
            self.has_ended = true;
            let is_between = self.first.is_none() && self.void.is_empty();
            return if is_between { Ok(None) } else { Err("it ends within a pair".to_string()) };
        };
        self.read += line.len() as u64 + 1;
        let line = String::from_utf8(line).map_err(|_| "it is not UTF-8".to_string())?;
        if line.starts_with(RUN) {
            if self.first.take().is_some() || !std::mem::take(&mut self.void).is_empty() {
                return Err("a run begins within a pair".to_string());
            }
            let run = Run::read(&line)?;
            self.whole = self.read;
            return Ok(Some(Found::Run(Box::new(run))));
        }
        if line.starts_with("{\"why\":") {
            return self.take_void(&line).map(|()| None);
        }
        self.take_game(line)
    }

    fn take_void(&mut self, line: &str) -> Result<(), String> {
        let (why, record) = reason_and_record(line).ok_or("expected a reason and a record")?;
        if self.void.len() == MOST_VOID || self.first.is_some() {
            return Err("a void game stands before its pair, which has at most two".to_string());
        }
        let number = Record::read(record)?.number;
        self.void.push(VoidGame { number, record: record.to_string(), why });
        Ok(())
    }

    fn take_game(&mut self, line: String) -> Result<Option<Found>, String> {
        let record = Record::read(&line)?;
        let is_second = record.number.is_multiple_of(2);
        let Some((first, its_line)) = self.first.take() else {
            if is_second {
                return Err("the first game of its pair is missing".to_string());
            }
            self.first = Some((record, line));
            return Ok(None);
        };
        if first.seed != record.seed || record.number.checked_sub(1) != Some(first.number) {
            return Err("it is not the second game of the pair before it".to_string());
        }
        self.whole = self.read;
        let (games, lines) = ([first, record], [its_line, line]);
        let void = std::mem::take(&mut self.void);
        Ok(Some(Found::Pair(Box::new(FoundPair { line: self.line, games, lines, void }))))
    }
}

impl<R: BufRead> Iterator for PartReader<R> {
    type Item = Result<Found, BadLine>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_ended {
            self.line += 1;
            match self.step() {
                Ok(None) => {}
                Ok(Some(found)) => return Some(Ok(found)),
                Err(why) => {
                    (self.void, self.first) = (Vec::new(), None);
                    return Some(Err(BadLine { line: self.line, why }));
                }
            }
        }
        None
    }
}

/// A part's file that is being written, locked against other runs.
#[derive(Debug)]
pub struct PartFile {
    path: PathBuf,
    file: File,
    has: HashSet<PairKey>,
    announcement: Announcement,
}

impl PartFile {
    /// Opens a part's file, which may be new, and begins a run in it.
    ///
    /// # Errors
    /// Fails if the file has anything that a part of this tournament cannot have left, if another
    /// run writes to it, or if it cannot be written.
    pub fn open(
        path: &Path,
        part: Part,
        announcement: &Announcement,
        processor: String,
    ) -> Result<PartFile, Error> {
        let cannot = |error| Error::file("write", path, &error);
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(Error::input(format!("{} is no plain file", path.display())));
        }
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(cannot)?;
        // Where a system has no locks, nothing is lost but this protection.
        if let Err(TryLockError::WouldBlock) = lock_soon(&file) {
            return Err(Error::conflict(format!("another run writes to {}", path.display())));
        }
        let (has, whole) = earlier(&mut file, path, announcement)?;
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        let (announcement, digest) = (announcement.clone(), String::new());
        let run = Run { part, form: FORM, processor, announcement, digest };
        let line = serde_json::to_string(&run).expect("a run has only texts and numbers");
        writeln!(file, "{line}").map_err(cannot)?;
        Ok(PartFile { path: path.to_path_buf(), file, has, announcement: run.announcement })
    }

    /// Whether an earlier run has played this pair.
    #[must_use]
    pub fn has(&self, (pairing, pair): &(Pairing, u64)) -> bool {
        self.has.contains(&(self.announcement.match_seed(pairing), *pair))
    }

    /// Adds a pair in one piece.
    pub(super) fn append(&self, report: &Report) -> Result<(), Error> {
        let mut text = String::new();
        for VoidGame { why, record, .. } in &report.void {
            let why = serde_json::Value::from(why.as_str());
            let _ = writeln!(text, r#"{{"why":{why},"record":{record}}}"#);
        }
        report.records.iter().for_each(|record| text.extend([record, "\n"]));
        (&self.file)
            .write_all(text.as_bytes())
            .map_err(|error| Error::file("write", &self.path, &error))
    }

    /// Makes sure that all games are on the disk.
    pub(super) fn sync(&self) -> Result<(), Error> {
        self.file.sync_all().map_err(|error| Error::file("write", &self.path, &error))
    }
}

/// The pairs that earlier runs of this part have played, and the size of the file up to the last
/// of them. What follows is the rest of a run that was killed.
fn earlier(
    file: &mut File,
    path: &Path,
    announcement: &Announcement,
) -> Result<(HashSet<PairKey>, u64), Error> {
    let not_ours = |why: &dyn fmt::Display| {
        let why = excerpt::short(&why.to_string());
        let hint = "move the file away, or write to another one";
        Err(Error::conflict(format!("{}: {why}", path.display())).with_hint(hint))
    };
    let mut begin = Vec::new();
    (&mut *file)
        .take(RUN.len() as u64)
        .read_to_end(&mut begin)
        .and_then(|_| file.rewind())
        .map_err(|error| Error::file("read", path, &error))?;
    if !RUN.as_bytes().starts_with(&begin) {
        return not_ours(&"it exists and is no part of a tournament");
    }
    let mut reader = PartReader::new(BufReader::new(&*file));
    let (mut has, mut bad, digest) = (HashSet::new(), None, announcement.digest());
    for found in reader.by_ref() {
        match (found, &bad) {
            (Err(why), _) => bad = Some(why),
            (Ok(_), Some(why)) => return not_ours(why),
            (Ok(Found::Run(run)), None) if run.digest != digest => {
                return not_ours(&"it has games of another tournament, or of other programs");
            }
            (Ok(Found::Run(_)), None) => {}
            (Ok(Found::Pair(pair)), None) => drop(has.insert(key(&pair.games))),
        }
    }
    Ok((has, reader.whole))
}
