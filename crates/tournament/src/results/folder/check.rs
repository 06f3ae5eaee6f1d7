//! Checks a folder against its manifest.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::cannot;
use super::manifest::{LARGEST, Listed, MANIFEST, Manifest};
use super::readable::Readable;
use errors::Error;
use matches::record::hexadecimal;

/// The first inconsistency, by the order of paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordMismatch {
    /// There is no manifest.
    NoManifest,
    /// The manifest is not valid.
    BadManifest {
        /// The number of the line, from 1.
        line: usize,
        /// The content that was expected in the line.
        expected: &'static str,
    },
    /// A listed file is missing.
    Missing {
        /// Its path.
        path: String,
    },
    /// The size or the checksum of a file differs from the manifest.
    Changed {
        /// Its path.
        path: String,
        /// The listed size and the actual size, if they differ.
        sizes: Option<[u64; 2]>,
    },
    /// A file exists but is not listed, or a listed path leads to something other than a regular
    /// file.
    Unlisted {
        /// Its path.
        path: String,
    },
}

impl fmt::Display for RecordMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordMismatch::NoManifest => {
                write!(f, "{MANIFEST} is missing: no complete results are here")
            }
            RecordMismatch::BadManifest { line, expected } => {
                write!(f, "{MANIFEST} has been changed: line {line}: {expected}")
            }
            RecordMismatch::Missing { path } => write!(f, "{path} is missing: {MANIFEST} lists it"),
            RecordMismatch::Changed { path, sizes: Some([listed, found]) } => {
                write!(f, "{path} has been changed: it has {found} bytes, not {listed}")
            }
            RecordMismatch::Changed { path, sizes: None } => {
                write!(f, "{path} has been changed: its checksum is not the one in {MANIFEST}")
            }
            RecordMismatch::Unlisted { path } => {
                write!(f, "{path} is not listed in {MANIFEST} as a file")
            }
        }
    }
}

/// Returns the first inconsistency of a folder, or `None`. Unlisted files are accepted if
/// `is_apart` is true for them.
///
/// # Errors
/// Fails if the folder or one of its files cannot be read.
pub fn check(
    root: &dyn Readable,
    is_apart: impl Fn(&str) -> bool,
) -> Result<Option<RecordMismatch>, Error> {
    let there = root.paths()?;
    let bytes = match root.read(MANIFEST, LARGEST) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Some(RecordMismatch::NoManifest));
        }
        read => read.map_err(|error| unreadable(root, MANIFEST, &error))?,
    };
    let read =
        std::str::from_utf8(&bytes).map_err(|_| (1, "expected text")).and_then(Manifest::read);
    let manifest = match read {
        Err((line, expected)) => return Ok(Some(RecordMismatch::BadManifest { line, expected })),
        Ok(manifest) => manifest,
    };
    // An empty folder is not reported if the manifest lists a file in it: this file is reported as
    // missing.
    let is_of_listed = |path: &str| manifest.folders().iter().any(|folder| *folder == path);
    let others = there
        .iter()
        .filter(|path| path.as_str() != MANIFEST && !is_apart(path) && !is_of_listed(path));
    let paths: BTreeSet<&String> = manifest.files.keys().chain(others).collect();
    for path in paths {
        let misfit = match manifest.files.get(path) {
            None => Some(RecordMismatch::Unlisted { path: path.clone() }),
            Some(_) if !there.contains(path) => {
                Some(RecordMismatch::Missing { path: path.clone() })
            }
            Some(listed) => compare(root, path, listed)?,
        };
        if misfit.is_some() {
            return Ok(misfit);
        }
    }
    Ok(None)
}

fn unreadable(root: &dyn Readable, path: &str, error: &io::Error) -> Error {
    cannot("read", Path::new(&root.called(path)), error)
}

fn compare(
    root: &dyn Readable,
    path: &str,
    listed: &Listed,
) -> Result<Option<RecordMismatch>, Error> {
    let unreadable = |error: io::Error| unreadable(root, path, &error);
    let Some(size) = root.size(path).map_err(unreadable)? else {
        return Ok(Some(RecordMismatch::Unlisted { path: path.to_string() }));
    };
    let changed = |sizes| Some(RecordMismatch::Changed { path: path.to_string(), sizes });
    if size != listed.size {
        return Ok(changed(Some([listed.size, size])));
    }
    let sha256 = root.open(path).and_then(hash).map_err(unreadable)?;
    Ok(if sha256 == listed.sha256 { None } else { changed(None) })
}

/// The SHA-256 of a file of any length.
fn hash(mut file: impl Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hexadecimal(&hash.finalize())),
            Ok(count) => hash.update(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
