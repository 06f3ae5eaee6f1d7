//! Writing a folder.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::check::files_of;
use super::manifest::{Listed, MANIFEST, Manifest};
use super::{cannot, is_inside};
use crate::Refused;
use crate::record::checksum;
use crate::tournament::results;

/// What the name of a file begins and ends with that is not whole yet.
const PART: [&str; 2] = [".", ".part"];

/// A folder that is being written. It has no manifest until it is closed.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// What the manifest listed that was there before, and has not been written again.
    before: BTreeSet<String>,
    manifest: Manifest,
}

impl Folder {
    /// Makes the folder where there is none, and takes its manifest away where there is one.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn open(root: &Path) -> Result<Folder, Refused> {
        fs::create_dir_all(root).map_err(|error| cannot("make the folder", root, &error))?;
        let path = root.join(MANIFEST);
        let before = fs::read_to_string(&path).ok().and_then(|text| Manifest::read(&text).ok()).unwrap_or_default();
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot("renew", &path, &error)),
            _ => {}
        }
        let folder = Folder {
            root: root.to_path_buf(),
            before: before.files.into_keys().collect(),
            manifest: Manifest::default(),
        };
        folder.tidy()?;
        folder.settle(root)?;
        Ok(folder)
    }

    /// Takes away what a run has left that was cut off.
    fn tidy(&self) -> Result<(), Refused> {
        for path in files_of(&self.root)? {
            let name = path.rsplit('/').next().unwrap_or_default();
            if name.starts_with(PART[0]) && name.ends_with(PART[1]) {
                self.remove(&path)?;
            }
        }
        Ok(())
    }

    /// Writes a file of results, unless it is there already.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn put(&mut self, file: &results::File) -> Result<(), Refused> {
        let path = self.root.join(&file.path);
        let is_there = is_inside(&file.path)
            && fs::symlink_metadata(&path).is_ok_and(|found| found.is_file() && found.len() == file.bytes.len() as u64)
            && fs::read(&path).is_ok_and(|bytes| bytes == file.bytes);
        if is_there {
            let listed = Listed { size: file.bytes.len() as u64, sha256: checksum(&file.bytes) };
            self.list(&file.path, listed);
            return Ok(());
        }
        self.write(&file.path, |out| out.write_all(&file.bytes))
    }

    /// Writes a file, of any length. Its path has slashes.
    ///
    /// # Errors
    /// When that cannot be done, or the path leads out of the folder. No part of the file stays then.
    pub fn write(&mut self, path: &str, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Refused> {
        if !is_inside(path) || path == MANIFEST {
            return Err(Refused::new(format!("{path:?} is no path of a file in {}", self.root.display())));
        }
        let listed = self.replace(path, content)?;
        self.list(path, listed);
        Ok(())
    }

    fn list(&mut self, path: &str, listed: Listed) {
        self.before.remove(path);
        self.manifest.files.insert(path.to_string(), listed);
    }

    fn replace(&self, path: &str, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Listed, Refused> {
        let whole = self.root.join(path);
        let folder = whole.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).map_err(|error| cannot("make the folder", folder, &error))?;
        let name = path.rsplit('/').next().unwrap_or(path);
        let part = folder.join(format!("{}{name}{}", PART[0], PART[1]));
        let written = written(&part, content).and_then(|listed| fs::rename(&part, &whole).map(|()| listed));
        written.map_err(|error| {
            // What is left is of no use, and where the disk is full its room is.
            let _ = fs::remove_file(&part);
            cannot("write", &whole, &error)
        })
    }

    /// Takes away what was listed before and is no more, and writes the manifest.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn close(self) -> Result<Manifest, Refused> {
        for path in &self.before {
            self.remove(path)?;
        }
        let paths = self.manifest.files.keys();
        let folders: BTreeSet<&str> = paths.filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
        for folder in folders {
            self.settle(&self.root.join(folder))?;
        }
        self.settle(&self.root)?;
        self.replace(MANIFEST, |out| write!(out, "{}", self.manifest))?;
        self.settle(&self.root)?;
        Ok(self.manifest)
    }

    fn remove(&self, path: &str) -> Result<(), Refused> {
        let path = self.root.join(path);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot("remove", &path, &error)),
            _ => Ok(()),
        }
    }

    /// Brings the names in a folder to the disk.
    fn settle(&self, folder: &Path) -> Result<(), Refused> {
        // Elsewhere a folder cannot be opened as a file.
        if cfg!(unix) {
            let synced = File::open(folder).and_then(|folder| folder.sync_all());
            return synced.map_err(|error| cannot("write", folder, &error));
        }
        Ok(())
    }
}

/// Writes a file and brings it to the disk.
fn written(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Listed> {
    // Whatever is there must not be written through: it may be a link.
    let _ = fs::remove_file(path);
    let mut out = Hashed { out: BufWriter::new(File::create_new(path)?), hash: Sha256::new(), size: 0 };
    content(&mut out)?;
    let Hashed { out, hash, size } = out;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Listed { size, sha256 })
}

/// Counts and hashes what passes.
struct Hashed {
    out: BufWriter<File>,
    hash: Sha256,
    size: u64,
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
