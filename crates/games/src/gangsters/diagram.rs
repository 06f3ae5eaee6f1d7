//! Diagrams: the player to move, and the board as drawn, row m at the top.

use rules::{BadInput, Lines, Side};

use super::board::{LONGEST, Square, Squares};
use super::notation::numbers;
use super::rules::{Gangsters, Position};
use crate::quoted::quoted;

/// What a square shows. A car may not stand on a pillar, so one character is enough.
pub(super) fn glyph(game: &Gangsters, position: &Position, square: Square) -> char {
    let [red, green] = &position.cars;
    match square {
        square if position.cash_box == square => '$',
        square if red.has(square) => 'R',
        square if green.has(square) => 'G',
        square if game.ground.has(square) => '.',
        _ => '#',
    }
}

pub(super) fn write(game: &Gangsters, position: &Position) -> String {
    let player = position.turn.index() + 1;
    let made = if position.half_moves > 0 { format!(" {}", position.half_moves) } else { String::new() };
    let mut text = format!("{player}{made}\n");
    for row in (1..=game.rows as u8).rev() {
        let squares = (1..=game.columns as u8).map(|column| Square { column, row });
        text.extend(squares.map(|square| glyph(game, position, square)));
        text.push('\n');
    }
    text
}

/// The game from the position drawn, by the limit and the step of `game`.
///
/// No car is ever lost, so a drawing must have them all. That tells nearly all drawings cut short from whole ones.
pub(super) fn read(game: &Gangsters, text: &str) -> Result<Gangsters, BadInput> {
    let mut lines = Lines::new(text);
    let (turn, half_moves) = read_header(game, &mut lines)?;
    let drawn = read_rows(&mut lines)?;
    let (columns, rows) = (drawn.width(), drawn.rows.len());
    let ground = Squares::all(columns, rows).without(&[drawn.all('#'), Squares::NONE]);
    let boxes: Vec<_> = drawn.all('$').into_iter().collect();
    let &[cash_box] = boxes.as_slice() else {
        return Err(lines.bad(format!("{} cash boxes in the drawing", boxes.len()), "one `$`"));
    };
    let cars = ['R', 'G'].map(|car| drawn.all(car));
    for (cars, car, home) in [(&cars[0], 'R', 1), (&cars[1], 'G', rows as u8)] {
        let (found, all) = (cars.into_iter().count(), ground.in_row(home) as usize);
        if found != all {
            let expected = format!("{all}, one for each square without a pillar in row {home}");
            return Err(lines.bad(format!("{found} `{car}` in the drawing"), expected));
        }
    }
    lines.end()?;
    let start = Position::new(cars, cash_box, turn, half_moves);
    Ok(Gangsters { columns, rows, ground, start, ..game.clone() })
}

fn read_header(game: &Gangsters, lines: &mut Lines<'_>) -> Result<(Side, u32), BadInput> {
    const EXPECTED: &str = "the player to move, 1 or 2, and how many moves both have made, if any";
    let header = lines.next(EXPECTED)?;
    let (player, made) = match numbers(header).as_deref() {
        Some(&[player]) => (player, 0),
        Some(&[player, made]) => (player, made),
        _ => return Err(lines.bad(quoted(header), EXPECTED)),
    };
    let turn = match player {
        1 => Side::First,
        2 => Side::Second,
        _ => return Err(lines.bad(quoted(header), EXPECTED)),
    };
    if game.limit == 0 {
        // Without a limit the moves made decide nothing, so a position does not keep them.
        return Ok((turn, 0));
    }
    let most = 2 * u64::from(game.limit);
    if made > most {
        let expected = format!("at most {most}, the limit being {} for each player", game.limit);
        return Err(lines.bad(format!("{made} moves made"), expected));
    }
    Ok((turn, made as u32))
}

/// The rows of a drawing from the top, all of one width, with known characters.
struct Drawn<'a> {
    rows: Vec<&'a [u8]>,
}

impl Drawn<'_> {
    fn width(&self) -> usize {
        self.rows[0].len()
    }

    /// The squares that show this character.
    fn all(&self, glyph: char) -> Squares {
        let shows = |square: &Square| {
            let row = self.rows[self.rows.len() - usize::from(square.row)];
            char::from(row[usize::from(square.column) - 1]) == glyph
        };
        Squares::all(self.width(), self.rows.len()).into_iter().filter(shows).collect()
    }
}

fn read_rows<'a>(lines: &mut Lines<'a>) -> Result<Drawn<'a>, BadInput> {
    const ROWS: &str = "3 to 26 rows";
    let mut rows: Vec<&[u8]> = Vec::new();
    let first = lines.next(ROWS)?;
    let mut line = Ok(first);
    while let Ok(row) = line {
        if row.trim().is_empty() {
            break;
        }
        check_row(row, first, lines)?;
        rows.push(row.as_bytes());
        if rows.len() > LONGEST {
            return Err(lines.bad(format!("row {} of the drawing", rows.len()), ROWS));
        }
        line = lines.next(ROWS);
    }
    if rows.len() < 3 {
        return Err(lines.bad(format!("the drawing ends after {} rows", rows.len()), ROWS));
    }
    Ok(Drawn { rows })
}

fn check_row(row: &str, first: &str, lines: &Lines<'_>) -> Result<(), BadInput> {
    if let Some(other) = row.chars().find(|c| !".RG#$".contains(*c)) {
        return Err(lines.bad(quoted(&other.to_string()), "a row of `.`, `R`, `G`, `#` and `$`"));
    }
    if !(3..=LONGEST).contains(&first.len()) {
        return Err(lines.bad(format!("a row of {} squares", first.len()), "3 to 26 squares"));
    }
    if row.len() != first.len() {
        return Err(lines.bad(format!("a row of {} squares", row.len()), format!("{} as above", first.len())));
    }
    Ok(())
}
