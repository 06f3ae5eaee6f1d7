//! A function that plays an engine.

use games::find;
use rules::{Parameters, Refusal, Side, Table};
use search::{Duel, DuelScore, GameSpec, Limits, NeverStop, SkillLevel};

fn duel<'a>(spec: &'a GameSpec, parameters: &'a Parameters, level: u8) -> Duel<'a> {
    Duel { spec, parameters, level: SkillLevel::new(level), limits: Limits::nodes(300), seed: 3 }
}

fn first_move(table: &dyn Table) -> String {
    table.legal().swap_remove(0)
}

#[test]
fn both_games_of_a_pair_have_one_board_and_each_side_starts_once() {
    for spec in games::GAMES {
        let parameters = Parameters::new(spec.parameters);
        let (mut begun, mut sides) = (Vec::new(), Vec::new());
        let score = duel(spec, &parameters, 1).play(2, |table| {
            // The opening, and the engine's move where it begins.
            if table.moves().len() <= spec.contest.opening + 1 {
                begun.push(table.moves()[..spec.contest.opening].to_vec());
                sides.push(table.turn());
            }
            first_move(table)
        });
        let DuelScore { wins, draws, losses, pairs } = score.expect("legal moves");
        assert_eq!((wins + draws + losses, pairs.iter().sum::<u64>()), (4, 2), "{}", spec.name);
        let half_points: u64 = (0..).zip(pairs).map(|(half, count)| half * count).sum();
        assert_eq!(half_points, 2 * wins + draws, "{}", spec.name);
        assert_eq!(sides, [Side::First, Side::Second, Side::First, Side::Second], "{}", spec.name);
        assert!(begun[0] == begun[1] && begun[2] == begun[3], "{}", spec.name);
    }
}

#[test]
fn the_engine_is_met_at_its_level_and_games_are_repeated_by_their_seed() {
    let spec = find("reversi").expect("a game");
    let parameters = Parameters::new(spec.parameters);
    let wins = |level| {
        let score = duel(spec, &parameters, level).play(10, first_move).expect("legal moves");
        assert_eq!(duel(spec, &parameters, level).play(10, first_move).expect("again"), score);
        score.wins
    };
    assert!(wins(spec.full().number()) < 3, "the first legal move is no plan");
    let mut engine = (spec.open)(&parameters, None).expect("defaults").engine;
    let best = duel(spec, &parameters, 1).play(10, |table| {
        let found = engine.choose(&table.moves(), Limits::nodes(2000), &mut NeverStop);
        found.expect("the game goes on").pv.swap_remove(0)
    });
    assert!(best.expect("legal moves").wins > 17, "the full engine wins against level 1");
}

#[test]
fn a_name_that_is_no_legal_move_ends_the_match_with_the_reason() {
    let spec = find("reversi").expect("a game");
    let parameters = Parameters::new(spec.parameters);
    let refused = duel(spec, &parameters, 1).play(1, |_| "z9".to_string()).expect_err("no square");
    assert!(matches!(refused.downcast_ref(), Some(Refusal::Garbled(_))), "{refused}");
}
