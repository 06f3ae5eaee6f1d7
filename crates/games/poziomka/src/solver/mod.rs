//! The solver. It finds the winner by a depth-first search; both sides count the moves that they
//! have for certain.

mod bag;
mod board;
mod bounds;
mod depth_first;
mod keys;
mod packing;
#[cfg(test)]
mod tests;

use rules::Game;
use search::{Goal, GrowingTable, Handler, Proof, Solution, Stopped, Ticker};

use super::rules::{Move, Position, Poziomka};
use board::{Block, Board};
use depth_first::{Search, Wins};

/// The greatest size of the table.
const MOST_BYTES: usize = 1 << 30;

/// The solver of one game. It keeps its results from question to question.
pub struct PackingSolver {
    game: Poziomka,
    table: Option<GrowingTable<Wins>>,
    most_bytes: usize,
}

impl PackingSolver {
    /// A solver without results.
    #[must_use]
    pub fn new(game: Poziomka) -> PackingSolver {
        PackingSolver { game, table: None, most_bytes: MOST_BYTES }
    }

    /// Whether the side to move wins, and a winning move if it wins; `None` if the search was
    /// stopped. Also the number of positions searched. `stop` is asked from time to time, with that
    /// number.
    pub fn winning_move(
        &mut self,
        position: &Position,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> (Option<Option<Move>>, u64) {
        let most_bytes = self.most_bytes;
        let table = self.table.get_or_insert_with(|| GrowingTable::new(most_bytes));
        let board = Board::new(&self.game, position);
        let mut search = Search { board, table, stop, ticker: Ticker::new(0), moves: Vec::new() };
        let found = winning_move(&mut search, &self.game, position);
        (found.ok(), search.ticker.nodes)
    }
}

fn winning_move(
    search: &mut Search<'_>,
    game: &Poziomka,
    position: &Position,
) -> Result<Option<Move>, Stopped> {
    if let Some(Block { lane, first }) = search.winning_move()? {
        return Ok(Some(Move::Block { lane: lane as u8, first: first as u8 }));
    }
    if !position.may_pass {
        return Ok(None);
    }
    search.board = Board::new(game, &game.play(position, Move::Pass));
    Ok((!search.wins()?).then_some(Move::Pass))
}

impl search::Solver for PackingSolver {
    fn limit_memory(&mut self, bytes: usize) {
        self.most_bytes = bytes;
    }

    fn solve(&mut self, moves: &[String], _: Goal, handler: &mut dyn Handler) -> Solution {
        Solution::after(self.game.clone(), moves, |game, position| {
            let (found, nodes) = self.winning_move(position, &mut |nodes| handler.stop(nodes));
            let margin = found.map(|found| if found.is_some() { 1 } else { -1 });
            // If every move loses, all are equally good.
            let best_moves = match found.flatten() {
                Some(mv) => vec![mv],
                None => game.moves(position).collect(),
            };
            Solution { at_least: margin, at_most: margin, best_moves, nodes, proof: Proof::Search }
        })
    }
}
