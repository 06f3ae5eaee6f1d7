//! The kinds of tournaments.

use serde::{Deserialize, Serialize};

/// The greatest number of participants.
pub const MOST_PARTICIPANTS: usize = 1000;

/// The greatest number of matches in a tournament, so that their list fits into memory.
pub const MOST_MATCHES: usize = 1_000_000;

/// A kind of tournament, with the settings that pairing needs. A tournament is announced as a
/// `tournament::System`, whose documentation says why there are two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    deny_unknown_fields
)]
pub enum Format {
    /// Every participant meets every other, by Berger's tables.
    RoundRobin {
        /// How often every participant meets every other. The participant named first changes from
        /// cycle to cycle.
        cycles: usize,
    },
    /// In each group, every participant meets every other. Only the first of several stages has
    /// groups.
    Groups {
        /// The number of groups.
        groups: usize,
    },
    /// Each challenger meets every participant who is not a challenger.
    Gauntlet {
        /// The number of challengers; they have the first seeds.
        challengers: usize,
    },
    /// In each round, participants with about the same score meet, and nobody meets anybody twice.
    /// If the number of participants is odd, one has a bye in each round, and nobody has more than
    /// one.
    ///
    /// If there are at most `n / 2` rounds for `n` participants, every round can be paired. A
    /// tournament with more rounds may end early, when every remaining pairing would repeat a
    /// match. In the first `n / 4 + 1` rounds, each participant is named first about as often as
    /// second: the difference is at most one.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The loser of a match is out. Seeds 1 and 2 can meet only in the final. If the number of
    /// participants is not a power of two, the best seeds have byes in the first round.
    ///
    /// A tied match is followed by extra matches until one has a winner; the two participants take
    /// turns at being named first. If no extra match has a winner, the better seed goes on.
    Knockout {
        /// Whether the losers of the semi-finals play a match for the third place. With three
        /// participants there is only one such loser, who is third.
        third_place: bool,
        /// The greatest number of extra matches after a tied match.
        extras: usize,
    },
    /// One match between two participants.
    Duel,
}
