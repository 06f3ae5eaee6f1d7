//! How many points a match is worth.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::finished::Finished;

/// How many points a match is worth. All points are counted in halves, as whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    deny_unknown_fields
)]
pub enum Points {
    /// A match brings 3 points to the player with the greater sum of margins, or 1 point to each if
    /// the sums are equal. A bye brings 3 points. A match that was not played brings none.
    ByMatch,
    /// A won game is worth 1 point, and a draw is worth half a point.
    ByGame {
        /// The number of games in a match; a bye brings this many points.
        games: u32,
    },
}

impl Points {
    /// The half points of the participant named first, and those of the other participant.
    #[must_use]
    pub fn halves(self, finished: &Finished) -> [u64; 2] {
        match (self, finished.by_margin()) {
            (Points::ByGame { .. }, _) => {
                finished.wins.map(|wins| 2 * u64::from(wins) + u64::from(finished.draws))
            }
            (Points::ByMatch, Ordering::Greater) => [6, 0],
            (Points::ByMatch, Ordering::Less) => [0, 6],
            (Points::ByMatch, Ordering::Equal) if finished.is_unplayed() => [0, 0],
            (Points::ByMatch, Ordering::Equal) => [2, 2],
        }
    }

    /// The number of half points that a bye brings.
    #[must_use]
    pub fn bye(self) -> u64 {
        match self {
            Points::ByMatch => 6,
            Points::ByGame { games } => 2 * u64::from(games),
        }
    }

    /// The winner of the match: `Greater` means the participant named first.
    pub(super) fn winner(self, finished: &Finished) -> Ordering {
        let [first, second] = self.halves(finished);
        first.cmp(&second)
    }

    /// Sonneborn–Berger adds a part of the opponent's score to each participant's sum. Returns
    /// these parts in halves: 2 for a win, 1 for a draw.
    pub(super) fn shares(self, finished: &Finished) -> [u64; 2] {
        match (self, finished.by_margin()) {
            (Points::ByGame { .. }, _) => self.halves(finished),
            (Points::ByMatch, Ordering::Greater) => [2, 0],
            (Points::ByMatch, Ordering::Less) => [0, 2],
            (Points::ByMatch, Ordering::Equal) if finished.is_unplayed() => [0, 0],
            (Points::ByMatch, Ordering::Equal) => [1, 1],
        }
    }
}
