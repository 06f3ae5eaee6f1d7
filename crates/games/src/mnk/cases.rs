//! Random inputs for the program: boards of many sizes at every stage of a game, under all three commands.

use rules::bits::Bits;
use rules::random::Random;
use rules::{Game, Parameters, Play};

use super::notation::{board_text, stone};
use super::WIDEST;
use super::program::OPTIONS;
use super::rules::Mnk;

pub(super) fn vary(_random: &mut Random) -> Parameters {
    Parameters::new(OPTIONS)
}

/// A few commands about one board or several, in one of the layouts that the courses' own files have.
pub(super) fn case(random: &mut Random, _options: &Parameters) -> String {
    let text: String = (0..random.between(1, 6)).map(|_| command(random)).collect();
    match random.below(8) {
        0 => text.replace('\n', "\r\n"),
        1 => text.trim_end().to_string(),
        2 => text.replace('\n', " "),
        3 => text.replace(' ', "\n"),
        4 => text.replace(' ', "\t  ").replace('\n', "\n\n"),
        _ => text,
    }
}

fn command(random: &mut Random) -> String {
    let name = ["GEN_ALL_POS_MOV", "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER", "SOLVE_GAME_STATE"][random.below(3)];
    let (rows, columns, in_a_row) = size(random);
    let game: Mnk<WIDEST> = Mnk::new(rows, columns, in_a_row);
    let stones = if random.one_in(6) { scattered(random, &game) } else { played(random, &game) };
    // Whoever checks a solution by trying everything must be done with it in no time.
    let most = if rows * columns > SMALL { 4 } else { 10 };
    let stones = if name == "SOLVE_GAME_STATE" { filled(random, &game, stones, most) } else { stones };
    let player = random.between(1, 2);
    let board = board_text(rows, columns, |square| stone(&stones, square));
    format!("{name} {rows} {columns} {in_a_row} {player}\n{board}")
}

/// Squares of a board on which ten free ones are soon tried.
const SMALL: usize = 25;

/// Mostly small boards; K from 1 to a little above the longer side.
fn size(random: &mut Random) -> (usize, usize, usize) {
    if random.one_in(12) {
        return (random.between(1, 20), random.between(1, 20), random.between(2, 6));
    }
    let (rows, columns) = if random.one_in(4) { (3, 3) } else { (random.between(1, 5), random.between(1, 5)) };
    let in_a_row = if random.one_in(5) { random.between(1, 6) } else { random.between(2, 4) };
    (rows, columns, in_a_row)
}

/// The stones after random moves from the empty board; the last of them may have ended the game.
fn played(random: &mut Random, game: &Mnk<WIDEST>) -> [Bits<WIDEST>; 2] {
    let mut play = Play::new(game.clone());
    for _ in 0..random.below(game.rows * game.columns + 1) {
        let moves: Vec<_> = game.moves(play.position()).collect();
        let Some(&square) = random.pick(&moves) else { break };
        play.play(square);
    }
    play.position().stones
}

/// Stones at random, as no game would leave them: both may have a line.
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

/// More stones at random, until at most so many squares are left.
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
