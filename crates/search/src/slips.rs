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
    /// Within how many plies the levels 1 to 4 never misjudge a proven end. With 1, a level sees a
    /// win in one move, and may overlook the reply that wins.
    pub sights: [u32; 4],
    /// What a proven win that is further away seems to be worth at most.
    pub far_proof: Score,
}

impl Slips {
    /// The slips of most games: errors of up to 16, 8, 4 and 2 points, and no misjudged proof.
    #[must_use]
    pub const fn in_points(point: Score) -> Slips {
        Slips {
            errors: [16 * point, 8 * point, 4 * point, 2 * point],
            sights: [2, 2, 2, u32::MAX],
            far_proof: UNBOUNDED,
        }
    }
}
