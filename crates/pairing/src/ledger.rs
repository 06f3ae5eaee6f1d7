//! The results so far; each result is used once.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::finished::{Finished, Pairing};

/// Results that have not been assigned to a match yet.
pub(super) struct Ledger<'a> {
    left: BTreeMap<Pairing, &'a Finished>,
}

impl<'a> Ledger<'a> {
    /// # Errors
    /// Fails if a match has two results, or if a result names an impossible pair of participants.
    pub(super) fn read(results: &'a [Finished], participants: usize) -> Result<Ledger<'a>, Error> {
        let mut left = BTreeMap::new();
        for result in results {
            let Pairing { first, second, .. } = result.pairing;
            if first >= participants || second >= participants || first == second {
                return Err(Error::Foreign(result.pairing));
            }
            if left.insert(result.pairing, result).is_some() {
                return Err(Error::Twice(result.pairing));
            }
        }
        Ok(Ledger { left })
    }

    pub(super) fn take(&mut self, pairing: &Pairing) -> Option<&'a Finished> {
        self.left.remove(pairing)
    }

    /// The number of results of a round.
    pub(super) fn count(&self, round: usize) -> usize {
        self.of_round(round).count()
    }

    /// All results of a round, in the order of the tables.
    pub(super) fn take_round(&mut self, round: usize) -> Vec<&'a Finished> {
        let taken: Vec<_> = self.of_round(round).collect();
        for finished in &taken {
            self.left.remove(&finished.pairing);
        }
        taken
    }

    fn of_round(&self, round: usize) -> impl Iterator<Item = &'a Finished> {
        let start = |round| Pairing { round, table: 0, extra: 0, first: 0, second: 0 };
        self.left.range(start(round)..start(round + 1)).map(|(_, &finished)| finished)
    }

    /// The given matches that have no result.
    pub(super) fn open(&mut self, matches: impl IntoIterator<Item = Pairing>) -> Vec<Pairing> {
        matches.into_iter().filter(|pairing| self.take(pairing).is_none()).collect()
    }

    /// # Errors
    /// Fails if there are results of matches that this tournament does not have.
    pub(super) fn close(&self) -> Result<(), Error> {
        self.left.keys().next().map_or(Ok(()), |&pairing| Err(Error::Foreign(pairing)))
    }
}
