//! The solver for callers that know moves by their names.

use search::{ASK_EVERY, Goal, Handler, Solution};

use super::Solver;
use crate::rules::{Mnk, Position};

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

    fn answer(
        &mut self,
        moves: &[String],
        handler: &mut dyn Handler,
        ask: impl FnOnce(&mut Solver<W>, &Position<W>, &mut dyn FnMut(u64) -> bool) -> Solution<usize>,
    ) -> Solution {
        let ask_every = (ASK_EVERY / search::Solver::node_cost(self)).max(1);
        let solver = self.solver.get_or_insert_with(|| Solver::new(self.game.clone()));
        let before = solver.nodes();
        let mut stop =
            |nodes: u64| (nodes - before).is_multiple_of(ask_every) && handler.stop(nodes - before);
        Solution::after(self.game.clone(), moves, |_, position| ask(solver, position, &mut stop))
    }
}

impl<const W: usize> search::Solver for Named<W> {
    fn solve(&mut self, moves: &[String], goal: Goal, handler: &mut dyn Handler) -> Solution {
        self.answer(moves, handler, |solver, position, stop| solver.solve_for(position, goal, stop))
    }

    fn bounds(&mut self, moves: &[String], goal: Goal, handler: &mut dyn Handler) -> Solution {
        self.answer(moves, handler, |solver, position, stop| solver.bounds(position, goal, stop))
    }

    /// A position takes 20 to 100 microseconds on boards of 7 by 7, and 1.7 milliseconds on boards
    /// of 15 by 15; the engine takes about one microsecond.
    fn node_cost(&self) -> u64 {
        let squares = (self.game.rows * self.game.columns) as u64;
        (squares * squares / 30).max(10)
    }
}
