//! A player for m,n,k-games by Ludoteka's line protocol.
//!
//! Compile:  rustc --edition 2024 -O player.rs
//! Run:      printf 'mnk 3 3 3 2 60000 0 1\na1\n' | ./player
//!
//! The first line gives the number of rows and columns, and how many stones in a line win; the side
//! to play, 1 or 2; the time for the game and for a move; and the number of moves made already.
//! These moves follow, one in each line. After that, the player writes a move for each line that it
//! reads.
//!
//! `choose` and `value` select a legal move in a simple way. Replace them with your own.

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Write};

/// Column and row, both from 1.
type Square = (i32, i32);

/// The value of a square that wins. It is greater than the value of any other square.
const WIN: i32 = 100_000_000;

struct Game {
    rows: i32,
    columns: i32,
    k: i32,
    /// The side that has a stone on a square.
    board: HashMap<Square, i32>,
}

impl Game {
    /// The number of this side's stones in an unbroken line beside a square, in one direction.
    fn beside(&self, (column, row): Square, across: i32, down: i32, side: i32) -> i32 {
        let stones = (1..)
            .take_while(|i| self.board.get(&(column + i * across, row + i * down)) == Some(&side));
        stones.count() as i32
    }

    /// The value of a square for a side: the sum of the squared lengths of all lines through it, or
    /// `WIN`.
    fn value(&self, square: Square, side: i32) -> i32 {
        let lengths = [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(across, down)| {
            1 + self.beside(square, across, down, side) + self.beside(square, -across, -down, side)
        });
        if lengths.iter().any(|&length| length >= self.k) {
            return WIN;
        }
        lengths.iter().map(|length| length * length).sum()
    }

    fn distance_from_middle(&self, (column, row): Square) -> i32 {
        (2 * column - self.columns - 1).abs() + (2 * row - self.rows - 1).abs()
    }

    /// Chooses a free square: one that wins; if there is none, one that stops the other side from
    /// winning; if there is none, the most valuable one for both sides together. Among equal
    /// squares, it takes the square nearest to the middle. `None` if the board is full.
    fn choose(&self, us: i32) -> Option<Square> {
        let squares =
            (1..=self.rows).flat_map(|row| (1..=self.columns).map(move |column| (column, row)));
        let free = squares.filter(|square| !self.board.contains_key(square));
        let worth = |square| 2 * self.value(square, us) + self.value(square, 3 - us);
        free.min_by_key(|&square| (-worth(square), self.distance_from_middle(square)))
    }
}

/// Reads a square by its name: its column, from a to z, then aa, ab and so on, and its row. `None`
/// at the end of input.
fn read_square() -> Result<Option<Square>, Box<dyn Error>> {
    let line = line()?;
    let name = line.trim_end();
    let Some(end) = name.find(|c: char| c.is_ascii_digit()) else { return Ok(None) };
    let column = name[..end]
        .bytes()
        .fold(0, |column, letter| 26 * column + i32::from(letter) - i32::from(b'a') + 1);
    Ok(Some((column, name[end..].parse()?)))
}

fn name((column, row): Square) -> String {
    let letter = |number: i32| char::from(b'a' + number as u8);
    match (column - 1) / 26 {
        0 => format!("{}{row}", letter(column - 1)),
        first => format!("{}{}{row}", letter(first - 1), letter((column - 1) % 26)),
    }
}

/// The next line; empty at the end of input.
fn line() -> io::Result<String> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line)
}

fn main() -> Result<(), Box<dyn Error>> {
    let header = line()?;
    let numbers: Vec<i64> =
        header.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [rows, columns, k, us, _game_ms, _mvms, made] = numbers[..] else { return Ok(()) };
    let us = us as i32;
    let mut game =
        Game { rows: rows as i32, columns: columns as i32, k: k as i32, board: HashMap::new() };
    for i in 0..made {
        let Some(mv) = read_square()? else { return Ok(()) };
        game.board.insert(mv, 1 + (i % 2) as i32);
    }
    let mut output = io::stdout();
    while let Some(mv) = game.choose(us) {
        game.board.insert(mv, us);
        writeln!(output, "{}", name(mv))?;
        output.flush()?;
        let Some(theirs) = read_square()? else { break };
        game.board.insert(theirs, 3 - us);
    }
    Ok(())
}
