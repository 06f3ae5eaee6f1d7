//! Names of moves (`b3`: second column, third row from the top) and diagrams (the board as the game's text writes it).

use rules::bits::Bits;
use rules::{BadInput, BadParameter, Lines, Notation, Parameters, Side, column_letters, parse_column_letters, shown};

use super::rules::{Mnk, Position};
use super::{MOST_SQUARES, WIDEST};

impl<const W: usize> Notation for Mnk<W> {
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
            BadInput::new(1, format!("`{}`", shown(text)), format!("a square from a1 to {last}"))
        };
        let digits = text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len());
        let (letters, number) = text.split_at(digits);
        let column = parse_column_letters(letters).filter(|&c| c < self.columns).ok_or_else(expected)?;
        let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        let row: usize = number.parse().ok().filter(|_| plain).ok_or_else(expected)?;
        if row > self.rows { Err(expected()) } else { Ok((row - 1) * self.columns + column) }
    }

    fn objection(&self, _position: &Position<W>, _square: usize) -> String {
        "the square is taken".to_string()
    }

    fn diagram(&self, position: &Position<W>) -> String {
        let to_move = position.turn.index() + 1;
        let mut text = format!("{} {} {} {to_move}\n", self.rows, self.columns, self.in_a_row);
        text.push_str(&board_text(self.rows, self.columns, |square| stone(&position.stones, square)));
        text
    }

    fn at_diagram(&self, text: &str) -> Result<Self, BadInput> {
        let drawn = read_diagram(text)?;
        if drawn.rows * drawn.columns > 64 * W {
            let found = format!("a board of {} by {}", drawn.rows, drawn.columns);
            return Err(BadInput::new(1, found, format!("at most {} squares", 64 * W)));
        }
        let narrow = |wide: Bits<WIDEST>| wide.into_iter().map(Bits::one).fold(Bits::EMPTY, |all, one| all | one);
        let game = Mnk::new(drawn.rows, drawn.columns, drawn.in_a_row);
        Ok(game.from_stones(drawn.stones.map(narrow), drawn.turn))
    }
}

/// What a diagram says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) in_a_row: usize,
    pub(super) turn: Side,
    pub(super) stones: [Bits<WIDEST>; 2],
}

/// 0 for a free square, 1 and 2 for the players' stones.
pub(super) fn stone<const W: usize>(stones: &[Bits<W>; 2], square: usize) -> u8 {
    u8::from(stones[0].has(square)) + 2 * u8::from(stones[1].has(square))
}

/// The board as rows of numbers, each number a digit, one space between them.
pub(super) fn board_text(rows: usize, columns: usize, stone: impl Fn(usize) -> u8) -> String {
    let mut text = String::with_capacity(2 * rows * columns);
    for square in 0..rows * columns {
        text.push(char::from(b'0' + stone(square)));
        text.push(if (square + 1) % columns == 0 { '\n' } else { ' ' });
    }
    text
}

const HEADER: &str = "N M K and the player to move, e.g. `3 3 3 1`";

pub(super) fn read_diagram(text: &str) -> Result<Drawn, BadInput> {
    let mut lines = Lines::new(text);
    let header = lines.next(HEADER)?;
    let numbers: Option<Vec<usize>> = header.split_whitespace().map(|word| word.parse().ok()).collect();
    let Some(&[rows, columns, in_a_row, player]) = numbers.as_deref() else {
        return Err(lines.bad(format!("`{}`", shown(header)), HEADER));
    };
    let turn = check_header(rows, columns, in_a_row, player).map_err(|(found, expected)| lines.bad(found, expected))?;
    let mut stones = [Bits::EMPTY; 2];
    for row in 0..rows {
        let expected = format!("a row of {columns} numbers");
        let line = lines.next(&expected)?;
        let words: Vec<_> = line.split_whitespace().collect();
        if words.len() != columns {
            return Err(lines.bad(format!("a row of {} numbers", words.len()), expected));
        }
        for (column, word) in words.iter().enumerate() {
            match *word {
                "0" => {}
                "1" => stones[0].insert(row * columns + column),
                "2" => stones[1].insert(row * columns + column),
                other => return Err(lines.bad(format!("`{}`", other.escape_debug()), "0, 1 or 2")),
            }
        }
    }
    lines.end()?;
    Ok(Drawn { rows, columns, in_a_row, turn, stones })
}

/// The player to move, once the four numbers that open every board and every command are sound.
///
/// # Errors
/// What was found and what was expected, where they are not.
pub(super) fn check_header(n: usize, m: usize, k: usize, player: usize) -> Result<Side, (String, &'static str)> {
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
