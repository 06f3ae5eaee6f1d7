//! Reads records from a file, one after the other.

use std::fmt;
use std::io::{self, BufRead, Read};

use super::{Ending, FORMAT, Record, seal};

/// The greatest length of a record in bytes.
const LONGEST: u64 = 32 << 20;
/// The greatest margin in a record.
const MOST_MARGIN: u32 = 1 << 20;
/// The greatest number of moves left in a record.
const MOST_LEFT: i32 = 1 << 20;

/// Reads records line by line.
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    line: usize,
}

/// A line that is not a record, and the reason.
#[derive(Debug)]
pub struct BadRecord {
    /// The number of the line, from 1.
    pub line: usize,
    /// The error in the line, in words.
    pub why: String,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for BadRecord {}

impl<R: BufRead> Records<R> {
    /// The records in this input.
    pub fn new(input: R) -> Records<R> {
        Records { input, line: 0 }
    }

    /// The number of the last line that was read.
    pub fn line(&self) -> usize {
        self.line
    }

    fn read(&mut self) -> Result<Option<Record>, String> {
        let mut bytes = Vec::new();
        let read = (&mut self.input)
            .take(LONGEST)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| cannot_read(&error))?;
        if read == 0 {
            return Ok(None);
        }
        if bytes.pop() != Some(b'\n') {
            return Err("the line is cut off: there is no newline at its end".to_string());
        }
        let text = str::from_utf8(&bytes).map_err(|_| "it is not UTF-8".to_string())?;
        Record::read(text).map(Some)
    }
}

fn cannot_read(error: &io::Error) -> String {
    format!("it cannot be read: {error}")
}

impl Record {
    /// Reads the record in a line. `text` is the line without its newline.
    ///
    /// # Errors
    /// Fails if the line is not a record, or if it was changed after it was written.
    pub fn read(text: &str) -> Result<Record, String> {
        if !text.starts_with('{') {
            return Err("it is not a record: expected a JSON object".to_string());
        }
        if text.ends_with('\r') {
            return Err("it ends in CRLF: another program has changed the line ends".to_string());
        }
        let object = seal::unseal(text)?;
        let record: Record = serde_json::from_str(&object)
            .map_err(|error| format!("it is not a record: {error}"))?;
        if record.format != FORMAT {
            return Err(format!(
                "the record has format {}; this version reads format {FORMAT}",
                record.format
            ));
        }
        if record.first > 1 {
            return Err(format!("first is {}; expected 0 or 1", record.first));
        }
        if let Ending::Foul { side, .. } | Ending::Resignation { side } = record.end
            && side > 1
        {
            return Err(format!("the loser's side is {side}; expected 0 or 1"));
        }
        // No board has as many squares, and sums of such margins fit.
        if record.margin.unsigned_abs() > MOST_MARGIN {
            return Err(format!("the margin is {}, which no game has", record.margin));
        }
        if let Some(left) = record.moves_left.filter(|left| !(0..=MOST_LEFT).contains(left)) {
            return Err(format!("the winner has {left} moves left, which no game has"));
        }
        Ok(record)
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, BadRecord>;

    fn next(&mut self) -> Option<Result<Record, BadRecord>> {
        self.line += 1;
        let line = self.line;
        self.read().map_err(|why| BadRecord { line, why }).transpose()
    }
}
