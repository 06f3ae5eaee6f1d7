//! A player for Reversi by Ludoteka's line protocol.
//!
//! Compile:  rustc --edition 2024 -O player.rs
//! Run:      printf 'reversi forced 2 60000 0 1\nf5\n' | ./player
//!
//! The first line ends with the side to play, 1 (black) or 2 (white), the time for the game and for
//! a move, and the number of moves made already. These moves follow, one in each line. After that,
//! the player writes a move for each line that it reads.
//!
//! `choose` and `value` select a legal move in a simple way. Replace them with your own.

use std::error::Error;
use std::io::{self, Write};

const SIZE: usize = 8;

/// Column and row, both from 1.
type Square = (usize, usize);

/// Rows of squares: 1 or 2 is a disc of that side, and 0 is a free square or a square outside the
/// board.
#[derive(Clone)]
struct Board([[usize; SIZE + 2]; SIZE + 2]);

impl Board {
    fn start() -> Board {
        let mut rows = [[0; SIZE + 2]; SIZE + 2];
        rows[4][4..=5].copy_from_slice(&[2, 1]);
        rows[5][4..=5].copy_from_slice(&[1, 2]);
        Board(rows)
    }

    fn squares() -> impl Iterator<Item = Square> {
        (1..=SIZE).flat_map(|row| (1..=SIZE).map(move |column| (column, row)))
    }

    /// The squares of the discs that this move turns.
    fn turned(&self, (column, row): Square, side: usize) -> Vec<Square> {
        let mut discs = Vec::new();
        for (across, down) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
        {
            let at = |i: isize| {
                (column.wrapping_add_signed(i * across), row.wrapping_add_signed(i * down))
            };
            let disc = |i| self.0[at(i).1][at(i).0];
            let end = (1..).find(|&i| disc(i) != 3 - side).unwrap_or(1);
            if disc(end) == side {
                discs.extend((1..end).map(at));
            }
        }
        discs
    }

    fn legal_moves(&self, side: usize) -> impl Iterator<Item = Square> {
        Board::squares()
            .filter(move |&at| self.0[at.1][at.0] == 0 && !self.turned(at, side).is_empty())
    }

    fn play(&mut self, mv: Square, side: usize) {
        for (column, row) in self.turned(mv, side) {
            self.0[row][column] = side;
        }
        self.0[mv.1][mv.0] = side;
    }

    /// The value of a move. A corner is best. Any other move is better if the opponent has fewer
    /// answers to it.
    fn value(&self, mv: Square, side: usize) -> i32 {
        let mut next = self.clone();
        next.play(mv, side);
        let answers = next.legal_moves(3 - side).count() as i32;
        let is_corner = [1, SIZE].contains(&mv.0) && [1, SIZE].contains(&mv.1);
        (if is_corner { 100 } else { 0 }) - answers
    }

    /// The move with the highest value; if there are several, the first; `None`, a pass, if there
    /// is no move.
    fn choose(&self, side: usize) -> Option<Square> {
        self.legal_moves(side).min_by_key(|&mv| -self.value(mv, side))
    }
}

/// The next line, without its end; empty at the end of input.
fn line() -> io::Result<String> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim_end().to_string())
}

/// The move that a line names; `None` is a pass.
fn square(line: &str) -> Option<Square> {
    let &[column, row] = line.as_bytes() else { return None };
    Some((usize::from(column - b'a' + 1), usize::from(row - b'0')))
}

fn main() -> Result<(), Box<dyn Error>> {
    let header = line()?;
    let numbers: Vec<usize> = header.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [us, _game_ms, _move_ms, made] = numbers[..] else { return Ok(()) };
    let mut board = Board::start();
    for i in 0..made {
        let name = line()?;
        if name.is_empty() {
            return Ok(());
        }
        if let Some(mv) = square(&name) {
            board.play(mv, 1 + i % 2);
        }
    }
    let mut output = io::stdout();
    loop {
        if let Some((column, row)) = board.choose(us) {
            board.play((column, row), us);
            writeln!(output, "{}{row}", char::from(b'a' + column as u8 - 1))?;
        } else {
            writeln!(output, "-")?;
        }
        output.flush()?;
        let theirs = line()?;
        if theirs.is_empty() {
            return Ok(());
        }
        if let Some(mv) = square(&theirs) {
            board.play(mv, 3 - us);
        }
    }
}
