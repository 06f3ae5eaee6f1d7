//! The engine: alpha-beta search that recognises threats. README.md in this folder explains how the
//! engine works, and what each technique brings.

mod board;
mod combinations;
mod deepening;
mod evaluation;
mod kinds;
mod ordering;
mod search;
mod shapes;
mod sight;
mod stored;
mod threats;

use ::search::{
    ASK_EVERY, Engine, Handler, HashTable, Limits, MoveValue, Score, SearchResult, Slips,
};
use rules::{Game, Notation, Play};

use self::search::Search;
use crate::rules::{Mnk, Position};
use board::Board;
use evaluation::POINT;
use threats::Sequences;

/// The greatest memory in bytes.
const MOST_BYTES: usize = 64 << 20;

/// How the weak levels misjudge moves. They do not see threats of several moves for certain.
const SLIPS: Slips =
    Slips { errors: [40 * POINT, 18 * POINT, 7 * POINT, 7 * POINT / 2], far_proof: 16 * POINT };

/// An engine for m,n,k-games that recognises threats.
pub struct ThreatEngine<const W: usize> {
    game: Mnk<W>,
    /// `None` until the first search, since many engines are made but never search.
    parts: Option<Parts<W>>,
}

struct Parts<const W: usize> {
    board: Board<W>,
    table: HashTable,
    sequences: Sequences,
}

impl<const W: usize> ThreatEngine<W> {
    /// An engine for this game.
    #[must_use]
    pub fn new(game: Mnk<W>) -> ThreatEngine<W> {
        ThreatEngine { game, parts: None }
    }

    /// Sets up a search from this position, and returns what `question` gets from this search.
    fn ask<T>(
        &mut self,
        position: &Position<W>,
        limits: Limits,
        handler: &mut dyn Handler<usize>,
        question: impl FnOnce(&mut Search<'_, W>) -> T,
    ) -> T {
        let bytes = bytes_for(limits.nodes.saturating_add(ASK_EVERY)).min(MOST_BYTES);
        let game = &self.game;
        let Parts { board, table, sequences } = self.parts.get_or_insert_with(|| Parts {
            board: Board::new(game),
            table: HashTable::new(bytes),
            sequences: Sequences::new(),
        });
        if 2 * table.bytes() < bytes {
            *table = HashTable::new(bytes);
        }
        table.begin_search();
        board.set(position);
        question(&mut Search::new(board, table, sequences, limits, handler))
    }
}

/// The bytes of a table that stores nearly all results of this many nodes. A larger table would
/// slow down a short search, since a memory page costs time when it is first used.
fn bytes_for(nodes: u64) -> usize {
    usize::try_from(nodes.saturating_mul(64)).unwrap_or(usize::MAX)
}

impl<const W: usize> Engine for ThreatEngine<W> {
    fn choose(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Option<SearchResult> {
        let play = Play::after(self.game.clone(), moves);
        let position = play.position();
        if self.game.outcome(position).is_some() {
            return None;
        }
        let mut handler = Naming { game: play.game(), position, handler };
        let result = self.ask(position, limits, &mut handler, |search| search.best());
        Some(named(play.game(), position, &result))
    }

    fn values(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Vec<MoveValue> {
        let play = Play::after(self.game.clone(), moves);
        let position = play.position();
        if self.game.outcome(position).is_some() {
            return Vec::new();
        }
        let mut handler = Naming { game: play.game(), position, handler };
        let values = self.ask(position, limits, &mut handler, |search| search.values());
        all_named(play.game(), position, &values)
    }

    fn point(&self) -> Score {
        POINT
    }

    fn every_point_counts(&self) -> bool {
        false
    }

    fn slips(&self) -> Slips {
        SLIPS
    }

    fn forget(&mut self) {
        self.parts = None;
    }
}

/// Passes the search's reports on to a handler that knows moves by their names.
struct Naming<'a, const W: usize> {
    game: &'a Mnk<W>,
    position: &'a Position<W>,
    handler: &'a mut dyn Handler,
}

impl<const W: usize> Handler<usize> for Naming<'_, W> {
    fn stop(&mut self, nodes: u64) -> bool {
        self.handler.stop(nodes)
    }

    fn report(&mut self, info: &SearchResult<usize>) {
        self.handler.report(&named(self.game, self.position, info));
    }

    fn values(&mut self, values: &[MoveValue<usize>]) {
        self.handler.values(&all_named(self.game, self.position, values));
    }
}

/// The names of squares do not depend on the position.
fn named<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    result: &SearchResult<usize>,
) -> SearchResult {
    let SearchResult { score, depth, nodes, is_exact, .. } = *result;
    let pv = result.pv.iter().map(|&square| game.name(position, square)).collect();
    SearchResult { pv, score, depth, nodes, is_exact }
}

fn all_named<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    values: &[MoveValue<usize>],
) -> Vec<MoveValue> {
    let named = |&MoveValue { mv, score, depth, is_exact }: &MoveValue<usize>| MoveValue {
        mv: game.name(position, mv),
        score,
        depth,
        is_exact,
    };
    values.iter().map(named).collect()
}

#[cfg(test)]
mod tests;
