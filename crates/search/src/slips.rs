//! How the weak levels of an engine misjudge moves.

use crate::{Score, UNBOUNDED};

/// How the weak levels misjudge the moves of a game. Matches between the levels show which numbers
/// make their steps equal (`docs/engines.md`).
///
/// ```
/// use search::Slips;
///
/// let Slips { errors, .. } = Slips::in_points(100);
/// assert!(errors.is_sorted_by(|weaker, stronger| weaker > stronger));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slips {
    /// By how much the levels 1 to 4 misjudge an estimate at most.
    pub errors: [Score; 4],
    /// What a proven win seems to be worth at most to the levels 1 to 3, unless the game ends with
    /// the move or with the opponent's next one.
    pub far_proof: Score,
}

impl Slips {
    /// The slips of most games: errors of up to 16, 8, 4 and 2 points, and no misjudged proof.
    #[must_use]
    pub const fn in_points(point: Score) -> Slips {
        Slips { errors: [16 * point, 8 * point, 4 * point, 2 * point], far_proof: UNBOUNDED }
    }
}
