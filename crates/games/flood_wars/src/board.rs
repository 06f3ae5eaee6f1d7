//! Boards of coloured squares, read from text or drawn at random.

use rules::random::Random;
use rules::{BadInput, Catalogue, Message, catalogue, message};

/// The texts of the game.
pub(super) const WORDS: Catalogue = catalogue!();

/// The greatest number of rows, and of columns.
pub const LONGEST: usize = 50;

/// One of the five colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Colour(u8);

const GLYPHS: [char; 5] = ['@', '#', '+', '.', '*'];

impl Colour {
    /// All colours, in the order of the game's rules: `@ # + . *`.
    pub const ALL: [Colour; 5] = [Colour(0), Colour(1), Colour(2), Colour(3), Colour(4)];

    /// The number of the colour, from 0 to 4.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The character that stands for the colour.
    #[must_use]
    pub const fn glyph(self) -> char {
        GLYPHS[self.index()]
    }

    /// The colour that a character stands for.
    #[must_use]
    pub fn from_glyph(glyph: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.glyph() == glyph)
    }

    fn random(random: &mut Random) -> Colour {
        Colour::ALL[random.below(5)]
    }

    fn after(self, steps: usize) -> Colour {
        Colour::ALL[(self.index() + steps) % 5]
    }
}

/// A board of 2 to 50 rows and columns. On a board for a game, the corners of J and S have
/// different colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: usize,
    /// The squares row by row from the top left.
    squares: Vec<Colour>,
}

impl Board {
    /// The random board of this size for `seed`. The board is the same in every version; README.md
    /// says how it is drawn.
    ///
    /// # Panics
    /// Panics if a side is not within 2..=50.
    #[must_use]
    pub fn random(rows: usize, columns: usize, seed: u64) -> Board {
        assert!(
            (2..=LONGEST).contains(&rows) && (2..=LONGEST).contains(&columns),
            "a board of 2 to 50 by 2 to 50"
        );
        let mut random = Random::new(seed);
        let squares = (0..rows * columns).map(|_| Colour::random(&mut random)).collect();
        let mut board = Board { columns, squares };
        let [first, second] = board.corners();
        if first == second {
            board.squares[(rows - 1) * columns] = first.after(1 + random.below(4));
        }
        board
    }

    /// The board with these squares, row by row from the top left.
    pub(super) fn new(columns: usize, squares: Vec<Colour>) -> Board {
        Board { columns, squares }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.squares.len() / self.columns
    }

    /// The squares row by row from the top left.
    pub(super) fn squares(&self) -> &[Colour] {
        &self.squares
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The colour of a square; row 0 is the top one.
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> Colour {
        self.squares[row * self.columns + column]
    }

    /// The colours of the corners where J and S start. J starts at the bottom left, and S at the
    /// top right.
    #[must_use]
    pub fn corners(&self) -> [Colour; 2] {
        [self.at(self.rows() - 1, 0), self.at(0, self.columns - 1)]
    }
}

/// Reads a board row by row. Line numbers in errors count from the first row of the board.
#[derive(Default)]
pub(super) struct Reader {
    columns: usize,
    squares: Vec<Colour>,
    lines: usize,
    blank: bool,
}

impl Reader {
    /// Reads a whole board from its lines.
    pub(super) fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Board, BadInput> {
        Reader::of(lines)?.finish()
    }

    /// A reader that has taken these lines of a board.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Reader, BadInput> {
        let mut reader = Reader::default();
        for line in lines {
            reader.push(line)?;
        }
        Ok(reader)
    }

    /// Takes the next line: a row, or one of the empty lines that may follow the board.
    pub(super) fn push(&mut self, line: &str) -> Result<(), BadInput> {
        self.lines += 1;
        self.blank |= line.is_empty();
        if line.is_empty() {
            return Ok(());
        }
        if self.blank {
            return Err(self.bad(message!(WORDS, "row-after-gap"), message!(WORDS, "no-gaps")));
        }
        if self.lines > LONGEST {
            return Err(self.bad(
                message!(WORDS, "row-of-board", row = self.lines),
                message!(WORDS, "most-rows"),
            ));
        }
        self.push_row(line)
    }

    fn push_row(&mut self, line: &str) -> Result<(), BadInput> {
        let before = self.squares.len();
        for glyph in line.chars() {
            let colour = Colour::from_glyph(glyph);
            let bad = || {
                self.bad(format!("`{}`", glyph.escape_debug()), message!(WORDS, "square-colours"))
            };
            self.squares.push(colour.ok_or_else(bad)?);
        }
        let length = self.squares.len() - before;
        let found = message!(WORDS, "row-of", n = length);
        if !(2..=LONGEST).contains(&length) {
            return Err(self.bad(found, message!(WORDS, "row-lengths")));
        }
        if self.lines > 1 && length != self.columns {
            let expected = message!(WORDS, "row-as-first", n = self.columns);
            return Err(self.bad(found, expected));
        }
        self.columns = length;
        Ok(())
    }

    /// The finished board, after the last line. Its corners must have different colours.
    pub(super) fn finish(self) -> Result<Board, BadInput> {
        let board = self.any_corners()?;
        let [first, second] = board.corners();
        if first == second {
            let found = format!("`{}` in both corners, bottom left and top right", first.glyph());
            return Err(BadInput::new(board.rows(), found, "corners of different colours"));
        }
        Ok(board)
    }

    /// The finished board, after the last line. Its corners may have the same colour.
    pub(super) fn any_corners(self) -> Result<Board, BadInput> {
        let rows = self.squares.len().checked_div(self.columns).unwrap_or(0);
        if rows < 2 {
            return Err(BadInput::new(
                rows + 1,
                message!(WORDS, "board-ends"),
                message!(WORDS, "board-rows"),
            ));
        }
        Ok(Board::new(self.columns, self.squares))
    }

    fn bad(&self, found: impl Into<Message>, expected: impl Into<Message>) -> BadInput {
        BadInput::new(self.lines, found, expected)
    }
}
