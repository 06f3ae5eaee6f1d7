//! Who does not take part in a contest: people say so themselves before the closing, the organiser
//! leaves them out, or they have no version that counts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use errors::Error;

use crate::storage::{json, read, write_whole};

/// Why somebody does not take part in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The person has said so.
    Own,
    /// The contest leaves the person out.
    LeftOut,
    /// The person has no version that counts.
    NoVersion,
}

/// The people who have said that they do not take part, by their ids, in a file.
pub(crate) struct Absences {
    folder: PathBuf,
    people: Mutex<BTreeSet<String>>,
}

const FILE: &str = "absent.json";

impl Absences {
    /// # Errors
    /// Fails if the file cannot be read.
    pub(crate) fn open(folder: &Path) -> Result<Absences, Error> {
        let path = folder.join(FILE);
        let people = if path.exists() { read(&path)? } else { BTreeSet::new() };
        Ok(Absences { folder: folder.to_path_buf(), people: Mutex::new(people) })
    }

    pub(crate) fn has(&self, person: &str) -> bool {
        self.held().contains(person)
    }

    /// Notes that a person is absent, or is not any more.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn set(&self, person: &str, is_absent: bool) -> Result<(), Error> {
        let mut people = self.held();
        let mut changed = people.clone();
        if is_absent {
            changed.insert(person.to_string());
        } else {
            changed.remove(person);
        }
        write_whole(&self.folder, &self.folder.join(FILE), &json(&changed)?)?;
        *people = changed;
        Ok(())
    }

    fn held(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_absent_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || Absences::open(folder.path()).expect("it is read");
        let absences = open();
        for person in ["anna", "jan"] {
            absences.set(person, true).expect("it is kept");
        }
        absences.set("jan", false).expect("it is kept");
        for read in [absences, open()] {
            assert!(read.has("anna") && !read.has("jan"));
        }
    }
}
