//! How a position is drawn, and which clicks on the drawing name a move. The terminal and the page
//! draw the same [`Drawing`].

use crate::figure::{Figure, Theme};
use crate::{Game, Message, Play, Side};

/// How a game is drawn, and how clicks on the drawing make a move.
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
    /// The pieces that a user can place on a square when setting up a position. The empty square
    /// comes first in games that have empty squares.
    const PLACEABLE: &'static [Cell];

    /// The drawing of the current position. The drawing may depend on earlier moves, since a
    /// position does not say everything that is drawn. For example, it does not say who placed a
    /// block.
    fn draw(play: &Play<Self>) -> Drawing;

    /// The touches that together mean a legal move. A move without touches, such as a pass, gets a
    /// button. If two legal moves have touches, their lists differ, and neither list is the
    /// beginning of the other.
    fn gesture(&self, position: &Self::Position, mv: Self::Move) -> Vec<Touch>;
}

/// A square of a drawing, counted from the top left.
///
/// ```
/// use rules::{Drawing, Square};
///
/// let board = Drawing::bare(vec!["a".into(), "b".into()], vec!["1".into(), "2".into()]);
/// assert_eq!(board.squares().nth(2), Some(Square { column: 0, row: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The column, from 0 at the left.
    pub column: usize,
    /// The row, from 0 at the top.
    pub row: usize,
}

/// One of the clicks that together make a move.
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
    /// A click on this square.
    At(Square),
    /// A click on any square of this hue.
    Hue(u8),
}

/// The content of a square. The page or terminal that draws the square decides how the content
/// looks.
///
/// ```
/// use rules::{Edges, Piece, Side};
///
/// assert_eq!(Piece::Block(Some(Side::First), Edges::NONE).side(), Some(Side::First));
/// assert_eq!(Piece::Hue(2).side(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// The bare board.
    None,
    /// A piece that looks like this, and the side that owns it, if one does.
    Figure(&'static Figure, Option<Side>),
    /// A square of a block: the side that placed the block, if this side is known, and the edges
    /// across which the block continues.
    Block(Option<Side>, Edges),
    /// One of the game's colours, numbered from 0.
    Hue(u8),
}

impl Piece {
    /// The owner of the piece, if it has one.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Piece::Figure(_, side) | Piece::Block(side, _) => side,
            Piece::None | Piece::Hue(_) => None,
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
    /// No edge.
    pub const NONE: Edges = Edges(0);
    /// The upper edge, as the square is drawn.
    pub const UP: Edges = Edges(1);
    /// The right edge.
    pub const RIGHT: Edges = Edges(2);
    /// The lower edge.
    pub const DOWN: Edges = Edges(4);
    /// The left edge.
    pub const LEFT: Edges = Edges(8);

    /// Whether all of `edges` are in this set.
    #[must_use]
    pub const fn has(self, edges: Edges) -> bool {
        self.0 & edges.0 == edges.0
    }

    /// The edges of both sets together.
    #[must_use]
    pub const fn and(self, edges: Edges) -> Edges {
        Edges(self.0 | edges.0)
    }
}

/// A square of a drawing.
///
/// ```
/// use rules::{Cell, Piece, Side};
///
/// let red = Cell::new(Piece::Hue(0), '+');
/// let taken = Cell { owner: Some(Side::First), ..red };
/// assert_ne!(red, taken);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The piece on the square.
    pub piece: Piece,
    /// The character that shows the piece in text.
    pub glyph: char,
    /// The owner of the square, in games where squares have owners.
    pub owner: Option<Side>,
}

impl Cell {
    /// An empty square, drawn as a dot.
    pub const EMPTY: Cell = Cell::new(Piece::None, '.');

    /// A square without an owner, with this piece and character.
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
    /// The square.
    pub square: Square,
    /// The content of the square before the move.
    pub was: Cell,
    /// The content of the square after the move.
    pub now: Cell,
}

/// The drawing of a board.
///
/// ```
/// use rules::{Cell, Drawing, Piece, Square};
///
/// let before = Drawing::bare(vec!["a".into(), "b".into()], vec!["1".into()]);
/// let mut after = before.clone();
/// let square = Square { column: 1, row: 0 };
/// *after.at_mut(square) = Cell::new(Piece::Hue(0), '+');
/// assert_eq!(before.changes(&after)[0].square, square);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The label above each column.
    pub columns: Vec<String>,
    /// The label beside each row, from the top.
    pub rows: Vec<String>,
    /// The squares row by row from the top left. Their number is `columns.len() * rows.len()`.
    pub cells: Vec<Cell>,
    /// The meaning of each character, with a cell that shows it. The empty square needs no entry.
    pub legend: Vec<(Cell, Message)>,
    /// A line with other information for a player, such as the score.
    pub caption: Option<Message>,
    /// The squares that decided the game, such as a completed line. The list is empty before the
    /// end of the game. In some games the list is always empty, because no particular squares
    /// decide them.
    pub decided: Vec<Square>,
}

impl Drawing {
    /// An empty board with these labels.
    #[must_use]
    pub fn bare(columns: Vec<String>, rows: Vec<String>) -> Drawing {
        let cells = vec![Cell::EMPTY; columns.len() * rows.len()];
        Drawing { columns, rows, cells, legend: Vec::new(), caption: None, decided: Vec::new() }
    }

    /// The theme of the first figure of the legend. Boards without figures are of wood.
    #[must_use]
    pub fn theme(&self) -> Theme {
        let mut figures = self.legend.iter().filter_map(|(cell, _)| match cell.piece {
            Piece::Figure(figure, _) => Some(figure.theme),
            _ => None,
        });
        figures.next().unwrap_or(Theme::Wood)
    }

    /// The cell at a square.
    #[must_use]
    pub fn at(&self, square: Square) -> &Cell {
        &self.cells[square.row * self.columns.len() + square.column]
    }

    /// Mutable access to the cell at a square.
    pub fn at_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.cells[square.row * self.columns.len() + square.column]
    }

    /// The squares in the order of their cells.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let columns = self.columns.len();
        (0..self.cells.len())
            .map(move |cell| Square { column: cell % columns, row: cell / columns })
    }

    /// The squares in which `after`, another drawing of the same board, differs from this one.
    #[must_use]
    pub fn changes(&self, after: &Drawing) -> Vec<Change> {
        let cells = self.squares().zip(self.cells.iter().zip(&after.cells));
        let changed = cells.filter(|(_, (was, now))| was != now);
        changed.map(|(square, (&was, &now))| Change { square, was, now }).collect()
    }
}
