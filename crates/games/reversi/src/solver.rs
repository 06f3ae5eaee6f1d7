//! The solver of the usual game, in which a pass is forced: the endgame search from any position.

use search::{Goal, Handler, HashTable, Limits, Proof, Solution, StopWhen, Ticker};

use super::board::{Discs, MOST};
use super::endgame::Table;
use super::engine::{Deepening, Midgame};
use super::patterns::{Board, Weights};
use super::rules::{Move, Position, Reversi};

/// The greatest size of the table in bytes.
const MOST_BYTES: usize = 1 << 30;

/// The size of the table of the search that comes before the search to the end.
const MIDGAME_BYTES: usize = 1 << 20;

/// The solver of one game with forced passing. It keeps its results from question to question.
pub struct EndgameSolver {
    game: Reversi,
    table: Table,
    most_bytes: usize,
}

impl EndgameSolver {
    /// A solver without results.
    #[must_use]
    pub fn new(game: Reversi) -> EndgameSolver {
        EndgameSolver { game, table: Table::new(0), most_bytes: MOST_BYTES }
    }

    /// The margin of the side to move in an unfinished position, a best move, and the number of
    /// positions searched. The margin is exact if it lies between `low` and `high`; otherwise it is
    /// a bound on that side. `None` in place of margin and move if the search was stopped. `stop`
    /// is asked from time to time, with the number of positions so far.
    pub fn best(
        &mut self,
        position: &Position,
        (low, high): (i32, i32),
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> (Option<(i32, Move)>, u64) {
        let (own, other) = position.own_and_other();
        let discs = Discs { own, other };
        self.table.suit(discs.empty().count_ones(), self.most_bytes);
        let (mut table, mut handler) = (HashTable::new(MIDGAME_BYTES), StopWhen(stop));
        let mut search = Deepening::new(
            Midgame {
                table: &mut table,
                ends: &mut self.table,
                weights: Weights::learned(),
                limits: Limits::NONE,
                handler: &mut handler,
                ticker: Ticker::new(0),
            },
            Board::new([own, other], 0),
        );
        let found = search.prove((low, high)).ok();
        (found.map(|(margin, square)| (margin, Move::on(square))), search.nodes())
    }
}

impl search::Solver for EndgameSolver {
    fn limit_memory(&mut self, bytes: usize) {
        self.most_bytes = bytes;
    }

    fn solve(&mut self, moves: &[String], goal: Goal, handler: &mut dyn Handler) -> Solution {
        // Who wins is known much sooner than by how much.
        let first = (goal == Goal::Best).then_some((-1, 1));
        let windows = first.into_iter().chain([goal.margins((-MOST, MOST))]);
        Solution::after(self.game.clone(), moves, |_, position| {
            let (mut at_least, mut at_most, mut best_moves, mut nodes) = (None, None, vec![], 0);
            for (low, high) in windows {
                let low = at_least.map_or(low, |margin: i32| margin - 1);
                let high = at_most.map_or(high, |margin: i32| margin + 1);
                let mut stop = |more| handler.stop(nodes + more);
                let (found, more) = self.best(position, (low, high), &mut stop);
                nodes += more;
                let Some((margin, mv)) = found else { break };
                at_least = Some(margin).filter(|_| margin > low || low <= -MOST).or(at_least);
                at_most = Some(margin).filter(|_| margin < high || high >= MOST).or(at_most);
                best_moves = vec![mv];
                if at_least == at_most {
                    break;
                }
            }
            Solution { at_least, at_most, best_moves, nodes, proof: Proof::Search }
        })
    }
}
