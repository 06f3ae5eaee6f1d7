//! The solver. It finds the margin by a depth-first search to the end of the game, on the graph of
//! the areas that both sides can reach.

mod known;
mod search;
mod state;
#[cfg(test)]
mod tests;

use ::search::{Goal, GrowingTable, Handler, Proof, Solution};
use rules::Game;

use super::board::Colour;
use super::rules::{FloodWars, Position};
use known::Known;
use search::{End, Horizon, Search};
use state::{Areas, State};

/// The greatest size of the table in bytes.
const MOST_BYTES: usize = 1 << 30;

/// The margins of a board of the greatest size lie between these.
pub(super) const ALL_MARGINS: (i32, i32) = (-2501, 2501);

/// The solver of one game.
pub struct MarginSolver<const W: usize> {
    game: FloodWars<W>,
    most_bytes: usize,
}

/// The margin of the side to move, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margin {
    /// The lower bound.
    pub at_least: i32,
    /// The upper bound.
    pub at_most: i32,
    /// A move that reaches the lower bound; `None` if all moves do.
    pub best: Option<Colour>,
    /// The number of positions searched.
    pub positions: u64,
}

impl Margin {
    /// The margin, if it is known exactly.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

impl<const W: usize> MarginSolver<W> {
    /// A solver with a table of at most 1 GiB.
    #[must_use]
    pub fn new(game: FloodWars<W>) -> MarginSolver<W> {
        MarginSolver { game, most_bytes: MOST_BYTES }
    }

    /// The margin of the side to move in an unfinished position. If it lies between the two numbers
    /// of `window`, both bounds are the margin; otherwise, they tell on which side it lies. They
    /// are wider if the search was stopped, or if the margin depends on a limit that is more than
    /// 250 half-moves away. `stop` is asked from time to time, with the number of positions so far.
    pub fn margin(
        &self,
        position: &Position<W>,
        window: (i32, i32),
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Margin {
        let count = state::contested(&self.game, position).areas;
        let mut table = GrowingTable::new(self.most_bytes);
        let question = Question { game: &self.game, position, window };
        match count {
            ..=64 => question.answer::<1>(&mut table, stop),
            65..=128 => question.answer::<2>(&mut table, stop),
            129..=256 => question.answer::<4>(&mut table, stop),
            257..=768 => question.answer::<12>(&mut table, stop),
            _ => question.answer::<40>(&mut table, stop),
        }
    }
}

impl<const W: usize> ::search::Solver for MarginSolver<W> {
    fn limit_memory(&mut self, bytes: usize) {
        self.most_bytes = bytes;
    }

    fn solve(&mut self, moves: &[String], goal: Goal, handler: &mut dyn Handler) -> Solution {
        Solution::after(self.game.clone(), moves, |game, position| {
            let mut stop = |positions| handler.stop(positions);
            let found = self.margin(position, goal.margins(ALL_MARGINS), &mut stop);
            let is_best = |&mv: &Colour| found.best.is_none_or(|best| best == mv);
            Solution {
                at_least: Some(found.at_least),
                at_most: Some(found.at_most),
                best_moves: game.moves(position).filter(is_best).collect(),
                nodes: found.positions,
                proof: Proof::Search,
            }
        })
    }
}

/// What [`MarginSolver::margin`] is asked.
struct Question<'a, const W: usize> {
    game: &'a FloodWars<W>,
    position: &'a Position<W>,
    window: (i32, i32),
}

impl<const W: usize> Question<'_, W> {
    /// Asks who wins, and then for one margin after another: in steps that double, until the answer
    /// changes, and so on in the other direction.
    fn answer<const A: usize>(
        &self,
        table: &mut GrowingTable<Known>,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Margin {
        let &Question { game, position, window: (low, high) } = self;
        let (areas, state) = Areas::<A>::new(game, position);
        let lead = state::lead(game, position);
        let mut proofs = Proofs {
            search: Search::new(&areas, table, stop),
            state: &state,
            limit: game.limit - position.half_moves,
        };
        let [at_least, at_most] = [lead - state.squares, lead + state.squares];
        let mut margin = Margin { at_least, at_most, best: None, positions: 0 };
        let (mut goal, mut step) = (1, 0_i32);
        while margin.at_least < margin.at_most.min(high) && margin.at_most > low {
            goal = goal.clamp(margin.at_least.max(low) + 1, margin.at_most.min(high));
            let Some((bound, colour)) = proofs.test(goal - lead) else { break };
            let bound = lead + bound;
            if bound >= goal {
                (margin.at_least, margin.best) = (bound, Some(colour));
                step = if step > 0 { 2 * step } else { 1 };
                goal = bound + step;
            } else {
                margin.at_most = bound;
                step = if step < 0 { 2 * step } else { -1 };
                goal = bound + 1 + step;
            }
        }
        Margin { positions: proofs.search.positions(), ..margin }
    }
}

/// Proofs about one state.
struct Proofs<'a, 'b, const A: usize> {
    search: Search<'b, A>,
    state: &'a State<A>,
    /// The number of half-moves left in the game.
    limit: u32,
}

/// The first horizon, unless there are more areas than usual: a game on a board of 10 by 10 seldom
/// lasts longer.
const NEAREST: u32 = 24;

/// No search looks ahead further than this.
const FARTHEST: u32 = 250;

impl<const A: usize> Proofs<'_, '_, A> {
    /// Whether the side to move still gains at least `goal`: a bound on that side, and the best
    /// move. The search looks ahead to a horizon, beyond the end of most games, and then twice as
    /// far. Up to the limit of the game it asks what each side can prove without the end that the
    /// limit makes. `None` if the search was stopped, or if the limit is too far away.
    fn test(&mut self, goal: i32) -> Option<(i32, Colour)> {
        let farthest = self.limit.min(FARTHEST);
        let mut half_moves = (NEAREST + self.state.areas() / 3).min(farthest);
        loop {
            for end in [End::Lost, End::Won, End::Nobody] {
                if end == End::Nobody && half_moves < self.limit {
                    continue;
                }
                let horizon = Horizon { half_moves, end };
                let (found, colour) = self.search.root(self.state, goal, horizon).ok()?;
                if horizon.proves(found, goal) {
                    return Some((found.bound, colour));
                }
            }
            if half_moves == farthest {
                return None;
            }
            half_moves = (2 * half_moves).min(farthest);
        }
    }
}
