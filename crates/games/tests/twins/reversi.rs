//! The rules of Reversi in slow, simple code.
mod program;

use super::Twin;
pub use program::{Fault, program};

/// The rows from the top, beginning with row 1. `X` is a black disc, `O` a white disc, and `.` an
/// empty square.
type Board = Vec<Vec<char>>;
type Square = (usize, usize); // row, column

const DIRECTIONS: [(i32, i32); 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// The start position: white on d4 and e5, black on d5 and e4.
fn start() -> Board {
    let mut board = vec![vec!['.'; 8]; 8];
    for (name, disc) in [("d4", 'O'), ("e5", 'O'), ("d5", 'X'), ("e4", 'X')] {
        set(&mut board, square(name), disc);
    }
    board
}

fn square(name: &str) -> Square {
    let name = name.as_bytes();
    ((name[1] - b'1').into(), (name[0] - b'a').into())
}

fn name((row, col): Square) -> String {
    format!("{}{}", (b'a' + col as u8) as char, row + 1)
}

fn at(board: &Board, (row, col): Square) -> char {
    board[row][col]
}

fn set(board: &mut Board, (row, col): Square, disc: char) {
    board[row][col] = disc;
}

fn other(disc: char) -> char {
    if disc == 'X' { 'O' } else { 'X' }
}

/// All squares in lexicographic order of their names: by column, then by row.
fn squares() -> Vec<Square> {
    (0..8).flat_map(|col| (0..8).map(move |row| (row, col))).collect()
}

/// The squares in one direction, from the next square to the edge.
fn ray((row, col): Square, (down, right): (i32, i32)) -> Vec<Square> {
    let steps = (1..8).map(|i| (row as i32 + i * down, col as i32 + i * right));
    let inside = steps.take_while(|(row, col)| (0..8).contains(row) && (0..8).contains(col));
    inside.map(|(row, col)| (row as usize, col as usize)).collect()
}

/// The discs that a new `disc` flips along a ray: the opponent's discs up to the next disc of the
/// colour of `disc`.
fn turned_along(board: &Board, ray: &[Square], disc: char) -> Vec<Square> {
    let run = ray.iter().take_while(|&&square| at(board, square) == other(disc)).count();
    match ray.get(run) {
        Some(&end) if at(board, end) == disc => ray[..run].to_vec(),
        _ => vec![],
    }
}

fn turned(board: &Board, square: Square, disc: char) -> Vec<Square> {
    DIRECTIONS
        .iter()
        .flat_map(|&direction| turned_along(board, &ray(square, direction), disc))
        .collect()
}

fn is_placing(board: &Board, square: Square, disc: char) -> bool {
    at(board, square) == '.' && !turned(board, square, disc).is_empty()
}

fn placings(board: &Board, disc: char) -> Vec<String> {
    squares().into_iter().filter(|&square| is_placing(board, square, disc)).map(name).collect()
}

/// The game: black is the first player.
#[derive(Debug, Clone)]
pub struct Reversi {
    board: Board,
    to_move: char,
    free_pass: bool,
}

impl Reversi {
    /// A game at its start. With `free_pass`, a house rule, a player may pass at any time.
    pub fn new(free_pass: bool) -> Reversi {
        Reversi { board: start(), to_move: 'X', free_pass }
    }

    fn is_over(&self) -> bool {
        placings(&self.board, 'X').is_empty() && placings(&self.board, 'O').is_empty()
    }

    fn count(&self, disc: char) -> i32 {
        self.board.iter().flatten().filter(|&&square| square == disc).count() as i32
    }
}

impl Twin for Reversi {
    fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return vec![];
        }
        let mut moves = placings(&self.board, self.to_move);
        if moves.is_empty() || self.free_pass {
            moves.push("-".to_string());
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        if mv != "-" {
            for disc in turned(&self.board, square(mv), self.to_move) {
                set(&mut self.board, disc, self.to_move);
            }
            set(&mut self.board, square(mv), self.to_move);
        }
        self.to_move = other(self.to_move);
    }

    fn first_to_move(&self) -> bool {
        self.to_move == 'X'
    }

    /// The empty squares go to the winner.
    fn outcome(&self) -> Option<i32> {
        if !self.is_over() {
            return None;
        }
        let difference = self.count('X') - self.count('O');
        Some(difference + difference.signum() * self.count('.'))
    }

    fn diagram(&self) -> String {
        let rows: String =
            self.board.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        format!("{}\n{rows}", self.to_move)
    }
}
