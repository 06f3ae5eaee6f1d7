//! A version: one upload of a program.

use std::time::SystemTime;

use errors::Error;
use submission::{Entry, Languages, find_uploaded};

use crate::Training;

/// What somebody uploads: files with their names or paths, and what they are to be tried in.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The files. Names are never used as paths of this machine.
    pub files: Vec<(String, Vec<u8>)>,
    /// What the program is tried in.
    pub training: Training,
}

/// One upload of a program.
#[derive(Clone, Debug)]
pub struct Version {
    /// The number of the version, from 1.
    pub number: usize,
    /// What the version is tried in.
    pub training: Training,
    /// The program.
    pub entry: Entry,
    /// Sentences about files that do not belong to the program.
    pub notes: Vec<String>,
    /// When the version was uploaded.
    pub uploaded: SystemTime,
}

impl Version {
    /// Finds the program in an upload. The version has no number yet.
    ///
    /// # Errors
    /// Fails if there is no program, or there are several.
    pub(crate) fn of(upload: Upload) -> Result<Version, Error> {
        let mut found = find_uploaded(upload.files, &Languages::default())?;
        let mut notes: Vec<_> = found.notes().collect();
        notes.extend(found.passed_over());
        let entry = found.entries.pop().ok_or_else(|| Error::bug("no program was found"))?;
        let uploaded = SystemTime::now();
        Ok(Version { number: 0, training: upload.training, entry, notes, uploaded })
    }
}
