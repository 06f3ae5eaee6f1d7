//! The rules of m,n,k-games in slow, simple code.
mod program;

use super::Twin;
pub use program::{Fault, program};

/// The rows of the board, from the top: 0 is a free square, 1 and 2 are the players' stones.
type Board = Vec<Vec<u8>>;
type Square = (usize, usize); // row, column

/// The directions of lines: right, down, down to the right, and down to the left.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// All squares, row by row from the top left.
fn squares(board: &Board) -> Vec<Square> {
    (0..board.len()).flat_map(|row| (0..board[0].len()).map(move |col| (row, col))).collect()
}

fn free_squares(board: &Board) -> Vec<Square> {
    squares(board).into_iter().filter(|&(row, col)| board[row][col] == 0).collect()
}

fn with_stone(board: &Board, (row, col): Square, player: u8) -> Board {
    let mut board = board.clone();
    board[row][col] = player;
    board
}

/// The content of the square that is `steps` squares away; `None` if that square is off the board.
fn at(board: &Board, (row, col): Square, (down, right): (i32, i32), steps: i32) -> Option<u8> {
    let row = usize::try_from(row as i32 + steps * down).ok()?;
    let col = usize::try_from(col as i32 + steps * right).ok()?;
    board.get(row)?.get(col).copied()
}

fn is_line(board: &Board, from: Square, direction: (i32, i32), k: usize, player: u8) -> bool {
    (0..k as i32).all(|i| at(board, from, direction, i) == Some(player))
}

/// Whether the player has K or more stones in an unbroken line.
pub fn has_line(board: &Board, k: usize, player: u8) -> bool {
    squares(board)
        .iter()
        .any(|&from| DIRECTIONS.iter().any(|&direction| is_line(board, from, direction, k, player)))
}

fn column_name(col: usize) -> String {
    let last = (b'a' + (col % 26) as u8) as char;
    if col < 26 { last.to_string() } else { format!("{}{last}", column_name(col / 26 - 1)) }
}

fn name((row, col): Square) -> String {
    format!("{}{}", column_name(col), row + 1)
}

fn text(board: &Board) -> String {
    let line = |row: &Vec<u8>| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n";
    board.iter().map(line).collect()
}

/// The game.
#[derive(Debug, Clone)]
pub struct Mnk {
    k: usize,
    board: Board,
    to_move: u8,
}

impl Mnk {
    /// The empty board of `n` rows and `m` columns.
    pub fn new(n: usize, m: usize, k: usize) -> Mnk {
        Mnk { k, board: vec![vec![0; m]; n], to_move: 1 }
    }
}

impl Twin for Mnk {
    fn legal(&self) -> Vec<String> {
        match self.outcome() {
            Some(_) => vec![],
            None => free_squares(&self.board).into_iter().map(name).collect(),
        }
    }

    fn play(&mut self, mv: &str) {
        let square =
            squares(&self.board).into_iter().find(|&square| name(square) == mv).expect("a square");
        self.board = with_stone(&self.board, square, self.to_move);
        self.to_move = 3 - self.to_move;
    }

    fn first_to_move(&self) -> bool {
        self.to_move == 1
    }

    fn outcome(&self) -> Option<i32> {
        if has_line(&self.board, self.k, 1) {
            Some(1)
        } else if has_line(&self.board, self.k, 2) {
            Some(-1)
        } else if free_squares(&self.board).is_empty() {
            Some(0)
        } else {
            None
        }
    }

    fn diagram(&self) -> String {
        let (n, m) = (self.board.len(), self.board[0].len());
        format!("{n} {m} {} {}\n{}", self.k, self.to_move, text(&self.board))
    }
}
