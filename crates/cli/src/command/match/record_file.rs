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
}

/// What an earlier run of the same match has left.
pub(super) struct Earlier {
    /// The last game of the last whole pair.
    pub(super) last: Record,
    /// The size of the file up to this game.
    bytes: u64,
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
        Ok(RecordFile { path: path.to_path_buf(), file, is_new: true })
    }

    /// Opens the file of an earlier run, and calls `seen` for each of its games, with the number of
    /// the line and whether its pair is whole. The file stays as it is until [`RecordFile::keep`].
    ///
    /// # Errors
    /// Fails if the file has anything that an earlier run cannot have left, or no whole pair.
    pub(super) fn open(
        path: &Path,
        seen: &mut dyn FnMut(&Record, usize, bool) -> Result<(), Failure>,
    ) -> Result<(RecordFile, Earlier), Failure> {
        let cannot = |error| Failure::file("read", path, &error);
        if !path.metadata().map_err(cannot)?.is_file() {
            let why = format!("{} is no file: records are written to a file", path.display());
            return Err(Failure::input(why));
        }
        let file = File::options().read(true).write(true).open(path).map_err(cannot)?;
        let file = locked(file, path)?;
        let mut input = BufReader::new(&file);
        let (mut line, mut number, mut read) = (Vec::new(), 0, 0);
        let (mut first, mut earlier) = (None, None);
        while input.read_until(b'\n', &mut line).map_err(cannot)? > 0 {
            number += 1;
            if !line.ends_with(b"\n") && is_cut_off(&line) {
                break;
            }
            read += line.len() as u64;
            let text = String::from_utf8_lossy(&line);
            let record = Record::read(text.trim_end_matches('\n'));
            let record = record.map_err(|why| records::misfit(path, number, why))?;
            match first.take() {
                None => first = Some(record),
                Some(first) => {
                    seen(&first, number - 1, true)?;
                    seen(&record, number, true)?;
                    earlier = Some(Earlier { last: record, bytes: read });
                }
            }
            line.clear();
        }
        first.map_or(Ok(()), |half| seen(&half, number, false))?;
        let earlier = earlier.ok_or_else(|| {
            let path = path.display();
            Failure::conflict(format!(
                "{path} exists, and has no two games of a pair: move it away, or record to another \
                file"
            ))
        })?;
        let file = BufWriter::new(file);
        Ok((RecordFile { path: path.to_path_buf(), file, is_new: false }, earlier))
    }

    /// Cuts off what follows the games of an earlier run: half a pair, or a line that a kill left
    /// incomplete. The next record stands after them.
    pub(super) fn keep(&mut self, earlier: &Earlier) -> Result<(), Failure> {
        let file = self.file.get_mut();
        let cut = file.set_len(earlier.bytes).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|error| Failure::file("write", &self.path, &error))
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
