//! The records that results were written with, line by line, whatever stands between them.

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::super::export::{GAMES, SET_ASIDE};
use super::super::folder;
use super::super::verify::reason_and_record;
use crate::record::Record;

/// No line of a game comes near so many bytes.
const LONGEST: u64 = 64 << 20;

/// The games of results.
pub(super) struct Published {
    /// Where they are there.
    counting: Option<RefCell<File>>,
    set_aside: Option<RefCell<File>>,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinePlace {
    /// Whether it is of a game that counts.
    pub(super) counts: bool,
    /// The bytes before it.
    pub(super) at: u64,
    length: usize,
}

impl Published {
    /// Those in this folder, if there are any.
    pub(super) fn of(results: &Path) -> Published {
        let open = |file: &str| folder::open(&results.join(file), u64::MAX).ok().map(RefCell::new);
        Published { counting: open(GAMES), set_aside: open(SET_ASIDE) }
    }

    /// Every record that is whole.
    pub(super) fn each(&self, mut seen: impl FnMut(LinePlace, Record)) {
        for counts in [true, false] {
            self.each_line(counts, |place, line| {
                let record = parts(line, counts).and_then(|(record, _)| Record::read(&record).ok());
                if let Some(record) = record {
                    seen(place, record);
                }
                true
            });
        }
    }

    /// Every line, with its end, as long as it is wanted.
    pub(super) fn each_line(&self, counts: bool, mut seen: impl FnMut(LinePlace, &[u8]) -> bool) {
        let Some(file) = self.file(counts) else { return };
        let file = file.borrow();
        let (mut input, mut line, mut at) = (BufReader::new(&*file), Vec::new(), 0);
        loop {
            line.clear();
            let length = (&mut input).take(LONGEST).read_until(b'\n', &mut line).unwrap_or(0);
            if length == 0 || !seen(LinePlace { counts, at, length }, &line) {
                break;
            }
            at += length as u64;
        }
    }

    /// The record at this place as a line, and why its game does not count.
    pub(super) fn line(&self, place: LinePlace) -> Option<(String, String)> {
        let mut file = self.file(place.counts)?.borrow_mut();
        let mut line = vec![0; place.length];
        file.seek(SeekFrom::Start(place.at)).and_then(|_| file.read_exact(&mut line)).ok()?;
        parts(&line, place.counts)
    }

    fn file(&self, counts: bool) -> Option<&RefCell<File>> {
        if counts { self.counting.as_ref() } else { self.set_aside.as_ref() }
    }
}

/// The record in a line with its end, and why its game does not count.
fn parts(line: &[u8], counts: bool) -> Option<(String, String)> {
    let line = str::from_utf8(line).ok()?.strip_suffix('\n')?;
    if counts {
        return Some((line.to_string(), String::new()));
    }
    reason_and_record(line).map(|(why, record)| (record.to_string(), why))
}
