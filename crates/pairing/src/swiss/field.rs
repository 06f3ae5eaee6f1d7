//! The history of all participants, from which a round is paired.

use std::cmp::Reverse;

use crate::error::Error;
use crate::finished::{Finished, Pairing};
use crate::points::Points;

/// The history of all participants in the rounds so far.
pub(crate) struct Field {
    pub(super) participants: usize,
    pub(super) points: Vec<u64>,
    /// For each participant, the number of times named first less the number of times named second.
    balance: Vec<i32>,
    /// For each participant, 1 if named first in the last match, -1 if second, 0 before any match.
    last: Vec<i32>,
    pub(crate) byes: Vec<bool>,
    /// For each participant, a row that says which participants it has met.
    met: Vec<bool>,
}

impl Field {
    pub(super) fn new(participants: usize) -> Field {
        let (points, balance, last) =
            (vec![0; participants], vec![0; participants], vec![0; participants]);
        Field {
            participants,
            points,
            balance,
            last,
            byes: vec![false; participants],
            met: vec![false; participants * participants],
        }
    }

    pub(super) fn have_met(&self, one: usize, other: usize) -> bool {
        self.met[one * self.participants + other]
    }

    /// Adds a complete round of the participants who were present, in the order of its tables.
    ///
    /// # Errors
    /// Fails if the format does not allow this round.
    pub(super) fn absorb(
        &mut self,
        round: &[&Finished],
        present: &[usize],
        points: Points,
    ) -> Result<(), Error> {
        let mut idle = vec![false; self.participants];
        present.iter().for_each(|&participant| idle[participant] = true);
        for (table, finished) in round.iter().enumerate() {
            let Pairing { first, second, .. } = finished.pairing;
            let is_right = finished.pairing.table == table && finished.pairing.extra == 0;
            if !is_right || !idle[first] || !idle[second] || self.have_met(first, second) {
                return Err(Error::Foreign(finished.pairing));
            }
            (idle[first], idle[second]) = (false, false);
            self.enter(finished, points);
        }
        for participant in (0..self.participants).filter(|&participant| idle[participant]) {
            if std::mem::replace(&mut self.byes[participant], true) {
                return Err(Error::TwoByes(participant));
            }
            self.points[participant] += points.bye();
        }
        Ok(())
    }

    fn enter(&mut self, finished: &Finished, points: Points) {
        let Pairing { first, second, .. } = finished.pairing;
        self.met[first * self.participants + second] = true;
        self.met[second * self.participants + first] = true;
        let halves = points.halves(finished);
        for (participant, halves, sign) in [(first, halves[0], 1), (second, halves[1], -1)] {
            self.points[participant] += halves;
            self.balance[participant] += sign;
            self.last[participant] = sign;
        }
    }

    /// The participants who are present, by score, then by seed.
    pub(super) fn ranking(&self, present: &[usize]) -> Vec<usize> {
        let mut ranking = present.to_vec();
        ranking.sort_by_key(|&participant| Reverse(self.points[participant]));
        ranking
    }

    /// Decides which of two participants is named first: the one with the lower balance. If the
    /// balances are equal, it is the participant who was not named first in the last match. If this
    /// does not decide either, the better participant is named first at every second table.
    pub(super) fn order(&self, high: usize, low: usize, high_starts: bool) -> [usize; 2] {
        let history = |participant: usize| (self.balance[participant], self.last[participant]);
        let starts = match history(high).cmp(&history(low)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => high_starts,
            std::cmp::Ordering::Greater => false,
        };
        if starts { [high, low] } else { [low, high] }
    }
}
