//! What pairs of games add up to.

use crate::record::{Ending, Record};
use crate::schedule::{Finished, Pairing};

/// What some pairs of games between the same two add up to. The one named first in their [`Pairing`] is at index 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: [u64; 2],
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost by a foul.
    pub fouls: [u64; 2],
    /// How many pairs brought the first 0, 1, .. 4 half points.
    pub pairs: [u64; 5],
    /// The first's margins, summed.
    pub margin: i64,
    /// The first's margins of pairs (both games' together), squared and summed.
    pub margin_squares: u64,
}

impl Tally {
    /// One pair: two games on one board, of which the first starts the first.
    #[must_use]
    pub fn of_pair(records: &[Record; 2]) -> Tally {
        let mut tally = Tally::default();
        let mut half_points = 0;
        for record in records {
            let margin = i64::from(record.margin_of(0));
            match margin {
                0 => tally.draws += 1,
                1.. => tally.wins[0] += 1,
                _ => tally.wins[1] += 1,
            }
            half_points += 1 + margin.signum();
            tally.margin += margin;
            if let Ending::Foul { side, .. } = &record.end {
                tally.fouls[record.contestant_at(*side)] += 1;
            }
        }
        tally.pairs[half_points as usize] = 1;
        tally.margin_squares = tally.margin.unsigned_abs().pow(2);
        tally
    }

    /// Adds other pairs of the same two.
    pub fn add(&mut self, other: &Tally) {
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        add(&mut self.wins, &other.wins);
        add(&mut self.fouls, &other.fouls);
        add(&mut self.pairs, &other.pairs);
        self.draws += other.draws;
        self.margin += other.margin;
        self.margin_squares += other.margin_squares;
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// As what pairing needs to know.
    #[must_use]
    pub fn finished(&self, pairing: Pairing) -> Finished {
        // A match has fewer games than there are numbers of 32 bits.
        Finished { pairing, wins: self.wins.map(|wins| wins as u32), draws: self.draws as u32, margin: self.margin }
    }
}
