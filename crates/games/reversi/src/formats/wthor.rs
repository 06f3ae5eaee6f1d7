//! WTHOR, the database of tournament games of the Fédération Française d'Othello: files `.wtb`,
//! one for each year. The names of the players are in other files.
//!
//! A header of 16 bytes has the number of games in its bytes 4 to 7 and the size of the board in
//! byte 12. A game of 68 bytes has seven bytes about players and results, the number of black's
//! discs after best play from the position with so many empty squares as byte 14 of the header
//! says, and 60 squares: 56 is column 6 in row 5, and after the last move is 0. Passes are left
//! out.
// CITE: "Format de la base WTHOR", Fédération Française d'Othello,
// https://www.ffothello.org/wthor/Format_WThor.pdf

use rules::{BadFile, FileFormat, ForeignGame, Place, Seen};

use crate::notation::move_name;
use crate::rules::Move;

pub(super) const FORMAT: FileFormat = FileFormat {
    name: "wtb",
    about: "tournament games of the database WTHOR, without names",
    read,
    write: None,
};

/// A game of the database.
#[derive(Debug, PartialEq, Eq)]
pub struct DatabaseGame {
    /// The moves without passes.
    pub moves: Vec<Move>,
    /// A number of empty squares, and the exact margin of black at that point of the game.
    pub known: Option<(u32, i32)>,
    /// The margin of black, also if the game was broken off.
    pub margin: i32,
}

/// The sizes of a file's header and of a game in bytes.
const HEADER: usize = 16;
const GAME: usize = 68;

/// Where the squares of a game begin.
const MOVES: usize = 8;

/// The games of a file.
///
/// # Errors
/// Fails if the bytes are not such a file, or if it is for another size of the board.
pub fn games(bytes: &[u8]) -> Result<Vec<DatabaseGame>, BadFile> {
    let (from, games) = split(bytes)?;
    games.chunks_exact(GAME).enumerate().map(|(number, game)| one(game, number, from)).collect()
}

fn read(bytes: &[u8], seen: Seen<'_>) -> Result<(), BadFile> {
    let (from, games) = split(bytes)?;
    for (number, game) in games.chunks_exact(GAME).enumerate() {
        let DatabaseGame { moves, margin, .. } = one(game, number, from)?;
        let moves = moves.into_iter().map(move_name).enumerate();
        seen(ForeignGame {
            moves: moves.map(|(at, name)| (name, place(number, MOVES + at))).collect(),
            margin: Some(margin),
            end: place(number + 1, 0),
            ..ForeignGame::default()
        })?;
    }
    Ok(())
}

/// From how many empty squares on the best play is known, and the bytes of the games.
fn split(bytes: &[u8]) -> Result<(u32, &[u8]), BadFile> {
    let bad = |byte: usize, why: String| Err(BadFile { place: Place::Byte(byte), why });
    let Some((header, games)) = bytes.split_at_checked(HEADER) else {
        return bad(bytes.len() + 1, "the file ends here; expected a header of 16 bytes".into());
    };
    if ![0, 8].contains(&header[12]) {
        return bad(13, format!("the board has size {}; expected 8 (or 0)", header[12]));
    }
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    if games.len() != count.saturating_mul(GAME) {
        let why = format!(
            "the header counts {count} games of {GAME} bytes, and {} bytes follow it",
            games.len()
        );
        return bad(5, why);
    }
    Ok((header[14].into(), games))
}

fn one(bytes: &[u8], number: usize, from: u32) -> Result<DatabaseGame, BadFile> {
    let squares = bytes[MOVES..].iter().enumerate().take_while(|(_, square)| **square != 0);
    let moves = squares.map(|(at, &square)| {
        let (row, column) = (usize::from(square) / 10, usize::from(square) % 10);
        let is_square = (1..=8).contains(&row) && (1..=8).contains(&column);
        is_square.then(|| Move::at(column - 1, row - 1)).ok_or_else(|| BadFile {
            place: place(number, MOVES + at),
            why: format!("found {square}; expected a square from 11 to 88, or 0 at the end"),
        })
    });
    let margin = |discs: u8| 2 * i32::from(discs.min(64)) - 64;
    Ok(DatabaseGame {
        moves: moves.collect::<Result<_, _>>()?,
        known: (from > 0).then_some((from, margin(bytes[7]))),
        margin: margin(bytes[6]),
    })
}

/// The place of a byte of a game.
fn place(number: usize, byte: usize) -> Place {
    Place::Byte(HEADER + GAME * number + byte + 1)
}
