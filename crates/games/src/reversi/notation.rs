//! Names of moves (`d3`: fourth column, third row from the top; `-`: no disc) and diagrams.

use rules::{BadInput, BadParameter, Lines, Notation, Parameters, Side};

use super::SPEC;
use super::board::{SIDE, square};
use super::rules::{Move, Passing, Position, Reversi};

impl Notation for Reversi {
    fn new(parameters: &Parameters) -> Result<Self, BadParameter> {
        let passing = if parameters.text("pass") == "free" { Passing::Free } else { Passing::Forced };
        Ok(Reversi::new(passing))
    }

    fn name(&self, _position: &Position, mv: Move) -> String {
        let square = |(column, row)| String::from_iter(square_name(column, row).map(char::from));
        mv.place().map_or("-".to_string(), square)
    }

    fn parse(&self, _position: &Position, text: &str) -> Result<Move, BadInput> {
        let expected = || BadInput::new(1, format!("`{}`", shown(text)), "a square from a1 to h8, or `-` to pass");
        if text == "-" { Ok(Move::PASS) } else { parse_square(text).ok_or_else(expected) }
    }

    fn objection(&self, position: &Position, mv: Move) -> String {
        let mover = SPEC.sides[position.turn.index()];
        if mv == Move::PASS {
            format!("{mover} can place a disc, and only who cannot may pass")
        } else if (position.discs[0] | position.discs[1]) & mv.set() != 0 {
            "a disc lies there already".to_string()
        } else if position.placements() != 0 {
            format!("{mover} flips nothing there")
        } else {
            format!("{mover} flips nothing, there or elsewhere, so `-` is the only move")
        }
    }

    fn diagram(&self, position: &Position) -> String {
        let mut text = format!("{}\n", disc(position.turn));
        for row in 0..SIDE {
            text.extend((0..SIDE).map(|column| at(position, column, row).map_or('.', disc)));
            text.push('\n');
        }
        text
    }

    fn at_diagram(&self, text: &str) -> Result<Self, BadInput> {
        let mut lines = Lines::new(text);
        let turn = read_turn(&mut lines)?;
        let mut discs = [0; 2];
        for row in 0..SIDE {
            let line = lines.next(ROW)?;
            if line.chars().count() != SIDE {
                return Err(lines.bad(format!("`{}`", shown(line)), ROW));
            }
            for (column, glyph) in line.chars().enumerate() {
                match glyph {
                    '.' => {}
                    'X' => discs[0] |= square(column, row),
                    'O' => discs[1] |= square(column, row),
                    other => return Err(lines.bad(format!("`{}`", other.escape_debug()), "X, O or .")),
                }
            }
        }
        lines.end()?;
        Ok(self.clone().from_position(Position { discs, turn }))
    }
}

const ROW: &str = "a row of eight squares, each X, O or .";

fn read_turn(lines: &mut Lines<'_>) -> Result<Side, BadInput> {
    const EXPECTED: &str = "who is to move, X (black) or O (white)";
    match lines.next(EXPECTED)? {
        "X" => Ok(Side::First),
        "O" => Ok(Side::Second),
        other => Err(lines.bad(format!("`{}`", shown(other)), EXPECTED)),
    }
}

/// The letter of a side's discs.
pub(super) const fn disc(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// Whose disc lies in a column and a row.
pub(super) fn at(position: &Position, column: usize, row: usize) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| position.discs[side.index()] & square(column, row) != 0)
}

/// The name of a square: its letter and its digit.
pub(super) const fn square_name(column: usize, row: usize) -> [u8; 2] {
    [b'a' + column as u8, b'1' + row as u8]
}

/// The move that places a disc on the square of this name.
pub(super) fn parse_square(name: &str) -> Option<Move> {
    match *name.as_bytes() {
        [letter @ b'a'..=b'h', digit @ b'1'..=b'8'] => Some(Move::at((letter - b'a').into(), (digit - b'1').into())),
        _ => None,
    }
}

/// As much of `text` as an error message has room for, with control characters spelled out.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}
