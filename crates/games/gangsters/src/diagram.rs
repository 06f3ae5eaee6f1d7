//! Diagrams: a line with the player to move, and then the board, with row m at the top.

use rules::{BadInput, Lines, Message, Notation, Picture, Setup, Side};

use super::board::{LONGEST, Square, Squares};
use super::position::{Gangsters, Position};
use rules::quoted;

/// The characters for the contents of a square. No car can stand on a pillar, so a square needs
/// only one character.
pub(super) const GLYPHS: [char; 5] = ['.', 'R', 'G', '#', '$'];
const RED: u8 = 1;
const GREEN: u8 = 2;
const PILLAR: u8 = 3;
const BOX: u8 = 4;

/// The content of a square, as an index of [`GLYPHS`].
pub(super) fn kind(game: &Gangsters, position: &Position, square: Square) -> u8 {
    let [red, green] = &position.cars;
    match square {
        square if position.cash_box == square => BOX,
        square if red.has(square) => RED,
        square if green.has(square) => GREEN,
        square if game.ground.has(square) => 0,
        _ => PILLAR,
    }
}

/// The square at this index of the drawing. Indices run row by row from the top left.
pub(super) fn square(game: &Gangsters, index: usize) -> Square {
    Square {
        column: (index % game.columns + 1) as u8,
        row: (game.rows - index / game.columns) as u8,
    }
}

pub(super) fn setup(game: &Gangsters, position: &Position) -> Setup {
    let squares = (0..game.rows * game.columns)
        .map(|index| kind(game, position, square(game, index)))
        .collect();
    Setup {
        columns: game.columns,
        squares,
        turn: position.turn,
        number: position.half_moves.into(),
    }
}

pub(super) fn write(setup: &Setup) -> String {
    let player = setup.turn.index() + 1;
    let made = if setup.number > 0 { format!(" {}", setup.number) } else { String::new() };
    let mut text = format!("{player}{made}\n");
    for row in setup.squares.chunks(setup.columns) {
        text.extend(row.iter().map(|&kind| GLYPHS[usize::from(kind)]));
        text.push('\n');
    }
    text
}

/// The game that begins from a set-up. Its limit and step are the same as in `game`.
///
/// No car is ever lost, so a drawing must contain all cars. Counting the cars finds nearly all
/// incomplete drawings.
pub(super) fn at(game: &Gangsters, setup: &Setup) -> Result<Gangsters, Message> {
    setup.check(3..=LONGEST, 3..=LONGEST, Gangsters::PLACEABLE.len())?;
    let (columns, rows) = (setup.columns, setup.rows());
    let drawn = |kind| -> Squares {
        let squares = setup
            .all(kind)
            .map(|(column, row)| Square { column: column as u8 + 1, row: (rows - row) as u8 });
        squares.collect()
    };
    let ground = Squares::all(columns, rows).without(&[drawn(PILLAR), Squares::NONE]);
    let boxes: Vec<_> = drawn(BOX).into_iter().collect();
    let &[cash_box] = boxes.as_slice() else {
        return Err(Gangsters::say("one-box").number("boxes", boxes.len()));
    };
    let cars = [drawn(RED), drawn(GREEN)];
    for (cars, key, home) in [(&cars[0], "red-cars", 1), (&cars[1], "green-cars", rows as u8)] {
        let (found, all) = (cars.into_iter().count(), ground.in_row(home));
        if found != all as usize {
            return Err(Gangsters::say(key)
                .number("cars", found)
                .number("all", all)
                .number("row", home));
        }
    }
    let start = Position::new(cars, cash_box, setup.turn, half_moves(game, setup.number)?);
    Ok(Gangsters { columns, rows, ground, start, ..game.clone() })
}

/// Without a limit the number of moves does not matter, so a position does not store it.
fn half_moves(game: &Gangsters, made: u64) -> Result<u32, Message> {
    let all = 2 * u64::from(game.limit);
    if made > all && all > 0 {
        let too_many = Gangsters::say("too-many-moves").number("made", made).number("all", all);
        return Err(too_many.number("limit", game.limit));
    }
    Ok(made.min(all) as u32)
}

pub(super) fn read(text: &str) -> Result<Setup, BadInput> {
    let mut lines = Lines::new(text);
    let (turn, number) = read_header(&mut lines)?;
    let (columns, squares) = read_rows(&mut lines)?;
    lines.end()?;
    Ok(Setup { columns, squares, turn, number })
}

fn read_header(lines: &mut Lines<'_>) -> Result<(Side, u64), BadInput> {
    const EXPECTED: &str = "the player to move, 1 or 2, and then the number of moves made, if any";
    let header = lines.next(EXPECTED)?;
    let (player, made) = match numbers(header).as_deref() {
        Some(&[player]) => (player, 0),
        Some(&[player, made]) => (player, made),
        _ => return Err(lines.bad(quoted(header), EXPECTED)),
    };
    match player {
        1 => Ok((Side::First, made)),
        2 => Ok((Side::Second, made)),
        _ => Err(lines.bad(quoted(header), EXPECTED)),
    }
}

/// The number of columns, and the content of the squares, row by row from the top.
fn read_rows(lines: &mut Lines<'_>) -> Result<(usize, Vec<u8>), BadInput> {
    const ROWS: &str = "3 to 26 rows";
    let first = lines.next(ROWS)?;
    let (mut squares, mut rows) = (Vec::new(), 0);
    let mut line = Ok(first);
    while let Ok(row) = line {
        if row.trim().is_empty() {
            break;
        }
        squares.append(&mut read_row(row, first, lines)?);
        rows += 1;
        if rows > LONGEST {
            return Err(lines.bad(format!("row {rows} of the drawing"), ROWS));
        }
        line = lines.next(ROWS);
    }
    if rows < 3 {
        return Err(lines.bad(format!("the drawing ends after {rows} rows"), ROWS));
    }
    Ok((first.len(), squares))
}

fn read_row(row: &str, first: &str, lines: &Lines<'_>) -> Result<Vec<u8>, BadInput> {
    let mut kinds = Vec::new();
    for glyph in row.chars() {
        let kind = GLYPHS.iter().position(|known| *known == glyph);
        let bad = || lines.bad(quoted(&glyph.to_string()), "a row of `.`, `R`, `G`, `#` and `$`");
        kinds.push(kind.ok_or_else(bad)? as u8);
    }
    if !(3..=LONGEST).contains(&first.len()) {
        return Err(lines.bad(format!("a row of {} squares", first.len()), "3 to 26 squares"));
    }
    if row.len() != first.len() {
        return Err(lines
            .bad(format!("a row of {} squares", row.len()), format!("{} as above", first.len())));
    }
    Ok(kinds)
}

/// The whole numbers in a text, separated by blanks; `None` if it contains anything else.
pub(super) fn numbers(text: &str) -> Option<Vec<u64>> {
    let digits = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    text.split_whitespace().map(|word| Some(word).filter(digits)?.parse().ok()).collect()
}
