//! In each of the five games, every level of the engine beats the level below it. `docs/engines.md`
//! has the figures of longer matches.

mod pairs;

use pairs::{Board, Match, boards};
use rules::{Side, Table};
use search::{EngineAtLevel, Instance, Limits, NeverStop, SkillLevel};

/// The limit that the tests set for the best level, which has no limit of its own.
const FULL: Limits = Limits::nodes(16_384);

/// The points of the first level against the second, in thousandths of all points. Weak levels are
/// quick and play more games. Flood Wars has the most games, since its levels are of similar
/// strength.
fn share(board: Board, levels: [SkillLevel; 2]) -> u32 {
    let pairs = match board.spec.name {
        "flood-wars" if levels[0] == SkillLevel::FULL => 40,
        "flood-wars" => 100,
        _ if levels[0] == SkillLevel::FULL => 9,
        _ => 24,
    };
    let mut games = Match::new(board, levels, FULL);
    let points: u32 = (0..pairs).flat_map(|seed| games.pair(seed)).sum();
    points * 1000 / (4 * pairs as u32)
}

/// Checks for each of the five games that the second level takes more than half of the points
/// against the first.
fn check(levels: &[SkillLevel]) {
    for board in boards() {
        let share = share(board, [levels[1], levels[0]]);
        assert!(share > 500, "{} {} : {} {share}", board.spec.name, levels[1], levels[0]);
    }
}

#[test]
fn each_weak_level_beats_the_one_below() {
    SkillLevel::ALL[..4].windows(2).for_each(check);
}

#[test]
fn the_best_level_beats_the_one_below() {
    check(&SkillLevel::ALL[3..]);
}

#[test]
fn the_best_level_against_the_weakest_is_no_contest() {
    for board in boards() {
        let share = share(board, [SkillLevel::FULL, SkillLevel::ALL[0]]);
        assert!(share >= 700, "{} {share}", board.spec.name);
    }
}

#[test]
fn a_seed_is_a_game() {
    for board in boards() {
        let moves = |seed| {
            Match::new(board, [SkillLevel::ALL[1], SkillLevel::ALL[0]], FULL)
                .game(seed, Side::First)
                .moves()
        };
        assert_eq!(moves(1), moves(1), "{}", board.spec.name);
        assert_ne!(moves(1), moves(2), "{}", board.spec.name);
    }
}

#[test]
fn what_was_asked_before_changes_no_move_of_a_weak_level() {
    for board in boards() {
        let Instance { mut table, engine, .. } = board.instance(1);
        let mut player = EngineAtLevel::new(engine, SkillLevel::ALL[3], 1);
        let mut ask = |table: &dyn Table| {
            player
                .choose(table, &table.moves(), FULL, &mut NeverStop)
                .expect("the game is not over")
        };
        let first = ask(&*table);
        table.play(&first.pv[0]).expect("engines play legal moves");
        ask(&*table);
        table.undo();
        assert_eq!(ask(&*table), first, "{}", board.spec.name);
    }
}
