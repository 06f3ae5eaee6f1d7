//! A version: one upload of a program.

use errors::Error;
use rules::Message;
use serde::{Deserialize, Serialize};
use submission::{Entry, find_uploaded};

use crate::Training;

/// What somebody uploads: files with their names or paths, and what they are to be tried in.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The files. Names are never used as paths of this machine.
    pub files: Vec<(String, Vec<u8>)>,
    /// What the program is tried in.
    pub training: Training,
}

/// How a version came that was handed in on a course's site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySite {
    /// The assignment for which it was handed in.
    pub assignment: String,
    /// Which of the author's versions is the same program; `None` if it was never tried.
    pub same_as: Option<usize>,
}

/// One upload of a program.
#[derive(Clone, Debug)]
pub struct Version {
    /// The number of the version, from 1.
    pub number: usize,
    /// The number of the version among those of its person, from 1. Pages show this one.
    pub ordinal: usize,
    /// The id of the person who uploaded it; empty for whoever owns the server.
    pub person: String,
    /// What the version is tried in.
    pub training: Training,
    /// The program's name: the one in its source, else that of its file.
    pub name: String,
    /// Whether the source names the program.
    pub is_named: bool,
    /// The title of the program's language.
    pub language: String,
    /// Sentences about files that do not belong to the program.
    pub notes: Vec<Message>,
    /// The bytes of the upload.
    pub size: u64,
    /// When the version was uploaded, in seconds since 1970.
    pub uploaded: u64,
    /// When the version last became its author's current one, in seconds since 1970.
    pub current_since: Option<u64>,
    /// How it came if it was handed in on a course's site; `None` if it was uploaded here.
    pub by_site: Option<BySite>,
    /// Whether its author was forgotten: its files are gone.
    pub is_forgotten: bool,
}

impl Upload {
    /// The bytes of all files.
    pub(crate) fn size(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }

    /// Finds the program in the upload, and sentences about files that do not belong to it.
    ///
    /// # Errors
    /// Fails if there is no program, or there are several.
    pub(crate) fn program(&self) -> Result<(Entry, Vec<Message>), Error> {
        program(self.files.clone(), &self.training)
    }
}

/// Whether two programs are the same: their files are, and the names of these if there are several.
///
/// # Errors
/// Fails if the files of one cannot be read.
pub(crate) fn is_same(one: &Entry, other: &Entry) -> Result<bool, Error> {
    let only = |entry: &Entry| {
        let bundle = entry.bundle.as_ref().filter(|bundle| bundle.is_one_file())?;
        Some(bundle.main().to_vec())
    };
    match (only(one), only(other)) {
        (Some(one), Some(other)) => Ok(one == other),
        (None, None) => Ok(one.bytes()? == other.bytes()?),
        _ => Ok(false),
    }
}

/// Finds the program among files that were uploaded, and sentences about the other files.
///
/// # Errors
/// Fails if there is no program, or there are several.
pub(crate) fn program(
    files: Vec<(String, Vec<u8>)>,
    training: &Training,
) -> Result<(Entry, Vec<Message>), Error> {
    let mut found = find_uploaded(files, &training.languages)?;
    let mut notes: Vec<_> = found.notes().collect();
    notes.extend(found.passed_over());
    let entry = found.entries.pop().ok_or_else(|| Error::bug("no program was found"))?;
    Ok((entry, notes))
}
