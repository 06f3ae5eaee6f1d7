//! Diagrams, and the names of moves, such as `Fc` for Left, `cH` for Right and `-` for the pass.

use rules::{
    BadInput, BadParameter, Catalogue, Lines, Message, Notation, Parameters, Picture, Setup, Side,
    catalogue,
};

use super::rules::{LONGEST, Move, Position, Poziomka};
use rules::quoted;

/// The letter of a column. The letter stands above the board. Columns are counted from 0.
pub(super) fn column_letter(column: usize) -> char {
    char::from(b'A' + column as u8)
}

/// The letter of a row. The letter stands beside the board. Rows are counted from 0.
pub(super) fn row_letter(row: usize) -> char {
    char::from(b'a' + row as u8)
}

impl Notation for Poziomka {
    const WORDS: Catalogue = catalogue!();

    fn new(parameters: &Parameters) -> Result<Self, BadParameter> {
        let [length, rows, columns] =
            ["pola", "wiersze", "kolumny"].map(|name| parameters.size(name));
        Ok(Poziomka::new(length, rows, columns))
    }

    fn name(&self, position: &Position, mv: Move) -> String {
        match (mv, position.turn) {
            (Move::Pass, _) => "-".to_string(),
            (Move::Block { lane, first }, Side::First) => {
                [column_letter(lane.into()), row_letter(first.into())].iter().collect()
            }
            (Move::Block { lane, first }, Side::Second) => {
                [row_letter(lane.into()), column_letter(first.into())].iter().collect()
            }
        }
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, BadInput> {
        let index = |letter: u8, first: u8, count: usize| {
            letter.checked_sub(first).filter(|&index| usize::from(index) < count)
        };
        let column = |letter| index(letter, b'A', self.columns);
        let row = |letter| index(letter, b'a', self.rows);
        let block = match (text.as_bytes(), position.turn) {
            (b"-", _) => return Ok(Move::Pass),
            (&[lane, first], Side::First) => column(lane).zip(row(first)),
            (&[lane, first], Side::Second) => row(lane).zip(column(first)),
            _ => None,
        };
        let (lane, first) =
            block.ok_or_else(|| BadInput::new(1, quoted(text), self.names_at(position)))?;
        Ok(Move::Block { lane, first })
    }

    /// The block's top or left square, row by row from the top left; the last number is the pass.
    fn number(&self, position: &Position, mv: Move) -> usize {
        let Move::Block { lane, first } = mv else { return self.rows * self.columns };
        let (row, column) = match position.turn {
            Side::First => (first, lane),
            Side::Second => (lane, first),
        };
        usize::from(row) * self.columns + usize::from(column)
    }

    fn count(&self) -> usize {
        self.rows * self.columns + 1
    }

    fn objection(&self, position: &Position, mv: Move) -> Message {
        let Move::Block { first, .. } = mv else { return Self::say("passes-first") };
        let (along, key) = match position.turn {
            Side::First => (self.rows, "sticks-out-below"),
            Side::Second => (self.columns, "sticks-out-right"),
        };
        if usize::from(first) + self.length > along {
            return Self::say(key).number("length", self.length);
        }
        let taken =
            self.squares(position.turn, mv).find(|&(column, row)| !position.is_free(column, row));
        let name =
            taken.map(|(column, row)| String::from_iter([column_letter(column), row_letter(row)]));
        Self::say("covers").number("length", self.length).name("square", name.unwrap_or_default())
    }

    fn read(text: &str) -> Result<Setup, BadInput> {
        let mut lines = Lines::new(text);
        let (turn, may_pass) = read_turn(&mut lines)?;
        let columns = read_header(&mut lines)?;
        let squares = read_board(&mut lines, columns)?;
        lines.end()?;
        Ok(Setup { columns, squares, turn, number: may_pass.into() })
    }

    fn write(setup: &Setup) -> String {
        let turn = match setup.turn {
            Side::First if setup.number > 0 => "L-",
            Side::First => "L",
            Side::Second => "R",
        };
        let mut text = format!("{turn}\n{}\n", line(' ', (0..setup.columns).map(column_letter)));
        for (row, squares) in setup.squares.chunks(setup.columns).enumerate() {
            text.push_str(&line(
                row_letter(row),
                squares.iter().map(|&kind| SQUARES[usize::from(kind)]),
            ));
            text.push('\n');
        }
        text.push_str(&bottom(setup.columns));
        text.push('\n');
        text
    }

    fn setup(&self, position: &Position) -> Setup {
        let squares = (0..self.rows * self.columns)
            .map(|square| (square % self.columns, square / self.columns));
        let squares =
            squares.map(|(column, row)| u8::from(!position.is_free(column, row))).collect();
        Setup {
            columns: self.columns,
            squares,
            turn: position.turn,
            number: position.may_pass.into(),
        }
    }

    fn at(&self, setup: &Setup) -> Result<Self, Message> {
        setup.check(1..=LONGEST, 1..=LONGEST, Self::PLACEABLE.len())?;
        let may_pass = setup.number > 0;
        if may_pass && setup.turn == Side::Second {
            return Err(Self::say("passes-first"));
        }
        let empty = Position::empty(setup.rows(), setup.columns);
        let mut start = Position { turn: setup.turn, may_pass, ..empty };
        setup.all(1).for_each(|(column, row)| start.take(column, row));
        Ok(Poziomka::new(self.length, setup.rows(), setup.columns).from_position(start))
    }
}

/// The characters of a free square and of a taken square.
const SQUARES: [char; 2] = ['.', '#'];

impl Poziomka {
    /// Says how moves are named in this position.
    fn names_at(&self, position: &Position) -> Message {
        let key = match position.turn {
            Side::First if position.may_pass => "expected-down-or-pass",
            Side::First => "expected-down",
            Side::Second => "expected-across",
        };
        let column = column_letter(self.columns - 1).to_string();
        let row = row_letter(self.rows - 1).to_string();
        Self::say(key).name("column", column).name("row", row)
    }
}

/// A line of the drawing: a label, the squares with a space before each, and the edge of the board.
fn line(label: char, squares: impl Iterator<Item = char>) -> String {
    let mut text = label.to_string();
    squares.for_each(|square| text.extend([' ', square]));
    text.push('|');
    text
}

/// The squares in a line of the drawing; `None` if the text is not such a line, or has a different
/// label.
fn squares_of(text: &str, label: char) -> Option<String> {
    let inner = text.strip_prefix(label)?.strip_suffix('|')?;
    let squares: String = inner.chars().skip(1).step_by(2).collect();
    (line(label, squares.chars()) == text).then_some(squares)
}

fn bottom(columns: usize) -> String {
    "-".repeat(2 * columns + 1) + "+"
}

fn read_turn(lines: &mut Lines<'_>) -> Result<(Side, bool), BadInput> {
    const EXPECTED: &str = "`L-`, `L` or `R`: whose turn it is";
    match lines.next(EXPECTED)? {
        "L-" => Ok((Side::First, true)),
        "L" => Ok((Side::First, false)),
        "R" => Ok((Side::Second, false)),
        other => Err(lines.bad(quoted(other), EXPECTED)),
    }
}

/// Reads the line with the letters of the columns, and returns the number of columns.
fn read_header(lines: &mut Lines<'_>) -> Result<usize, BadInput> {
    const EXPECTED: &str = "the columns from A to at most Z, e.g. `  A B C|`";
    let text = lines.next(EXPECTED)?;
    let letters =
        squares_of(text, ' ').filter(|letters| letters.chars().eq(('A'..='Z').take(letters.len())));
    let columns = letters.map_or(0, |letters| letters.len());
    if columns == 0 { Err(lines.bad(quoted(text), EXPECTED)) } else { Ok(columns) }
}

/// Reads the squares row by row, up to the bottom line.
fn read_board(lines: &mut Lines<'_>, columns: usize) -> Result<Vec<u8>, BadInput> {
    let mut board = Vec::new();
    for row in 0.. {
        let expected = expected_below(row, columns);
        let text = lines.next(&expected)?;
        if row > 0 && text == bottom(columns) {
            break;
        }
        let squares = squares_of(text, row_letter(row))
            .filter(|squares| row < LONGEST && squares.len() == columns);
        let kind =
            |square| SQUARES.iter().position(|known| *known == square).map(|kind| kind as u8);
        let kinds =
            squares.and_then(|squares| squares.chars().map(kind).collect::<Option<Vec<_>>>());
        board.extend(kinds.ok_or_else(|| lines.bad(quoted(text), expected))?);
    }
    Ok(board)
}

/// Describes the lines that may follow after this many rows of a board.
fn expected_below(rows: usize, columns: usize) -> String {
    let row = format!(
        "row {} of {columns} squares, each `.` or `#`, then `|`",
        row_letter(rows.min(LONGEST - 1))
    );
    let bottom = format!("`{}`", bottom(columns));
    match rows {
        0 => row,
        LONGEST => bottom,
        _ => format!("{row}; or {bottom}"),
    }
}
