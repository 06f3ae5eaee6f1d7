//! Names of moves (the character of the colour) and diagrams (the board as the game's text writes it).

use rules::{BadInput, BadParameter, Lines, Notation, Parameters, Side, shown};

use super::board::{Board, Colour, Reader};
use super::rules::{FloodWars, Position};

impl<const W: usize> Notation for FloodWars<W> {
    fn new(parameters: &Parameters) -> Result<Self, BadParameter> {
        let board = parameter_board(parameters)?;
        if board.rows() > W {
            return Err(BadParameter::value("rows", &board.rows().to_string(), &format!("at most {W} rows")));
        }
        Ok(FloodWars::new(&board, Side::First, 0, parameters.size("limit") as u32))
    }

    fn name(&self, _position: &Position<W>, colour: Colour) -> String {
        colour.glyph().to_string()
    }

    fn parse(&self, _position: &Position<W>, text: &str) -> Result<Colour, BadInput> {
        let mut glyphs = text.chars();
        let only = glyphs.next().filter(|_| glyphs.next().is_none());
        let colour = only.and_then(Colour::from_glyph);
        colour.ok_or_else(|| BadInput::new(1, format!("`{}`", shown(text)), "one of the colours `@ # + . *`"))
    }

    fn objection(&self, position: &Position<W>, colour: Colour) -> String {
        let (own, other) = (letter(position.turn), letter(position.turn.other()));
        if colour == position.colours[position.turn.index()] {
            format!("{own} has that colour already")
        } else {
            format!("{other}, the opponent, has that colour")
        }
    }

    fn diagram(&self, position: &Position<W>) -> String {
        let mut header = letter(position.turn).to_string();
        if position.half_moves > 0 {
            header = format!("{header} {}", position.half_moves);
        }
        format!("{header}\n{}", board_text(self, position))
    }

    fn at_diagram(&self, text: &str) -> Result<Self, BadInput> {
        let (turn, half_moves, board) = read_diagram(text)?;
        if half_moves > self.limit {
            let found = format!("{half_moves} half-moves");
            return Err(BadInput::new(1, found, format!("at most {}, the limit of the game", self.limit)));
        }
        if board.rows() > W {
            return Err(BadInput::new(W + 2, format!("a board of {} rows", board.rows()), format!("at most {W} rows")));
        }
        Ok(FloodWars::new(&board, turn, half_moves, self.limit))
    }
}

/// The board that the parameters ask for: the one written out, or a random one.
pub(super) fn parameter_board(parameters: &Parameters) -> Result<Board, BadParameter> {
    let text = parameters.text("board");
    if text.is_empty() {
        return Ok(Board::random(parameters.size("rows"), parameters.size("columns"), parameters.integer("seed")));
    }
    let bad = |bad: BadInput| {
        let expected = format!("{} instead of {} in row {}", bad.expected, bad.found, bad.line);
        BadParameter::value("board", text, &expected)
    };
    Reader::read(text.split('/')).map_err(bad)
}

/// Who is to move, the half-moves played, and the board of a diagram.
pub(super) fn read_diagram(text: &str) -> Result<(Side, u32, Board), BadInput> {
    const HEADER: &str = "`J` or `S`, or `S 3` after 3 half-moves";
    let mut lines = Lines::new(text);
    let header = lines.next(HEADER)?;
    let (turn, number) = header.split_once(' ').map_or((header, None), |(turn, number)| (turn, Some(number)));
    let half_moves = number.map_or(Some(0), plain_number);
    let (Some(turn), Some(half_moves)) = (side(turn), half_moves) else {
        let start: String = header.chars().take(40).collect();
        return Err(lines.bad(format!("`{}`", start.escape_debug()), HEADER));
    };
    let rows = std::iter::from_fn(|| lines.next("").ok());
    let board = Reader::read(rows).map_err(|bad| bad.below(2))?;
    Ok((turn, half_moves, board))
}

/// A number from 1 up, written in the shortest way.
fn plain_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain)
}

/// `J` (jos, below) or `S` (sus, above).
pub(super) fn letter(side: Side) -> char {
    match side {
        Side::First => 'J',
        Side::Second => 'S',
    }
}

/// The side that a letter stands for.
pub(super) fn side(text: &str) -> Option<Side> {
    match text {
        "J" => Some(Side::First),
        "S" => Some(Side::Second),
        _ => None,
    }
}

/// The board as it looks now, row by row.
pub(super) fn board_text<const W: usize>(game: &FloodWars<W>, position: &Position<W>) -> String {
    let mut text = String::with_capacity(game.rows * (game.columns + 1));
    for row in 0..game.rows {
        text.extend((0..game.columns).map(|column| game.colour(position, row, column).glyph()));
        text.push('\n');
    }
    text
}
