//! The file to which a match writes records.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
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
