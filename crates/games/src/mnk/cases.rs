//! Random inputs for the program: boards of many sizes at every stage of a game, under all three commands.

use rules::bits::Bits;
use rules::random::Random;
use rules::{Game, Parameters, Play};

use super::notation::{board_text, stone};
use super::program::OPTIONS;
use super::rules::Mnk;

pub(super) fn vary(_random: &mut Random) -> Parameters {
    Parameters::new(OPTIONS)
}

/// A few commands about one board or several.
pub(super) fn case(random: &mut Random, _options: &Parameters) -> String {
    (0..random.between(1, 6)).map(|_| command(random)).collect()
}

fn command(random: &mut Random) -> String {
    let name = ["GEN_ALL_POS_MOV", "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER", "SOLVE_GAME_STATE"][random.below(3)];
    let (rows, columns, in_a_row) = size(random);
    let game: Mnk<1> = Mnk::new(rows, columns, in_a_row);
    let stones = if random.one_in(6) { scattered(random, &game) } else { played(random, &game) };
    // Small boards are solved from any stage, larger ones once a handful of squares are left.
    let few_left = name != "SOLVE_GAME_STATE" || game.empty(&stones).count() <= 10;
    let stones = if few_left { stones } else { filled(random, &game, stones) };
    let player = random.between(1, 2);
    let board = board_text(rows, columns, |square| stone(&stones, square));
    format!("{name} {rows} {columns} {in_a_row} {player}\n{board}")
}

/// Mostly small boards; K from 1 to a little above the longer side.
fn size(random: &mut Random) -> (usize, usize, usize) {
    let (rows, columns) = if random.one_in(4) { (3, 3) } else { (random.between(1, 5), random.between(1, 5)) };
    let in_a_row = if random.one_in(5) { random.between(1, 6) } else { random.between(2, 4) };
    (rows, columns, in_a_row)
}

/// The stones after random moves from the empty board; the last of them may have ended the game.
fn played(random: &mut Random, game: &Mnk<1>) -> [Bits<1>; 2] {
    let mut play = Play::new(game.clone());
    for _ in 0..random.below(game.rows * game.columns + 1) {
        let moves: Vec<_> = game.moves(play.position()).collect();
        let Some(&square) = random.pick(&moves) else { break };
        play.play(square);
    }
    play.position().stones
}

/// Stones at random, as no game would leave them: both may have a line.
fn scattered(random: &mut Random, game: &Mnk<1>) -> [Bits<1>; 2] {
    let mut stones = [Bits::EMPTY; 2];
    for square in 0..game.rows * game.columns {
        match random.below(3) {
            2 => {}
            side => stones[side].insert(square),
        }
    }
    stones
}

/// More stones at random, until few squares are left.
fn filled(random: &mut Random, game: &Mnk<1>, mut stones: [Bits<1>; 2]) -> [Bits<1>; 2] {
    while game.empty(&stones).count() > 10 {
        let free: Vec<_> = game.empty(&stones).into_iter().collect();
        if let Some(&square) = random.pick(&free) {
            stones[random.below(2)].insert(square);
        }
    }
    stones
}
