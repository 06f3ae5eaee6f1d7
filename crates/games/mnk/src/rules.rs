//! The rules: position, moves and outcome. The module `notation` reads and writes text.
//!
//! Squares are numbered row by row from the top left. A square has the number
//! `row * columns + column`.

use std::sync::Arc;

use rules::bits::Bits;
use rules::random::hash_words;
use rules::{Game, Outcome, Side};

use crate::directions::{Direction, covered, directions};

/// Boards have at most this many squares.
pub const MOST_SQUARES: usize = 400;

/// The number of 64-bit words in a bitboard that fits any board.
pub const WIDEST: usize = MOST_SQUARES.div_ceil(64);

/// An m,n,k-game whose board fits `64 * W` squares.
#[derive(Clone, Debug)]
pub struct Mnk<const W: usize> {
    /// Rows, N.
    pub rows: usize,
    /// Columns, M.
    pub columns: usize,
    /// The number of stones that a winning line needs, K.
    pub in_a_row: usize,
    pub(super) board: Bits<W>,
    pub(super) directions: Arc<[Direction<W>]>,
    pub(super) start: Position<W>,
}

/// The stones on the board, the side to move, and the side that has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    /// The stones of each side.
    pub stones: [Bits<W>; 2],
    /// The side to move.
    pub turn: Side,
    /// The side that has a line; the first player if both have.
    pub winner: Option<Side>,
}

impl<const W: usize> Mnk<W> {
    /// The game on an empty board.
    ///
    /// # Panics
    /// Panics if the board has more than `64 * W` squares.
    #[must_use]
    pub fn new(rows: usize, columns: usize, in_a_row: usize) -> Mnk<W> {
        assert!(rows * columns <= 64 * W, "a board of {rows} by {columns} fits");
        let start = Position { stones: [Bits::EMPTY; 2], turn: Side::First, winner: None };
        let board = Bits::first(rows * columns);
        let directions = directions(rows, columns, in_a_row).into();
        Mnk { rows, columns, in_a_row, board, directions, start }
    }

    /// The game that starts from a position with any stones.
    #[must_use]
    pub fn from_stones(mut self, stones: [Bits<W>; 2], turn: Side) -> Mnk<W> {
        self.start = self.position(stones, turn);
        self
    }

    /// The position with these stones.
    #[must_use]
    pub fn position(&self, stones: [Bits<W>; 2], turn: Side) -> Position<W> {
        let winner = Side::BOTH.into_iter().find(|side| self.has_line(stones[side.index()]));
        Position { stones, turn, winner }
    }

    /// The squares without a stone.
    #[must_use]
    pub fn empty(&self, stones: &[Bits<W>; 2]) -> Bits<W> {
        self.board.without(stones[0] | stones[1])
    }

    /// The squares of all lines that these stones contain.
    #[must_use]
    pub fn line_squares(&self, stones: Bits<W>) -> Bits<W> {
        covered(&self.directions, stones)
    }

    /// Whether these stones contain a line.
    #[must_use]
    pub fn has_line(&self, stones: Bits<W>) -> bool {
        self.directions.iter().any(|direction| !direction.starts_within(stones).is_empty())
    }
}

impl<const W: usize> Game for Mnk<W> {
    type Position = Position<W>;
    type Move = usize;

    fn start(&self) -> Position<W> {
        self.start
    }

    fn turn(&self, position: &Position<W>) -> Side {
        position.turn
    }

    fn moves(&self, position: &Position<W>) -> impl Iterator<Item = usize> {
        let free =
            if position.winner.is_some() { Bits::EMPTY } else { self.empty(&position.stones) };
        free.into_iter()
    }

    #[inline]
    fn play(&self, position: &Position<W>, square: usize) -> Position<W> {
        let mut next = *position;
        let own = &mut next.stones[position.turn.index()];
        own.insert(square);
        if self.has_line(*own) {
            next.winner = Some(position.turn);
        }
        next.turn = position.turn.other();
        next
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        let won = position.winner.map(|side| Outcome::won_by(side, 1));
        won.or_else(|| self.empty(&position.stones).is_empty().then_some(Outcome::DRAW))
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }

    fn key(&self, position: &Position<W>) -> u64 {
        let [first, second] = position.stones;
        hash_words(first.0.into_iter().chain(second.0).chain([position.turn as u64]))
    }
}
