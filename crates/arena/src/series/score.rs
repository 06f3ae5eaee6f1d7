//! The score of a series, and how much it says.

use crate::record::{Ending, Record};

/// What the games so far add up to. The first contestant's is at index 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games won.
    pub wins: [u64; 2],
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost by a foul.
    pub fouls: [u64; 2],
    /// The first contestant's margins, summed.
    pub margin: i64,
    /// Half points of the first contestant's in pairs that are complete: how many pairs brought 0, 1, .. 4 of them.
    pub pairs: [u64; 5],
    /// Half points in the pair that is not complete yet.
    open: Option<usize>,
}

/// A share of the points, between 0 and 1, and half the width of the interval that holds the true one in 95 of 100 series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Points of the first contestant's, divided by games.
    pub mean: f64,
    /// `None` where there are too few pairs to tell.
    pub margin: Option<f64>,
}

/// An interval by the normal distribution says nothing where there are fewer.
const FEWEST_PAIRS: u64 = 10;

impl Score {
    /// Counts a game. Games come in the order of their numbers.
    pub fn count(&mut self, record: &Record) {
        let margin = record.margin_of(0);
        let half_points = match margin {
            0 => 1,
            m if m > 0 => 2,
            _ => 0,
        };
        match half_points {
            1 => self.draws += 1,
            2 => self.wins[0] += 1,
            _ => self.wins[1] += 1,
        }
        if let Ending::Foul { side, .. } = &record.end {
            self.fouls[record.contestant_at(*side)] += 1;
        }
        self.margin += i64::from(margin);
        match self.open.take() {
            Some(before) => self.pairs[before + half_points] += 1,
            None => self.open = Some(half_points),
        }
    }

    /// How many games have been counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// The first contestant's share of the points. Pairs are what is counted, since two games on one board are not
    /// independent of each other.
    #[must_use]
    pub fn share(&self) -> Share {
        let games = self.games().max(1) as f64;
        let mean = (self.wins[0] as f64 + self.draws as f64 / 2.0) / games;
        Share { mean, margin: self.deviation().map(|deviation| 1.96 * deviation) }
    }

    /// The standard error of the mean over pairs.
    fn deviation(&self) -> Option<f64> {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs < FEWEST_PAIRS {
            return None;
        }
        let count = pairs as f64;
        let values = || self.pairs.iter().enumerate().map(|(points, &number)| (points as f64 / 4.0, number as f64));
        let mean = values().map(|(value, number)| value * number).sum::<f64>() / count;
        let squares: f64 = values().map(|(value, number)| number * (value - mean).powi(2)).sum();
        Some((squares / (count - 1.0) / count).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_pairs() {
        // Six pairs that brought 1/2, three that brought 3/4, and three 1: mean 11/16, variance of a pair (by hand) 3/64.
        let score = Score { wins: [15, 6], draws: 3, pairs: [0, 0, 6, 3, 3], ..Score::default() };
        let share = score.share();
        assert!((share.mean - 11.0 / 16.0).abs() < 1e-12);
        let expected = 1.96 * (3.0_f64 / 64.0 / 12.0).sqrt();
        assert!((share.margin.expect("twelve pairs") - expected).abs() < 1e-12, "{share:?}");
    }

    #[test]
    fn few_pairs_say_nothing() {
        assert_eq!(Score { wins: [18, 0], pairs: [0, 0, 0, 0, 9], ..Score::default() }.share().margin, None);
    }
}
