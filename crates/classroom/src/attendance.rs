//! What people decide about their own part in a contest, and who has none.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;

use errors::Error;
use rules::message;

use crate::contests::Contests;
use crate::finale::FinalState;
use crate::pairs_played::Entrant;
use crate::register::Member;
use crate::room::{Room, counts};
use crate::trial_words::WORDS;

/// Why somebody does not take part in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The person has said so.
    Own,
    /// The contest leaves the person out.
    LeftOut,
    /// The person's versions came after the closing.
    Late,
    /// An organiser has taken this version out after the closing.
    TakenOut(usize),
    /// The person has no version that counts.
    NoVersion,
}

impl Contests {
    /// The people of the class who do not take part in a contest, by their ids.
    #[must_use]
    pub fn absent(&self, room: &Room) -> Vec<(String, Absence)> {
        let participants = self.participants(room);
        let present: BTreeSet<&str> = participants.iter().map(|one| &*one.version.person).collect();
        let contest = room.contest();
        let late: BTreeSet<String> = self.late(room).into_iter().map(|one| one.person).collect();
        let members = self.roster.members();
        // Who had a version in time and does not take part after the closing was taken out.
        let counts =
            |one: &Member| Some((one.id.clone(), counts(&contest, &self.place, one)?.number));
        let is_closed = room.closed().is_some();
        let counted: BTreeMap<String, usize> =
            if is_closed { members.iter().filter_map(counts).collect() } else { BTreeMap::new() };
        let members = members.into_iter();
        let absent = members.filter(|one| !one.id.is_empty() && !present.contains(&*one.id));
        let why = |id: &str, number: &str, email: &str| match () {
            () if !contest.closing.takes_part(number, email) => Absence::LeftOut,
            () if room.absences.held().contains(id) => Absence::Own,
            () if late.contains(id) => Absence::Late,
            () if counted.contains_key(id) => Absence::TakenOut(counted[id]),
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
        room.absences.change(|people| {
            if is_absent {
                people.insert(person.to_string());
            } else {
                people.remove(person);
            }
        })
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
