//! An exact solver that finds who wins. README.md in this folder explains the method, and what each
//! technique brings.

mod keys;
mod lines;
mod named;
mod numbers;
mod pairing;
mod proof;
mod prover;
mod quiet_search;
mod state;
mod table;
mod threat_search;
mod threats;

use rules::{Game, Outcome, Side};
use search::{Goal, Proof, Solution};

use crate::rules::{Mnk, Position};
use lines::Lines;
pub(super) use named::Named;
use prover::Prover;
use state::State;

/// The margins of the side to move.
const WIN: i32 = 1;
const DRAW: i32 = 0;
const LOSS: i32 = -1;

/// Solves positions of one game, and stores results.
pub struct Solver<const W: usize> {
    game: Mnk<W>,
    prover: Prover<W>,
}

impl<const W: usize> Solver<W> {
    /// A solver for this game without stored results.
    #[must_use]
    pub fn new(game: Mnk<W>) -> Solver<W> {
        let prover = Prover::new(Lines::new(&game), game.rows, game.columns);
        Solver { game, prover }
    }

    /// The game whose positions the solver solves.
    #[must_use]
    pub fn game(&self) -> &Mnk<W> {
        &self.game
    }

    /// The number of positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.prover.nodes()
    }

    /// The bytes of stored results, at most about 600 million.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.prover.memory()
    }

    /// The side that wins with best play, or `None` for a draw.
    pub fn winner(&mut self, position: &Position<W>) -> Option<Side> {
        self.outcome(position, &mut |_| false).and_then(Outcome::winner)
    }

    /// The result of best play, or `None` if the search was stopped; `stop` is called as in
    /// [`Solver::solve`].
    pub fn outcome(
        &mut self,
        position: &Position<W>,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Outcome> {
        let margin = self.bounds(position, Goal::Best, stop).value()?;
        Some(Outcome { margin: margin * position.turn.sign() })
    }

    /// The value of a position, and the moves that achieve it. `stop` is called at every position,
    /// with the number of positions searched since the solver was made, and ends the search when it
    /// returns `true`.
    pub fn solve(
        &mut self,
        position: &Position<W>,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Solution<usize> {
        self.solve_for(position, Goal::Best, stop)
    }

    /// Like `solve`, but finds only what the goal asks for. `Best` and `Winner` are one goal here,
    /// since no win is larger than another.
    pub(super) fn solve_for(
        &mut self,
        position: &Position<W>,
        goal: Goal,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Solution<usize> {
        let before = self.nodes();
        let mut solution = self.bounds(position, goal, stop);
        if position.winner.is_none()
            && let Some(value) = solution.value()
        {
            solution.best_moves = self.best_moves(position, value, stop);
        }
        Solution { nodes: self.nodes() - before, ..solution }
    }

    /// Like `solve_for`, but finds no moves.
    pub(crate) fn bounds(
        &mut self,
        position: &Position<W>,
        goal: Goal,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Solution<usize> {
        if let Some(winner) = position.winner {
            return Solution::over(Outcome::won_by(winner, 1).margin_for(position.turn));
        }
        let before = self.nodes();
        let (mut at_least, mut at_most, mut kind) = (None, None, Proof::Rules);
        if goal.parts(DRAW, WIN)
            && let Some((wins, proof)) = self.question(position, position.turn, stop)
        {
            kind = proof;
            (at_least, at_most) = if wins { (Some(WIN), Some(WIN)) } else { (None, Some(DRAW)) };
        }
        if at_least.is_none()
            && goal.parts(LOSS, DRAW)
            && let Some((loses, proof)) = self.question(position, position.turn.other(), stop)
        {
            kind = kind.max(proof);
            (at_least, at_most) =
                if loses { (Some(LOSS), Some(LOSS)) } else { (Some(DRAW), at_most) };
        }
        let nodes = self.nodes() - before;
        Solution { at_least, at_most, best_moves: Vec::new(), nodes, proof: kind }
    }

    /// Whether a side wins, and what proves it; `None` if the search was stopped.
    fn question(
        &mut self,
        position: &Position<W>,
        side: Side,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<(bool, Proof)> {
        let state = self.state(position, side);
        let attacking = side == position.turn;
        if !attacking && state.attacker.is_empty() {
            return Some((false, Proof::StrategyStealing));
        }
        let start = match self.prover.begin(state, attacking) {
            Ok(start) => start,
            Err(wins) => return Some((wins, Proof::Sight)),
        };
        if self.game.in_a_row == 8 && state.empty == self.game.board {
            return Some((false, Proof::Theorem));
        }
        if self.prover.is_held_by_pairs(&start) {
            return Some((false, Proof::Pairing));
        }
        Some((self.prover.solve(&start, stop)?, Proof::Search))
    }

    /// The position with this side as the attacker.
    fn state(&self, position: &Position<W>, side: Side) -> State<W> {
        State {
            attacker: position.stones[side.index()],
            defender: position.stones[side.other().index()],
            empty: self.game.empty(&position.stones),
        }
    }

    /// The moves that achieve the value of the position.
    fn best_moves(
        &mut self,
        position: &Position<W>,
        value: i32,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Vec<usize> {
        let moves: Vec<usize> = self.game.moves(position).collect();
        // If every move loses, all are equally good. A side that could not be beaten even if the
        // opponent moved first may move anywhere.
        if value == LOSS || (value == DRAW && self.may_pass(position)) {
            return moves;
        }
        if value == WIN
            && let Some(square) = self.prover.threat(self.state(position, position.turn))
        {
            return vec![square];
        }
        let known: Vec<usize> = moves
            .iter()
            .copied()
            .filter(|&square| self.is_known_to_get(position, square, value))
            .collect();
        if !known.is_empty() {
            return known;
        }
        // The stored proof was forgotten, or the value was found without a search.
        moves
            .into_iter()
            .find(|&square| self.gets(position, square, value, stop))
            .into_iter()
            .collect()
    }

    /// Whether a check without a search shows that the side to move could pass and still not lose.
    fn may_pass(&mut self, position: &Position<W>) -> bool {
        let state = self.state(position, position.turn.other());
        if state.attacker.is_empty() {
            return true;
        }
        match self.prover.begin(state, true) {
            Ok(start) => self.prover.is_held_by_pairs(&start),
            Err(wins) => !wins,
        }
    }

    fn is_known_to_get(&mut self, position: &Position<W>, square: usize, value: i32) -> bool {
        let next = self.game.play(position, square);
        if next.winner.is_some() {
            return value == WIN;
        }
        let side = if value == WIN { position.turn } else { next.turn };
        let (state, attacking) = (self.state(&next, side), value != WIN);
        self.prover.begin(state, attacking).err() == Some(value == WIN)
    }

    fn gets(
        &mut self,
        position: &Position<W>,
        square: usize,
        value: i32,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let next = self.game.play(position, square);
        if next.winner.is_some() {
            return value == WIN;
        }
        let side = if value == WIN { position.turn } else { next.turn };
        let wins = self.question(&next, side, stop).map(|(wins, _)| wins);
        wins == Some(value == WIN)
    }
}
