//! A folder that is only read: on a disk, or where somebody else keeps its files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::{cannot, plain};
use errors::Error;

/// A folder whose files can be read. Paths are relative to the folder, with slashes.
///
/// What a folder contains may be hostile, and may change while it is read.
pub trait Readable {
    /// The path of everything in the folder that is not a folder, and of each empty folder. Links
    /// are not followed.
    ///
    /// # Errors
    /// Fails if the folder cannot be read.
    fn paths(&self) -> Result<BTreeSet<String>, Error>;

    /// The size of a file in bytes; `None` if it is not a plain file.
    ///
    /// # Errors
    /// Fails if nothing is there, or it cannot be read.
    fn size(&self, path: &str) -> io::Result<Option<u64>>;

    /// Opens a file.
    ///
    /// # Errors
    /// Fails if it does not exist, is not a plain file, or cannot be read.
    fn open(&self, path: &str) -> io::Result<Box<dyn Read>>;

    /// What messages call a file of the folder, or for an empty path the folder itself.
    fn called(&self, path: &str) -> String;
}

impl dyn Readable + '_ {
    /// Opens a file with a buffer.
    ///
    /// # Errors
    /// As [`Readable::open`].
    pub fn lines(&self, path: &str) -> io::Result<BufReader<Box<dyn Read>>> {
        self.open(path).map(BufReader::new)
    }

    /// Opens a file with a buffer; `None` if it does not exist.
    ///
    /// # Errors
    /// As [`Readable::open`].
    pub fn lines_if_any(&self, path: &str) -> io::Result<Option<BufReader<Box<dyn Read>>>> {
        match self.lines(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// Reads a file of at most this many bytes.
    ///
    /// # Errors
    /// As [`Readable::open`], and if the file is larger.
    pub fn read(&self, path: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path)?.take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            let why = format!("it has more than the {most} bytes that are allowed");
            return Err(io::Error::new(ErrorKind::InvalidInput, why));
        }
        Ok(bytes)
    }

    /// Reads a text file of at most this many bytes.
    ///
    /// # Errors
    /// As `read`, and if the file is not text.
    pub fn text(&self, path: &str, most: u64) -> io::Result<String> {
        plain::text(self.read(path, most)?)
    }

    /// Whether a file has exactly this content. Only a part of the file is in memory at a time.
    #[must_use]
    pub fn holds(&self, path: &str, bytes: &[u8]) -> bool {
        let is_as_long = matches!(self.size(path), Ok(Some(size)) if size == bytes.len() as u64);
        is_as_long && self.lines(path).is_ok_and(|file| plain::is_equal(file, bytes))
    }
}

/// A folder on a disk.
#[derive(Clone, Debug)]
pub struct OnDisk(pub PathBuf);

impl OnDisk {
    fn at(&self, path: &str) -> PathBuf {
        if path.is_empty() { self.0.clone() } else { self.0.join(path) }
    }
}

impl From<&Path> for OnDisk {
    fn from(path: &Path) -> OnDisk {
        OnDisk(path.to_path_buf())
    }
}

impl Readable for OnDisk {
    fn paths(&self) -> Result<BTreeSet<String>, Error> {
        let mut files = BTreeSet::new();
        let mut open = vec![String::new()];
        while let Some(folder) = open.pop() {
            let path = self.at(&folder);
            let unreadable = |error: io::Error| cannot("read the folder", &path, &error);
            let mut is_empty = true;
            for entry in fs::read_dir(&path).map_err(unreadable)? {
                is_empty = false;
                let entry = entry.map_err(unreadable)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                if entry.file_type().map_err(unreadable)?.is_dir() {
                    open.push(path);
                } else {
                    files.insert(path);
                }
            }
            if is_empty && !folder.is_empty() {
                files.insert(folder);
            }
        }
        Ok(files)
    }

    fn size(&self, path: &str) -> io::Result<Option<u64>> {
        let found = fs::symlink_metadata(self.at(path))?;
        Ok(found.is_file().then_some(found.len()))
    }

    fn open(&self, path: &str) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(plain::open(&self.at(path), u64::MAX)?))
    }

    fn called(&self, path: &str) -> String {
        self.at(path).display().to_string()
    }
}
