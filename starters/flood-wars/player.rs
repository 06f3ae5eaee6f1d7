//! A player for Flood Wars by the contest's rules: each process reads a board and makes one move.
//!
//! Compile:  rustc --edition 2024 -O player.rs
//! Run:      printf 'J\n.#+@\n@.+*\n#@#.\n' | ./player
//!
//! `choose` selects a legal move in a simple way. Replace it with your own.

use std::error::Error;
use std::io::{self, Read, Write};

const COLOURS: [u8; 5] = *b"@#+.*";

/// The rows of the board from the top; in each row, the squares from the left.
type Board = Vec<Vec<u8>>;

/// Row and column.
type Square = (usize, usize);

/// Changes the colour of the piece that contains this square, and returns the size of the piece.
fn flood(board: &mut Board, start: Square, to: u8) -> usize {
    let from = board[start.0][start.1];
    let (mut size, mut waiting) = (0, vec![start]);
    while let Some((row, column)) = waiting.pop() {
        if board.get(row).and_then(|line| line.get(column)) == Some(&from) {
            board[row][column] = to;
            size += 1;
            // A step beyond the upper or left edge wraps round to a very large number, which is
            // also outside the board.
            waiting.extend([(row.wrapping_sub(1), column), (row + 1, column)]);
            waiting.extend([(row, column.wrapping_sub(1)), (row, column + 1)]);
        }
    }
    size
}

/// The size of the territory in a corner after the territory has taken a colour.
fn size_after(board: &Board, corner: Square, colour: u8) -> usize {
    let mut board = board.clone();
    flood(&mut board, corner, colour);
    flood(&mut board, corner, b'!')
}

/// The first colour that makes our territory as large as possible.
fn choose(board: &Board, ours: Square, theirs: Square) -> Option<u8> {
    let taken = [board[ours.0][ours.1], board[theirs.0][theirs.1]];
    let legal = COLOURS.into_iter().filter(|colour| !taken.contains(colour));
    // If several colours are equally good, `max_by_key` takes the last of them, so the order is
    // reversed here.
    legal.rev().max_by_key(|&colour| size_after(board, ours, colour))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let mut lines = input.lines();
    let us = lines.next();
    let mut board: Board =
        lines.filter(|line| !line.is_empty()).map(|line| line.as_bytes().to_vec()).collect();
    if board.is_empty() {
        return Ok(());
    }
    let (bottom, right) = (board.len() - 1, board[0].len() - 1);
    let (ours, theirs, next) = if us == Some("J") {
        ((bottom, 0), (0, right), 'S')
    } else {
        ((0, right), (bottom, 0), 'J')
    };
    let Some(colour) = choose(&board, ours, theirs) else { return Ok(()) };
    flood(&mut board, ours, colour);
    let mut output = io::stdout().lock();
    writeln!(output, "{next}")?;
    for line in &board {
        writeln!(output, "{}", String::from_utf8_lossy(line))?;
    }
    Ok(())
}
