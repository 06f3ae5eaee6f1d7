//! The question to a search: about which position, what for, and how deep.

use rules::Game;

use crate::{Evaluate, Goal, Limits};

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
