//! The state of a tournament after the results so far: the next matches, the standings and the
//! bracket.

use crate::error::Error;
use crate::finished::{Finished, Pairing};
use crate::format::Format;
use crate::knockout::{Bracket, Tie};
use crate::ledger::Ledger;
use crate::schedule::{Next, Schedule};
use crate::standings::{Standing, standings};
use crate::{gauntlet, groups, round_robin, swiss};

impl Schedule {
    /// The matches to be played next, given the results so far in any order.
    ///
    /// A match in progress is listed again, since it has no result yet. A knockout may have new
    /// matches after any result. A Swiss tournament has new matches only after the last result of a
    /// round. The other formats list all their matches from the start. A call takes time in
    /// proportion to the number of matches. If a Swiss round is open, the round is paired again, in
    /// time proportional to the cube of the number of participants.
    ///
    /// # Errors
    /// Fails if the results do not belong to this tournament.
    pub fn next(&self, results: &[Finished]) -> Result<Next, Error> {
        if self.part.is_some() || !self.then.is_empty() {
            return self.next_of_stages(results);
        }
        let mut ledger = Ledger::read(results, self.participants)?;
        let next = match self.format {
            Format::RoundRobin { cycles } => {
                play(ledger.open(round_robin::pairings(self.participants, cycles, self.seed)))
            }
            Format::Groups { groups } => {
                play(ledger.open(groups::pairings(self.participants, groups, self.seed)))
            }
            Format::Gauntlet { challengers } => {
                play(ledger.open(gauntlet::pairings(self.participants, challengers, self.seed)))
            }
            Format::Swiss { rounds } => swiss::next(&mut ledger, self, rounds)?,
            Format::Knockout { third_place, extras } => {
                play(Bracket::replay(&mut ledger, self, third_place, extras).open)
            }
            Format::Duel => play(ledger.open(gauntlet::pairings(2, 1, self.seed))),
        };
        ledger.close()?;
        Ok(next)
    }

    /// The current standings, the leader first.
    ///
    /// # Errors
    /// Fails if the results do not belong to this tournament.
    pub fn standings(&self, results: &[Finished]) -> Result<Vec<Standing>, Error> {
        self.ranking(&self.stages(results)?, results)
    }

    /// The standings of one stage.
    pub(crate) fn table(&self, results: &[Finished]) -> Result<Vec<Standing>, Error> {
        if let Some(part) = &self.part {
            let mut table = self.inner(part).table(&part.inward(results)?)?;
            table.iter_mut().for_each(|line| line.participant = part.entrant(line.participant));
            return Ok(table);
        }
        self.next(results)?;
        let counts = |finished: &&Finished| self.counts(&finished.pairing);
        standings(self, &results.iter().filter(counts).copied().collect::<Vec<_>>())
    }

    /// The bracket of a knockout as far as it has been played, round by round from the top; empty
    /// for other formats. In the last round, the match for the third place comes after the final.
    ///
    /// # Errors
    /// Fails if the results do not belong to this tournament.
    pub fn bracket(&self, results: &[Finished]) -> Result<Vec<Tie>, Error> {
        let Format::Knockout { third_place, extras } = self.format else { return Ok(Vec::new()) };
        if let Some(part) = &self.part {
            let ties = self.inner(part).bracket(&part.inward(results)?)?;
            return Ok(ties.into_iter().map(|tie| part.tie_outward(tie)).collect());
        }
        let mut ledger = Ledger::read(results, self.participants)?;
        let bracket = Bracket::replay(&mut ledger, self, third_place, extras);
        ledger.close()?;
        Ok(bracket.ties)
    }
}

fn play(open: Vec<Pairing>) -> Next {
    if open.is_empty() { Next::Over } else { Next::Play(open) }
}
