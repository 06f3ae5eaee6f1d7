//! The file to which a match writes records.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use errors::Error;
use matches::record::Record;
use sandbox::lock_soon;

use crate::failure::Failure;
use crate::records;

/// A file with a line for each game, locked against another match. A game is in the file as soon
/// as it has been played. A kill may leave half a pair, and an incomplete last line.
pub(in crate::command) struct RecordFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// Whether this match has made the file.
    is_new: bool,
    /// Games of an earlier run that are still to be read.
    earlier: Option<Earlier>,
}

/// What an earlier run has left, and how far it has been read.
struct Earlier {
    input: BufReader<File>,
    lines: usize,
    /// The bytes of these lines.
    read: u64,
    /// The bytes up to the last whole pair, and the games in them.
    kept: u64,
    games: u64,
    /// The first game of the next match, with its line.
    ahead: Option<(usize, Record)>,
}

/// A match that an earlier run has played, or begun.
pub(super) struct Played {
    /// The last game of the last whole pair.
    pub(super) last: Option<Record>,
    /// Whether the file ends after it.
    pub(super) is_end: bool,
}

impl Earlier {
    /// The next record and its line; `None` at the end, also if a kill cut off the last line.
    fn next(&mut self, path: &Path) -> Result<Option<(usize, Record)>, Failure> {
        if let Some(ahead) = self.ahead.take() {
            return Ok(Some(ahead));
        }
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        read.map_err(|error| Failure::file("read", path, &error))?;
        if line.is_empty() || !line.ends_with(b"\n") && is_cut_off(&line) {
            return Ok(None);
        }
        (self.lines, self.read) = (self.lines + 1, self.read + line.len() as u64);
        let text = String::from_utf8_lossy(&line);
        let record = Record::read(text.trim_end_matches('\n'));
        let record = record.map_err(|why| records::misfit(path, self.lines, why))?;
        Ok(Some((self.lines, record)))
    }
}

impl RecordFile {
    /// Makes a new file. An existing file is not overwritten, since its games would be lost.
    pub(in crate::command) fn create(path: &Path) -> Result<RecordFile, Failure> {
        if path == Path::new("-") {
            let why = "--record writes to a file, and standard output has the score: name a file";
            return Err(Failure::Usage(why.to_string()));
        }
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Failure::conflict(format!(
                "{} exists: move it away, or record to another file",
                path.display()
            )),
            _ => Failure::file("write", path, &error),
        })?;
        let file = BufWriter::new(locked(file, path)?);
        Ok(RecordFile { path: path.to_path_buf(), file, is_new: true, earlier: None })
    }

    /// Opens the file of an earlier run, whose games [`RecordFile::next_match`] reads. The file stays
    /// as it is until [`RecordFile::keep`].
    pub(super) fn open(path: &Path) -> Result<RecordFile, Failure> {
        let cannot = |error| Failure::file("read", path, &error);
        if !path.metadata().map_err(cannot)?.is_file() {
            let why = format!("{} is no file: records are written to a file", path.display());
            return Err(Failure::input(why));
        }
        let file = File::options().read(true).write(true).open(path).map_err(cannot)?;
        let file = locked(file, path)?;
        let input = BufReader::new(file.try_clone().map_err(cannot)?);
        let earlier = Earlier { input, lines: 0, read: 0, kept: 0, games: 0, ahead: None };
        let (path, file) = (path.to_path_buf(), BufWriter::new(file));
        Ok(RecordFile { path, file, is_new: false, earlier: Some(earlier) })
    }

    /// Whether games of an earlier run are still to be read.
    pub(super) fn has_earlier(&self) -> bool {
        self.earlier.is_some()
    }

    /// Reads the next match of an earlier run, and calls `seen` for each of its games, with the
    /// number of the line and whether its pair is whole.
    ///
    /// # Errors
    /// Fails if the file has anything that an earlier run cannot have left, or no whole pair.
    pub(super) fn next_match(
        &mut self,
        seen: &mut dyn FnMut(&Record, usize, bool) -> Result<(), Failure>,
    ) -> Result<Played, Failure> {
        let path = &self.path;
        let Some(earlier) = &mut self.earlier else {
            return Ok(Played { last: None, is_end: true });
        };
        let (mut first, mut last) = (None::<(usize, Record)>, None);
        let is_end = loop {
            let Some((line, record)) = earlier.next(path)? else { break true };
            if record.number == 1 && (first.is_some() || last.is_some()) {
                earlier.ahead = Some((line, record));
                break false;
            }
            match first.take() {
                None => first = Some((line, record)),
                Some((before, first)) => {
                    seen(&first, before, true)?;
                    seen(&record, line, true)?;
                    last = Some(record);
                    (earlier.kept, earlier.games) = (earlier.read, earlier.games + 2);
                }
            }
        };
        first.map_or(Ok(()), |(line, half)| seen(&half, line, false))?;
        if earlier.games == 0 {
            let path = path.display();
            return Err(Failure::conflict(format!(
                "{path} exists, and has no two games of a pair: move it away, or record to another \
                file"
            )));
        }
        Ok(Played { last, is_end })
    }

    /// Cuts off what follows the games of an earlier run: half a pair, or a line that a kill left
    /// incomplete. The next record stands after them. Returns the number of these games.
    pub(super) fn keep(&mut self) -> Result<u64, Failure> {
        let Some(Earlier { kept, games, .. }) = self.earlier.take() else { return Ok(0) };
        let file = self.file.get_mut();
        let cut = file.set_len(kept).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map(|_| games).map_err(|error| Failure::file("write", &self.path, &error))
    }

    pub(in crate::command) fn append(&mut self, record: &Record) -> Result<(), Error> {
        let written = writeln!(self.file, "{}", record.line()).and_then(|()| self.file.flush());
        written.map_err(|error| Error::file("write", &self.path, &error))
    }

    /// Makes sure that all records are on the disk.
    pub(in crate::command) fn finish(mut self) -> Result<(), Failure> {
        let synced = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        synced.map_err(|error| Failure::file("write", &self.path, &error))
    }
}

impl Drop for RecordFile {
    /// If no game was played, the file is removed, so that the next match can use its name.
    fn drop(&mut self) {
        if self.is_new && self.file.get_ref().metadata().is_ok_and(|about| about.len() == 0) {
            // If this fails, an empty file is left, which does little harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks the file until it is closed, also by a kill.
fn locked(file: File, path: &Path) -> Result<File, Failure> {
    match lock_soon(&file) {
        Err(TryLockError::WouldBlock) => {
            Err(Failure::conflict(format!("another match writes to {}", path.display())))
        }
        // Where a system has no locks, nothing is lost but this protection.
        _ => Ok(file),
    }
}

/// Whether this can be the beginning of a record.
fn is_cut_off(line: &[u8]) -> bool {
    const BEGIN: &[u8] = b"{\"format\":";
    line.starts_with(BEGIN) || BEGIN.starts_with(line)
}
