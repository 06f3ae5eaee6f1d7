//! A searcher that is told moves by name, so that whoever asks it need not know the game.

use rules::{Notation, Play};

use crate::{ASK_EVERY, Evaluate, HashTable, Limits, Report, Score, best};

/// What an engine advises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Names of the expected moves; the first is the one to play.
    pub line: Vec<String>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Plies that were searched in full.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
}

/// An engine at any game.
pub trait Engine: Send {
    /// The best move it finds after these moves, from the start of its game; `None` when the game is over there.
    ///
    /// `go_on` is told the number of nodes so far and says whether to continue.
    ///
    /// # Panics
    /// When a name is no legal move: the caller's mistake, since tables accept only legal ones.
    fn choose(&mut self, moves: &[String], limits: Limits, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Advice>;

    /// Forgets what it has learnt, so that the next answer depends on its question alone.
    fn forget(&mut self);
}

/// The [`Engine`] made of a game and its evaluation. It keeps its hash table from move to move.
pub struct Thinker<G: Notation, E> {
    game: G,
    evaluate: E,
    most_table_bytes: usize,
    /// Made for the first search: many tables are set up at which no engine ever thinks.
    table: Option<HashTable>,
}

impl<G: Notation, E: Evaluate<G>> Thinker<G, E> {
    /// An engine for this game with a hash table of at most so many bytes.
    pub fn new(game: G, evaluate: E, most_table_bytes: usize) -> Thinker<G, E> {
        Thinker { game, evaluate, most_table_bytes, table: None }
    }

    fn advice(&self, mut position: G::Position, report: &Report<G::Move>) -> Advice {
        let mut line = Vec::new();
        for &mv in &report.line {
            line.push(self.game.name(&position, mv));
            position = self.game.play(&position, mv);
        }
        Advice { line, score: report.score, depth: report.depth, nodes: report.nodes }
    }
}

impl<G: Notation + Clone, E: Evaluate<G>> Engine for Thinker<G, E> {
    fn choose(&mut self, moves: &[String], limits: Limits, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Advice> {
        let mut play = Play::new(self.game.clone());
        for name in moves {
            let mv = self.game.parse(play.position(), name);
            play.play(mv.unwrap_or_else(|bad| panic!("a table accepts only moves: {bad}")));
        }
        let position = play.position();
        let table = table_for(limits, self.most_table_bytes, &mut self.table);
        let report = best(&self.game, &self.evaluate, position, limits, table, go_on)?;
        Some(self.advice(position.clone(), &report))
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}

/// A table that is large enough for a search within these limits, and no larger before a longer search asks for it: a short
/// search in a large table spends its time on the memory's pages, which are new to it.
fn table_for(limits: Limits, most: usize, table: &mut Option<HashTable>) -> &mut HashTable {
    let bytes = HashTable::bytes_for(limits.nodes.saturating_add(ASK_EVERY)).min(most);
    if table.as_ref().is_some_and(|table| !table.is_as_large(bytes)) {
        *table = None;
    }
    table.get_or_insert_with(|| HashTable::new(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_grows_with_what_is_asked_up_to_a_bound_and_is_kept_for_less() {
        let (most, mut table) = (1 << 22, None);
        let (short, longer) = (HashTable::bytes_for(200 + ASK_EVERY), HashTable::bytes_for(5000 + ASK_EVERY));
        assert!(short < longer && longer < most);
        assert!(!table_for(Limits::nodes(200), most, &mut table).is_as_large(longer));
        assert!(table_for(Limits::nodes(5000), most, &mut table).is_as_large(longer));
        assert!(table_for(Limits::nodes(200), most, &mut table).is_as_large(longer), "what was learnt is kept");
        let largest = table_for(Limits::NONE, most, &mut table);
        assert!(largest.is_as_large(most) && !largest.is_as_large(2 * most));
    }
}
