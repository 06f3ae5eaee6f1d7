//! The file to which a match writes records.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use errors::Error;
use matches::record::Record;

use crate::failure::Failure;

/// A file with a line for each game. A game is in the file as soon as it has been played. A kill
/// may leave an incomplete last line, which `verify` reports.
pub(in crate::command) struct RecordFile {
    path: PathBuf,
    file: BufWriter<File>,
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
        Ok(RecordFile { path: path.to_path_buf(), file: BufWriter::new(file) })
    }

    /// Opens the file of an earlier run, and calls `seen` for each game of its whole pairs. What
    /// follows these stays until [`RecordFile::keep`].
    pub(super) fn open(
        path: &Path,
        seen: &mut dyn FnMut(&Record) -> Result<(), Failure>,
    ) -> Result<(RecordFile, Option<Earlier>), Failure> {
        let cannot = |error| Failure::file("read", path, &error);
        let file = File::options().read(true).write(true).open(path).map_err(cannot)?;
        let (mut input, mut line) = (BufReader::new(&file), Vec::new());
        let (mut read, mut first, mut earlier) = (0, None, None);
        while input.read_until(b'\n', &mut line).map_err(cannot)? > 0 && line.ends_with(b"\n") {
            read += line.len() as u64;
            let text = String::from_utf8_lossy(&line);
            let record = Record::read(text.trim_end_matches('\n'))
                .map_err(|why| Failure::input(format!("{}: {why}", path.display())))?;
            match first.take() {
                None => first = Some(record),
                Some(first) => {
                    seen(&first)?;
                    seen(&record)?;
                    earlier = Some(Earlier { last: record, bytes: read });
                }
            }
            line.clear();
        }
        Ok((RecordFile { path: path.to_path_buf(), file: BufWriter::new(file) }, earlier))
    }

    /// Cuts off what follows the games of an earlier run: half a pair, or a line that a kill left
    /// incomplete. The next record stands after them.
    pub(super) fn keep(&mut self, earlier: Option<&Earlier>) -> Result<(), Failure> {
        let bytes = earlier.map_or(0, |earlier| earlier.bytes);
        let file = self.file.get_mut();
        let cut = file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0)));
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
        if self.file.get_ref().metadata().is_ok_and(|about| about.len() == 0) {
            // If this fails, an empty file is left, which does little harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}
