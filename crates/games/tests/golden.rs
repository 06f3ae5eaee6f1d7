//! Each game has a golden file, which holds the text of one played game. The diff of this file
//! shows any change of behaviour.
//!
//! After an intended change, `GOLDEN=renew cargo test -p ludoteka-games --test golden` writes the
//! files again.

mod common;

use std::fmt::Write;

use common::{data, data_path, with_parameters};
use games::GAMES;
use rules::random::Random;
use search::{GameSpec, Limits, NeverStop};

#[test]
fn golden_games_are_played_as_before() {
    for spec in GAMES {
        let old = data(spec, "golden.txt");
        let parameters = old.lines().next().expect("the first line holds the parameters");
        let new = playthrough(spec, parameters);
        if std::env::var("GOLDEN").is_ok_and(|value| value == "renew") {
            std::fs::write(data_path(spec, "golden.txt"), &new).expect("the file can be written");
            continue;
        }
        assert_eq!(new, old, "{}: see the file's diff after GOLDEN=renew", spec.name);
    }
}

/// The text of a game: the first moves are random, the rest are the engine's, and each position is
/// shown as a diagram with its legal moves.
fn playthrough(spec: &GameSpec, parameters: &str) -> String {
    let mut instance =
        (spec.open)(&with_parameters(spec, parameters), None).expect("golden parameters are valid");
    let mut random = Random::new(2014);
    let mut text = format!("{parameters}\n");
    while instance.table.outcome().is_none() && instance.table.moves().len() < 40 {
        let legal = instance.table.legal();
        let number = instance.table.moves().len() + 1;
        write!(
            text,
            "\n{}{number}. {}: {}\n",
            instance.table.diagram(),
            spec.sides[instance.table.turn().index()],
            legal.join(", ")
        )
        .unwrap();
        let chosen = if number <= 4 {
            random.pick(&legal).expect("an unfinished game has moves").clone()
        } else {
            let result = instance.engine.choose(
                &instance.table.moves(),
                Limits { depth: 3, nodes: 20_000 },
                &mut NeverStop,
            );
            let result = result.expect("an unfinished game has moves");
            writeln!(text, "engine: {} nodes, score {}", result.nodes, result.score).unwrap();
            result.pv[0].clone()
        };
        writeln!(text, "plays {chosen}").unwrap();
        instance.table.play(&chosen).expect("legal");
    }
    let drawing = instance.table.drawing();
    let caption = drawing.caption.map_or_else(String::new, |caption| caption.to_string());
    writeln!(text, "\n{}{caption}", instance.table.diagram()).unwrap();
    match instance.table.outcome() {
        Some(outcome) => writeln!(text, "over: {}", outcome.margin).unwrap(),
        None => writeln!(text, "not over").unwrap(),
    }
    text
}
