//! A match, before and after.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// A match to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pairing {
    /// The round, counted from 0.
    pub round: usize,
    /// The place among the matches of the round, counted from 0.
    pub table: usize,
    /// 0 for the match itself, `n` for the `n`th that is added because all before it were tied. Only a knockout adds any.
    pub extra: usize,
    /// Who starts the first game of each pair.
    pub first: usize,
    /// Who starts the second game of each pair.
    pub second: usize,
}

impl Pairing {
    /// Both participants.
    #[must_use]
    pub fn players(&self) -> [usize; 2] {
        [self.first, self.second]
    }

    /// Half points of one of the two in a pair of games of which the first has so many, from 0 to 4.
    ///
    /// # Panics
    /// When there are more than 4.
    #[must_use]
    pub fn half_points_of(&self, participant: usize, firsts: usize) -> usize {
        if participant == self.first { firsts } else { 4 - firsts }
    }
}

/// A match that has been played: everything that pairing needs to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Finished {
    /// The match.
    pub pairing: Pairing,
    /// Games won, by the one named first and the other.
    pub wins: [u32; 2],
    /// Games that nobody won.
    pub draws: u32,
    /// The margins of all games, summed, from the view of the one named first.
    pub margin: i64,
}

impl Finished {
    /// Who won by the sum of margins: `Greater` for the one named first.
    pub(super) fn by_margin(&self) -> Ordering {
        self.margin.cmp(&0)
    }
}
