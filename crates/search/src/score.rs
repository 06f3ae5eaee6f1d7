//! The value of a position.

use rules::{Outcome, Side};

/// The value of a position for one side.
///
/// A score strictly between `-WON` and `WON` is a heuristic evaluation in the game's own unit, or 0
/// for a draw. A score of `WON` or more is a proven win, and a score of `-WON` or less is a proven
/// loss: [`proven_end`] returns the margin and the distance to the end.
///
/// ```
/// use search::{Score, WON, proven_end};
///
/// let estimate: Score = -40;
/// assert!(estimate.abs() < WON && proven_end(estimate).is_none());
/// ```
pub type Score = i32;

/// The least score of a proven win.
pub const WON: Score = 1 << 24;

/// A number greater than every score.
pub const UNBOUNDED: Score = (1 << 25) - 1;

/// What one point of the margin adds to a score. No search is this many plies deep, so one point
/// always counts more than a quicker end.
const POINT: Score = 1024;

/// The score for `side` of a game that is over `ply` moves after the searched position. A larger
/// margin is better; with equal margins, a quicker win or a slower loss is better.
#[must_use]
pub fn outcome_score(outcome: Outcome, side: Side, ply: u32) -> Score {
    let margin = outcome.margin_for(side);
    margin.signum() * (WON + POINT * (margin.abs() + 1) - ply.min(1000) as Score)
}

/// The margin of a proven score, and the number of plies to the end. The margin of a win is
/// positive, and 1,000 plies mean 1,000 or more. Returns `None` for a heuristic evaluation, and for
/// a draw, whose score is 0 as well.
///
/// ```
/// use rules::{Outcome, Side};
/// use search::{outcome_score, proven_end};
///
/// let lost_by_two = outcome_score(Outcome { margin: 2 }, Side::Second, 5);
/// assert_eq!(proven_end(lost_by_two), Some((-2, 5)));
/// assert_eq!(proven_end(130), None);
/// ```
#[must_use]
pub fn proven_end(score: Score) -> Option<(i32, u32)> {
    let beyond = score.abs() - WON;
    if beyond <= 0 {
        return None;
    }
    // The plies take away less than one point, so rounding up gives the number of points.
    let points = (beyond + POINT - 1) / POINT;
    Some((score.signum() * (points - 1), (points * POINT - beyond) as u32))
}

/// Converts a score that counts plies from the root. The result counts plies from a node that lies
/// `ply` plies below the root.
pub(crate) fn from_node(score: Score, ply: u32) -> Score {
    if is_proven(score) { score + score.signum() * ply as Score } else { score }
}

/// Converts a score that counts plies from a node. The node lies `ply` plies below the root, and
/// the result counts plies from the root.
pub(crate) fn from_root(score: Score, ply: u32) -> Score {
    if is_proven(score) { score - score.signum() * ply as Score } else { score }
}

/// Whether a score tells the winner and the distance to the end.
fn is_proven(score: Score) -> bool {
    (WON..UNBOUNDED).contains(&score.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_margin_beats_a_quicker_win_and_both_beat_any_evaluation() {
        let score = |margin, ply| outcome_score(Outcome { margin }, Side::First, ply);
        assert!(score(2, 900) > score(1, 0));
        assert!(score(1, 3) > score(1, 5) && score(1, 1000) > WON);
        assert!(score(-1, 5) > score(-1, 3) && score(-1, 1000) < -WON);
        assert_eq!(score(0, 9), 0);
        assert_eq!(outcome_score(Outcome { margin: 5 }, Side::Second, 2), -score(5, 2));
        assert_eq!(
            [score(3, 0), score(-1, 7), score(60, 1000)].map(proven_end),
            [(3, 0), (-1, 7), (60, 1000)].map(Some)
        );
        assert_eq!([0, 500, 1 - WON].map(proven_end), [None; 3]);
        assert_eq!(from_root(from_node(score(1, 7), 4), 4), score(1, 7));
        assert_eq!(from_node(score(-1, 7), 4), score(-1, 3));
    }
}
