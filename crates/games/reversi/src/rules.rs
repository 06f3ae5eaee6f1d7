//! The rules: position, moves and outcome. The module `board` numbers the squares and flips the
//! discs.

use rules::random::hash_words;
use rules::{Game, Outcome, Side};

use super::board::{SIDE, flips, placements, square};

/// Who may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// A player may pass only if there is no other move.
    Forced,
    /// The side to move may always pass, until the game is over.
    Free,
}

/// Reversi with one of the rules for passing.
#[derive(Clone, Debug)]
pub struct Reversi {
    /// Who may pass.
    pub passing: Passing,
    pub(super) start: Position,
}

/// The discs on the board, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The discs of black, then those of white. A square is bit `column * 8 + row`. Columns and
    /// rows are counted from 0 at the top left. No square is in both sets.
    pub discs: [u64; 2],
    /// Whose move it is.
    pub turn: Side,
}

/// A move: the square of the new disc as a set, which is empty for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u64);

impl Move {
    /// No disc.
    pub const PASS: Move = Move(0);

    /// A disc in this column and row, both from 0 to 7.
    ///
    /// # Panics
    /// Panics if `column` or `row` is greater than 7.
    #[must_use]
    pub const fn at(column: usize, row: usize) -> Move {
        assert!(column < SIDE && row < SIDE, "a square lies on the board");
        Move(square(column, row))
    }

    /// The column and the row of the new disc, or `None` for a pass.
    #[must_use]
    pub const fn place(self) -> Option<(usize, usize)> {
        let bit = self.0.trailing_zeros() as usize;
        if self.0 == 0 { None } else { Some((bit / SIDE, bit % SIDE)) }
    }

    /// A disc on the square of this set, or a pass if the set is empty.
    pub(super) const fn on(set: u64) -> Move {
        Move(set)
    }

    /// The square of the new disc as a set, empty for a pass.
    pub(super) const fn set(self) -> u64 {
        self.0
    }
}

impl Position {
    /// The discs of the side to move, and those of the other side.
    #[must_use]
    #[inline]
    pub fn own_and_other(&self) -> (u64, u64) {
        (self.discs[self.turn.index()], self.discs[self.turn.other().index()])
    }

    /// The squares where the side to move can place a disc.
    #[must_use]
    #[inline]
    pub fn placements(&self) -> u64 {
        let (own, other) = self.own_and_other();
        placements(own, other)
    }

    /// The position after a move. A pass changes only the turn.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let (own, other) = self.own_and_other();
        let flipped = flips(mv.0, own, other);
        let mut discs = [own ^ flipped | mv.0, other ^ flipped];
        if self.turn == Side::Second {
            discs.swap(0, 1);
        }
        Position { discs, turn: self.turn.other() }
    }

    /// The number of discs of each side.
    #[must_use]
    pub fn count(&self) -> [u32; 2] {
        self.discs.map(u64::count_ones)
    }

    /// Black's margin if the game ended now: Black's discs minus White's discs. Empty squares count
    /// for the side with more discs.
    fn margin(&self) -> i32 {
        let [black, white] = self.count().map(u32::cast_signed);
        let empty = (SIDE * SIDE) as i32 - black - white;
        black - white + (black - white).signum() * empty
    }
}

impl Reversi {
    /// The game from the usual start position.
    #[must_use]
    pub const fn new(passing: Passing) -> Reversi {
        let black = square(3, 4) | square(4, 3);
        let white = square(3, 3) | square(4, 4);
        Reversi { passing, start: Position { discs: [black, white], turn: Side::First } }
    }

    /// The game from any position.
    #[must_use]
    pub fn from_position(mut self, start: Position) -> Reversi {
        self.start = start;
        self
    }
}

impl Game for Reversi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let squares = position.placements();
        let pass = match squares {
            0 => position.after(Move::PASS).placements() != 0,
            _ => self.passing == Passing::Free,
        };
        Moves { squares, pass }
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.after(mv)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let over = position.placements() == 0 && position.after(Move::PASS).placements() == 0;
        over.then(|| Outcome { margin: position.margin() })
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), (SIDE * SIDE) as i32)
    }

    fn key(&self, position: &Position) -> u64 {
        let [black, white] = position.discs;
        hash_words([black, white, position.turn as u64])
    }
}

/// The legal moves in the order of their names. A pass comes last.
struct Moves {
    squares: u64,
    pass: bool,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.squares == 0 {
            return std::mem::take(&mut self.pass).then_some(Move::PASS);
        }
        let lowest = self.squares & self.squares.wrapping_neg();
        self.squares ^= lowest;
        Some(Move(lowest))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.squares.count_ones() as usize + usize::from(self.pass);
        (left, Some(left))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}
