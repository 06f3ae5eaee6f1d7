//! The rules of a game as types: [`Game`], [`Side`], [`Outcome`].

use std::fmt::Debug;
use std::hash::Hash;

/// One of the two players. The first player makes the first move of a game, unless a diagram says
/// otherwise.
///
/// ```
/// use rules::Side;
///
/// assert_eq!(Side::First.other(), Side::Second);
/// assert_eq!(Side::BOTH.map(Side::sign), [1, -1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first player: Left, Black, J, player 1, or red, depending on the game.
    First,
    /// The second player: Right, White, S, player 2, or green, depending on the game.
    Second,
}

impl Side {
    /// Both sides, [`Side::First`] at index 0.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// The index into arrays of two: 0 for the first player, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// +1 for the first player and -1 for the second. The first player's margin times this sign is
    /// the margin of this side.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Side::First => 1,
            Side::Second => -1,
        }
    }
}

/// How a game ended: the first player's margin. A positive margin means that the first player won.
///
/// ```
/// use rules::{Outcome, Side};
///
/// let outcome = Outcome::won_by(Side::Second, 3);
/// assert_eq!((outcome.margin, outcome.winner()), (-3, Some(Side::Second)));
/// assert_eq!(outcome.margin_for(Side::Second), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// The first player's points minus the second player's points; +1, 0 or -1 if the game has no
    /// points.
    pub margin: i32,
}

impl Outcome {
    /// Neither side won.
    pub const DRAW: Outcome = Outcome { margin: 0 };

    /// The outcome in which `side` wins by `points`.
    #[must_use]
    pub const fn won_by(side: Side, points: i32) -> Outcome {
        Outcome { margin: side.sign() * points }
    }

    /// The winner, or `None` for a draw.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self.margin {
            0 => None,
            m if m > 0 => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// The margin from the view of `side`.
    #[must_use]
    pub const fn margin_for(self, side: Side) -> i32 {
        self.margin * side.sign()
    }
}

/// The rules of one game with fixed parameters and a starting position, e.g. m,n,k on 4 by 4 with 3
/// in a row.
///
/// Positions are copied and moves are never undone: [`Game::play`] returns a new position. Sides
/// need not alternate; only [`Game::turn`] says who moves.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Game, Side};
///
/// let game = Nim::heap(5);
/// let start = game.start();
/// assert!(game.moves(&start).eq([1, 2, 3]));
/// let next = game.play(&start, 2);
/// assert_eq!((start.stones, next.stones, game.turn(&next)), (5, 3, Side::Second));
/// ```
pub trait Game: Send + Sync + 'static {
    /// A position: everything that determines the rest of the game. A position is small enough to
    /// be copied for every move.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move. A move is meaningful only in the position it was generated for.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Whether a position can occur again within a game.
    const REPEATS: bool = false;

    /// The position that this game starts from.
    fn start(&self) -> Self::Position;

    /// The side to move. The result is meaningless once the game is over.
    fn turn(&self, position: &Self::Position) -> Side;

    /// The legal moves without duplicates, in the order that the game's rules define. The list is
    /// empty if and only if the game is over.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after a legal move. For an illegal move the result is unspecified, but safe.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The result of a finished game, or `None` while the game goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The outcome when `loser` commits a foul or resigns.
    fn forfeit(&self, loser: Side) -> Outcome;

    /// How many moves `winner` still had when it won in this position, if the game has no points
    /// but counts such moves to break ties between matches; see [`Table::moves_left`]. The default
    /// is `None`.
    ///
    /// [`Table::moves_left`]: crate::Table::moves_left
    fn moves_left(&self, _position: &Self::Position, _winner: Side) -> Option<i32> {
        None
    }

    /// A 64-bit hash of the position, equal for equal positions and spread well enough to index a
    /// table.
    fn key(&self, position: &Self::Position) -> u64;
}
