//! The questions that a search or a solver answers: the margin, the winner, or on which side of a
//! window the margin lies.

use rules::{Game, Outcome, Side};

use crate::{Evaluate, Score, UNBOUNDED, WON, outcome_score};

/// The question that a search answers. The answer to a smaller question is found sooner.
///
/// All margins here are from the view of the side to move: positive if that side wins. In a game
/// without points a win is +1, a draw 0 and a loss -1.
///
/// ```
/// use search::Goal;
///
/// assert_eq!(Goal::default(), Goal::Best);
/// assert!(Goal::Winner.is_reached(Some(2), None), "a win by any margin is enough");
/// assert!(!Goal::Best.is_reached(Some(2), None) && Goal::Best.is_reached(Some(2), Some(2)));
/// let window = Goal::Window(3, 4);
/// assert!(window.is_reached(None, Some(3)) && !window.is_reached(Some(3), None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The best possible result. If [every point counts](Evaluate::EVERY_POINT_COUNTS), that is the
    /// largest margin. Otherwise the search ends at the first proof of a winner, and returns the
    /// quickest win found so far.
    #[default]
    Best,
    /// The search finds only the winner, or that the game is a draw. The first proof of a winner
    /// ends the search; the score of this proof is a bound of the margin, and need not be the score
    /// of the quickest win.
    Winner,
    /// The question on which side of a window the margin lies: is the margin at most the first
    /// number, or at least the second number? Only a margin between the two numbers has to be
    /// exact. The first number is less than the second, and in a game without points both are from
    /// -1 to 1.
    Window(i32, i32),
}

impl Goal {
    /// Whether these bounds of the margin answer the question. A bound that is not known is `None`.
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

    /// In a game without points: whether this goal has to distinguish the margin `lower` from the
    /// next larger margin, `upper`.
    ///
    /// ```
    /// use search::Goal;
    ///
    /// assert!(Goal::Winner.parts(0, 1) && Goal::Window(0, 1).parts(0, 1));
    /// assert!(!Goal::Window(0, 1).parts(-1, 0), "this window does not tell a loss from a draw");
    /// ```
    #[must_use]
    pub fn parts(self, lower: i32, upper: i32) -> bool {
        match self {
            Goal::Best | Goal::Winner => true,
            Goal::Window(low, high) => low <= lower && high >= upper,
        }
    }

    /// The margins between which the search has to be exact; `all` are two margins beyond which
    /// there are none.
    ///
    /// ```
    /// use search::Goal;
    ///
    /// assert_eq!(Goal::Best.margins((-64, 64)), (-64, 64));
    /// assert_eq!(Goal::Winner.margins((-64, 64)), (-1, 1));
    /// ```
    #[must_use]
    pub fn margins(self, all: (i32, i32)) -> (i32, i32) {
        match self {
            Goal::Best => all,
            Goal::Winner => (-1, 1),
            Goal::Window(low, high) => (low, high),
        }
    }

    /// The scores between which the search has to be exact.
    ///
    /// If every point counts, an estimate above zero counts as a win, and an estimate below zero
    /// counts as a loss. So the window is narrow even before the search reaches the end of the
    /// game. In the other games a win may be proven early. So the window contains all estimates,
    /// and only proven results lie outside it.
    pub(crate) fn window<G: Game, E: Evaluate<G>>(self) -> (Score, Score) {
        match self {
            Goal::Best => (-UNBOUNDED, UNBOUNDED),
            _ if !E::EVERY_POINT_COUNTS => (-WON, WON),
            Goal::Winner => between(-1, 1),
            Goal::Window(low, high) => between(low, high),
        }
    }

    /// Whether this score answers the question, so that a deeper search would find nothing new.
    pub(crate) fn is_settled<G: Game, E: Evaluate<G>>(self, score: Score, is_exact: bool) -> bool {
        let (alpha, beta) = self.window::<G, E>();
        let proven = match self {
            Goal::Best => score.abs() >= WON && !E::EVERY_POINT_COUNTS,
            _ => score >= beta.max(WON) || score <= alpha.min(-WON),
        };
        is_exact || proven
    }
}

/// The largest score that the margin `low` can have, and the smallest score that the margin `high`
/// can have.
fn between(low: i32, high: i32) -> (Score, Score) {
    (most(low), -most(-high))
}

/// The largest score that this margin can have. A positive estimate counts as a margin of 1, and a
/// negative estimate counts as -1.
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
