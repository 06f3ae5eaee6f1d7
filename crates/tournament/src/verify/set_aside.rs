//! Whether the games that do not count are void, and each was played once more.

use std::collections::HashSet;

use super::inspect::{Inspector, MatchGame};
use errors::Error;
use matches::record::Record;

/// Checks the games that were set aside, in the order in which they were, after all that count.
pub(crate) struct SetAside<'a> {
    inspector: &'a Inspector<'a>,
    seen: HashSet<MatchGame>,
}

impl<'a> SetAside<'a> {
    pub(crate) fn new(inspector: &'a Inspector<'a>) -> SetAside<'a> {
        SetAside { inspector, seen: HashSet::new() }
    }

    /// The next one: its record, as a line, and the reason. Gives its number in its match.
    ///
    /// # Errors
    /// What does not fit.
    pub(crate) fn check(&mut self, why: &str, line: &str) -> Result<u64, Error> {
        let record = Record::read(line).map_err(Error::corrupt)?;
        let place = self.inspector.check_set_aside(&record)?;
        match record.why_void() {
            Some(reason) if reason == why => {}
            Some(reason) => return Err(Error::corrupt(format!("the reason is another one: {reason}"))),
            None => return Err(Error::corrupt("it is not void, so it counts")),
        }
        if !self.seen.insert(place) {
            return Err(Error::corrupt(format!("game {} was set aside twice, and is played again once", place.1)));
        }
        Ok(place.1)
    }

    /// That a game which is void and counts has been played again.
    ///
    /// # Errors
    /// When one has not.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        let lacking = self.inspector.void().filter(|place| !self.seen.contains(place));
        lacking.min().map_or(Ok(()), |(pairing, number)| {
            let (round, table) = (pairing.round + 1, pairing.table + 1);
            Err(Error::corrupt(format!(
                "game {number} of round {round}, table {table} is void, and counts though it was not played again"
            )))
        })
    }
}
