//! Files that a reader has given to a page. The page keeps them, and the module reads them piece by
//! piece, so that a file of any size takes little memory.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Read};

use errors::Error;
use tournament::results::folder::Readable;

/// Whoever keeps the files.
pub trait Source: Copy + 'static {
    /// Reads bytes of a file from this place on, and returns how many there were; `None` if the file
    /// cannot be read any more.
    fn read(self, file: usize, at: u64, into: &mut [u8]) -> Option<usize>;
}

/// The files of a folder, or a single file.
#[derive(Debug)]
pub struct Given<S> {
    /// The number and the size in bytes of each file, by its path.
    files: BTreeMap<String, (usize, u64)>,
    source: S,
}

impl<S: Source> Given<S> {
    /// Files with these paths and sizes, numbered from 0.
    #[must_use]
    pub fn new(files: Vec<(String, u64)>, source: S) -> Given<S> {
        let numbered = files.into_iter().enumerate();
        let files = numbered.map(|(number, (path, size))| (path, (number, size))).collect();
        Given { files, source }
    }

    /// The path of the only file; `None` if there are several.
    #[must_use]
    pub fn only(&self) -> Option<&str> {
        let mut paths = self.files.keys();
        paths.next().filter(|_| self.files.len() == 1).map(String::as_str)
    }

    fn find(&self, path: &str) -> io::Result<(usize, u64)> {
        self.files.get(path).copied().ok_or(io::Error::from(ErrorKind::NotFound))
    }
}

impl<S: Source> Readable for Given<S> {
    fn paths(&self) -> Result<BTreeSet<String>, Error> {
        Ok(self.files.keys().cloned().collect())
    }

    fn size(&self, path: &str) -> io::Result<Option<u64>> {
        self.find(path).map(|(_, size)| Some(size))
    }

    fn open(&self, path: &str) -> io::Result<Box<dyn Read>> {
        let (number, size) = self.find(path)?;
        Ok(Box::new(Opened { source: self.source, number, at: 0, size }))
    }

    fn called(&self, path: &str) -> String {
        if path.is_empty() { "the folder".to_string() } else { path.to_string() }
    }
}

struct Opened<S> {
    source: S,
    number: usize,
    at: u64,
    size: u64,
}

impl<S: Source> Read for Opened<S> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.size - self.at).unwrap_or(usize::MAX);
        let most = into.len().min(left);
        let into = &mut into[..most];
        if into.is_empty() {
            return Ok(0);
        }
        let count = self.source.read(self.number, self.at, into).filter(|&n| n <= into.len());
        let count = count.ok_or_else(|| io::Error::other("the browser cannot read it any more"))?;
        self.at += count as u64;
        Ok(count)
    }
}
