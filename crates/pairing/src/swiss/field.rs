//! Everybody's history, and the round that follows from it.

use std::cmp::Reverse;

use super::super::finished::{Finished, Pairing};
use super::super::ledger::foreign;
use super::super::matching::cheapest;
use super::super::points::Points;
use super::cost::Costs;
use super::names::named;
use crate::Error;

/// What the rounds so far have made of everybody.
pub(crate) struct Field {
    pub(super) entrants: usize,
    pub(super) points: Vec<u64>,
    /// How often each was named first, less how often second.
    pub(super) balance: Vec<i32>,
    /// Whether each was named first in the last match: 1, -1 if second, 0 before any.
    last: Vec<i32>,
    pub(in super::super) byes: Vec<bool>,
    /// Row by row, who has met whom.
    met: Vec<bool>,
}

impl Field {
    pub(super) fn new(entrants: usize) -> Field {
        let (points, balance, last) = (vec![0; entrants], vec![0; entrants], vec![0; entrants]);
        Field { entrants, points, balance, last, byes: vec![false; entrants], met: vec![false; entrants * entrants] }
    }

    pub(super) fn have_met(&self, one: usize, other: usize) -> bool {
        self.met[one * self.entrants + other]
    }

    /// Takes in a complete round, in the order of its tables.
    ///
    /// # Errors
    /// When no round can look like that.
    pub(super) fn absorb(&mut self, round: &[&Finished], points: Points) -> Result<(), Error> {
        let mut idle = vec![true; self.entrants];
        for (table, finished) in round.iter().enumerate() {
            let Pairing { first, second, .. } = finished.pairing;
            let is_right = finished.pairing.table == table && finished.pairing.extra == 0;
            if !is_right || !idle[first] || !idle[second] || self.have_met(first, second) {
                return Err(foreign(&finished.pairing));
            }
            (idle[first], idle[second]) = (false, false);
            self.enter(finished, points);
        }
        for entrant in (0..self.entrants).filter(|&entrant| idle[entrant]) {
            if std::mem::replace(&mut self.byes[entrant], true) {
                return Err(Error::corrupt(format!("entrant {} has two byes", entrant + 1)));
            }
            self.points[entrant] += points.bye();
        }
        Ok(())
    }

    fn enter(&mut self, finished: &Finished, points: Points) {
        let Pairing { first, second, .. } = finished.pairing;
        self.met[first * self.entrants + second] = true;
        self.met[second * self.entrants + first] = true;
        let halves = points.halves(finished);
        for (entrant, halves, sign) in [(first, halves[0], 1), (second, halves[1], -1)] {
            self.points[entrant] += halves;
            self.balance[entrant] += sign;
            self.last[entrant] = sign;
        }
    }

    /// Everybody by score, then by seed.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.entrants).collect();
        ranking.sort_by_key(|&entrant| Reverse(self.points[entrant]));
        ranking
    }

    /// The next round, in the order of the higher ones; `None` where there is none.
    pub(super) fn pair(&self, round: usize, lot: usize) -> Option<Vec<Pairing>> {
        let ranking = self.ranking();
        let costs = Costs::new(self, &ranking);
        // The bye, where it is needed, is the last vertex.
        let mates = cheapest(self.entrants.next_multiple_of(2), |high, low| costs.of(high, low))?;
        let met = mates.iter().enumerate().filter(|&(high, &low)| high < low && low < self.entrants);
        let pairs: Vec<_> = met.map(|(high, &low)| [ranking[high], ranking[low]]).collect();
        let names = named(self, &pairs, lot).into_iter().enumerate();
        Some(names.map(|(table, [first, second])| Pairing { round, table, extra: 0, first, second }).collect())
    }

    /// Whether nobody has a bye, and everybody has been named first as often as second.
    pub(super) fn is_level(&self) -> bool {
        self.entrants.is_multiple_of(2) && self.balance.iter().all(|&balance| balance == 0)
    }

    /// Who is named first of two: who was less often; else who was not in the last match, where that tells them apart; else
    /// the one or the other in turns from table to table.
    pub(super) fn order(&self, high: usize, low: usize, high_starts: bool) -> [usize; 2] {
        let history = |entrant: usize| (self.balance[entrant], self.last[entrant]);
        let starts = match history(high).cmp(&history(low)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => high_starts,
            std::cmp::Ordering::Greater => false,
        };
        if starts { [high, low] } else { [low, high] }
    }
}
