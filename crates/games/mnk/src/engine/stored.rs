//! Scores of nodes, as the hash table stores them.

use rules::{Outcome, Side};
use search::{Bounds, Score, UNBOUNDED, WON, outcome_score};

/// The score of a win that comes this many moves after the root.
pub(super) fn won(ply: u32) -> Score {
    outcome_score(Outcome::won_by(Side::First, 1), Side::First, ply)
}

/// The depth that is stored with the result of a search to `depth`. A search goes on while moves
/// are forced, so `depth` may be 0 or less; the stored depth is at least 1.
pub(super) fn stored(depth: i32) -> u8 {
    (depth.max(0) + 1) as u8
}

/// The stored score of a node, if the stored bounds are enough for this depth and window. The node
/// lies `ply` moves below the root. In a proven result, the moves until the end are counted from
/// the root.
pub(super) fn answer(
    known: Bounds,
    depth: i32,
    ply: u32,
    alpha: Score,
    beta: Score,
) -> Option<Score> {
    let deep = known.depth >= stored(depth);
    let [lower, upper] = [known.lower, known.upper].map(|score| from_root(score, ply));
    // A proven win or loss is valid at any depth.
    let counts = |score: Score| deep || score.abs() >= WON;
    if (lower >= beta || lower == upper) && counts(known.lower) {
        return Some(lower);
    }
    (upper <= alpha && counts(known.upper)).then_some(upper)
}

/// Converts a proven score. In `score`, the moves until the end are counted from the root. In the
/// result, they are counted from a node that lies `ply` moves below the root.
pub(super) fn from_node(score: Score, ply: u32) -> Score {
    if score.abs() >= WON { score + score.signum() * ply as Score } else { score }
}

/// Converts a proven score. In `score`, the moves until the end are counted from a node that lies
/// `ply` moves below the root. In the result, they are counted from the root.
pub(super) fn from_root(score: Score, ply: u32) -> Score {
    if score.abs() >= WON && score.abs() < UNBOUNDED {
        score - score.signum() * ply as Score
    } else {
        score
    }
}
