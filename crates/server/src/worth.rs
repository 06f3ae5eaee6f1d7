//! The value of a move or a position, as pages read it.

use search::{Limits, Score, proven_end};
use serde_json::{Value, json};

/// More half-moves than any search looks ahead; see [`search::proven_end`].
const FARTHEST_END: u32 = 2 * Limits::NONE.depth;

/// The value of a score for the side to move. A proven value consists of the margin and, if it is
/// known, the number of half-moves to the end. An estimate is a number of points. Only an exact
/// value is final.
pub(crate) fn worth(score: Score, is_exact: bool, point: Score) -> Value {
    match proven_end(score) {
        Some((margin, plies)) if plies < FARTHEST_END => {
            json!({ "margin": margin, "in": plies, "exact": is_exact })
        }
        Some((margin, _)) => json!({ "margin": margin, "exact": is_exact }),
        None if is_exact && score == 0 => json!({ "margin": 0, "exact": true }),
        None => json!({ "points": f64::from(score) / f64::from(point), "exact": false }),
    }
}
