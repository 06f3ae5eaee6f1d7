//! What a search or a solver is to find out: the margin, the winner, or a part of it.

use rules::{Game, Outcome, Side};

use crate::{Evaluate, Score, UNBOUNDED, WON, outcome_score};

/// What a search is to find out. The less it is, the sooner it is found.
///
/// Margins are those of the side to move: positive if it wins; +1, 0 and -1 if the game has no
/// points.
///
/// ```
/// use search::Goal;
///
/// assert_eq!(Goal::default(), Goal::Best);
/// assert!(Goal::Winner.is_reached(Some(2), None), "a win, and no matter by how much");
/// assert!(!Goal::Best.is_reached(Some(2), None) && Goal::Best.is_reached(Some(2), Some(2)));
/// let window = Goal::Window(3, 4);
/// assert!(window.is_reached(None, Some(3)) && !window.is_reached(Some(3), None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The best possible result: the largest margin if [every point
    /// counts](Evaluate::EVERY_POINT_COUNTS), and the soonest of those found.
    #[default]
    Best,
    /// The winner, if there is one: neither the largest margin nor the soonest win. The first proof
    /// of a winner ends the search, and the score is a bound.
    Winner,
    /// Whether the margin is at most the first number or at least the second; the exact value
    /// matters only in between. The first is the smaller one; in a game without points both are
    /// from -1 to 1.
    Window(i32, i32),
}

impl Goal {
    /// Whether these bounds of the margin, as far as they are known, are all that is to be found
    /// out.
    #[must_use]
    pub fn is_reached(self, at_least: Option<i32>, at_most: Option<i32>) -> bool {
        let beyond = |low, high| {
            at_most.is_some_and(|margin| margin <= low)
                || at_least.is_some_and(|margin| margin >= high)
        };
        let is_exact = at_least.is_some() && at_least == at_most;
        match self {
            Goal::Best => is_exact,
            Goal::Winner => is_exact || beyond(-1, 1),
            Goal::Window(low, high) => is_exact || beyond(low, high),
        }
    }

    /// Whether it asks which of these two neighbouring margins, and all beyond, is the case.
    ///
    /// ```
    /// use search::Goal;
    ///
    /// assert!(Goal::Winner.parts(0, 1) && Goal::Window(0, 1).parts(0, 1));
    /// assert!(!Goal::Window(0, 1).parts(-1, 0), "a loss is as bad as a draw");
    /// ```
    #[must_use]
    pub fn parts(self, lower: i32, upper: i32) -> bool {
        match self {
            Goal::Best | Goal::Winner => true,
            Goal::Window(low, high) => low <= lower && high >= upper,
        }
    }

    /// The search is exact between these scores.
    ///
    /// Where points count, estimates lie on the side of the margins that they speak for, so that a
    /// search for the winner is as narrow before it sees the end as it is at the end. In the other
    /// games a proven win, which may come early, is to be told from an estimate.
    pub(crate) fn window<G: Game, E: Evaluate<G>>(self) -> (Score, Score) {
        match self {
            Goal::Best => (-UNBOUNDED, UNBOUNDED),
            _ if !E::EVERY_POINT_COUNTS => (-WON, WON),
            Goal::Winner => between(-1, 1),
            Goal::Window(low, high) => between(low, high),
        }
    }

    /// Whether a deeper search would find nothing new about this score.
    pub(crate) fn is_settled<G: Game, E: Evaluate<G>>(self, score: Score, is_exact: bool) -> bool {
        let (alpha, beta) = self.window::<G, E>();
        let proven = match self {
            Goal::Best => score.abs() >= WON && !E::EVERY_POINT_COUNTS,
            _ => score >= beta.max(WON) || score <= alpha.min(-WON),
        };
        is_exact || proven
    }
}

/// The largest score of the lower margin and the smallest of the higher.
fn between(low: i32, high: i32) -> (Score, Score) {
    (most(low), -most(-high))
}

/// The largest score of this margin, where an estimate counts as a margin of one.
fn most(margin: i32) -> Score {
    let of_an_end = |ply| outcome_score(Outcome { margin }, Side::First, ply);
    match margin {
        1.. => of_an_end(0),
        -1..=0 => margin,
        _ => of_an_end(u32::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_parts_the_scores_of_its_margins() {
        for (low, high) in [(-3, -2), (-1, 0), (-1, 1), (0, 1), (0, 7), (4, 5)] {
            let (alpha, beta) = between(low, high);
            for margin in (-9..9).filter(|&margin| margin != 0) {
                for ply in [0, 1, 1000] {
                    let score = outcome_score(Outcome { margin }, Side::First, ply);
                    assert_eq!(score <= alpha, margin <= low, "{low} {high}: {margin} in {ply}");
                    assert_eq!(score >= beta, margin >= high, "{low} {high}: {margin} in {ply}");
                }
            }
            assert_eq!((0 <= alpha, 0 >= beta), (0 <= low, 0 >= high), "{low} {high}: a draw");
        }
    }
}
