//! The rules of Flood Wars in slow, simple code.
mod check;

use super::Twin;
pub use check::{Fault, answers, check};
use std::collections::BTreeSet;

type Board = Vec<Vec<char>>;
type Square = (usize, usize); // row from the top, column

const COLOURS: [char; 5] = ['@', '#', '+', '.', '*'];

/// The steps to the neighbours above, to the right, below, and to the left.
const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The corner from which a player starts: the bottom left for player J, the top right for player S.
fn corner(board: &Board, player: char) -> Square {
    if player == 'J' { (board.len() - 1, 0) } else { (0, board[0].len() - 1) }
}

fn opponent(player: char) -> char {
    if player == 'J' { 'S' } else { 'J' }
}

fn colour(board: &Board, player: char) -> char {
    at(board, corner(board, player))
}

fn at(board: &Board, (row, col): Square) -> char {
    board[row][col]
}

fn squares(board: &Board) -> Vec<Square> {
    (0..board.len()).flat_map(|row| (0..board[0].len()).map(move |col| (row, col))).collect()
}

fn step(board: &Board, (row, col): Square, (down, right): (i32, i32)) -> Option<Square> {
    let row = usize::try_from(row as i32 + down).ok()?;
    let col = usize::try_from(col as i32 + right).ok()?;
    (row < board.len() && col < board[0].len()).then_some((row, col))
}

fn neighbours(board: &Board, square: Square) -> Vec<Square> {
    DIRECTIONS.iter().filter_map(|&direction| step(board, square, direction)).collect()
}

/// All squares that can be reached from `start` through squares for which `belongs` is true.
fn component(board: &Board, start: Square, belongs: impl Fn(Square) -> bool) -> BTreeSet<Square> {
    let mut reached = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some(square) = waiting.pop() {
        for near in neighbours(board, square) {
            if belongs(near) && reached.insert(near) {
                waiting.push(near);
            }
        }
    }
    reached
}

fn territory(board: &Board, player: char) -> BTreeSet<Square> {
    component(board, corner(board, player), |square| at(board, square) == colour(board, player))
}

/// The connected regions of squares that nobody owns, of any colours.
fn open_regions(board: &Board) -> Vec<BTreeSet<Square>> {
    let (j, s) = (territory(board, 'J'), territory(board, 'S'));
    let is_open = |square| !j.contains(&square) && !s.contains(&square);
    let mut regions: Vec<BTreeSet<Square>> = vec![];
    for square in squares(board) {
        if is_open(square) && !regions.iter().any(|region| region.contains(&square)) {
            regions.push(component(board, square, is_open));
        }
    }
    regions
}

fn touches(board: &Board, region: &BTreeSet<Square>, territory: &BTreeSet<Square>) -> bool {
    region
        .iter()
        .any(|&square| neighbours(board, square).iter().any(|near| territory.contains(near)))
}

fn colours_for(board: &Board, player: char) -> Vec<char> {
    let forbidden = [colour(board, player), colour(board, opponent(player))];
    COLOURS.into_iter().filter(|colour| !forbidden.contains(colour)).collect()
}

fn paint(board: &mut Board, squares: &BTreeSet<Square>, colour: char) {
    for &(row, col) in squares {
        board[row][col] = colour;
    }
}

/// Counts the player's squares together with the squares that only this player can reach.
fn total(board: &Board, player: char) -> usize {
    let (own, others) = (territory(board, player), territory(board, opponent(player)));
    let mut enclosed = open_regions(board);
    enclosed.retain(|region| touches(board, region, &own) && !touches(board, region, &others));
    own.len() + enclosed.iter().map(BTreeSet::len).sum::<usize>()
}

/// The game, in which player J moves first.
#[derive(Debug, Clone)]
pub struct FloodWars {
    board: Board,
    to_move: char,
    played: u32,
    limit: u32,
}

impl FloodWars {
    /// A game on a board given row by row from the top, with player J to move. The game is over
    /// after `limit` half-moves, if not earlier.
    pub fn new(rows: &[&str], limit: u32) -> FloodWars {
        let board = rows.iter().map(|row| row.chars().collect()).collect();
        FloodWars { board, to_move: 'J', played: 0, limit }
    }

    fn is_over(&self) -> bool {
        let (j, s) = (territory(&self.board, 'J'), territory(&self.board, 'S'));
        let disputed =
            |region| touches(&self.board, region, &j) && touches(&self.board, region, &s);
        self.played >= self.limit || !open_regions(&self.board).iter().any(disputed)
    }
}

impl Twin for FloodWars {
    fn legal(&self) -> Vec<String> {
        match self.is_over() {
            true => vec![],
            false => colours_for(&self.board, self.to_move).into_iter().map(String::from).collect(),
        }
    }

    fn play(&mut self, mv: &str) {
        let colour = mv.chars().next().expect("a colour");
        let territory = territory(&self.board, self.to_move);
        paint(&mut self.board, &territory, colour);
        self.to_move = opponent(self.to_move);
        self.played += 1;
    }

    fn first_to_move(&self) -> bool {
        self.to_move == 'J'
    }

    fn outcome(&self) -> Option<i32> {
        self.is_over().then(|| total(&self.board, 'J') as i32 - total(&self.board, 'S') as i32)
    }

    fn diagram(&self) -> String {
        let played = if self.played > 0 { format!(" {}", self.played) } else { String::new() };
        let rows: String =
            self.board.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        format!("{}{played}\n{rows}", self.to_move)
    }
}
