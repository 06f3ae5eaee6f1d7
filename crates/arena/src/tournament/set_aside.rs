//! Whether the games that do not count are those that the rules of the tournament set aside.

use std::collections::{HashMap, HashSet};

use super::crew::spoilt;
use super::inspect::Inspector;
use crate::Error;
use crate::record::{Record, checksum};
use crate::schedule::Pairing;

/// A game of a match: its number there, from 1.
pub(super) type Place = (Pairing, u64);

/// Checks the games that were set aside, in the order in which they were, after all that count.
pub(super) struct SetAside<'a> {
    inspector: &'a Inspector<'a>,
    /// How often each game has been set aside so far.
    replays: HashMap<Place, u64>,
    /// Checksums of their records: no two games take the same times.
    seen: HashSet<String>,
}

impl<'a> SetAside<'a> {
    pub(super) fn new(inspector: &'a Inspector<'a>) -> SetAside<'a> {
        SetAside { inspector, replays: HashMap::new(), seen: HashSet::new() }
    }

    /// The next one: its record, as a line, and the reason. Gives its number in its match.
    ///
    /// # Errors
    /// What does not fit.
    pub(super) fn check(&mut self, why: &str, line: &str) -> Result<u64, Error> {
        let record = Record::read(line).map_err(Error::corrupt)?;
        let place = self.inspector.check_set_aside(&record)?;
        if !self.seen.insert(checksum(line.as_bytes())) {
            return Err(Error::corrupt("it is there twice"));
        }
        let replays = self.replays.entry(place).or_default();
        let fairness = self.inspector.fairness();
        if *replays >= fairness.replays {
            return Err(Error::corrupt(format!(
                "game {} has been played again more often than was announced",
                place.1
            )));
        }
        match spoilt::why(&record, fairness, *replays) {
            Some(reason) if reason == why => {}
            Some(reason) => return Err(Error::corrupt(format!("the reason is another one: {reason}"))),
            None => return Err(Error::corrupt("by what was announced it counts")),
        }
        *replays += 1;
        Ok(place.1)
    }

    /// That a game which was spoilt and counts has been played again as often as was announced.
    ///
    /// # Errors
    /// When games are missing.
    pub(super) fn finish(&self) -> Result<(), Error> {
        let announced = self.inspector.fairness().replays;
        let lacking = self.inspector.spoilt().filter(|place| self.times(place) < announced);
        match lacking.min() {
            None => Ok(()),
            Some(place) => Err(Error::corrupt(format!(
                "game {} of round {}, table {} was spoilt and counts, though it was set aside {} times, not {announced}",
                place.1,
                place.0.round + 1,
                place.0.table + 1,
                self.times(place)
            ))),
        }
    }

    /// How often a game has been set aside.
    fn times(&self, place: &Place) -> u64 {
        self.replays.get(place).copied().unwrap_or(0)
    }
}
