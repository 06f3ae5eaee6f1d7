//! What is drawn of a position, and how clicks on the drawing name a move. Terminal and page draw the same [`Drawing`].

use crate::{Game, Message, Play, Side};

/// A game's looks.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Game, Picture, Play, Square, Touch};
///
/// let play = Play::new(Nim::heap(3));
/// let glyphs: String = Nim::draw(&play).cells.iter().map(|cell| cell.glyph).collect();
/// assert_eq!(glyphs, "ooo");
/// let taking_two = play.game().gesture(play.position(), 2);
/// assert_eq!(taking_two, [Touch::At(Square { column: 1, row: 0 })]);
/// ```
pub trait Picture: Game + Clone {
    /// What may be placed on a square when a position is set up; nothing comes first, where a square can be bare.
    const PLACEABLE: &'static [Cell];

    /// What the game so far looks like. The history is there for what the position itself forgets, such as who placed
    /// a block.
    fn draw(play: &Play<Self>) -> Drawing;

    /// The touches that together mean a legal move; empty for a move that needs a button, such as a pass. No two
    /// legal moves of a position have the same touches, and those of one never begin those of another, save for the
    /// empty one.
    fn gesture(&self, position: &Self::Position, mv: Self::Move) -> Vec<Touch>;
}

/// A square of a drawing, counted from the top left as drawn.
///
/// ```
/// use rules::{Drawing, Square};
///
/// let board = Drawing::bare(vec!["a".into(), "b".into()], vec!["1".into(), "2".into()]);
/// assert_eq!(board.squares().nth(2), Some(Square { column: 0, row: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// From 0 at the left.
    pub column: usize,
    /// From 0 at the top.
    pub row: usize,
}

/// One step of a gesture.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Play, Square, Table, Touch};
///
/// let first = &Play::new(Nim::heap(3)).choices()[0];
/// assert_eq!(first.touches, [Touch::At(Square { column: 2, row: 0 })]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Touch {
    /// This square.
    At(Square),
    /// Any square of this hue.
    Hue(u8),
}

/// What stands on a square. How that looks is the business of whoever draws.
///
/// ```
/// use rules::{Piece, Side};
///
/// assert_eq!(Piece::Disc(Side::First).side(), Some(Side::First));
/// assert_eq!(Piece::Pillar.side(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// The bare board.
    None,
    /// A disc, which may change sides.
    Disc(Side),
    /// A stone, which stays.
    Stone(Side),
    /// A square of a block: who placed it, if that is known, and where the block goes on.
    Block(Option<Side>, Edges),
    /// A car.
    Car(Side),
    /// The thing both play for.
    CashBox,
    /// What is always in the way.
    Pillar,
    /// One of a few colours that the game itself is about, from 0.
    Hue(u8),
}

impl Piece {
    /// Whose piece it is.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Piece::Disc(side) | Piece::Stone(side) | Piece::Car(side) => Some(side),
            Piece::Block(side, _) => side,
            Piece::None | Piece::CashBox | Piece::Pillar | Piece::Hue(_) => None,
        }
    }
}

/// Some of the four edges of a square.
///
/// ```
/// use rules::Edges;
///
/// let corner = Edges::UP.and(Edges::LEFT);
/// assert!(corner.has(Edges::UP) && !corner.has(Edges::DOWN));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edges(u8);

impl Edges {
    /// None of them.
    pub const NONE: Edges = Edges(0);
    /// The upper one, as drawn.
    pub const UP: Edges = Edges(1);
    /// The right one.
    pub const RIGHT: Edges = Edges(2);
    /// The lower one.
    pub const DOWN: Edges = Edges(4);
    /// The left one.
    pub const LEFT: Edges = Edges(8);

    /// Whether these are all among them.
    #[must_use]
    pub const fn has(self, edges: Edges) -> bool {
        self.0 & edges.0 == edges.0
    }

    /// Both of two sets.
    #[must_use]
    pub const fn and(self, edges: Edges) -> Edges {
        Edges(self.0 | edges.0)
    }
}

/// One square as drawn.
///
/// ```
/// use rules::{Cell, Piece, Side};
///
/// let disc = Cell::new(Piece::Disc(Side::First), 'X');
/// assert_eq!((disc.glyph, disc.owner), ('X', None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// What stands on it.
    pub piece: Piece,
    /// One character that says the same.
    pub glyph: char,
    /// Who owns the square, where squares are owned.
    pub owner: Option<Side>,
}

impl Cell {
    /// A bare square, drawn as a dot.
    pub const EMPTY: Cell = Cell::new(Piece::None, '.');

    /// A square of nobody's with this piece and glyph.
    #[must_use]
    pub const fn new(piece: Piece, glyph: char) -> Cell {
        Cell { piece, glyph, owner: None }
    }
}

/// A square that a move changes.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{Cell, Play, Table};
///
/// let mut play = Play::new(Nim::heap(3));
/// play.play(1);
/// let change = play.last_changes()[0];
/// assert_eq!((change.square.column, change.now), (2, Cell::EMPTY));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which.
    pub square: Square,
    /// What it looked like.
    pub was: Cell,
    /// What it looks like now.
    pub now: Cell,
}

/// A board to be drawn.
///
/// ```
/// use rules::{Cell, Drawing, Piece, Side, Square};
///
/// let before = Drawing::bare(vec!["a".into(), "b".into()], vec!["1".into()]);
/// let mut after = before.clone();
/// let square = Square { column: 1, row: 0 };
/// *after.at_mut(square) = Cell::new(Piece::Stone(Side::First), 'x');
/// assert_eq!(before.changes(&after)[0].square, square);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// What to write above each column.
    pub columns: Vec<String>,
    /// What to write beside each row, from the top.
    pub rows: Vec<String>,
    /// The squares row by row from the top left: `columns.len() * rows.len()` of them.
    pub cells: Vec<Cell>,
    /// What each glyph means, and what a square with it looks like; a bare square needs no word.
    pub legend: Vec<(Cell, Message)>,
    /// What else a player wants to know, such as the score, in a line.
    pub caption: Option<Message>,
}

impl Drawing {
    /// A bare board with these labels.
    #[must_use]
    pub fn bare(columns: Vec<String>, rows: Vec<String>) -> Drawing {
        let cells = vec![Cell::EMPTY; columns.len() * rows.len()];
        Drawing { columns, rows, cells, legend: Vec::new(), caption: None }
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

    /// The squares in the order of their cells.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let columns = self.columns.len();
        (0..self.cells.len()).map(move |cell| Square { column: cell % columns, row: cell / columns })
    }

    /// Where another drawing of the same board differs.
    #[must_use]
    pub fn changes(&self, after: &Drawing) -> Vec<Change> {
        let cells = self.squares().zip(self.cells.iter().zip(&after.cells));
        let changed = cells.filter(|(_, (was, now))| was != now);
        changed.map(|(square, (&was, &now))| Change { square, was, now }).collect()
    }
}
