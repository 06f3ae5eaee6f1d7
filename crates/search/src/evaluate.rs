//! The facts about a game that a search needs besides the rules.

use rules::{Game, Outcome, Side};

use crate::{Score, Slip, outcome_score};

/// The number of moves that a player is assumed to have left, by default.
pub(crate) const USUAL_MOVES: u32 = 25;

/// The evaluation of a game's positions. Only the function [`Evaluate::evaluate`] has to be
/// written.
///
/// ```
/// use rules::Game;
/// use rules::nim::Nim;
/// use search::{Evaluate, Score};
///
/// /// The side that has to move from a multiple of four loses.
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
    /// Whether a larger win is better than a smaller one, so that a search continues after it has
    /// found a win.
    const EVERY_POINT_COUNTS: bool = false;

    /// The score that one point of the game is worth in the evaluation. People are shown scores
    /// divided by this number. In games without points, it is the score of something that people
    /// can picture: a block, or a row that lacks one stone.
    const POINT: Score = 1;

    /// Whether estimates are margins: the evaluation is [`POINT`](Evaluate::POINT) times the
    /// expected margin at the end. A search for the best move then gives finished games the same
    /// scale, so that a proven lead of one point does not outweigh an expected lead of sixty. In
    /// such a search, [`Evaluate::finish`] is not called. Searches for a winner and proofs keep the
    /// scale of [`WON`](crate::WON).
    const ESTIMATES_MARGIN: bool = false;

    /// How the weak levels misjudge moves, the weakest first. The level above them is the whole
    /// engine, so a game has one level more than this list has places.
    const SLIPS: &'static [Slip] = &[
        Slip::within(16 * Self::POINT),
        Slip::within(8 * Self::POINT),
        Slip::within(4 * Self::POINT),
        Slip::deeper(2 * Self::POINT),
    ];

    /// The heuristic evaluation of an unfinished position: its estimated value for the side to
    /// move, strictly between `-WON` and `WON` (see [`WON`](crate::WON)). Each game has its own
    /// unit.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// Whether [`Evaluate::move_score`] orders moves well. If it does, a search tries moves in this
    /// order before killer moves. A match, or the number of nodes to a fixed depth, shows which
    /// setting is better.
    const ORDERS_WELL: bool = false;

    /// How many moves of a position are searched to the full depth at once; the others are searched
    /// less deep first. `None` means all moves. A score is exact only if every search that led to
    /// it, full or reduced, ended without an estimate.
    const FULL_MOVES: Option<usize> = if Self::ORDERS_WELL { Some(4) } else { None };

    /// The bounds that the game's own knowledge or solver proves for the side to move in an
    /// unfinished position; `None` if nothing is proven. This function serves for endgames,
    /// threats, and everything else that is known without a search. A search calls it at every node
    /// with the plies left to search, the window in which the score is wanted, and the number of
    /// nodes that this function may search. The scores must be right; the score of a proven win or
    /// loss counts the plies from this position. If the function proves a win, it must also prove
    /// the win after the winner's best move, so that the winner finds the way. The default function
    /// always returns `None`.
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

    /// The estimated number of moves that the side to move still has to make, including the next
    /// one. The side's remaining time is divided among these moves.
    fn moves_left(&self, _game: &G, _position: &G::Position) -> u32 {
        USUAL_MOVES
    }

    /// A number for a move under which a search remembers how often the move was good, in whatever
    /// position; `None`, the default, if the search should remember nothing. Moves with a good
    /// history are tried sooner.
    fn history_index(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> Option<u16> {
        None
    }

    /// The move-ordering score of a legal move: the search tries moves with higher scores first.
    /// Moves with equal scores stay in the order of [`Game::moves`]. By default all scores are
    /// equal. The order changes the speed of the search, but not the value of a position.
    fn move_score(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }
}

/// Two scores, between which the score of a position certainly lies.
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
    /// The lower bound of the score.
    pub lower: Score,
    /// The upper bound of the score.
    pub upper: Score,
    /// The number of positions searched to find the bounds.
    pub nodes: u64,
}

/// The assumed number of plies to an outcome whose distance is not known. The number is large, but
/// leaves room: a search adds at most 250 plies, and the sum has to stay below 1,024, the score of
/// a point.
pub(crate) const FAR_END: u32 = 750;

impl Bounded {
    /// The bounds for `side`, which is to move, if the outcome with best play is known but its
    /// distance is not.
    #[must_use]
    pub fn by(outcome: Outcome, side: Side) -> Bounded {
        let score = outcome_score(outcome, side, FAR_END);
        Bounded { lower: score, upper: score, nodes: 0 }
    }
}
