//! Two engines that exchange only text play every game to its end.

use games::GAMES;
use players::gtp::Gtp;
use search::SkillLevel;

use crate::{EngineSettings, QUICK, ask, engine};

/// The greatest number of moves of a game on these boards.
const LONGEST: usize = 300;

#[test]
fn two_engines_play_every_game_through_text() {
    for spec in GAMES {
        let weak = EngineSettings { level: SkillLevel::new(2), ..QUICK };
        let mut players = [engine(spec, QUICK), engine(spec, weak)];
        let colours = if spec.name.len() % 2 == 0 { ["b", "w"] } else { spec.sides };
        let mut moves = 0;
        while players[0].answer(b"final_score").is_some_and(|reply| reply.starts_with('?')) {
            assert!(moves < LONGEST, "{}", spec.name);
            let [own, other] = if moves % 2 == 0 { [0, 1] } else { [1, 0] };
            let mv = ask(&mut players[own], &format!("genmove {}", colours[own]));
            ask(&mut players[other], &format!("play {} {mv}", colours[own]));
            moves += 1;
        }
        let seen = players
            .each_mut()
            .map(|player| [ask(player, "final_score"), ask(player, "ludoteka-diagram")]);
        assert_eq!(seen[0], seen[1], "{}", spec.name);
        take_back(&mut players[0], moves);
    }
}

/// The replies to this many requests for moves. The game may be over before the last request.
fn some_moves(player: &mut Gtp, count: usize) -> Vec<Option<String>> {
    (0..count).map(|turn| player.answer(["genmove b", "genmove w"][turn % 2].as_bytes())).collect()
}

/// Takes every move back, one by one.
fn take_back(player: &mut Gtp, moves: usize) {
    for _ in 0..moves {
        ask(player, "undo");
    }
    assert_eq!(player.answer(b"5 undo").as_deref(), Some("?5 cannot undo\n\n"));
    let start = ask(player, "ludoteka-diagram");
    ask(player, "clear_board");
    assert_eq!(ask(player, "ludoteka-diagram"), start);
}

#[test]
fn a_diagram_sets_up_the_same_position_elsewhere() {
    for spec in GAMES {
        let [mut one, mut two] = [engine(spec, QUICK), engine(spec, QUICK)];
        some_moves(&mut one, 3);
        let diagram = ask(&mut one, "ludoteka-diagram");
        ask(&mut two, &format!("ludoteka-set_diagram {diagram}"));
        assert_eq!(ask(&mut two, "ludoteka-diagram"), diagram);
        assert_eq!(
            ask(&mut two, "ludoteka-legal_moves"),
            ask(&mut one, "ludoteka-legal_moves"),
            "{}",
            spec.name
        );
    }
}

#[test]
fn boards_take_the_size_they_are_given_or_say_why_not() {
    for spec in GAMES {
        let mut engine = engine(spec, QUICK);
        if let Some([rows, columns]) = spec.size {
            ask(&mut engine, "boardsize 5 6");
            let parameters = ask(&mut engine, "ludoteka-parameters");
            let set = |line: String| parameters.lines().any(|set| set == line);
            assert!(set(format!("{rows} 5")) && set(format!("{columns} 6")), "{parameters}");
            ask(&mut engine, "boardsize 6");
        } else {
            ask(&mut engine, "boardsize 8");
            ask(&mut engine, "boardsize 8 8");
        }
        let before = ask(&mut engine, "ludoteka-diagram");
        for size in ["boardsize 0", "boardsize 401", "boardsize 4294967295 1"] {
            let refused = engine.answer(size.as_bytes()).expect("an answer");
            assert!(
                refused.starts_with("? unacceptable size: "),
                "{} {size}: {refused}",
                spec.name
            );
        }
        for size in ["boardsize", "boardsize x", "boardsize 1 2 3", "boardsize -1"] {
            let refused = engine.answer(size.as_bytes()).expect("an answer");
            assert!(refused.starts_with("? syntax error: "), "{size}: {refused}");
        }
        assert_eq!(ask(&mut engine, "ludoteka-diagram"), before, "a refusal changes nothing");
    }
}

#[test]
fn a_weak_level_plays_the_same_game_again() {
    for spec in GAMES {
        let mut engine = engine(spec, EngineSettings { level: SkillLevel::new(3), ..QUICK });
        let mut game = || {
            ask(&mut engine, "clear_board");
            some_moves(&mut engine, 4)
        };
        assert_eq!(game(), game(), "{}", spec.name);
    }
}
