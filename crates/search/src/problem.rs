//! The question to a search: about which position, what for, and how deep.

use rules::Game;

use crate::{Evaluate, Limits, Score, UNBOUNDED, WON};

/// A position to search, and what to find out about it.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Evaluate, Goal, HashTable, Limits, NeverStop, Problem, Score, WON, best};
///
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// let heap = Nim::heap(9);
/// let start = heap.start();
/// let problem = Problem::new(&heap, &Even, &start, Limits::NONE).with_goal(Goal::Winner);
/// let result = best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).expect("stones are left");
/// assert!(result.score >= WON, "whoever begins with nine wins");
/// ```
pub struct Problem<'a, G: Game, E> {
    /// The rules.
    pub game: &'a G,
    /// The evaluation of positions at the horizon.
    pub evaluate: &'a E,
    /// The position.
    pub position: &'a G::Position,
    /// What is to be found out.
    pub goal: Goal,
    /// How far to search.
    pub limits: Limits,
    /// Whether every move is searched to the full depth. The search then proves the end of the game
    /// soonest, instead of following the best moves first ([`Evaluate::ORDERS_WELL`]).
    pub exhaustive: bool,
}

impl<'a, G: Game, E: Evaluate<G>> Problem<'a, G, E> {
    /// The question about a position's value, within these limits.
    pub fn new(
        game: &'a G,
        evaluate: &'a E,
        position: &'a G::Position,
        limits: Limits,
    ) -> Problem<'a, G, E> {
        Problem { game, evaluate, position, goal: Goal::Best, limits, exhaustive: false }
    }

    /// The same question for a proof: every move is searched to the full depth.
    #[must_use]
    pub fn exhaustive(self) -> Problem<'a, G, E> {
        Problem { exhaustive: true, ..self }
    }

    /// The same with another goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Problem<'a, G, E> {
        Problem { goal, ..self }
    }
}

/// What a search is to find out.
///
/// ```
/// use search::Goal;
///
/// assert_eq!(Goal::default(), Goal::Best);
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
    /// Whether the score is at most the first number or at least the second; the exact value
    /// matters only in between. The first is the smaller one.
    Window(Score, Score),
}

impl Goal {
    /// The search is exact between these scores.
    pub(crate) fn window(self) -> (Score, Score) {
        match self {
            Goal::Best => (-UNBOUNDED, UNBOUNDED),
            Goal::Winner => (-WON, WON),
            Goal::Window(alpha, beta) => (alpha, beta),
        }
    }

    /// Whether a deeper search would find nothing new about this score.
    pub(crate) fn is_settled<G: Game, E: Evaluate<G>>(self, score: Score, is_exact: bool) -> bool {
        let proven = match self {
            Goal::Best => score.abs() >= WON && !E::EVERY_POINT_COUNTS,
            Goal::Winner => score.abs() >= WON,
            Goal::Window(alpha, beta) => score >= beta.max(WON) || score <= alpha.min(-WON),
        };
        is_exact || proven
    }
}
