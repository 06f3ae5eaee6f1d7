//! What a search has to know of a game besides its rules.

use rules::{Game, Outcome};

use crate::Score;

/// The evaluation of a game's positions, apart from its rules. Only [`Evaluate::evaluate`] has to be written.
pub trait Evaluate<G: Game>: Send {
    /// Whether a larger win is better than a smaller one, so that a search goes on after it has found a win.
    const EVERY_POINT_COUNTS: bool = false;

    /// What a point of the game's is worth in the evaluation, so that people can be told points; where the game counts
    /// none, what they would call one: a block, a row that is one stone short.
    const POINT: Score = 1;

    /// The heuristic evaluation of an unfinished position: an estimate of its worth to the side to move, strictly between
    /// `-WON` and `WON` (see [`WON`](crate::WON)). The unit is the game's own.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// The outcome of an unfinished position with best play, where it is known without search. It must be right, and the
    /// winner must have a move after which it is still known. The default knows of none.
    fn known_outcome(&self, _game: &G, _position: &G::Position) -> Option<Outcome> {
        None
    }

    /// The move-ordering score of a legal move: the search tries moves with higher scores first. Equal scores, as by
    /// default, keep the order of [`Game::moves`]. Speed depends on it; the value of a position does not.
    fn move_score(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }
}
