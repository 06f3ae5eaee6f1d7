//! The totals of pairs of games.

use matches::record::{Ending, Record};
use pairing::{Finished, Pairing};

/// The totals of pairs of games between the same two participants. The participant who is named
/// first in their [`Pairing`] is at index 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: [u64; 2],
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost by a foul.
    pub fouls: [u64; 2],
    /// The number of pairs in which the participant at index 0 scored 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
    /// The sum of the margins of the participant at index 0.
    pub margin: i64,
    /// The sum of the squares of the pairs' margins. A pair's margin is the sum of the margins of
    /// its two games.
    pub margin_squares: u64,
}

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchTally {
    /// The match.
    pub pairing: Pairing,
    /// The number of pairs of games that the match has so far.
    pub pairs: u64,
    /// The totals of the pairs that are done.
    pub tally: Tally,
}

impl MatchTally {
    /// The number of pairs of games that are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.tally.played_pairs()
    }
}

impl Tally {
    /// The totals of one pair: two games on one board. The participant at index 0 starts the first
    /// of the two games.
    #[must_use]
    pub fn of_pair(records: &[Record; 2]) -> Tally {
        let mut tally =
            Tally::of_margins(records.each_ref().map(|record| record.margin_of(0).into()));
        for record in records {
            match &record.end {
                Ending::Foul { side, .. } => tally.fouls[record.contestant_at(*side)] += 1,
                Ending::Absence { .. } => tally.fouls.iter_mut().for_each(|fouls| *fouls += 1),
                Ending::Rules | Ending::Resignation { .. } => {}
            }
        }
        tally
    }

    /// Whether no game was played, since neither participant could take part. Such a game counts as
    /// a draw that both lost by a foul.
    #[must_use]
    pub fn is_unplayed(&self) -> bool {
        self.games() > 0 && self.fouls == [self.games(); 2]
    }

    /// The totals of the games that were played: all totals, or none if neither participant could
    /// take part.
    pub(crate) fn played(&self) -> Tally {
        if self.is_unplayed() { Tally::default() } else { *self }
    }

    /// The totals of a pair without fouls, from the margins of the participant at index 0.
    pub(crate) fn of_margins(margins: [i64; 2]) -> Tally {
        let mut tally = Tally::default();
        let mut half_points = 0;
        for margin in margins {
            match margin {
                0 => tally.draws += 1,
                1.. => tally.wins[0] += 1,
                _ => tally.wins[1] += 1,
            }
            half_points += 1 + margin.signum();
            tally.margin += margin;
        }
        tally.pairs[half_points as usize] = 1;
        tally.margin_squares = tally.margin.unsigned_abs().pow(2);
        tally
    }

    /// Adds other pairs of the same two participants.
    pub fn add(&mut self, other: &Tally) {
        let add = |to: &mut [u64], from: &[u64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        add(&mut self.wins, &other.wins);
        add(&mut self.fouls, &other.fouls);
        add(&mut self.pairs, &other.pairs);
        self.draws += other.draws;
        self.margin += other.margin;
        self.margin_squares += other.margin_squares;
    }

    /// Multiplies the totals: returns the sum of `number` tallies like this one.
    pub(crate) fn times(mut self, number: u64) -> Tally {
        let counts = [
            &mut self.wins[..],
            &mut self.fouls,
            &mut self.pairs,
            std::slice::from_mut(&mut self.draws),
        ];
        counts.into_iter().flatten().for_each(|count| *count *= number);
        self.margin *= number as i64;
        self.margin_squares *= number;
        self
    }

    /// The totals without the pairs in `some`. Fouls are not subtracted: all of them still count.
    pub(crate) fn without(&self, some: &Tally) -> Tally {
        let less = |from: &mut [u64], some: &[u64]| {
            from.iter_mut().zip(some).for_each(|(from, some)| *from = from.saturating_sub(*some));
        };
        let mut left = *self;
        less(&mut left.wins, &some.wins);
        less(&mut left.pairs, &some.pairs);
        left.draws = left.draws.saturating_sub(some.draws);
        left.margin = left.margin.saturating_sub(some.margin);
        left.margin_squares = left.margin_squares.saturating_sub(some.margin_squares);
        left
    }

    /// The half points that the participant at index 0 scored in a single pair, from 0 to 4.
    pub(crate) fn half_points(&self) -> usize {
        self.pairs.iter().position(|&pairs| pairs > 0).unwrap_or_default()
    }

    /// The number of pairs.
    #[must_use]
    pub fn played_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// The result in the form that the crate `pairing` needs.
    #[must_use]
    pub fn finished(&self, pairing: Pairing) -> Finished {
        let draws = self.played().draws;
        // A match has fewer games than a 32-bit number can count.
        Finished {
            pairing,
            wins: self.wins.map(|wins| wins as u32),
            draws: draws as u32,
            margin: self.margin,
        }
    }
}
