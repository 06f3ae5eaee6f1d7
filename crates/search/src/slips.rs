//! How the weak levels of an engine misjudge moves.

use crate::{Score, UNBOUNDED};

/// How a weak level of a game's engine sees less than the whole engine. A game has one for each of
/// its weak levels, the weakest first ([`Evaluate::SLIPS`](crate::Evaluate::SLIPS)). Matches
/// between the levels show which numbers make their steps equal (`docs/engines.md`).
///
/// ```
/// use search::Slip;
///
/// let weak = Slip { sight: 1, ..Slip::within(400) };
/// assert_eq!((weak.error, weak.depth), (400, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip {
    /// By how much the level misjudges an estimate at most.
    pub error: Score,
    /// How many plies it looks ahead at most.
    pub depth: u32,
    /// How many positions it searches for a move at most.
    pub nodes: u64,
    /// Within how many plies it never misjudges a proven end. With 1, a level sees a win in one
    /// move, and may overlook the reply that wins.
    pub sight: u32,
    /// What a proven win that is further away seems to be worth at most.
    pub far_proof: Score,
}

impl Slip {
    /// An error of at most this size, after a look of two plies.
    #[must_use]
    pub const fn within(error: Score) -> Slip {
        Slip { error, depth: 2, nodes: 16_384, sight: 2, far_proof: UNBOUNDED }
    }

    /// An error of at most this size, after a look of three plies that misjudges no proof.
    #[must_use]
    pub const fn deeper(error: Score) -> Slip {
        Slip { depth: 3, sight: u32::MAX, ..Slip::within(error) }
    }
}
