//! Engines give moves by name, so that callers need not know the game.

use rules::{Game, Notation, Play};

use crate::evaluate::USUAL_MOVES;
use crate::{
    ASK_EVERY, Bounds, Evaluate, Handler, HashTable, Itself, Limits, Model, MoveValue, Outlook,
    Problem, Score, SearchResult, Slip, best, move_values,
};

/// An engine for one game, from any start position.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Engine, Evaluate, Limits, NeverStop, Score, SearchEngine};
///
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// let mut engine: Box<dyn Engine> = Box::new(SearchEngine::new(Nim::heap(10), Even, 1 << 16));
/// let moves = ["1".to_string()];
/// let answer = engine.choose(&moves, Limits::NONE, &mut NeverStop).expect("nine are left");
/// assert_eq!(answer.pv[0], "1", "taking one leaves eight");
/// ```
pub trait Engine: Send {
    /// The best move that the engine finds after these moves from the start of the game; `None` if
    /// the game is over then. The move is legal, however soon the handler stops the search.
    ///
    /// # Panics
    /// Panics if a name is not the name of a legal move. Such a name is a mistake of the caller,
    /// since a table accepts only legal moves.
    fn choose(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Option<SearchResult>;

    /// The value of each legal move in the position after `moves`, in the table's order; see
    /// [`move_values`].
    ///
    /// # Panics
    /// As [`Engine::choose`].
    fn values(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Vec<MoveValue>;

    /// The approximate number of moves that the side to move still has to make, including the next
    /// move; see [`Evaluate::moves_left`].
    ///
    /// # Panics
    /// As [`Engine::choose`].
    fn moves_left(&self, _moves: &[String]) -> u32 {
        USUAL_MOVES
    }

    /// The score that one point is worth; see [`Evaluate::POINT`].
    fn point(&self) -> Score;

    /// Whether a larger win is better than a smaller one; see [`Evaluate::EVERY_POINT_COUNTS`].
    fn every_point_counts(&self) -> bool;

    /// How the weak levels misjudge moves; see [`Evaluate::SLIPS`].
    fn slips(&self) -> &'static [Slip];

    /// Forgets the results of earlier searches, so that the next result does not depend on them.
    fn forget(&mut self);
}

/// The [`Engine`] that searches a game with its evaluation. The engine keeps its hash table from
/// move to move.
pub struct SearchEngine<G: Notation, E, M = Itself> {
    pub(crate) game: G,
    pub(crate) model: M,
    pub(crate) evaluate: E,
    pub(crate) most_table_bytes: usize,
    /// The hash table. The table is made when the first search begins, since many engines are never
    /// asked for a move.
    pub(crate) table: Option<HashTable>,
}

impl<G: Notation, E: Evaluate<G>> SearchEngine<G, E> {
    /// An engine for this game, with a hash table of at most this many bytes.
    pub fn new(game: G, evaluate: E, most_table_bytes: usize) -> SearchEngine<G, E> {
        SearchEngine::with_model(game, Itself, evaluate, most_table_bytes)
    }
}

impl<G: Notation, M: Model<G>, E: Evaluate<M::Inner>> SearchEngine<G, E, M> {
    /// An engine for a game that is searched in another representation.
    pub fn with_model(
        game: G,
        model: M,
        evaluate: E,
        most_table_bytes: usize,
    ) -> SearchEngine<G, E, M> {
        SearchEngine { game, model, evaluate, most_table_bytes, table: None }
    }
}

impl<G: Notation + Clone, M: Model<G>, E: Evaluate<M::Inner>> Engine for SearchEngine<G, E, M> {
    fn choose(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Option<SearchResult> {
        let play = Play::after(self.game.clone(), moves);
        let seen = Seen { game: &self.game, model: &self.model, position: play.position() };
        let table = table_for(limits, self.most_table_bytes, &mut self.table);
        let (inner, position) = seen.enter();
        let result = best(
            &Problem::new(inner, &self.evaluate, &position, limits),
            table,
            &mut Naming { seen, handler },
        )?;
        Some(seen.named(&result))
    }

    fn values(
        &mut self,
        moves: &[String],
        limits: Limits,
        handler: &mut dyn Handler,
    ) -> Vec<MoveValue> {
        let play = Play::after(self.game.clone(), moves);
        let seen = Seen { game: &self.game, model: &self.model, position: play.position() };
        let table = table_for(limits, self.most_table_bytes, &mut self.table);
        let (inner, position) = seen.enter();
        let problem = Problem::new(inner, &self.evaluate, &position, limits);
        seen.all_named(&move_values(&problem, table, &mut Naming { seen, handler }))
    }

    fn moves_left(&self, moves: &[String]) -> u32 {
        let play = Play::after(self.game.clone(), moves);
        let position = self.model.enter(&self.game, play.position());
        self.evaluate.moves_left(self.model.inner(&self.game), &position)
    }

    fn point(&self) -> Score {
        E::POINT
    }

    fn every_point_counts(&self) -> bool {
        E::EVERY_POINT_COUNTS
    }

    fn slips(&self) -> &'static [Slip] {
        E::SLIPS
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}

/// A position, and the model in which it is searched.
#[derive(Debug)]
pub struct Seen<'a, G: Game, M> {
    /// The game.
    pub game: &'a G,
    /// Its model for the search.
    pub model: &'a M,
    /// A position of the game itself.
    pub position: &'a G::Position,
}

impl<G: Game, M> Clone for Seen<'_, G, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, M> Copy for Seen<'_, G, M> {}

/// A move of the inner game; see [`Model`].
type Inner<G, M> = <<M as Model<G>>::Inner as Game>::Move;

impl<'a, G: Notation, M: Model<G>> Seen<'a, G, M> {
    /// The inner game and the position in it.
    pub(crate) fn enter(self) -> (&'a M::Inner, <M::Inner as Game>::Position) {
        (self.model.inner(self.game), self.model.enter(self.game, self.position))
    }

    /// The name of a move of the inner game.
    pub(crate) fn name(self, mv: Inner<G, M>) -> String {
        self.game.name(self.position, self.model.name_back(self.game, self.position, mv))
    }

    /// Replaces each move in these values by its name.
    #[must_use]
    pub fn all_named(self, values: &[MoveValue<Inner<G, M>>]) -> Vec<MoveValue> {
        let named = |&MoveValue { mv, score, depth, is_exact }: &MoveValue<_>| MoveValue {
            mv: self.name(mv),
            score,
            depth,
            is_exact,
        };
        values.iter().map(named).collect()
    }

    /// Replaces each move in the result of a search by its name.
    #[must_use]
    pub fn named(self, result: &SearchResult<Inner<G, M>>) -> SearchResult {
        let Seen { game, model, position } = self;
        let mut position = position.clone();
        let mut pv = Vec::with_capacity(result.pv.len());
        for &mv in &result.pv {
            let mv = model.name_back(game, &position, mv);
            pv.push(game.name(&position, mv));
            position = game.play(&position, mv);
        }
        let SearchResult { score, depth, nodes, is_exact, .. } = *result;
        SearchResult { pv, score, depth, nodes, is_exact }
    }
}

/// The handler of a search whose moves have the game's own type. This handler passes everything on
/// to an outer handler, and replaces each move by its name.
pub struct Naming<'a, G: Game, M> {
    /// The position that is searched.
    pub seen: Seen<'a, G, M>,
    /// The outer handler.
    pub handler: &'a mut dyn Handler,
}

impl<G: Notation, M: Model<G>> Handler<Inner<G, M>> for Naming<'_, G, M> {
    fn stop(&mut self, nodes: u64) -> bool {
        self.handler.stop(nodes)
    }

    fn report(&mut self, info: &SearchResult<Inner<G, M>>) {
        self.handler.report(&self.seen.named(info));
    }

    fn go_on(&mut self, outlook: &Outlook) -> bool {
        self.handler.go_on(outlook)
    }

    fn values(&mut self, values: &[MoveValue<Inner<G, M>>]) {
        self.handler.values(&self.seen.all_named(values));
    }
}

/// A hash table that is large enough for a search within these limits. The table is enlarged only
/// when a longer search needs a larger one, because a short search in a large table would spend its
/// time on fresh memory pages.
fn table_for(limits: Limits, most: usize, table: &mut Option<HashTable>) -> &mut HashTable {
    let bytes = HashTable::<Bounds>::bytes_for(limits.nodes.saturating_add(ASK_EVERY)).min(most);
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
        let (short, longer) = (
            HashTable::<Bounds>::bytes_for(200 + ASK_EVERY),
            HashTable::<Bounds>::bytes_for(5000 + ASK_EVERY),
        );
        assert!(short < longer && longer < most);
        assert!(!table_for(Limits::nodes(200), most, &mut table).is_as_large(longer));
        assert!(table_for(Limits::nodes(5000), most, &mut table).is_as_large(longer));
        assert!(
            table_for(Limits::nodes(200), most, &mut table).is_as_large(longer),
            "the large table and its results are kept"
        );
        let largest = table_for(Limits::NONE, most, &mut table);
        assert!(largest.is_as_large(most) && !largest.is_as_large(2 * most));
    }
}
