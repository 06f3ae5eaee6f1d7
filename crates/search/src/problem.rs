//! The question that a search answers: the position, the goal and the limits.

use rules::Game;

use crate::{Evaluate, Goal, Limits};

/// A position to search, and the goal of the search.
pub struct Problem<'a, G: Game, E> {
    /// The rules.
    pub game: &'a G,
    /// The evaluation of positions at the horizon.
    pub evaluate: &'a E,
    /// The position.
    pub position: &'a G::Position,
    /// The goal of the search.
    pub goal: Goal,
    /// The limits of the search.
    pub limits: Limits,
    /// Whether every move is searched to the full depth, which proves the outcome soonest. If this
    /// is false, late moves may be searched less deep ([`Evaluate::FULL_MOVES`]).
    pub exhaustive: bool,
}

impl<'a, G: Game, E: Evaluate<G>> Problem<'a, G, E> {
    /// The question which move of a position is best, or what the position is worth, within these
    /// limits.
    pub fn new(
        game: &'a G,
        evaluate: &'a E,
        position: &'a G::Position,
        limits: Limits,
    ) -> Problem<'a, G, E> {
        Problem { game, evaluate, position, goal: Goal::Best, limits, exhaustive: false }
    }

    /// The same question as a proof: every move is searched to the full depth.
    #[must_use]
    pub fn exhaustive(self) -> Problem<'a, G, E> {
        Problem { exhaustive: true, ..self }
    }

    /// The same question with another goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Problem<'a, G, E> {
        Problem { goal, ..self }
    }
}
