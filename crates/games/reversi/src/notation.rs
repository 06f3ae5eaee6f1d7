//! Diagrams, and the names of moves: `d3` is column d and row 3, and `-` is a pass.

use rules::{
    BadInput, BadParameter, Catalogue, Lines, Message, Notation, Parameters, Picture, Setup, Side,
    catalogue,
};

use super::board::{SIDE, square};
use super::rules::{Move, Passing, Position, Reversi};

impl Notation for Reversi {
    const WORDS: Catalogue = catalogue!();

    fn new(parameters: &Parameters) -> Result<Self, BadParameter> {
        let passing =
            if parameters.text("pass") == "free" { Passing::Free } else { Passing::Forced };
        Ok(Reversi::new(passing))
    }

    fn name(&self, _position: &Position, mv: Move) -> String {
        move_name(mv)
    }

    fn parse(&self, _position: &Position, text: &str) -> Result<Move, BadInput> {
        let expected =
            || BadInput::new(1, format!("`{}`", shown(text)), Reversi::say("expected-move"));
        // A square may also be named in capitals: `D3` leaves no doubt.
        let square = || parse_square(&text.to_ascii_lowercase()).ok_or_else(expected);
        if text == "-" { Ok(Move::PASS) } else { square() }
    }

    /// The square, row by row from the top left; 64 is the pass.
    fn number(&self, _position: &Position, mv: Move) -> usize {
        mv.place().map_or(SIDE * SIDE, |(column, row)| SIDE * row + column)
    }

    fn count(&self) -> usize {
        SIDE * SIDE + 1
    }

    fn objection(&self, position: &Position, mv: Move) -> Message {
        let key = if mv == Move::PASS {
            "can-place"
        } else if position.discs[position.turn.index()] & mv.set() != 0 {
            "own-disc-there"
        } else if position.discs[position.turn.other().index()] & mv.set() != 0 {
            "other-disc-there"
        } else if position.placements() != 0 {
            "flips-nothing"
        } else {
            "must-pass"
        };
        Self::say(key).side("side", position.turn)
    }

    fn read(text: &str) -> Result<Setup, BadInput> {
        if let Some(setup) = one_line(text) {
            return Ok(setup);
        }
        let mut lines = Lines::new(text);
        let turn = read_turn(&mut lines)?;
        let mut squares = Vec::new();
        for _ in 0..SIDE {
            let line = lines.next(ROW)?;
            if line.chars().count() != SIDE {
                return Err(lines.bad(format!("`{}`", shown(line)), ROW));
            }
            for glyph in line.chars() {
                let kind = DISCS.iter().position(|known| *known == glyph);
                let bad = || lines.bad(format!("`{}`", glyph.escape_debug()), "X, O or .");
                squares.push(kind.ok_or_else(bad)? as u8);
            }
        }
        lines.end()?;
        Ok(Setup { columns: SIDE, squares, turn, number: 0 })
    }

    fn write(setup: &Setup) -> String {
        let mut text = format!("{}\n", disc(setup.turn));
        for row in setup.squares.chunks(SIDE) {
            text.extend(row.iter().map(|&kind| DISCS[usize::from(kind)]));
            text.push('\n');
        }
        text
    }

    fn setup(&self, position: &Position) -> Setup {
        let kind =
            |square| at(position, square % SIDE, square / SIDE).map_or(0, |side| 1 + side as u8);
        Setup {
            columns: SIDE,
            squares: (0..SIDE * SIDE).map(kind).collect(),
            turn: position.turn,
            number: 0,
        }
    }

    fn at(&self, setup: &Setup) -> Result<Self, Message> {
        setup.check(SIDE..=SIDE, SIDE..=SIDE, Self::PLACEABLE.len())?;
        let discs = [1, 2]
            .map(|kind| setup.all(kind).fold(0, |all, (column, row)| all | square(column, row)));
        Ok(self.clone().from_position(Position { discs, turn: setup.turn }))
    }
}

/// The characters of an empty square and of the discs of each side.
const DISCS: [char; 3] = ['.', disc(Side::First), disc(Side::Second)];

const ROW: &str = "a row of eight squares, each X, O or .";

fn read_turn(lines: &mut Lines<'_>) -> Result<Side, BadInput> {
    const EXPECTED: &str = "who is to move, X (black) or O (white)";
    match lines.next(EXPECTED)? {
        "X" => Ok(Side::First),
        "O" => Ok(Side::Second),
        other => Err(lines.bad(format!("`{}`", shown(other)), EXPECTED)),
    }
}

/// The position in a line as Othello programs write it: 64 squares row by row, and the side to move,
/// with `-` for an empty square. What follows a semicolon is about the position and is passed over
/// (the format OBF).
fn one_line(text: &str) -> Option<Setup> {
    let position = text.trim().split(';').next()?;
    let squares: Vec<u8> = position
        .chars()
        .filter(|glyph| !glyph.is_whitespace())
        .map(|glyph| match glyph.to_ascii_uppercase() {
            '-' | '.' => Some(0),
            'X' | '*' => Some(1),
            'O' => Some(2),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let (&turn, squares) = squares.split_last()?;
    let turn = *Side::BOTH.get(usize::from(turn.checked_sub(1)?))?;
    let is_whole = squares.len() == SIDE * SIDE && position.lines().count() == 1;
    is_whole.then(|| Setup { columns: SIDE, squares: squares.to_vec(), turn, number: 0 })
}

/// The letter of a side's discs.
pub(super) const fn disc(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// The owner of the disc in this column and row.
pub(super) fn at(position: &Position, column: usize, row: usize) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| position.discs[side.index()] & square(column, row) != 0)
}

/// The name of a move, which does not depend on the position.
pub(super) fn move_name(mv: Move) -> String {
    let square = |(column, row)| String::from_iter(square_name(column, row).map(char::from));
    mv.place().map_or("-".to_string(), square)
}

/// The name of a square: its letter and its digit.
pub(super) const fn square_name(column: usize, row: usize) -> [u8; 2] {
    [b'a' + column as u8, b'1' + row as u8]
}

/// The move that places a disc on the square of this name.
pub(super) fn parse_square(name: &str) -> Option<Move> {
    match *name.as_bytes() {
        [letter @ b'a'..=b'h', digit @ b'1'..=b'8'] => {
            Some(Move::at((letter - b'a').into(), (digit - b'1').into()))
        }
        _ => None,
    }
}

/// The beginning of `text`, short enough for an error message, with control characters spelled out.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}
