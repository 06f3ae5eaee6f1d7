//! A match before and after it is played.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// A match to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pairing {
    /// The round, counted from 0.
    pub round: usize,
    /// The match's place among the matches of the round, counted from 0.
    pub table: usize,
    /// 0 for the match itself, and `n` for the `n`th extra match. An extra match is played if the
    /// match and all earlier extra matches were tied. Only a knockout has extra matches.
    pub extra: usize,
    /// The participant who starts the first game of each pair.
    pub first: usize,
    /// The participant who starts the second game of each pair.
    pub second: usize,
}

impl Pairing {
    /// Both participants.
    #[must_use]
    pub fn players(&self) -> [usize; 2] {
        [self.first, self.second]
    }

    /// The half points that a participant made in a pair of games. `firsts` is the number of half
    /// points that `first` made, from 0 to 4.
    ///
    /// # Panics
    /// Panics if `firsts` is more than 4.
    #[must_use]
    pub fn half_points_of(&self, participant: usize, firsts: usize) -> usize {
        if participant == self.first { firsts } else { 4 - firsts }
    }
}

/// The result of a match, as far as pairing needs it. A match without any game was between two
/// participants who could not take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Finished {
    /// The match.
    pub pairing: Pairing,
    /// The numbers of games won by the participant named first, and by the one named second.
    pub wins: [u32; 2],
    /// The number of drawn games.
    pub draws: u32,
    /// The sum of the margins of all games, from the view of the participant named first.
    pub margin: i64,
}

impl Finished {
    /// Whether no game of the match was played, since neither participant could take part. Nobody
    /// gets points for such a match.
    #[must_use]
    pub fn is_unplayed(&self) -> bool {
        self.wins == [0, 0] && self.draws == 0
    }

    /// The winner by the sum of margins: `Greater` means the participant named first.
    pub(super) fn by_margin(&self) -> Ordering {
        self.margin.cmp(&0)
    }
}
