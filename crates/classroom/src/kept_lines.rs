//! A file to which lines are only added, each a value in JSON.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use errors::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::storage::{json, write_whole};

/// The lines of a file.
pub(crate) struct KeptLines<T> {
    path: PathBuf,
    lines: Mutex<Vec<T>>,
}

impl<T: Clone + Serialize + DeserializeOwned> KeptLines<T> {
    /// Reads a file, if it is there. A line that a power failure cut off at its end is removed, so
    /// that the next one begins a line.
    ///
    /// # Errors
    /// Fails if it cannot be read, or is damaged.
    pub(crate) fn open(path: PathBuf) -> Result<KeptLines<T>, Error> {
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Error::file("read", &path, &error))?,
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        if whole.len() < text.len() {
            write_whole(path.parent().unwrap_or(&path), &path, whole.as_bytes())?;
        }
        let bad = |why| Error::corrupt(format!("{} is damaged: {why}", path.display()));
        let lines = whole.lines().map(|line| serde_json::from_str(line).map_err(bad));
        let lines = Mutex::new(lines.collect::<Result<_, _>>()?);
        Ok(KeptLines { path, lines })
    }

    /// The lines, from the first.
    pub(crate) fn all(&self) -> Vec<T> {
        self.held().clone()
    }

    /// Adds the line that follows from those before it, or none if it is refused.
    ///
    /// # Errors
    /// Fails if it is refused, or the file cannot be written.
    pub(crate) fn add(&self, next: impl FnOnce(&[T]) -> Result<T, Error>) -> Result<(), Error> {
        let mut lines = self.held();
        let line = next(&lines)?;
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        // One call writes the whole line.
        let bytes = [json(&line)?, b"\n".to_vec()].concat();
        file.and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_data()))
            .map_err(|error| Error::file("write", &self.path, &error))?;
        lines.push(line);
        Ok(())
    }

    /// Keeps the lines that are meant, and no others.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn keep(&self, is_meant: impl Fn(&T) -> bool) -> Result<(), Error> {
        let mut lines = self.held();
        let kept: Vec<T> = lines.iter().filter(|line| is_meant(line)).cloned().collect();
        if kept.len() == lines.len() {
            return Ok(());
        }
        let mut bytes = Vec::new();
        for line in &kept {
            bytes.append(&mut json(line)?);
            bytes.push(b'\n');
        }
        write_whole(self.path.parent().unwrap_or(&self.path), &self.path, &bytes)?;
        *lines = kept;
        Ok(())
    }

    fn held(&self) -> MutexGuard<'_, Vec<T>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_and_removed_and_a_cut_one_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        let open = || KeptLines::<u32>::open(path.clone()).expect("it is read");
        let lines = open();
        for line in [5, 6, 7] {
            lines.add(|_| Ok(line)).expect("it is kept");
        }
        lines.add(|before| Err(Error::input(before.len().to_string()))).expect_err("refused");
        lines.keep(|line| *line != 6).expect("it is kept");
        let cut = fs::read_to_string(&path).expect("a file") + "12";
        fs::write(&path, cut).expect("a file");
        let again = open();
        again.add(|before| Ok(before.iter().sum())).expect("it is kept");
        for lines in [again, open()] {
            assert_eq!(lines.all(), [5, 7, 12]);
        }
    }
}
