//! The points of an assignment that organisers give by hand: a file to which lines are only added.
//! The last line of a person counts.

use std::path::PathBuf;

use errors::Error;
use jiff::Timestamp;
use rules::{Argument, message};
use serde::{Deserialize, Serialize};

use crate::kept_lines::KeptLines;
use crate::trial_words::WORDS;

/// Points that an organiser has given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByHand {
    time: String,
    /// The organiser.
    pub who: String,
    person: String,
    /// The points; `None` if those of the tests count again.
    pub points: Option<f64>,
    /// What the person reads about it.
    pub reason: String,
}

/// The longest reason in characters.
const LONGEST_REASON: usize = 500;

/// The lines of a file.
pub(crate) struct PointsByHand(KeptLines<ByHand>);

impl PointsByHand {
    /// Reads a file, if it is there.
    ///
    /// # Errors
    /// Fails if it cannot be read, or is damaged.
    pub(crate) fn open(path: PathBuf) -> Result<PointsByHand, Error> {
        KeptLines::open(path).map(PointsByHand)
    }

    /// What was given last to a person.
    pub(crate) fn of(&self, person: &str) -> Option<ByHand> {
        self.0.all().into_iter().rev().find(|line| line.person == person)
    }

    /// Gives points, of so many at most, or lets those of the tests count again.
    ///
    /// # Errors
    /// Fails if nobody can have these points, there is no reason, or this cannot be kept.
    pub(crate) fn add(
        &self,
        person: &str,
        (points, most): (Option<f64>, f64),
        reason: &str,
        who: &str,
    ) -> Result<(), Error> {
        if points.is_some_and(|points| !(0.0..=most).contains(&points)) {
            let most = Argument::Decimal(most.to_string());
            return Err(Error::input(message!(WORDS, "no-such-points").with("n", most)));
        }
        let reason: String = reason.trim().chars().filter(|c| !c.is_control()).collect();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            return Err(Error::input(message!(WORDS, "points-need-reason", n = LONGEST_REASON)));
        }
        let time = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let (who, person) = (who.to_string(), person.to_string());
        self.0.add(|_| Ok(ByHand { time, who, person, points, reason }))
    }

    /// Keeps the lines of the people who are meant, and no others.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn keep(&self, is_meant: impl Fn(&str) -> bool) -> Result<(), Error> {
        self.0.keep(|line| is_meant(&line.person))
    }
}
