//! The pages of a file of SQLite's and of the log beside it, whatever state they are in (`sqlite.org/fileformat2.html`).

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What a store's pages have unless somebody has made it anew with others.
const USUAL_SIZE: usize = 4096;
/// SQLite's own bounds.
const LEAST_SIZE: usize = 512;
const GREATEST_SIZE: usize = 1 << 16;

/// What stands before all frames of a log, and before the page of each.
pub(in crate::store) const LOG_HEADER: usize = 32;
pub(in crate::store) const FRAME_HEADER: usize = 24;

/// The pages of a store.
pub(super) struct Pages {
    file: File,
    log: Option<File>,
    /// Bytes of a page.
    pub(super) size: usize,
    /// How many there are in the file.
    in_file: u32,
    /// The number of each page in the log, in the order in which they were written.
    in_log: Vec<u32>,
    /// Where in the log the last version of a page stands.
    latest: HashMap<u32, usize>,
}

/// Where a page stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum At {
    /// In the file: its number, from 1.
    File(u32),
    /// In the log: its frame, from 0.
    Log(usize),
}

/// The log beside a store.
pub(in crate::store) fn log_of(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// The log beside a store, if there is one. To open a pipe might wait for ever.
pub(in crate::store) fn open_log(store: &Path) -> Option<File> {
    let path = log_of(store);
    fs::metadata(&path).is_ok_and(|found| found.is_file()).then(|| File::open(path).ok()).flatten()
}

/// The sizes that its pages may have: as the file says, or its log, and as usual, since what it says may be damaged.
pub(super) fn sizes(store: &Path) -> io::Result<Vec<usize>> {
    let said = said_size(&File::open(store)?, 2, 16).or_else(|| said_size(&open_log(store)?, 4, 8));
    let mut sizes = vec![USUAL_SIZE];
    sizes.extend(said.filter(|&size| size != USUAL_SIZE));
    Ok(sizes)
}

impl Pages {
    /// Of pages of this size.
    pub(super) fn open(store: &Path, size: usize) -> io::Result<Pages> {
        let file = File::open(store)?;
        let log = open_log(store);
        let in_file = file.metadata()?.len().div_ceil(size as u64).min(u64::from(u32::MAX)) as u32;
        let in_log = log.as_ref().map_or(Ok(Vec::new()), |log| numbers(log, size))?;
        let latest = in_log.iter().enumerate().map(|(frame, &number)| (number, frame)).collect();
        Ok(Pages { file, log, size, in_file, in_log, latest })
    }

    /// Where there are pages with rows: first the log's, from the last to the first, which are the newer ones. Of a page there may be many
    /// versions.
    pub(super) fn all(&self) -> impl Iterator<Item = At> {
        self.all_with_schema().filter(|at| match at {
            At::File(number) => *number != 1,
            At::Log(frame) => self.in_log[*frame] != 1,
        })
    }

    /// The same with the first page of the file, which has the schema.
    pub(super) fn all_with_schema(&self) -> impl Iterator<Item = At> {
        (0..self.in_log.len()).rev().map(At::Log).chain((1..=self.in_file).map(At::File))
    }

    /// The bytes of a page, as far as they can be read: a disk may refuse some.
    pub(super) fn read(&self, at: At) -> Option<Vec<u8>> {
        let mut page = vec![0; self.size];
        match at {
            At::File(number) => read_up_to(&self.file, &mut page, (u64::from(number) - 1) * self.size as u64)?,
            At::Log(frame) => read_up_to(self.log.as_ref()?, &mut page, start_of(frame, self.size))?,
        }
        Some(page)
    }

    /// Where the page of this number stands, once the log has been heeded or in spite of it.
    pub(super) fn numbered(&self, number: u32, heed_log: bool) -> Option<At> {
        let in_log = self.latest.get(&number).filter(|_| heed_log).map(|&frame| At::Log(frame));
        in_log.or((1..=self.in_file).contains(&number).then_some(At::File(number)))
    }

    /// How many there are in all.
    pub(super) fn count(&self) -> u64 {
        u64::from(self.in_file) + self.in_log.len() as u64
    }
}

/// Where the page of a frame begins.
fn start_of(frame: usize, size: usize) -> u64 {
    (LOG_HEADER + frame * (FRAME_HEADER + size) + FRAME_HEADER) as u64
}

/// The size that stands here, in so many bytes, if it is one.
fn said_size(file: &File, count: usize, at: u64) -> Option<usize> {
    let mut bytes = [0; 4];
    read_up_to(file, &mut bytes[4 - count..], at)?;
    // The greatest does not fit into the two bytes of a file, which then say 1.
    let size = match u32::from_be_bytes(bytes) as usize {
        1 if count == 2 => GREATEST_SIZE,
        size => size,
    };
    (size.is_power_of_two() && (LEAST_SIZE..=GREATEST_SIZE).contains(&size)).then_some(size)
}

/// The numbers of the pages in a log, up to the end of the file: what is whole is seen later.
fn numbers(log: &File, size: usize) -> io::Result<Vec<u32>> {
    let frames = (log.metadata()?.len() as usize).saturating_sub(LOG_HEADER) / (FRAME_HEADER + size);
    let number = |frame| {
        let mut bytes = [0; 4];
        // One that cannot be read is of no page.
        let read = read_up_to(log, &mut bytes, start_of(frame, size) - FRAME_HEADER as u64);
        read.map_or(0, |()| u32::from_be_bytes(bytes))
    };
    Ok((0..frames).map(number).collect())
}

/// Reads as much as there is; nothing if the disk refuses.
fn read_up_to(mut file: &File, bytes: &mut [u8], at: u64) -> Option<()> {
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut read = 0;
    while read < bytes.len() {
        match file.read(&mut bytes[read..]) {
            Ok(0) => break,
            Ok(count) => read += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    Some(())
}
