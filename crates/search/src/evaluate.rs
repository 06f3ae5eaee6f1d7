//! What a search has to know of a game besides its rules.

use rules::{Game, Outcome, Side};

use crate::{Score, outcome_score};

/// Moves that a player still makes where nobody knows better.
pub(crate) const USUAL_MOVES: u32 = 25;

/// The evaluation of a game's positions, apart from its rules. Only [`Evaluate::evaluate`] has to be written.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Evaluate, Score};
///
/// /// Whoever has to move from a multiple of four loses.
/// struct Fours;
///
/// impl Evaluate<Nim> for Fours {
///     fn evaluate(&self, _: &Nim, position: &<Nim as Game>::Position) -> Score {
///         if position.stones % 4 == 0 { -1 } else { 1 }
///     }
/// }
///
/// let game = Nim::heap(8);
/// assert_eq!(Fours.evaluate(&game, &game.start()), -1);
/// ```
pub trait Evaluate<G: Game>: Send {
    /// Whether a larger win is better than a smaller one, so that a search goes on after it has found a win.
    const EVERY_POINT_COUNTS: bool = false;

    /// What a point of the game's is worth in the evaluation, so that people can be told points; where the game counts
    /// none, what they would call one: a block, a row that is one stone short.
    const POINT: Score = 1;

    /// The heuristic evaluation of an unfinished position: an estimate of its worth to the side to move, strictly between
    /// `-WON` and `WON` (see [`WON`](crate::WON)). The unit is the game's own.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// Whether [`Evaluate::move_score`] orders moves so well that it is trusted before moves that cut off
    /// a sibling, and that late moves are at first searched less deep. A match or nodes to a depth
    /// tell. A score is exact only once no reduction is left in it.
    const ORDERS_WELL: bool = false;

    /// What the game's own knowledge or solver shows of an unfinished position, for the side to move,
    /// or `None`: for endgames, threats, and whatever is known without a search. It is asked at every
    /// node, with the plies left to search, the window in which the score is wanted, and how many
    /// nodes it may look at. The scores of a proven end are counted from this position, and what it
    /// says must be right. It has to say the same again after the winner's best move, so that the
    /// winner finds the way. The default knows nothing.
    fn finish(
        &self,
        _game: &G,
        _position: &G::Position,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        _budget: u64,
    ) -> Option<Bounded> {
        None
    }

    /// About how many moves the side to move has still to make, the next one among them, so that a
    /// clock can be shared out.
    fn moves_left(&self, _game: &G, _position: &G::Position) -> u32 {
        USUAL_MOVES
    }

    /// The move-ordering score of a legal move: the search tries moves with higher scores first. Equal scores, as by
    /// default, keep the order of [`Game::moves`]. Speed depends on it; the value of a position does not.
    fn move_score(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }
}

/// Between which scores a position lies, for certain.
///
/// ```
/// use rules::{Outcome, Side};
/// use search::{Bounded, WON};
///
/// let known = Bounded::by(Outcome::won_by(Side::Second, 1), Side::Second);
/// assert!(known.lower == known.upper && known.lower > WON);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounded {
    /// At least this.
    pub lower: Score,
    /// At most this.
    pub upper: Score,
    /// Positions that it took.
    pub nodes: u64,
}

/// How many plies away the end of a known outcome is taken to lie: far, yet so near that the plies
/// that a search adds, no more than 250, stay within a point.
const FAR_END: u32 = 750;

impl Bounded {
    /// The outcome with best play is known to `side`, which is to move, and nothing of when it comes.
    #[must_use]
    pub fn by(outcome: Outcome, side: Side) -> Bounded {
        let score = outcome_score(outcome, side, FAR_END);
        Bounded { lower: score, upper: score, nodes: 0 }
    }
}
