//! The rules once more, square by square as the README tells them, against the fast ones.

use rules::random::Random;
use rules::{Game, Notation, Play, Side};

use crate::reversi::{Move, Passing, Reversi};

const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Rows of columns.
type Board = [[Option<Side>; 8]; 8];

/// The square `steps` away from a column and a row, unless that is off the board.
fn away((column, row): (usize, usize), direction: (isize, isize), steps: usize) -> Option<(usize, usize)> {
    let far = |from: usize, by: isize| from.checked_add_signed(by * steps as isize).filter(|&to| to < 8);
    Some((far(column, direction.0)?, far(row, direction.1)?))
}

fn at(board: &Board, (column, row): (usize, usize)) -> Option<Side> {
    board[row][column]
}

/// The squares that a disc flips in one direction.
fn line(board: &Board, from: (usize, usize), direction: (isize, isize), side: Side) -> Vec<(usize, usize)> {
    let mut between = Vec::new();
    for steps in 1.. {
        let Some(square) = away(from, direction, steps) else { break };
        match at(board, square) {
            Some(owner) if owner == side => return between,
            Some(_) => between.push(square),
            None => break,
        }
    }
    Vec::new()
}

fn flips(board: &Board, square: (usize, usize), side: Side) -> Vec<(usize, usize)> {
    if at(board, square).is_some() {
        return Vec::new();
    }
    DIRECTIONS.into_iter().flat_map(|direction| line(board, square, direction, side)).collect()
}

/// The squares where a disc flips another, column by column.
fn squares(board: &Board, side: Side) -> Vec<(usize, usize)> {
    let all = (0..8).flat_map(|column| (0..8).map(move |row| (column, row)));
    all.filter(|&square| !flips(board, square, side).is_empty()).collect()
}

fn diagram(board: &Board, side: Side) -> String {
    let letter = |owner: Option<Side>| owner.map_or('.', |side| ['X', 'O'][side.index()]);
    let rows = board.iter().map(|row| row.iter().map(|&owner| letter(owner)).collect::<String>() + "\n");
    format!("{}\n{}", letter(Some(side)), rows.collect::<String>())
}

#[test]
fn fast_rules_are_the_slow_rules() {
    let game = Reversi::new(Passing::Free);
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let mut play = Play::new(game.clone());
        let (mut board, mut side): (Board, Side) = ([[None; 8]; 8], Side::First);
        board[3][3..5].copy_from_slice(&[Some(Side::Second), Some(Side::First)]);
        board[4][3..5].copy_from_slice(&[Some(Side::First), Some(Side::Second)]);
        loop {
            assert_eq!(game.diagram(play.position()), diagram(&board, side));
            let [own, others] = [side, side.other()].map(|side| squares(&board, side));
            let over = own.is_empty() && others.is_empty();
            assert_eq!(play.outcome().is_some(), over);
            let slow: Vec<_> = own.iter().map(|&(column, row)| Move::at(column, row)).collect();
            let fast: Vec<_> = game.moves(play.position()).collect();
            assert_eq!(fast, if over { vec![] } else { [slow, vec![Move::PASS]].concat() });
            let Some(&mv) = random.pick(&fast) else { break };
            if let Some((column, row)) = mv.place() {
                flips(&board, (column, row), side).iter().for_each(|&(c, r)| board[r][c] = Some(side));
                board[row][column] = Some(side);
            }
            side = side.other();
            play.play(mv);
        }
    }
}
