//! The game with its board, and a position of the game.

use rules::Side;
use rules::random::mix;

use super::board::{LONGEST, Square, Squares};

/// Gangsters on one board.
#[derive(Clone, Debug)]
pub struct Gangsters {
    /// The number of columns, n.
    pub columns: usize,
    /// The number of rows, m.
    pub rows: usize,
    /// The squares without a pillar.
    pub ground: Squares,
    /// How the cash box moves.
    pub step: Step,
    /// The number of moves that each player may make; 0 for no limit.
    pub limit: u32,
    pub(super) start: Position,
}

/// How far the cash box moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The box slides as far as it can.
    Slide,
    /// The box moves to the next square.
    One,
}

/// The cars, the cash box, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cars of each side.
    pub cars: [Squares; 2],
    /// The square of the cash box (Polish *kasetka*).
    pub cash_box: Square,
    /// The side to move.
    pub turn: Side,
    /// The number of moves made by both players together. In a game without a limit the number
    /// stays 0, so that a repeated position equals the earlier position.
    pub half_moves: u32,
    /// The exclusive or of [`piece_hash`] over all cars and the box. Each move updates this value.
    pub(super) hash: u64,
}

impl Position {
    /// The position with these cars and this cash box.
    #[must_use]
    pub fn new(cars: [Squares; 2], cash_box: Square, turn: Side, half_moves: u32) -> Position {
        let of_side = |side: Side| {
            cars[side.index()].into_iter().map(move |car| piece_hash(side.index(), car))
        };
        let pieces =
            of_side(Side::First).chain(of_side(Side::Second)).chain([piece_hash(BOX, cash_box)]);
        Position { cars, cash_box, turn, half_moves, hash: pieces.fold(0, |all, one| all ^ one) }
    }

    pub(super) fn move_box(&mut self, to: Square) {
        self.hash ^= piece_hash(BOX, self.cash_box) ^ piece_hash(BOX, to);
        self.cash_box = to;
    }

    pub(super) fn move_car(&mut self, from: Square, to: Square) {
        let side = self.turn.index();
        self.hash ^= piece_hash(side, from) ^ piece_hash(side, to);
        self.cars[side].remove(from);
        self.cars[side].insert(to);
    }
}

/// The kind of the box for [`piece_hash`]. The kinds 0 and 1 are the cars of the two sides.
const BOX: usize = 2;

/// A random number for each kind of piece on each square (Zobrist hashing, 1970).
fn piece_hash(kind: usize, square: Square) -> u64 {
    mix((kind as u64) << 16 | u64::from(square.column) << 8 | u64::from(square.row))
}

impl Gangsters {
    /// The game on a board of `columns` by `rows` with pillars and the cash box. In the first and
    /// the last row, a car stands on every square without a pillar. Red moves first, the box
    /// slides, and there is no limit.
    ///
    /// # Panics
    /// Panics if a side of the board is outside 3..=26, or the box is not on a square of
    /// [`Gangsters::room`].
    #[must_use]
    pub fn new(columns: usize, rows: usize, pillars: &Squares, cash_box: Square) -> Gangsters {
        assert!(
            (3..=LONGEST).contains(&columns) && (3..=LONGEST).contains(&rows),
            "a board of {columns} by {rows}"
        );
        assert!(
            Self::room(columns, rows, pillars).has(cash_box),
            "the cash box is on {cash_box:?}"
        );
        let ground = Squares::all(columns, rows).without(&[*pillars, Squares::NONE]);
        let cars = [1, rows as u8]
            .map(|home| ground.into_iter().filter(|square| square.row == home).collect());
        let start = Position::new(cars, cash_box, Side::First, 0);
        Gangsters { columns, rows, ground, step: Step::Slide, limit: 0, start }
    }

    /// The same game with a limit of moves for each player, 0 for none.
    #[must_use]
    pub fn with_limit(self, limit: u32) -> Gangsters {
        Gangsters { limit, ..self }
    }

    /// The same game with another rule for the step of the box.
    #[must_use]
    pub fn with_step(self, step: Step) -> Gangsters {
        Gangsters { step, ..self }
    }

    /// The squares where the cash box may start: those without a pillar that lie neither in the
    /// first row nor in the last.
    #[must_use]
    pub fn room(columns: usize, rows: usize, pillars: &Squares) -> Squares {
        let ground = Squares::all(columns, rows).without(&[*pillars, Squares::NONE]);
        ground
            .into_iter()
            .filter(|square| square.row > 1 && usize::from(square.row) < rows)
            .collect()
    }

    /// The row of a side's car park: the first row for red, and the last for green.
    #[must_use]
    #[inline]
    pub fn home(&self, side: Side) -> u8 {
        if side == Side::First { 1 } else { self.rows as u8 }
    }

    /// The owner of the car park to which a square belongs, if it belongs to one.
    #[must_use]
    #[inline]
    pub fn parking(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.home(side) == square.row)
    }

    /// The squares without a pillar and without a car. The square of the cash box is one of these
    /// squares.
    #[must_use]
    #[inline]
    pub fn free(&self, position: &Position) -> Squares {
        self.ground.without(&position.cars)
    }

    /// The square where the box stops if it moves in a direction. If the box cannot move in this
    /// direction, the result is `from`.
    #[must_use]
    #[inline]
    pub fn box_lands(&self, free: &Squares, from: Square, direction: u8) -> Square {
        match self.step {
            Step::Slide => free.slide(from, direction),
            Step::One => {
                Some(from.beside(direction)).filter(|&next| free.has(next)).unwrap_or(from)
            }
        }
    }

    pub(super) fn limit_reached(&self, position: &Position) -> bool {
        self.limit > 0 && u64::from(position.half_moves) >= 2 * u64::from(self.limit)
    }

    /// Whether the box stands in a car park, or the limit is reached.
    #[inline]
    pub(super) fn stopped(&self, position: &Position) -> bool {
        self.parking(position.cash_box).is_some() || self.limit_reached(position)
    }
}
