//! A position as a user sets it up. The rules may not allow it.

use std::fmt;
use std::ops::RangeInclusive;

use crate::{BadInput, Message, Side, WORDS};

/// The content of a diagram. Any square may hold any piece; [`crate::Notation::at`] checks whether
/// the position is legal.
///
/// ```
/// use rules::nim::Nim;
/// use rules::Notation;
///
/// let setup = Nim::read("o.o\n1\n").expect("a diagram");
/// assert_eq!(setup.all(1).collect::<Vec<_>>(), [(0, 0), (2, 0)]);
/// let why = Nim::heap(3).at(&setup).expect_err("no heap has a gap");
/// assert_eq!(why.key, "gap");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The number of columns.
    pub columns: usize,
    /// The content of each square, row by row from the top left: an index into
    /// [`crate::Picture::PLACEABLE`].
    pub squares: Vec<u8>,
    /// The side to move.
    pub turn: Side,
    /// A number that some games need besides the board: the half-moves made, the stones in a row
    /// that win, or 1 if a pass is allowed. The other games write 0 and ignore it.
    pub number: u64,
}

impl Setup {
    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.squares.len().checked_div(self.columns).unwrap_or(0)
    }

    /// For each square with this content: its column and its row, both counted from 0 at the top
    /// left.
    pub fn all(&self, kind: u8) -> impl Iterator<Item = (usize, usize)> {
        let shows = self.squares.iter().enumerate().filter(move |(_, shown)| **shown == kind);
        shows.map(|(square, _)| (square % self.columns, square / self.columns))
    }

    /// Checks that the board is a rectangle, that its rows and columns lie in these ranges, and
    /// that every square holds a number below `kinds`.
    ///
    /// # Errors
    /// Fails if one of these conditions does not hold.
    pub fn check(
        &self,
        rows: RangeInclusive<usize>,
        columns: RangeInclusive<usize>,
        kinds: usize,
    ) -> Result<(), Message> {
        let is_rectangle = self.rows() * self.columns == self.squares.len();
        if !is_rectangle || !rows.contains(&self.rows()) || !columns.contains(&self.columns) {
            let size = Message::new(WORDS, "board-size")
                .number("rows", self.rows())
                .number("columns", self.columns);
            let size = size.number("least-rows", *rows.start()).number("most-rows", *rows.end());
            return Err(size
                .number("least-columns", *columns.start())
                .number("most-columns", *columns.end()));
        }
        let unknown = self.squares.iter().find(|&&kind| usize::from(kind) >= kinds);
        unknown
            .map_or(Ok(()), |&kind| Err(Message::new(WORDS, "no-such-piece").number("kind", kind)))
    }
}

/// Why no game can start from a diagram.
///
/// ```
/// use rules::nim::Nim;
/// use rules::{BadDiagram, Notation};
///
/// let game = Nim::heap(3);
/// assert!(matches!(game.at_diagram("?"), Err(BadDiagram::Garbled(_))));
/// assert!(matches!(game.at_diagram(".oo\n1"), Err(BadDiagram::Illegal(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadDiagram {
    /// The text is not a diagram.
    Garbled(BadInput),
    /// The rules do not allow the position.
    Illegal(Message),
}

impl From<BadInput> for BadDiagram {
    fn from(bad: BadInput) -> BadDiagram {
        BadDiagram::Garbled(bad)
    }
}

impl From<Message> for BadDiagram {
    fn from(why: Message) -> BadDiagram {
        BadDiagram::Illegal(why)
    }
}

impl fmt::Display for BadDiagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadDiagram::Garbled(bad) => bad.fmt(f),
            BadDiagram::Illegal(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for BadDiagram {}
