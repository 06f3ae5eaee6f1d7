//! The score of a match.

use crate::record::{Comparison, Duplicates, Ending, GameDigest, Record};

/// The totals of the games so far; `stats::verdict_of_different` says what the pairs prove. In
/// `wins` and `fouls`, the first contestant's total is at index 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games won.
    pub wins: [u64; 2],
    /// Drawn games.
    pub draws: u64,
    /// Games lost by a foul.
    pub fouls: [u64; 2],
    /// The sum of the first contestant's margins.
    pub margin: i64,
    /// How many complete pairs gave the first contestant 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
    /// Like `pairs`, but counts only the pairs that are copies of an earlier pair.
    pub repeated: [u64; 5],
    /// How many complete pairs the first contestant lost, drew and won by the sum of both margins.
    /// A match in a contest is decided so.
    pub by_margin: [u64; 3],
    /// Whether a game was won by more than one point.
    pub has_points: bool,
    duplicates: Duplicates<()>,
    /// The half points and the margin in an incomplete pair.
    open: Option<(usize, i64)>,
}

impl Score {
    /// Counts a game. Games must come in the order of their numbers.
    pub fn count(&mut self, record: &Record) {
        let margin = record.margin_of(0);
        let half_points = half_points_of([margin.into()]);
        match half_points {
            1 => self.draws += 1,
            2 => self.wins[0] += 1,
            _ => self.wins[1] += 1,
        }
        match &record.end {
            Ending::Foul { side, .. } => self.fouls[record.contestant_at(*side)] += 1,
            Ending::Absence { .. } => self.fouls.iter_mut().for_each(|fouls| *fouls += 1),
            Ending::Rules | Ending::Resignation { .. } => {}
        }
        self.margin += i64::from(margin);
        self.has_points |= margin.abs() > 1;
        match self.open.take() {
            Some((before, lead)) => {
                self.pairs[before + half_points] += 1;
                self.by_margin[half_points_of([lead + i64::from(margin)])] += 1;
            }
            None => self.open = Some((half_points, margin.into())),
        }
        match self.duplicates.see((), [0, 1], GameDigest::of(record)) {
            Comparison::Nothing => {}
            Comparison::Copy(copy) => self.repeated[half_points_of(copy.margins)] += copy.pairs,
            Comparison::Chance(none) => {
                none.iter().for_each(|its| self.repeated[half_points_of(its.margins)] -= its.pairs);
            }
        }
    }

    /// The pairs that are not copies of earlier pairs, by half points.
    #[must_use]
    pub fn fresh_pairs(&self) -> [u64; 5] {
        std::array::from_fn(|index| self.pairs[index] - self.repeated[index])
    }

    /// How many games have been counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }
}

/// Adds up the half points for these margins: 2 for a win, and 1 for a draw.
fn half_points_of<const GAMES: usize>(margins: [i64; GAMES]) -> usize {
    margins.into_iter().map(|margin| (1 + margin.signum()) as usize).sum()
}
