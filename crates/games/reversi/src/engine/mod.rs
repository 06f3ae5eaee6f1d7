//! The engine of the usual game, in which a pass is forced: an alpha-beta search with the pattern
//! evaluation, and the endgame search.

mod cut;
mod deepening;
mod midgame;
#[cfg(test)]
mod tests;

use ::rules::{Game, Play};
use ::search::{
    ASK_EVERY, Engine, Handler, HashTable, Limits, MoveValue, Score, SearchResult, Slip, Ticker,
};

use super::endgame::Table;
use super::patterns::{Board, POINT, Weights};
use super::rules::{Position, Reversi};
pub(super) use deepening::Deepening;
pub(super) use midgame::Midgame;

/// The greatest sizes of the two tables in bytes.
const MOST_BYTES: usize = 32 << 20;

/// An engine for Reversi with forced passing.
pub struct PatternEngine {
    game: Reversi,
    /// `None` for those that the engine contains.
    weights: Option<Weights>,
    /// `None` until the first search, since many engines are made but never search.
    table: Option<HashTable>,
    ends: Table,
}

impl PatternEngine {
    /// An engine for this game.
    #[must_use]
    pub fn new(game: Reversi) -> PatternEngine {
        PatternEngine { game, weights: None, table: None, ends: Table::new(0) }
    }

    /// An engine with other weights, for matches between both.
    #[must_use]
    pub fn with_weights(game: Reversi, weights: Weights) -> PatternEngine {
        PatternEngine { weights: Some(weights), ..PatternEngine::new(game) }
    }

    /// Sets up a search after these moves, and returns what `question` gets from it; `None` if the
    /// game is over.
    fn ask<T>(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
        question: impl FnOnce(&mut Deepening<'_>) -> T,
    ) -> Option<T> {
        let play = Play::after(self.game.clone(), moves);
        let position = play.position();
        if self.game.outcome(position).is_some() {
            return None;
        }
        let board = Board::new(position.discs, position.turn.index());
        let bytes = bytes_for(limits.nodes.saturating_add(ASK_EVERY)).min(MOST_BYTES);
        self.ends.suit(board.empty(), bytes);
        let table = self.table.get_or_insert_with(|| HashTable::new(bytes));
        if 2 * table.bytes() < bytes {
            *table = HashTable::new(bytes);
        }
        table.begin_search();
        let midgame = Midgame {
            table,
            ends: &mut self.ends,
            weights: self.weights.as_ref().unwrap_or_else(|| Weights::learned()),
            limits,
            handler,
            ticker: Ticker::new(0),
        };
        Some(question(&mut Deepening::new(midgame, board)))
    }
}

/// The bytes of a table that stores nearly all results of this many nodes.
fn bytes_for(nodes: u64) -> usize {
    usize::try_from(nodes.saturating_mul(64)).unwrap_or(usize::MAX)
}

impl Engine for PatternEngine {
    fn choose(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Option<SearchResult> {
        self.ask(moves, limits, handler, |search| search.best())
    }

    fn values(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Vec<MoveValue> {
        self.ask(moves, limits, handler, |search| search.values()).unwrap_or_default()
    }

    fn moves_left(&self, moves: &[String]) -> u32 {
        let play = Play::after(self.game.clone(), moves);
        moves_left(play.position())
    }

    fn point(&self) -> Score {
        POINT
    }

    fn every_point_counts(&self) -> bool {
        true
    }

    fn slips(&self) -> &'static [Slip] {
        SLIPS
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.ends.clear();
    }
}

/// How the weak levels misjudge moves. The engine is so far from a beginner that there are nine.
/// The last of them also searches to the end of the game, as far as its positions go.
pub(super) const SLIPS: &[Slip] = &[
    Slip::within(155 * POINT),
    Slip::within(62 * POINT),
    Slip::within(32 * POINT),
    Slip::deeper(43 * POINT / 2),
    Slip::deeper(13 * POINT),
    Slip::deeper(15 * POINT / 2),
    Slip { depth: 4, ..Slip::deeper(21 * POINT / 4) },
    Slip { depth: 5, nodes: 32_768, ..Slip::deeper(7 * POINT / 2) },
    Slip { depth: Limits::NONE.depth, nodes: 24_576, ..Slip::deeper(9 * POINT / 4) },
];

/// With this number of empty squares, the engine searches to the end of the game in a moment.
const SOON_SEEN: u32 = 18;

/// Half the number of empty squares beyond those that are soon seen, plus two.
pub(super) fn moves_left(position: &Position) -> u32 {
    let [black, white] = position.count();
    (64 - black - white).saturating_sub(SOON_SEEN) / 2 + 2
}
