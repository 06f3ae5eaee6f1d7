//! Writes a folder.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::commit::{NEXT, check, commit, finish, settle};
use super::links::is_behind_a_link;
use super::manifest::{Listed, MANIFEST, Manifest};
use super::plain::holds;
use super::{cannot, is_inside};
use crate::plan::executable::allow_execution;
use crate::results;
use errors::Error;
use matches::record::{checksum, hexadecimal};

/// A folder that is being written. Existing files stay unchanged until the new files are all
/// complete.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// The folder that holds the new files until all of them are complete.
    next: PathBuf,
    manifest: Manifest,
    is_decided: bool,
}

impl Folder {
    /// Makes the folder if necessary, and completes an interrupted run.
    ///
    /// # Errors
    /// Fails if the folder cannot be made, or the interrupted run cannot be completed.
    pub fn open(root: &Path) -> Result<Folder, Error> {
        fs::create_dir_all(root).map_err(|error| cannot("make the folder", root, &error))?;
        finish(root)?;
        let next = root.join(NEXT);
        fs::create_dir(&next).map_err(|error| cannot("make the folder", &next, &error))?;
        Ok(Folder {
            root: root.to_path_buf(),
            next,
            manifest: Manifest::default(),
            is_decided: false,
        })
    }

    /// Writes a file of results, unless it exists already.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn put(&mut self, file: &results::File) -> Result<(), Error> {
        let path = self.root.join(&file.path);
        if is_inside(&file.path)
            && !is_behind_a_link(&self.root, &file.path)
            && holds(&path, &file.bytes)
        {
            let listed = Listed { size: file.bytes.len() as u64, sha256: checksum(&file.bytes) };
            self.manifest.files.insert(file.path.clone(), listed);
            return Ok(());
        }
        self.write(&file.path, |out| out.write_all(&file.bytes))
    }

    /// Leaves all files as they are that the manifest in the folder lists, unless they are written
    /// again.
    pub fn keep(&mut self, manifest: Manifest) {
        self.manifest = manifest;
    }

    /// Writes a file, of any length. Slashes separate the names in its path.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or the path leads out of the folder. Then no part of
    /// the file is left.
    pub fn write(
        &mut self,
        path: &str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        if !is_inside(path) || path == MANIFEST || path.split('/').next() == Some(NEXT) {
            return Err(Error::bug(format!(
                "{path:?} is not the path of a file in {}",
                self.root.display()
            )));
        }
        let file = self.next.join(path);
        let listed = make_folder_of(&file).and_then(|()| written(&file, content));
        let listed = listed.map_err(|error| self.cannot_write(path, error))?;
        self.manifest.files.insert(path.to_string(), listed);
        Ok(())
    }

    /// If the source of the content has failed, returns its error. Otherwise, returns an error
    /// about the file.
    fn cannot_write(&self, path: &str, error: io::Error) -> Error {
        let refused = error.downcast::<Error>();
        refused.unwrap_or_else(|error| cannot("write", &self.root.join(path), &error))
    }

    /// Opens a written file for reading.
    ///
    /// # Errors
    /// Fails if the file cannot be opened.
    pub fn written(&self, path: &str) -> Result<File, Error> {
        let file = self.next.join(path);
        File::open(&file).map_err(|error| cannot("read", &file, &error))
    }

    /// Makes a written file executable.
    ///
    /// # Errors
    /// Fails if the file's permissions cannot be changed.
    pub fn allow_execution(&self, path: &str) -> Result<(), Error> {
        let allowed = allow_execution(&self.next.join(path));
        allowed.map_err(|error| cannot("write", &self.root.join(path), &error))
    }

    /// Moves every file to its place, removes files that only the previous manifest lists, and
    /// writes the manifest.
    ///
    /// # Errors
    /// Fails if a file cannot be moved, removed or written. If this happens before the new manifest
    /// is complete, nothing has changed; otherwise, [`finish`] completes the move.
    pub fn close(mut self) -> Result<Manifest, Error> {
        check(&self.root, &self.manifest)?;
        // The names of files are flushed to the disk before the manifest that lists them.
        let folders = self.manifest.folders().into_iter().map(|folder| self.next.join(folder));
        folders.filter(|folder| folder.is_dir()).try_for_each(|folder| settle(&folder))?;
        let part = self.next.join(format!("{MANIFEST}.part"));
        let cannot = |error| cannot("write", &self.root.join(MANIFEST), &error);
        written(&part, |out| write!(out, "{}", self.manifest)).map_err(cannot)?;
        settle(&self.next)?;
        fs::rename(&part, self.next.join(MANIFEST)).map_err(cannot)?;
        self.is_decided = true;
        settle(&self.next)?;
        commit(&self.root, &self.manifest)?;
        Ok(std::mem::take(&mut self.manifest))
    }
}

impl Drop for Folder {
    /// Files of a folder that was not closed are useless, and a full disk needs their space.
    fn drop(&mut self) {
        if !self.is_decided {
            let _ = fs::remove_dir_all(&self.next);
        }
    }
}

fn make_folder_of(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Writes a file and flushes it to the disk.
fn written(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Listed> {
    let mut out = Hashed::create(path)?;
    content(&mut out)?;
    out.settled()
}

/// The buffer is large, since a system call takes as long as copying several thousand bytes.
const ROOM: usize = 1 << 16;

/// Counts and hashes the bytes that pass through.
#[derive(Debug)]
struct Hashed {
    out: BufWriter<File>,
    hash: Sha256,
    size: u64,
}

impl Hashed {
    fn create(path: &Path) -> io::Result<Hashed> {
        Ok(Hashed {
            out: BufWriter::with_capacity(ROOM, File::create_new(path)?),
            hash: Sha256::new(),
            size: 0,
        })
    }

    /// Flushes the file to the disk.
    fn settled(self) -> io::Result<Listed> {
        self.out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(Listed { size: self.size, sha256: hexadecimal(&self.hash.finalize()) })
    }
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.hash.update(&bytes[..count]);
        self.size += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
