//! Each grade of an engine beats the one below it, in every game. `docs/engines.md` has the figures of longer matches.

#[path = "common/pairs.rs"]
mod pairs;

use pairs::{Board, Match, boards};
use rules::Side;
use search::{Grade, Limits};

/// What the best grade gets instead of time.
const FULL: Limits = Limits::nodes(8192);

/// Enough that luck does not decide, few enough to be quick.
const PAIRS: u64 = 10;

/// The share of points of one grade against another, of a thousand.
fn share(board: Board, grades: [Grade; 2]) -> u32 {
    let mut games = Match::new(board, grades, FULL);
    let points: u32 = (0..PAIRS).flat_map(|seed| games.pair(seed)).sum();
    points * 1000 / (4 * PAIRS as u32)
}

#[test]
fn each_grade_beats_the_one_below() {
    for board in boards() {
        for grades in Grade::ALL.windows(2) {
            let share = share(board, [grades[1], grades[0]]);
            assert!(share > 500, "{} {} : {} {share}", board.card.name, grades[1], grades[0]);
        }
    }
}

#[test]
fn the_best_grade_against_the_weakest_is_no_contest() {
    for board in boards() {
        let share = share(board, [Grade::FULL, Grade::ALL[0]]);
        assert!(share >= 800, "{} {share}", board.card.name);
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
        let mut games = Match::new(board, [Grade::ALL[3], Grade::ALL[2]], FULL);
        let first = games.game(1, Side::First).moves();
        games.game(2, Side::Second);
        assert_eq!(games.game(1, Side::First).moves(), first, "{}", board.card.name);
    }
}
