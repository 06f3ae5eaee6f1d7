//! Which tournaments there are.

use serde::{Deserialize, Serialize};

/// The most who can take part.
pub const MOST_PARTICIPANTS: usize = 1000;

/// The most matches of a tournament, so that a list of them fits into memory.
pub const MOST_MATCHES: usize = 1_000_000;

/// A kind of tournament, as far as pairing goes; `tournament::System` is how one is announced, and says why there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Format {
    /// Everybody meets everybody, by Berger's tables.
    RoundRobin {
        /// How often everybody meets everybody. Who is named first changes from cycle to cycle.
        cycles: usize,
    },
    /// Each challenger meets everybody who is none.
    Gauntlet {
        /// How many challengers there are: those seeded first.
        challengers: usize,
    },
    /// In each round those meet who have about the same score, and never twice. With an odd number of participants one has a bye
    /// in each round, nobody more than one.
    ///
    /// Up to half as many rounds as participants are always played; a tournament of more may be over early, when every pairing
    /// that is left would repeat one. Up to a quarter as many and one more, nobody is named first two times more than
    /// second, or the reverse.
    Swiss {
        /// How many rounds there are.
        rounds: usize,
    },
    /// Whoever loses is out. Seeds 1 and 2 can meet only in the final; the best seeds have byes in the first round where the
    /// participants are no power of two.
    ///
    /// A tied match is played on, with who is named first taking turns, until one of the added matches has a winner; if none
    /// has, the better seed goes on.
    Knockout {
        /// Whether those who lose in the semi-finals meet. Where there are three participants only one does, and is third.
        third_place: bool,
        /// How many matches are added to a tied one at most.
        extras: usize,
    },
    /// One match between two.
    Duel,
}
