//! The results of a search.

use crate::Score;

/// The result of a search. A [`Handler`](crate::Handler) gets the result so far after each
/// iteration.
///
/// `M` is the type of the moves: the game's own type, or `String` if an [`Engine`](crate::Engine)
/// gives the names of moves.
///
/// ```
/// use search::SearchResult;
///
/// let pv = vec!["d3", "c5"];
/// let result = SearchResult { pv, score: 12, depth: 2, nodes: 40, is_exact: false };
/// assert_eq!(result.best_move(), "d3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M = String> {
    /// The principal variation: the moves that both sides are expected to make. The first of them
    /// is the move to play. It is never empty.
    pub pv: Vec<M>,
    /// The value of the position for the side to move.
    pub score: Score,
    /// The depth of the last finished iteration; 0 if none was finished.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// Whether the score is exact: no deeper search would change it, and a score of 0 is a draw. If
    /// it is not exact, a proven score (see [`proven_end`](crate::proven_end)) still names the
    /// right winner, and any other score is an estimate.
    pub is_exact: bool,
}

/// The value of a legal move, as far as a search has found it.
///
/// `M` has the same meaning as in [`SearchResult`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue<M = String> {
    /// The move.
    pub mv: M,
    /// The value of the move for the side that makes it.
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
