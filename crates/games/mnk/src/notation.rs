//! Names of moves (`b3`: second column, third row from the top) and diagrams (the board as the
//! game's text writes it).

use rules::bits::Bits;
use rules::{
    BadInput, BadParameter, Catalogue, Lines, Message, Notation, Parameters, Picture, Setup, Side,
    catalogue, column_letters, parse_column_letters, shown,
};

use super::MOST_SQUARES;
use super::rules::{Mnk, Position};

impl<const W: usize> Notation for Mnk<W> {
    const WORDS: Catalogue = catalogue!();

    fn new(parameters: &Parameters) -> Result<Self, BadParameter> {
        let [n, m, k] = ["n", "m", "k"].map(|name| parameters.size(name));
        if n * m > MOST_SQUARES {
            return Err(BadParameter::value("n*m", &(n * m).to_string(), "at most 400 squares"));
        }
        Ok(Mnk::new(n, m, k))
    }

    fn name(&self, _position: &Position<W>, square: usize) -> String {
        format!("{}{}", column_letters(square % self.columns), square / self.columns + 1)
    }

    fn parse(&self, _position: &Position<W>, text: &str) -> Result<usize, BadInput> {
        let expected = || {
            let last = self.name(&self.start, self.rows * self.columns - 1);
            let expected = Self::say("expected-move").name("last", last);
            BadInput::new(1, format!("`{}`", shown(text)), expected)
        };
        let digits = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (letters, number) = text.split_at(digits);
        // Only the letters of a column are written in capitals, too, so `F5` leaves no doubt.
        let column = parse_column_letters(&letters.to_ascii_lowercase())
            .filter(|&c| c < self.columns)
            .ok_or_else(expected)?;
        let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        let row: usize = number.parse().ok().filter(|_| plain).ok_or_else(expected)?;
        if row > self.rows { Err(expected()) } else { Ok((row - 1) * self.columns + column) }
    }

    /// The square, row by row from the top left.
    fn number(&self, _position: &Position<W>, square: usize) -> usize {
        square
    }

    fn count(&self) -> usize {
        self.rows * self.columns
    }

    fn objection(&self, position: &Position<W>, square: usize) -> Message {
        let is_own = position.stones[position.turn.index()].has(square);
        Self::say(if is_own { "taken-by-own" } else { "taken-by-other" })
    }

    fn read(text: &str) -> Result<Setup, BadInput> {
        let mut lines = Lines::new(text);
        let (rows, columns, number, turn) = read_header(&mut lines)?;
        let mut squares = Vec::new();
        for _ in 0..rows {
            let expected = format!("a row of {columns} numbers");
            let line = lines.next(&expected)?;
            let words: Vec<_> = line.split_whitespace().collect();
            if words.len() != columns {
                return Err(lines.bad(format!("a row of {} numbers", words.len()), expected));
            }
            for word in words {
                let kind = ["0", "1", "2"].iter().position(|known| *known == word);
                let bad = || lines.bad(format!("`{}`", shown(word)), "0, 1 or 2");
                squares.push(kind.ok_or_else(bad)? as u8);
            }
        }
        lines.end()?;
        Ok(Setup { columns, squares, turn, number })
    }

    fn write(setup: &Setup) -> String {
        let (rows, columns, to_move) = (setup.rows(), setup.columns, setup.turn.index() + 1);
        let text = format!("{rows} {columns} {} {to_move}\n", setup.number);
        text + &board_text(rows, columns, |square| setup.squares[square])
    }

    fn setup(&self, position: &Position<W>) -> Setup {
        let squares =
            (0..self.rows * self.columns).map(|square| stone(&position.stones, square)).collect();
        Setup { columns: self.columns, squares, turn: position.turn, number: self.in_a_row as u64 }
    }

    fn at(&self, setup: &Setup) -> Result<Self, Message> {
        setup.check(1..=MOST_SQUARES, 1..=MOST_SQUARES, Self::PLACEABLE.len())?;
        let (rows, columns, most) = (setup.rows(), setup.columns, MOST_SQUARES.min(64 * W));
        if rows * columns > most {
            return Err(Self::say("too-large")
                .number("rows", rows)
                .number("columns", columns)
                .number("most", most));
        }
        if setup.number == 0 {
            return Err(Self::say("nobody-wins"));
        }
        let stones = [1, 2].map(|kind| {
            setup.all(kind).map(|(column, row)| row * columns + column).collect::<Bits<W>>()
        });
        Ok(Mnk::new(rows, columns, setup.number as usize).from_stones(stones, setup.turn))
    }
}

/// 0 for a free square, 1 and 2 for the players' stones.
pub(super) fn stone<const W: usize>(stones: &[Bits<W>; 2], square: usize) -> u8 {
    u8::from(stones[0].has(square)) + 2 * u8::from(stones[1].has(square))
}

/// The board as rows of numbers: each number is a digit, with one space in between.
pub(super) fn board_text(rows: usize, columns: usize, stone: impl Fn(usize) -> u8) -> String {
    let mut text = String::with_capacity(2 * rows * columns);
    for square in 0..rows * columns {
        text.push(char::from(b'0' + stone(square)));
        text.push(if (square + 1) % columns == 0 { '\n' } else { ' ' });
    }
    text
}

const HEADER: &str = "N M K and the player to move, e.g. `3 3 3 1`";

/// The rows, columns, winning length and side to move.
fn read_header(lines: &mut Lines<'_>) -> Result<(usize, usize, u64, Side), BadInput> {
    let header = lines.next(HEADER)?;
    let numbers: Option<Vec<usize>> =
        header.split_whitespace().map(|word| word.parse().ok()).collect();
    let Some(&[rows, columns, in_a_row, player]) = numbers.as_deref() else {
        return Err(lines.bad(format!("`{}`", shown(header)), HEADER));
    };
    let turn = check_header(rows, columns, in_a_row, player)
        .map_err(|(found, expected)| lines.bad(found, expected))?;
    Ok((rows, columns, in_a_row as u64, turn))
}

/// The player to move, if the four numbers that start a board or a command are valid.
///
/// # Errors
/// If one of them is not valid; the error says what was found and what was expected.
pub(super) fn check_header(
    n: usize,
    m: usize,
    k: usize,
    player: usize,
) -> Result<Side, (String, &'static str)> {
    let squares = n.saturating_mul(m);
    if n == 0 || m == 0 || squares > MOST_SQUARES {
        return Err((format!("a board of {n} by {m}"), "1 to 400 squares"));
    }
    if k == 0 {
        return Err(("K = 0".to_string(), "K of at least 1"));
    }
    match player {
        1 => Ok(Side::First),
        2 => Ok(Side::Second),
        other => Err((format!("player {other}"), "player 1 or 2")),
    }
}
