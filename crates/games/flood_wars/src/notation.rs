//! Writes and reads diagrams and the names of moves. The name of a move is the character of its
//! colour.

use rules::{
    BadInput, BadParameter, Catalogue, Game, Lines, Message, Notation, Parameters, Picture, Setup,
    Side, shown,
};

use super::LONGEST;
use super::board::{Board, Colour, Reader, WORDS};
use super::rules::{FloodWars, Position};

impl<const W: usize> Notation for FloodWars<W> {
    const WORDS: Catalogue = WORDS;

    fn new(parameters: &Parameters) -> Result<Self, BadParameter> {
        let board = parameter_board(parameters)?;
        if board.rows() > W {
            return Err(BadParameter::value(
                "rows",
                &board.rows().to_string(),
                &format!("at most {W} rows"),
            ));
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
        colour.ok_or_else(|| {
            BadInput::new(1, format!("`{}`", shown(text)), Self::say("expected-move"))
        })
    }

    /// The colour, in the order `@ # + . *`.
    fn number(&self, _position: &Position<W>, colour: Colour) -> usize {
        colour.index()
    }

    fn count(&self) -> usize {
        Colour::ALL.len()
    }

    fn objection(&self, position: &Position<W>, colour: Colour) -> Message {
        let legal = self.moves(position).map(|colour| colour.glyph().to_string());
        let legal = legal.collect::<Vec<_>>().join(" ");
        let is_own = colour == position.colours[position.turn.index()];
        Self::say(if is_own { "has-colour" } else { "opponent-has-colour" })
            .side("side", position.turn)
            .side("other", position.turn.other())
            .name("colours", legal)
    }

    fn read(text: &str) -> Result<Setup, BadInput> {
        let mut lines = Lines::new(text);
        let (turn, half_moves) = read_header(&mut lines)?;
        let rows = std::iter::from_fn(|| lines.next("").ok());
        let board = Reader::of(rows).and_then(Reader::any_corners).map_err(|bad| bad.below(2))?;
        let squares = board.squares().iter().map(|colour| colour.index() as u8).collect();
        Ok(Setup { columns: board.columns(), squares, turn, number: half_moves.into() })
    }

    fn write(setup: &Setup) -> String {
        let mut text = letter(setup.turn).to_string();
        if setup.number > 0 {
            text = format!("{text} {}", setup.number);
        }
        for row in setup.squares.chunks(setup.columns) {
            text.push('\n');
            text.extend(row.iter().map(|&kind| Colour::ALL[usize::from(kind)].glyph()));
        }
        text + "\n"
    }

    fn setup(&self, position: &Position<W>) -> Setup {
        let squares = (0..self.rows * self.columns)
            .map(|square| (square / self.columns, square % self.columns));
        let squares =
            squares.map(|(row, column)| self.colour(position, row, column).index() as u8).collect();
        Setup {
            columns: self.columns,
            squares,
            turn: position.turn,
            number: position.half_moves.into(),
        }
    }

    fn at(&self, setup: &Setup) -> Result<Self, Message> {
        setup.check(2..=W.min(LONGEST), 2..=LONGEST, Self::PLACEABLE.len())?;
        let squares = setup.squares.iter().map(|&kind| Colour::ALL[usize::from(kind)]).collect();
        let board = Board::new(setup.columns, squares);
        let [first, second] = board.corners();
        if first == second {
            return Err(Self::say("equal-corners").name("colour", first.glyph()));
        }
        if setup.number > self.limit.into() {
            return Err(Self::say("too-many-moves")
                .number("made", setup.number)
                .number("limit", self.limit));
        }
        Ok(FloodWars::new(&board, setup.turn, setup.number as u32, self.limit))
    }
}

/// The board that the parameters give: the parameter `board`, or a random one.
pub(super) fn parameter_board(parameters: &Parameters) -> Result<Board, BadParameter> {
    let text = parameters.text("board");
    if text.is_empty() {
        return Ok(Board::random(
            parameters.size("rows"),
            parameters.size("columns"),
            parameters.integer("seed"),
        ));
    }
    let bad = |bad: BadInput| {
        let expected = format!("{} instead of {} in row {}", bad.expected, bad.found, bad.line);
        BadParameter::value("board", text, &expected)
    };
    Reader::read(text.split('/')).map_err(bad)
}

/// The side to move, and the number of half-moves made.
fn read_header(lines: &mut Lines<'_>) -> Result<(Side, u32), BadInput> {
    const HEADER: &str = "`J` or `S`, or `S 3` after 3 half-moves";
    let header = lines.next(HEADER)?;
    let (turn, number) =
        header.split_once(' ').map_or((header, None), |(turn, number)| (turn, Some(number)));
    let half_moves = number.map_or(Some(0), plain_number);
    side(turn).zip(half_moves).ok_or_else(|| lines.bad(format!("`{}`", shown(header)), HEADER))
}

/// A number of at least 1, without leading zeros or a sign.
fn plain_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain)
}

/// The letter of a side: `J` (Romanian *jos*, below) or `S` (*sus*, above).
pub(super) fn letter(side: Side) -> char {
    match side {
        Side::First => 'J',
        Side::Second => 'S',
    }
}

/// Whether the board begins in the line of this letter, which lacks its line feed.
pub(super) fn is_board_beside(line: &str, letter: &str) -> bool {
    let beside = line.strip_prefix(letter).map(str::trim).filter(|beside| !beside.is_empty());
    beside.is_some_and(|beside| beside.chars().all(|glyph| Colour::from_glyph(glyph).is_some()))
}

/// The side that a letter stands for.
pub(super) fn side(text: &str) -> Option<Side> {
    match text {
        "J" => Some(Side::First),
        "S" => Some(Side::Second),
        _ => None,
    }
}

/// The current board, row by row.
pub(super) fn board_text<const W: usize>(game: &FloodWars<W>, position: &Position<W>) -> String {
    let mut text = String::with_capacity(game.rows * (game.columns + 1));
    for row in 0..game.rows {
        text.extend((0..game.columns).map(|column| game.colour(position, row, column).glyph()));
        text.push('\n');
    }
    text
}
