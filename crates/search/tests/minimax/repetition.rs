//! Tests of positions that occur again within a game.

use rules::random::hash_words;
use rules::{Game, Outcome, Side};
use search::{Evaluate, HashTable, Limits, NeverStop, Problem, Score, best};

/// A game without end: a stone moves to and fro on six squares in a row.
struct Shuttle;

impl Game for Shuttle {
    type Position = (u8, Side);
    type Move = bool;

    const REPEATS: bool = true;

    fn start(&self) -> (u8, Side) {
        (0, Side::First)
    }
    fn turn(&self, position: &(u8, Side)) -> Side {
        position.1
    }
    fn moves(&self, &(square, _): &(u8, Side)) -> impl Iterator<Item = bool> {
        [false, true].into_iter().filter(move |&up| if up { square < 5 } else { square > 0 })
    }
    fn play(&self, &(square, side): &(u8, Side), up: bool) -> (u8, Side) {
        (if up { square + 1 } else { square - 1 }, side.other())
    }
    fn outcome(&self, _position: &(u8, Side)) -> Option<Outcome> {
        None
    }
    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }
    fn key(&self, &(square, side): &(u8, Side)) -> u64 {
        hash_words([u64::from(square), side as u64])
    }
}

/// The score for the side to move rises with the number of the stone's square.
struct Up;

impl Evaluate<Shuttle> for Up {
    fn evaluate(&self, _game: &Shuttle, position: &(u8, Side)) -> Score {
        10 + Score::from(position.0)
    }
}

#[test]
fn a_position_that_comes_again_is_worth_nothing_and_proves_nothing() {
    let start = Shuttle.start();
    let problem = Problem::new(&Shuttle, &Up, &start, Limits::depth(60));
    let result = best(&problem, &mut HashTable::new(1 << 16), &mut NeverStop).expect("moves");
    assert_eq!((result.score, result.depth, result.is_exact), (0, 60, false));
}
