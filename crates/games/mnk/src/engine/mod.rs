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
    ASK_EVERY, Engine, Handler, HashTable, Itself, Limits, MoveValue, Naming, Score, SearchResult,
    Seen, Slip,
};
use rules::{Game, Play};

use self::search::Search;
use crate::rules::{Mnk, Position};
use board::Board;
use evaluation::POINT;
use threats::Sequences;

/// The greatest memory in bytes.
const MOST_BYTES: usize = 64 << 20;

/// How the weak levels misjudge moves. They do not see threats of several moves for certain.
pub(super) const SLIPS: &[Slip] = &[
    Slip { far_proof: 16 * POINT, ..Slip::within(40 * POINT) },
    Slip { far_proof: 16 * POINT, ..Slip::within(18 * POINT) },
    Slip { far_proof: 16 * POINT, ..Slip::within(7 * POINT) },
    Slip::deeper(7 * POINT / 2),
];

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
        let seen = Seen { game: play.game(), model: &Itself, position };
        let mut handler = Naming { seen, handler };
        Some(seen.named(&self.ask(position, limits, &mut handler, |search| search.best())))
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
        let seen = Seen { game: play.game(), model: &Itself, position };
        let mut handler = Naming { seen, handler };
        seen.all_named(&self.ask(position, limits, &mut handler, |search| search.values()))
    }

    fn point(&self) -> Score {
        POINT
    }

    fn every_point_counts(&self) -> bool {
        false
    }

    fn slips(&self) -> &'static [Slip] {
        SLIPS
    }

    fn forget(&mut self) {
        self.parts = None;
    }
}

#[cfg(test)]
mod tests;
