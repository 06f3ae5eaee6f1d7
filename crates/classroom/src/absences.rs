//! Who does not take part in a contest: people say so themselves before the closing, the organiser
//! leaves them out, or they have no version that counts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use errors::Error;
use rules::message;

use crate::contests::Contests;
use crate::finale::FinalState;
use crate::pairs_played::Entrant;
use crate::room::Room;
use crate::storage::{json, read, write_whole};
use crate::trial_words::WORDS;

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

    fn set(&self, person: &str, is_absent: bool) -> Result<(), Error> {
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

impl Contests {
    /// The people of the class who do not take part in a contest, by their ids.
    #[must_use]
    pub fn absent(&self, room: &Room) -> Vec<(String, Absence)> {
        let participants = self.participants(room);
        let present: BTreeSet<&str> = participants.iter().map(|one| &*one.version.person).collect();
        let contest = room.contest();
        let members = self.roster.members().into_iter();
        let absent = members.filter(|one| !one.id.is_empty() && !present.contains(&*one.id));
        let why = |id: &str, number: &str, email: &str| match () {
            () if !contest.closing.takes_part(number, email) => Absence::LeftOut,
            () if room.absences.has(id) => Absence::Own,
            () => Absence::NoVersion,
        };
        absent
            .map(|one| {
                let why = why(&one.id, &one.person.number, &one.person.email);
                (one.id, why)
            })
            .collect()
    }

    /// Notes that a person does not take part in a contest, or does again.
    ///
    /// # Errors
    /// Fails if the contest is closed, or this cannot be kept.
    pub fn set_absent(&self, room: &Room, person: &str, is_absent: bool) -> Result<(), Error> {
        if room.closed().is_some() {
            return Err(Error::conflict(message!(WORDS, "contest-has-closed")));
        }
        room.absences.set(person, is_absent)
    }

    /// Lets a person's program play again that rests after fouls.
    ///
    /// # Errors
    /// Fails if it does not rest, or this cannot be kept.
    pub fn play_again(&self, room: &Room, person: &str) -> Result<(), Error> {
        let own = self.participants(room).into_iter().find(|one| one.version.person == person);
        let own = own.map(|one| Entrant::Version(one.version.number));
        let rests = |entrant: &Entrant| {
            let standings = room.standings();
            standings.rows.iter().any(|row| row.entrant == *entrant && row.rests)
        };
        let none = || Error::conflict(message!(WORDS, "program-does-not-rest"));
        let is_waiting = room.final_state() == FinalState::Waiting;
        let own = own.filter(|own| is_waiting && rests(own)).ok_or_else(none)?;
        room.pairs.lock().unwrap_or_else(PoisonError::into_inner).forgive(own)?;
        room.rank(&room.entrants(&self.place, &self.roster)).map(drop)
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
