//! In each game, every level of the engine beats the level below it. `docs/engines.md` has the
//! figures of longer matches.

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
    let is_quick = levels[0] != board.spec.full();
    let pairs = match board.spec.name {
        "flood-wars" if is_quick => 100,
        "flood-wars" => 40,
        _ if is_quick => 24,
        _ => 9,
    };
    let mut games = Match::new(board, levels, FULL);
    let points: u32 = (0..pairs).flat_map(|seed| games.pair(seed)).sum();
    points * 1000 / (4 * pairs as u32)
}

/// Checks that the second level takes more than half of the points against the first.
fn check(board: Board, levels: &[SkillLevel]) {
    let share = share(board, [levels[1], levels[0]]);
    assert!(share > 500, "{} {} : {} {share}", board.spec.name, levels[1], levels[0]);
}

#[test]
fn each_weak_level_beats_the_one_below() {
    for board in boards() {
        let levels = board.spec.levels();
        levels[..levels.len() - 1].windows(2).for_each(|pair| check(board, pair));
    }
}

#[test]
fn the_best_level_beats_the_one_below() {
    for board in boards() {
        check(board, &board.spec.levels()[board.spec.slips.len() - 1..]);
    }
}

#[test]
fn engines_have_the_levels_that_their_games_name() {
    for board in boards() {
        assert_eq!(board.instance(1).engine.slips(), board.spec.slips, "{}", board.spec.name);
    }
}

#[test]
fn the_best_level_against_the_weakest_is_no_contest() {
    for board in boards() {
        let share = share(board, [board.spec.full(), SkillLevel::new(1)]);
        assert!(share >= 700, "{} {share}", board.spec.name);
    }
}

#[test]
fn a_seed_is_a_game() {
    for board in boards() {
        let moves = |seed| {
            Match::new(board, [2, 1].map(SkillLevel::new), FULL).game(seed, Side::First).moves()
        };
        assert_eq!(moves(1), moves(1), "{}", board.spec.name);
        assert_ne!(moves(1), moves(2), "{}", board.spec.name);
    }
}

#[test]
fn what_was_asked_before_changes_no_move_of_a_weak_level() {
    for board in boards() {
        let Instance { mut table, engine, .. } = board.instance(1);
        let mut player = EngineAtLevel::new(engine, SkillLevel::new(4), 1);
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
