//! The rules of Poziomka in slow, simple code.
mod program;

use super::Twin;
pub use program::{Fault, program};

type Board = Vec<Vec<char>>;
type Square = (usize, usize); // row, column

fn empty_board(rows: usize, cols: usize) -> Board {
    vec![vec!['.'; cols]; rows]
}

fn down((row, col): Square, pola: usize) -> Vec<Square> {
    (0..pola).map(|i| (row + i, col)).collect()
}

fn across((row, col): Square, pola: usize) -> Vec<Square> {
    (0..pola).map(|i| (row, col + i)).collect()
}

fn is_free(board: &Board, block: &[Square]) -> bool {
    block.iter().all(|&(row, col)| board.get(row).and_then(|line| line.get(col)) == Some(&'.'))
}

/// Places a block. Squares off the board are ignored: only mistaken programs use them.
fn put(board: &mut Board, block: &[Square]) {
    for &(row, col) in block {
        if let Some(square) = board.get_mut(row).and_then(|line| line.get_mut(col)) {
            *square = '#';
        }
    }
}

fn squares_by_row(board: &Board) -> Vec<Square> {
    (0..board.len()).flat_map(|row| (0..board[0].len()).map(move |col| (row, col))).collect()
}

fn squares_by_column(board: &Board) -> Vec<Square> {
    (0..board[0].len()).flat_map(|col| (0..board.len()).map(move |row| (row, col))).collect()
}

fn row_name(row: usize) -> char {
    (b'a' + row as u8) as char
}

fn column_name(col: usize) -> char {
    (b'A' + col as u8) as char
}

/// The square that a move names: the capital letter is the column, and the small letter is the row.
fn square(mv: &str) -> Square {
    let small = mv.bytes().find(u8::is_ascii_lowercase).expect("a row");
    let capital = mv.bytes().find(u8::is_ascii_uppercase).expect("a column");
    ((small - b'a').into(), (capital - b'A').into())
}

fn columns(board: &Board) -> Vec<Vec<char>> {
    (0..board[0].len()).map(|col| board.iter().map(|line| line[col]).collect()).collect()
}

/// The game: Left is the first player.
#[derive(Debug, Clone)]
pub struct Poziomka {
    pola: usize,
    board: Board,
    left_to_move: bool,
    first_move: bool,
}

impl Poziomka {
    /// The empty board.
    pub fn new(pola: usize, rows: usize, cols: usize) -> Poziomka {
        Poziomka { pola, board: empty_board(rows, cols), left_to_move: true, first_move: true }
    }

    fn left_moves(&self) -> Vec<String> {
        let starts = squares_by_column(&self.board)
            .into_iter()
            .filter(|&s| is_free(&self.board, &down(s, self.pola)));
        starts.map(|(row, col)| format!("{}{}", column_name(col), row_name(row))).collect()
    }

    fn right_moves(&self) -> Vec<String> {
        let starts = squares_by_row(&self.board)
            .into_iter()
            .filter(|&s| is_free(&self.board, &across(s, self.pola)));
        starts.map(|(row, col)| format!("{}{}", row_name(row), column_name(col))).collect()
    }

    fn may_pass(&self) -> bool {
        self.left_to_move && self.first_move
    }
}

impl Twin for Poziomka {
    fn legal(&self) -> Vec<String> {
        let mut moves = if self.left_to_move { self.left_moves() } else { self.right_moves() };
        if self.may_pass() {
            moves.push("-".to_string());
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        if mv != "-" {
            let block = if self.left_to_move {
                down(square(mv), self.pola)
            } else {
                across(square(mv), self.pola)
            };
            put(&mut self.board, &block);
        }
        self.left_to_move = !self.left_to_move;
        self.first_move = false;
    }

    fn first_to_move(&self) -> bool {
        self.left_to_move
    }

    fn outcome(&self) -> Option<i32> {
        match self.legal().is_empty() {
            true => Some(if self.left_to_move { -1 } else { 1 }),
            false => None,
        }
    }

    fn diagram(&self) -> String {
        let side = if self.left_to_move { "L" } else { "R" };
        let pass = if self.may_pass() { "-" } else { "" };
        let cols = self.board[0].len();
        let header: String = (0..cols).map(|col| format!(" {}", column_name(col))).collect();
        let mut text = format!("{side}{pass}\n {header}|\n");
        for (row, line) in self.board.iter().enumerate() {
            let squares: String = line.iter().map(|square| format!(" {square}")).collect();
            text += &format!("{}{squares}|\n", row_name(row));
        }
        text + &"-".repeat(2 * cols + 1) + "+\n"
    }
}
