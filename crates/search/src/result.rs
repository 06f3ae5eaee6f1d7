//! What a search has found.

use crate::Score;

/// The result of a search: the current one when its [`Handler`](crate::Handler) gets it, or the
/// final one.
///
/// `M` is the game's own type of moves, or the names of moves if it comes from an
/// [`Engine`](crate::Engine).
///
/// ```
/// use search::SearchResult;
///
/// let result = SearchResult { pv: vec!["d3", "c5"], score: 12, depth: 2, nodes: 40, is_exact: false };
/// assert_eq!(result.best_move(), "d3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M = String> {
    /// The principal variation: the moves that both sides are expected to make, the first of which
    /// is the move to play. Never empty.
    pub pv: Vec<M>,
    /// The value of the position for the side to move.
    pub score: Score,
    /// The depth of the last finished iteration; 0 if none was finished.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// Whether the score is exact: no deeper search would change it, and a score of 0 is a draw.
    /// Otherwise a proven score (see [`proven_end`](crate::proven_end)) still names the winner for
    /// certain, and any other score is an estimate.
    pub is_exact: bool,
}

/// The value of a legal move, as far as a search has found it.
///
/// `M` is as in [`SearchResult`].
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Evaluate, HashTable, Limits, NeverStop, Problem, Score, WON, move_values};
///
/// # struct Even;
/// # impl Evaluate<Nim> for Even {
/// #     fn evaluate(&self, _: &Nim, _: &<Nim as Game>::Position) -> Score {
/// #         0
/// #     }
/// # }
/// #
/// let heap = Nim::heap(6);
/// let start = heap.start();
/// let problem = Problem::new(&heap, &Even, &start, Limits::NONE);
/// let values = move_values(&problem, &mut HashTable::new(1 << 16), &mut NeverStop);
/// let winning: Vec<_> = values.iter().filter(|value| value.score >= WON).map(|value| value.mv).collect();
/// assert_eq!(winning, [2], "that leaves four");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue<M = String> {
    /// The move.
    pub mv: M,
    /// Its value for the side that makes it.
    pub score: Score,
    /// The depth in plies, including the move.
    pub depth: u32,
    /// Whether the score is exact, as in [`SearchResult::is_exact`].
    pub is_exact: bool,
}

impl<M: Copy> SearchResult<M> {
    /// The move to play.
    pub fn best_move(&self) -> M {
        self.pv[0]
    }
}
