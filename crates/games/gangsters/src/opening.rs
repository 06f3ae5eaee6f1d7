//! The opening lines of a conversation: time, size, colour, cash box, limit, pillars.

use std::time::Duration;

use rules::{Console, ProgramError, Side};

use super::board::{LONGEST, Square, Squares};
use super::diagram::numbers;
use super::notation::square;
use super::position::Gangsters;
use rules::quoted;

/// The longest time that is accepted, in milliseconds: 31 years.
const LONGEST_TIME_MS: u64 = 1_000_000_000_000;

/// The highest limit of moves. Twice this number still fits the type that counts half-moves.
const HIGHEST_LIMIT: u64 = i32::MAX as u64;

/// What a program is told before the first move.
pub(super) struct Opening {
    /// The time for all moves of the program.
    pub(super) time: Duration,
    pub(super) side: Side,
    pub(super) game: Gangsters,
}

/// Reads the opening lines.
pub(super) fn read_opening(console: &mut Console<'_>) -> Result<Opening, ProgramError> {
    let time = read_time(console, TIME)?.ok_or_else(|| console.ended(TIME))?;
    let [columns, rows] =
        read_numbers(console, "the width n and the height m of the board, 3 to 26 each")?;
    let longest = 3..=LONGEST as u64;
    if !longest.contains(&columns) || !longest.contains(&rows) {
        return Err(
            console.bad(format!("a board of {columns} by {rows}"), "3 to 26 columns and rows")
        );
    }
    let (columns, rows) = (columns as usize, rows as usize);
    let side = match read_numbers(console, COLOUR)? {
        [1] => Side::First,
        [2] => Side::Second,
        [other] => return Err(console.bad(format!("colour {other}"), COLOUR)),
    };
    let cash_box = read_square(console, "the column and row of the cash box", columns, rows)?;
    check_box(console, cash_box, &Gangsters::room(columns, rows, &Squares::NONE), rows)?;
    let [limit] = read_numbers(console, "the limit of moves of each player, 0 for none")?;
    if limit > HIGHEST_LIMIT {
        return Err(
            console.bad(format!("a limit of {limit} moves"), format!("at most {HIGHEST_LIMIT}"))
        );
    }
    let pillars = read_pillars(console, columns, rows, cash_box)?;
    let game = Gangsters::new(columns, rows, &pillars, cash_box).with_limit(limit as u32);
    Ok(Opening { time, side, game })
}

const TIME: &str = "the time for the game in milliseconds";
/// Describes the line before each move of the opponent.
pub(super) const TIME_LEFT: &str = "the time left, in milliseconds";
const COLOUR: &str = "the colour to play, 1 (red) or 2 (green)";

/// The time in the next line, or `None` at the end of the input. `what` describes the time in an
/// error.
pub(super) fn read_time(
    console: &mut Console<'_>,
    what: &str,
) -> Result<Option<Duration>, ProgramError> {
    let Some(line) = console.line()? else { return Ok(None) };
    let number = line.trim();
    // A number that is too large to be parsed also counts as a number.
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    match number.parse() {
        Ok(ms) if is_number && ms <= LONGEST_TIME_MS => Ok(Some(Duration::from_millis(ms))),
        _ if is_number => {
            Err(console.bad(quoted(number), format!("{what}, at most {LONGEST_TIME_MS}")))
        }
        _ => Err(console.bad(quoted(&line), what)),
    }
}

/// The next line, which must have exactly `N` numbers.
fn read_numbers<const N: usize>(
    console: &mut Console<'_>,
    expected: &str,
) -> Result<[u64; N], ProgramError> {
    let Some(line) = console.line()? else { return Err(console.ended(expected)) };
    let found = numbers(&line).and_then(|numbers| numbers.try_into().ok());
    found.ok_or_else(|| console.bad(quoted(&line), expected))
}

fn read_square(
    console: &mut Console<'_>,
    what: &str,
    columns: usize,
    rows: usize,
) -> Result<Square, ProgramError> {
    let [column, row] = read_numbers(console, what)?;
    let on_board = || format!("a column from 1 to {columns} and a row from 1 to {rows}");
    square(column, row, columns, rows)
        .ok_or_else(|| console.bad(format!("square {column} {row}"), on_board()))
}

fn check_box(
    console: &Console<'_>,
    cash_box: Square,
    room: &Squares,
    rows: usize,
) -> Result<(), ProgramError> {
    let found = || format!("the cash box in row {}", cash_box.row);
    room.has(cash_box)
        .then_some(())
        .ok_or_else(|| console.bad(found(), format!("a row from 2 to {}", rows - 1)))
}

fn read_pillars(
    console: &mut Console<'_>,
    columns: usize,
    rows: usize,
    cash_box: Square,
) -> Result<Squares, ProgramError> {
    let [count] = read_numbers(console, "the number of pillars")?;
    if count >= (columns * rows) as u64 {
        let expected = format!("fewer than the {} squares of the board", columns * rows);
        return Err(console.bad(format!("{count} pillars"), expected));
    }
    let mut pillars = Squares::NONE;
    for number in 1..=count {
        let what = format!("the column and row of pillar {number} of {count}");
        let pillar = read_square(console, &what, columns, rows)?;
        if pillar == cash_box {
            return Err(console.bad("a pillar on the cash box", "a pillar elsewhere"));
        }
        if pillars.has(pillar) {
            let found = format!("a second pillar on {} {}", pillar.column, pillar.row);
            return Err(console.bad(found, "pillars on different squares"));
        }
        pillars.insert(pillar);
    }
    Ok(pillars)
}
