//! What is drawn of a position, and how clicks on the drawing name a move. Terminal and page draw the same [`Drawing`].

use crate::{Game, Play, Side};

/// A game's looks.
pub trait Picture: Game + Sized {
    /// What the game so far looks like. The history is there for what the position itself forgets, such as who placed
    /// a block.
    fn draw(play: &Play<Self>) -> Drawing;

    /// The touches that together mean a legal move; empty for a move that needs a button, such as a pass. No two
    /// legal moves of a position have the same touches, and those of one never begin those of another, save for the
    /// empty one.
    fn gesture(&self, position: &Self::Position, mv: Self::Move) -> Vec<Touch>;
}

/// A square of a drawing, counted from the top left as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// From 0 at the left.
    pub column: usize,
    /// From 0 at the top.
    pub row: usize,
}

/// One step of a gesture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// This square.
    At(Square),
    /// Any square of this hue.
    Hue(u8),
}

/// What colour a square has. What the colour looks like is the business of whoever draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// The bare board.
    Empty,
    /// A piece of the first player's.
    First,
    /// A piece of the second player's.
    Second,
    /// A square that nobody can use: a pillar, a block of unknown owner.
    Blocked,
    /// The thing both play for: the cash box.
    Prize,
    /// One of a few colours that the game itself is about, from 0.
    Hue(u8),
}

/// One square as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Its colour.
    pub paint: Paint,
    /// One character that says the same without colour.
    pub glyph: char,
    /// Who owns the square, where squares are owned.
    pub owner: Option<Side>,
}

impl Cell {
    /// A bare square, drawn as a dot.
    pub const EMPTY: Cell = Cell { paint: Paint::Empty, glyph: '.', owner: None };

    /// A square of nobody's with this colour and glyph.
    #[must_use]
    pub const fn new(paint: Paint, glyph: char) -> Cell {
        Cell { paint, glyph, owner: None }
    }

    /// A piece of `side`'s.
    #[must_use]
    pub const fn piece(side: Side, glyph: char) -> Cell {
        match side {
            Side::First => Cell::new(Paint::First, glyph),
            Side::Second => Cell::new(Paint::Second, glyph),
        }
    }
}

/// A board to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// What to write above each column.
    pub columns: Vec<String>,
    /// What to write beside each row, from the top.
    pub rows: Vec<String>,
    /// The squares row by row from the top left: `columns.len() * rows.len()` of them.
    pub cells: Vec<Cell>,
    /// What each glyph means; a bare square needs no word.
    pub legend: Vec<(char, &'static str)>,
    /// What else a player wants to know, such as the score, in a line; may be empty.
    pub caption: String,
}

impl Drawing {
    /// A bare board with these labels.
    #[must_use]
    pub fn bare(columns: Vec<String>, rows: Vec<String>) -> Drawing {
        let cells = vec![Cell::EMPTY; columns.len() * rows.len()];
        Drawing { columns, rows, cells, legend: Vec::new(), caption: String::new() }
    }

    /// The cell at a square.
    #[must_use]
    pub fn at(&self, square: Square) -> &Cell {
        &self.cells[square.row * self.columns.len() + square.column]
    }

    /// The cell at a square, to be changed.
    pub fn at_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.cells[square.row * self.columns.len() + square.column]
    }

    /// Whether a click on `square` is the touch wanted.
    #[must_use]
    pub fn touches(&self, square: Square, touch: Touch) -> bool {
        match touch {
            Touch::At(wanted) => square == wanted,
            Touch::Hue(hue) => self.at(square).paint == Paint::Hue(hue),
        }
    }
}
