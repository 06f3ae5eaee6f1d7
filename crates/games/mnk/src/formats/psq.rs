//! PSQ, in which the manager Piskvork keeps games of Gomocup and the openings of its tournaments.
//! A file is a game; several may follow each other.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0
//! 10,10,0
//! 11,10,327
//! pbrain-one.exe
//! pbrain-two.exe
//! 0
//! ```
//!
//! The header has width and height, the strengths of both players, and which of them began. A line
//! for each move has column and row from 1, and the time in milliseconds. Tournaments add both
//! names and a number that says why the game ended.
// CITE: Petr Laštovička, Piskvork, https://github.com/wind23/piskvork (savePsq, openPsq)

use rules::{BadFile, FileFormat, ForeignGame, Scanner, Seen};

use super::squares::{USUAL, name, square};

pub(super) const FORMAT: FileFormat = FileFormat {
    name: "psq",
    about: "games and openings of Piskvork and Gomocup, five in a row",
    read,
    write: Some(write),
};

const HEADER: &str = "Piskvorky";

fn read(bytes: &[u8], seen: Seen<'_>) -> Result<(), BadFile> {
    let mut text = Scanner::new(bytes);
    while text.skip_blanks().is_some() {
        seen(read_game(&mut text)?)?;
    }
    Ok(())
}

fn read_game(text: &mut Scanner<'_>) -> Result<ForeignGame, BadFile> {
    let here = text.clone();
    if text.take_while(|byte| byte.is_ascii_alphabetic()) != HEADER {
        return Err(here.expected("a header such as `Piskvorky 15x15, 11:11, 0`"));
    }
    text.skip_blanks();
    let columns = text.number("the width of the board")?;
    if text.next() != Some(b'x') {
        return Err(here.expected("width and height, as in `Piskvorky 15x15`"));
    }
    let rows = text.number("the height of the board")?;
    let is_second_first = text.rest_of_line().ends_with('1');
    let sizes = [("n", rows.to_string()), ("m", columns.to_string()), ("k", USUAL.to_string())];
    let mut game = ForeignGame { parameters: sizes.into(), ..ForeignGame::default() };
    while text.skip_blanks().is_some_and(|byte| byte.is_ascii_digit()) {
        let place = text.place();
        let column = text.number("the column of a move")?;
        if text.peek() != Some(b',') {
            // Only moves have commas. It is the number that says why the game ended.
            text.rest_of_line();
            break;
        }
        text.next();
        let row = text.number("the row of a move")?;
        let [Some(column), Some(row)] = [column, row].map(|number| number.checked_sub(1)) else {
            let why = format!("found {column},{row}; expected column and row from 1");
            return Err(BadFile { place, why });
        };
        text.rest_of_line();
        game.push(name(column as usize, row as usize), place)?;
    }
    game.end = text.place();
    read_names(text, &mut game);
    if is_second_first {
        game.players.swap(0, 1);
    }
    Ok(game)
}

/// Lines up to the next game: the two players, and a number.
fn read_names(text: &mut Scanner<'_>, game: &mut ForeignGame) {
    let mut lines = 0;
    while text.skip_blanks().is_some() {
        let mut ahead = text.clone();
        let line = ahead.rest_of_line();
        if line.starts_with(HEADER) {
            break;
        }
        if let Some(name) = game.players.get_mut(lines) {
            *name = if line.parse::<i64>().is_ok() { String::new() } else { line };
        }
        (*text, lines) = (ahead, lines + 1);
    }
}

fn write(game: &ForeignGame) -> Result<String, String> {
    let [rows, columns, in_a_row] = ["n", "m", "k"].map(|name| game.size(name));
    if in_a_row != USUAL {
        return Err(format!("{in_a_row} in a row win, and PSQ is for {USUAL} in a row only"));
    }
    let mut text = format!("{HEADER} {columns}x{rows}, 11:11, 0\n");
    for (column, row) in game.moves.iter().filter_map(|(name, _)| square(name)) {
        text += &format!("{},{},0\n", column + 1, row + 1);
    }
    for player in &game.players {
        text += &format!("{}\n", player.replace(char::is_control, " ").trim());
    }
    Ok(text + "0\n")
}
