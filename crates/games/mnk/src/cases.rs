//! Draws random inputs for the program: boards of many sizes at every stage of a game, under all
//! three commands.

use rules::bits::Bits;
use rules::random::Random;
use rules::{CaseBoard, CaseScope, Game, Parameters, Play};

use super::notation::{board_text, stone};
use super::program::OPTIONS;
use super::rules::{Mnk, Position};
use super::{MOST_SQUARES, WIDEST};

/// The number of squares on all boards.
pub(super) fn squares(input: &str) -> usize {
    let mut words = input.split_whitespace();
    let mut all = 0_usize;
    while words.next().is_some() {
        let mut side = || words.next().and_then(|side| side.parse().ok()).unwrap_or(0_usize);
        let squares = side().saturating_mul(side());
        all = all.saturating_add(squares);
        // K, the player and the squares.
        words.by_ref().take(squares.saturating_add(2)).for_each(drop);
    }
    all
}

pub(super) fn vary(_random: &mut Random) -> Parameters {
    Parameters::new(OPTIONS)
}

/// Draws a few commands about one board or several, with empty lines as in the input files of the
/// university courses. In cases beyond the rules' text the layout varies, since white space may be
/// anywhere.
pub(super) fn case(
    random: &mut Random,
    _options: &Parameters,
    scope: CaseScope,
    board: CaseBoard,
) -> String {
    let after_board = ["", "\n"][random.below(2)];
    // Every board that a large board leads to is large, too.
    let most = if board == CaseBoard::Any { 6 } else { 1 };
    let mut text: String =
        (0..random.between(1, most)).map(|_| command(random, scope, board) + after_board).collect();
    if board == CaseBoard::Smallest {
        text += EMPTY;
    }
    match random.below(8) {
        0 => text.trim_end().to_string(),
        _ if scope == CaseScope::Text => text,
        1 => text.replace('\n', "\r\n"),
        2 => text.replace('\n', " "),
        3 => text.replace(' ', "\n"),
        4 => text.replace(' ', "\t  ").replace('\n', "\n\n"),
        _ => text,
    }
}

/// The empty board of 4 by 4 with K = 3, the game that the rules' text discusses. A search that
/// goes on after it has found a win needs minutes, and one that ends there 250,000 positions.
const EMPTY: &str = "SOLVE_GAME_STATE 4 4 3 1\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";

/// One command with its board.
fn command(random: &mut Random, scope: CaseScope, board: CaseBoard) -> String {
    let name = ["GEN_ALL_POS_MOV", CUT, "SOLVE_GAME_STATE"][random.below(3)];
    // Some examples in the rules have an empty line before the board, but the courses' files have
    // none. Some programs that pass the courses' files cannot read an empty line here.
    let is_apart = scope == CaseScope::BeyondText && name == CUT && random.one_in(8);
    let before_board = if is_apart { "\n" } else { "" };
    let (rows, columns, in_a_row) = size(random, scope, board);
    let game: Mnk<WIDEST> = Mnk::new(rows, columns, in_a_row);
    // For `SOLVE_GAME_STATE` few squares are free, so that a checker that tries all moves is fast
    // enough.
    let most = match name {
        "SOLVE_GAME_STATE" if rows * columns > SMALL => 4,
        "SOLVE_GAME_STATE" => 10,
        _ => rows * columns,
    };
    // The empty board has the longest output.
    let is_empty = board == CaseBoard::Largest && most > SMALL && random.one_in(2);
    let (stones, player) = match scope {
        _ if is_empty => ([Bits::EMPTY; 2], 1),
        CaseScope::Text => {
            let position = played(random, &game, most);
            (position.stones, position.turn.index() + 1)
        }
        CaseScope::BeyondText => (unreal(random, &game, most), random.between(1, 2)),
    };
    let squares = board_text(rows, columns, |square| stone(&stones, square));
    format!("{name} {rows} {columns} {in_a_row} {player}\n{before_board}{squares}")
}

const CUT: &str = "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER";

/// A checker can quickly solve a board of at most this many squares if ten of them are free.
const SMALL: usize = 25;

/// Draws the size of a board and K; most boards are small. In cases that follow the rules' text, a
/// line of K stones fits in every direction. This is so in all files of the courses, and some
/// programs that pass these files crash if no line of K fits. In cases beyond the text, K may be
/// any number from 1 to a little more than the longer side.
fn size(random: &mut Random, scope: CaseScope, board: CaseBoard) -> (usize, usize, usize) {
    let least = if scope == CaseScope::Text { 2 } else { 1 };
    let is_large = matches!(board, CaseBoard::Largest | CaseBoard::Oblong) || random.one_in(12);
    let (rows, columns) = match board {
        CaseBoard::Smallest => (least, least),
        CaseBoard::Largest => (20, 20),
        CaseBoard::Oblong => {
            let short = random.between(least + 1, 5);
            let long = random.between(30, MOST_SQUARES / short);
            if random.one_in(2) { (short, long) } else { (long, short) }
        }
        CaseBoard::Any if is_large => (random.between(least, 20), random.between(least, 20)),
        CaseBoard::Any if random.one_in(4) => (3, 3),
        CaseBoard::Any => (random.between(least, 5), random.between(least, 5)),
    };
    let (short, long) = if random.one_in(5) || is_large { (least, 6) } else { (2, 4) };
    let most = if scope == CaseScope::Text { long.min(rows).min(columns) } else { long };
    (rows, columns, random.between(short, most))
}

/// The position after random moves from the empty board. At most `most` squares are free, unless
/// the last move has won.
fn played(random: &mut Random, game: &Mnk<WIDEST>, most: usize) -> Position<WIDEST> {
    let mut play = Play::new(game.clone());
    let squares = game.rows * game.columns;
    let least = squares.saturating_sub(most);
    let stones = random.between(least, squares);
    // Random moves alone would soon end most games, so moves that do not end the game are
    // preferred.
    let tries = if least > 0 || random.one_in(2) { 20 } else { 1 };
    while play.moves().len() < stones {
        let moves: Vec<_> = game.moves(play.position()).collect();
        let mut drawn = (0..tries).filter_map(|_| random.pick(&moves).copied());
        let Some(first) = drawn.next() else { break };
        let goes_on = |&square: &usize| game.outcome(&game.play(play.position(), square)).is_none();
        let square = std::iter::once(first).chain(drawn).find(goes_on).unwrap_or(first);
        play.play(square);
    }
    *play.position()
}

/// The stones of a game, or stones that no game leads to: both players may have a line, or one
/// player may have far more stones.
fn unreal(random: &mut Random, game: &Mnk<WIDEST>, most: usize) -> [Bits<WIDEST>; 2] {
    let stones = if random.one_in(6) {
        scattered(random, game)
    } else {
        played(random, game, usize::MAX).stones
    };
    filled(random, game, stones, most)
}

/// Random stones that no game leads to: both players may have a line.
fn scattered(random: &mut Random, game: &Mnk<WIDEST>) -> [Bits<WIDEST>; 2] {
    let mut stones = [Bits::EMPTY; 2];
    for square in 0..game.rows * game.columns {
        match random.below(3) {
            2 => {}
            side => stones[side].insert(square),
        }
    }
    stones
}

/// Adds random stones until at most `most` squares are free.
fn filled(
    random: &mut Random,
    game: &Mnk<WIDEST>,
    mut stones: [Bits<WIDEST>; 2],
    most: usize,
) -> [Bits<WIDEST>; 2] {
    while game.empty(&stones).count() > most {
        let free: Vec<_> = game.empty(&stones).into_iter().collect();
        if let Some(&square) = random.pick(&free) {
            stones[random.below(2)].insert(square);
        }
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::squares;

    #[test]
    fn the_squares_of_all_boards_are_counted() {
        let board = "SOLVE_GAME_STATE 2 3 2 1\n0 0 0\n1 2 0\n";
        assert_eq!([squares(board), squares(&board.repeat(2)), squares("")], [6, 12, 0]);
        assert_eq!(squares(&format!("X {} {} 1 1", usize::MAX, usize::MAX)), usize::MAX);
    }
}
