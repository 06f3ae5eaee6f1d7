//! SGF, in which sites and editors keep games of gomoku and renju (`GM[4]`).
//!
//! ```text
//! (;GM[4]FF[4]SZ[15]PB[Anna]PW[Jan]RE[B+];B[hh];W[ih];B[hi])
//! ```
//!
//! A point is the letter of its column and that of its row, both from the top left. The format has
//! no property for the length of a line: `RU[4 in a row]` is ours, and without it five win.
// CITE: Arno Hollosi, "SGF FF[4] - Smart Game Format", https://www.red-bean.com/sgf/

use rules::{
    BadFile, FileFormat, ForeignGame, Place, Scanner, Seen, property_value, read_properties, shown,
};

use super::squares::{USUAL, name, square};

pub(super) const FORMAT: FileFormat = FileFormat {
    name: "sgf",
    about: "games of gomoku and its relatives, on at most 52 rows and columns",
    read,
    write: Some(write),
};

/// What follows the number of stones in the property for rules.
const IN_A_ROW: &str = " in a row";

fn read(bytes: &[u8], seen: Seen<'_>) -> Result<(), BadFile> {
    let mut text = Scanner::new(bytes);
    while text.skip_blanks().is_some() {
        let (begin, mut game) = (text.place(), ForeignGame::default());
        let (mut size, mut in_a_row) = (None, USUAL);
        read_properties(&mut text, &mut |property, value, place| {
            let bad = |expected: &str| BadFile {
                place,
                why: format!("found {property}[{}]; expected {expected}", shown(value)),
            };
            match property {
                "GM" if value.trim() != "4" => return Err(bad("GM[4], gomoku")),
                "SZ" => size = Some(read_size(value).ok_or_else(|| bad("a size as in SZ[15]"))?),
                "RU" => in_a_row = read_in_a_row(value).unwrap_or(USUAL),
                "PB" => game.players[0] = value.trim().to_string(),
                "PW" => game.players[1] = value.trim().to_string(),
                "RE" => game.margin = read_margin(value),
                "AB" | "AW" | "AE" => return Err(bad("a game that begins on the empty board")),
                "B" | "W" => add(&mut game, property, value, place).map_err(|why| bad(&why))?,
                _ => {}
            }
            Ok(())
        })?;
        let Some([columns, rows]) = size else {
            let why = "this game has no size; expected a property such as SZ[15]".to_string();
            return Err(BadFile { place: begin, why });
        };
        let sizes = [("n", rows), ("m", columns), ("k", in_a_row)];
        game.parameters = sizes.map(|(name, size)| (name, size.to_string())).into();
        game.end = text.place();
        seen(game)?;
    }
    Ok(())
}

fn add(game: &mut ForeignGame, side: &str, value: &str, place: Place) -> Result<(), String> {
    let turn = ["B", "W"][game.moves.len() % 2];
    if side != turn {
        return Err(format!("a move of {turn}"));
    }
    let mut numbers = value.trim().bytes().map(number);
    match (numbers.next().flatten(), numbers.next().flatten(), numbers.next()) {
        (Some(column), Some(row), None) => {
            game.push(name(column, row), place).map_err(|bad| bad.why)
        }
        _ => Err("the letters of a column and a row, as in hh".to_string()),
    }
}

/// Columns and rows. A square board has one number.
fn read_size(value: &str) -> Option<[usize; 2]> {
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    Some([columns.trim().parse().ok()?, rows.trim().parse().ok()?])
}

fn read_in_a_row(value: &str) -> Option<usize> {
    value.trim().strip_suffix(IN_A_ROW)?.parse().ok()
}

/// The margin of black in `B+`, `W+R`, `0` or `Draw`.
fn read_margin(value: &str) -> Option<i32> {
    match value.trim().as_bytes() {
        [b'B', b'+', ..] => Some(1),
        [b'W', b'+', ..] => Some(-1),
        b"0" | b"Draw" => Some(0),
        _ => None,
    }
}

/// The number of a letter: a to z, then A to Z.
fn number(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

fn letter(number: usize) -> char {
    let first = if number < 26 { b'a' } else { b'A' };
    char::from(first + (number % 26) as u8)
}

fn write(game: &ForeignGame) -> Result<String, String> {
    let [rows, columns, in_a_row] = ["n", "m", "k"].map(|name| game.size(name));
    if rows.max(columns) > 52 {
        return Err(format!("the board has {rows} by {columns} squares, and SGF at most 52 by 52"));
    }
    let size = if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") };
    let rules = if in_a_row == USUAL { String::new() } else { format!("RU[{in_a_row}{IN_A_ROW}]") };
    let [black, white] = game.players.each_ref().map(|name| property_value(name));
    let winner = game.winner();
    let mut text = format!(
        "(;GM[4]FF[4]CA[UTF-8]AP[Ludoteka]SZ[{size}]{rules}PB[{black}]PW[{white}]RE[{winner}]"
    );
    let squares = game.moves.iter().filter_map(|(name, _)| square(name));
    for ((column, row), side) in squares.zip("BW".chars().cycle()) {
        text += &format!(";{side}[{}{}]", letter(column), letter(row));
    }
    Ok(text + ")\n")
}
