//! Checks that the games that do not count are void, and that each was played again only once.

use std::collections::HashSet;

use super::inspect::{Inspector, MatchGame};
use errors::Error;
use matches::record::Record;

/// Checks the void games, in their order, after all games that count.
pub(crate) struct VoidGames<'a> {
    inspector: &'a Inspector<'a>,
    seen: HashSet<MatchGame>,
}

impl<'a> VoidGames<'a> {
    pub(crate) fn new(inspector: &'a Inspector<'a>) -> VoidGames<'a> {
        VoidGames { inspector, seen: HashSet::new() }
    }

    /// Checks the next void game. `why` is the recorded reason why the game does not count, and
    /// `line` is the game's record. Returns the game's number in the match.
    ///
    /// # Errors
    /// Fails if the game does not belong in the tournament; the error says why.
    pub(crate) fn check(&mut self, why: &str, line: &str) -> Result<u64, Error> {
        let record = Record::read(line).map_err(Error::corrupt)?;
        let place = self.inspector.check_void(&record)?;
        match record.why_void() {
            Some(reason) if reason == why => {}
            Some(reason) => {
                return Err(Error::corrupt(format!("the reason is different: {reason}")));
            }
            None => return Err(Error::corrupt("it is not void, so it counts")),
        }
        if !self.seen.insert(place) {
            return Err(Error::corrupt(format!(
                "game {} was void twice, but a game is played again only once",
                place.1
            )));
        }
        Ok(place.1)
    }

    /// Checks every game that counts although it is void: the game must have been played in place
    /// of an earlier void game.
    ///
    /// # Errors
    /// Fails if a void game counts but was not played in place of an earlier one.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        let lacking = self.inspector.void().filter(|place| !self.seen.contains(place));
        lacking.min().map_or(Ok(()), |(pairing, number)| {
            let (round, table) = (pairing.round + 1, pairing.table + 1);
            Err(Error::corrupt(format!(
                "game {number} of round {round}, table {table} is void, and counts though it was \
                not played again"
            )))
        })
    }
}
