//! Each grade of an engine beats the one below it, in every game. `docs/engines.md` has the figures of longer matches.

mod pairs;

use games::Seat;
use pairs::{Board, Match, boards};
use rules::{Side, Table};
use search::{Grade, Graded, Limits};

/// What the best grade gets instead of time.
const FULL: Limits = Limits::nodes(16_384);

/// The share of points of one grade against another, of a thousand. More games for weak grades, which are quick.
fn share(board: Board, grades: [Grade; 2]) -> u32 {
    let pairs = if grades[0] == Grade::FULL { 9 } else { 24 };
    let mut games = Match::new(board, grades, FULL);
    let points: u32 = (0..pairs).flat_map(|seed| games.pair(seed)).sum();
    points * 1000 / (4 * pairs as u32)
}

/// Checks that the second grade beats the first in every game.
fn check(grades: &[Grade]) {
    for board in boards() {
        let share = share(board, [grades[1], grades[0]]);
        assert!(share > 500, "{} {} : {} {share}", board.card.name, grades[1], grades[0]);
    }
}

#[test]
fn each_weak_grade_beats_the_one_below() {
    Grade::ALL[..4].windows(2).for_each(check);
}

#[test]
fn the_best_grade_beats_the_one_below() {
    check(&Grade::ALL[3..]);
}

#[test]
fn the_best_grade_against_the_weakest_is_no_contest() {
    for board in boards() {
        let share = share(board, [Grade::FULL, Grade::ALL[0]]);
        assert!(share >= 700, "{} {share}", board.card.name);
    }
}

#[test]
fn a_seed_is_a_game() {
    for board in boards() {
        let moves = |seed| Match::new(board, [Grade::ALL[1], Grade::ALL[0]], FULL).game(seed, Side::First).moves();
        assert_eq!(moves(1), moves(1), "{}", board.card.name);
        assert_ne!(moves(1), moves(2), "{}", board.card.name);
    }
}

#[test]
fn what_was_asked_before_changes_no_move_of_a_weak_grade() {
    for board in boards() {
        let Seat { mut table, engine } = board.seat(1);
        let mut player = Graded::new(engine, Grade::ALL[3], 1);
        let mut ask = |table: &dyn Table| {
            player.choose(table, &table.moves(), FULL, &mut |_| true).expect("the game is not over")
        };
        let first = ask(&*table);
        table.play(&first.line[0]).expect("engines play legal moves");
        ask(&*table);
        table.undo();
        assert_eq!(ask(&*table), first, "{}", board.card.name);
    }
}
