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
use search::{Goal, Proof};

use crate::rules::{Mnk, Position};
use lines::Lines;
pub(super) use named::Named;
use prover::Prover;
use state::State;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The opponent wins.
    Loss = -1,
    /// Neither side wins.
    Tie = 0,
    /// The side to move wins.
    Win = 1,
}

/// The facts about a position after solving it, as far as the limit allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The lower bound of the value for the side to move.
    pub lower: Value,
    /// The upper bound of the value for the side to move.
    pub upper: Value,
    /// Moves that achieve the value, as far as they are known; at least one if the value is known
    /// and the game is not over.
    pub best_moves: Vec<usize>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The kind of proof.
    pub proof: Proof,
}

impl Solution {
    /// The exact value of the position; `None` if the search reached its limit first.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

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

    /// The side that wins with best play, or `None` for a tie.
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
        match self.bounds(position, Goal::Best, stop).value()? {
            Value::Win => Some(Outcome::won_by(position.turn, 1)),
            Value::Tie => Some(Outcome::DRAW),
            Value::Loss => Some(Outcome::won_by(position.turn.other(), 1)),
        }
    }

    /// The value of a position, and the moves that achieve it. `stop` is called at every position,
    /// with the number of positions searched since the solver was made, and ends the search when it
    /// returns `true`.
    pub fn solve(&mut self, position: &Position<W>, stop: &mut dyn FnMut(u64) -> bool) -> Solution {
        self.solve_for(position, Goal::Best, stop)
    }

    /// Like `solve`, but finds only what the goal asks for. `Best` and `Winner` are one goal here,
    /// since no win is larger than another.
    pub(super) fn solve_for(
        &mut self,
        position: &Position<W>,
        goal: Goal,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Solution {
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
    ) -> Solution {
        let before = self.nodes();
        let mut solution = Solution {
            lower: Value::Loss,
            upper: Value::Win,
            best_moves: Vec::new(),
            nodes: 0,
            proof: Proof::Rules,
        };
        if let Some(winner) = position.winner {
            let value = if winner == position.turn { Value::Win } else { Value::Loss };
            return Solution { lower: value, upper: value, ..solution };
        }
        if goal.parts(Value::Tie as i32, Value::Win as i32)
            && let Some((wins, proof)) = self.question(position, position.turn, stop)
        {
            solution.proof = proof;
            if wins { solution.lower = Value::Win } else { solution.upper = Value::Tie }
        }
        if solution.lower < Value::Win
            && goal.parts(Value::Loss as i32, Value::Tie as i32)
            && let Some((loses, proof)) = self.question(position, position.turn.other(), stop)
        {
            solution.proof = solution.proof.max(proof);
            if loses { solution.upper = Value::Loss } else { solution.lower = Value::Tie }
        }
        Solution { nodes: self.nodes() - before, ..solution }
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
        value: Value,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Vec<usize> {
        let moves: Vec<usize> = self.game.moves(position).collect();
        // If every move loses, all are equally good. A side that could not be beaten even if the
        // opponent moved first may move anywhere.
        if value == Value::Loss || (value == Value::Tie && self.may_pass(position)) {
            return moves;
        }
        if value == Value::Win
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

    fn is_known_to_get(&mut self, position: &Position<W>, square: usize, value: Value) -> bool {
        let next = self.game.play(position, square);
        if next.winner.is_some() {
            return value == Value::Win;
        }
        let side = if value == Value::Win { position.turn } else { next.turn };
        let (state, attacking) = (self.state(&next, side), value != Value::Win);
        self.prover.begin(state, attacking).err() == Some(value == Value::Win)
    }

    fn gets(
        &mut self,
        position: &Position<W>,
        square: usize,
        value: Value,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let next = self.game.play(position, square);
        if next.winner.is_some() {
            return value == Value::Win;
        }
        let side = if value == Value::Win { position.turn } else { next.turn };
        let wins = self.question(&next, side, stop).map(|(wins, _)| wins);
        wins == Some(value == Value::Win)
    }
}
