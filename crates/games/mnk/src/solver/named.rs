//! The solver for callers that know moves by their names.

use rules::{Notation, Play};
use search::{ASK_EVERY, Goal, Handler, Solution};

use super::{Solver, Value};
use crate::rules::Mnk;

/// A game, and its solver once a first question has been asked.
pub(crate) struct Named<const W: usize> {
    game: Mnk<W>,
    solver: Option<Solver<W>>,
}

impl<const W: usize> Named<W> {
    /// The solver is made for the first question, since many instances never solve anything.
    pub(crate) fn new(game: Mnk<W>) -> Named<W> {
        Named { game, solver: None }
    }
}

impl<const W: usize> search::Solver for Named<W> {
    fn solve(&mut self, moves: &[String], goal: Goal, handler: &mut dyn Handler) -> Solution {
        let play = Play::after(self.game.clone(), moves);
        let solver = self.solver.get_or_insert_with(|| Solver::new(self.game.clone()));
        let before = solver.nodes();
        // A position costs this solver about ten times as much as it costs a search with an
        // evaluation.
        let mut stop = |nodes: u64| {
            (nodes - before).is_multiple_of(ASK_EVERY / 16) && handler.stop(nodes - before)
        };
        let solution = solver.solve_for(play.position(), goal, &mut stop);
        let bound = |value: Value, nothing: Value| (value != nothing).then_some(value as i32);
        let value = solution.value().map(|value| value as i32);
        Solution {
            at_least: value.or(bound(solution.lower, Value::Loss)),
            at_most: value.or(bound(solution.upper, Value::Win)),
            best_moves: solution
                .best_moves
                .iter()
                .map(|&square| play.game().name(play.position(), square))
                .collect(),
            nodes: solution.nodes,
            proof: solution.proof,
        }
    }
}
