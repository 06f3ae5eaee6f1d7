//! A player for Poziomka. It plays Right: it reads Left's moves, one in each line, and answers each
//! with a line.
//!
//! Compile:  POLA=4 WIERSZE=10 KOLUMNY=7 rustc --edition 2024 -O player.rs
//! Run:      printf -- '-\nBe\n' | ./player
//!
//! `choose` selects a legal move in a simple way. Replace it with your own.

use std::error::Error;
use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq)]
enum Player {
    Left,
    Right,
}

struct Board {
    /// Squares that a block covers.
    pola: i32,
    taken: Vec<Vec<bool>>,
}

impl Board {
    fn new(pola: usize, rows: usize, columns: usize) -> Board {
        Board { pola: pola as i32, taken: vec![vec![false; columns]; rows] }
    }

    /// The squares of a block, given its first square: Left's blocks go down, and Right's blocks go
    /// to the right.
    fn squares(
        &self,
        (row, column): (i32, i32),
        player: Player,
    ) -> impl Iterator<Item = (i32, i32)> + use<> {
        (0..self.pola).map(move |i| {
            if player == Player::Left { (row + i, column) } else { (row, column + i) }
        })
    }

    /// Whether a square is on the board and free.
    fn is_free(&self, (row, column): (i32, i32)) -> bool {
        let line = usize::try_from(row).ok().and_then(|row| self.taken.get(row));
        let taken = usize::try_from(column).ok().and_then(|column| line?.get(column));
        taken == Some(&false)
    }

    fn fits(&self, block: (i32, i32), player: Player) -> bool {
        self.squares(block, player).all(|square| self.is_free(square))
    }

    fn put(&mut self, block: (i32, i32), player: Player) {
        for (row, column) in self.squares(block, player) {
            self.taken[row as usize][column as usize] = true;
        }
    }

    /// The number of moves that Right's block here takes from Left, minus the number that it takes
    /// from Right.
    fn gain(&self, (row, column): (i32, i32)) -> i32 {
        let before = self.pola - 1;
        let over = (column..=column + before)
            .flat_map(|column| (row - before..=row).map(move |row| (row, column)));
        let lefts = over.filter(|&block| self.fits(block, Player::Left)).count();
        let beside = (column - before..=column + before).map(|column| (row, column));
        let rights = beside.filter(|&block| self.fits(block, Player::Right)).count();
        lefts as i32 - rights as i32
    }

    /// The first move with the highest gain; `None` if there is no move at all.
    fn choose(&self) -> Option<(i32, i32)> {
        let (rows, columns) = (self.taken.len() as i32, self.taken[0].len() as i32);
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        squares
            .filter(|&block| self.fits(block, Player::Right))
            .min_by_key(|&block| -self.gain(block))
    }
}

/// A constant that was set at compile time.
fn constant(value: Option<&str>, default: usize) -> usize {
    value.and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() -> Result<(), Box<dyn Error>> {
    let rows = constant(option_env!("WIERSZE"), 26);
    let columns = constant(option_env!("KOLUMNY"), 26);
    let mut board = Board::new(constant(option_env!("POLA"), 5), rows, columns);
    let mut output = io::stdout();
    for line in io::stdin().lines() {
        let line = line?;
        match line.trim_end().as_bytes() {
            b"-" => {}
            &[column, row] => {
                let block = (i32::from(row) - i32::from(b'a'), i32::from(column) - i32::from(b'A'));
                if !board.fits(block, Player::Left) {
                    return Err(format!("{line} is not a legal move").into());
                }
                board.put(block, Player::Left);
            }
            _ => break,
        }
        let Some((row, column)) = board.choose() else {
            writeln!(output, ".")?;
            break;
        };
        board.put((row, column), Player::Right);
        writeln!(output, "{}{}", char::from(b'a' + row as u8), char::from(b'A' + column as u8))?;
        output.flush()?;
    }
    Ok(())
}
