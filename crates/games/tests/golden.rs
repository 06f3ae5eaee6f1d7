//! A golden game for each game: a readable playthrough whose diff shows any change of behaviour.
//!
//! After a change that is meant, `GOLDEN=renew cargo test -p games --test golden` writes the files again.

mod common;

use std::fmt::Write;

use common::{data, data_path, with_parameters};
use games::{Card, GAMES};
use rules::random::Random;
use search::Limits;

#[test]
fn golden_games_are_played_as_before() {
    for card in GAMES {
        let old = data(card, "golden.txt");
        let parameters = old.lines().next().expect("the first line holds the parameters");
        let new = playthrough(card, parameters);
        if std::env::var("GOLDEN").is_ok_and(|value| value == "renew") {
            std::fs::write(data_path(card, "golden.txt"), &new).expect("the file can be written");
            continue;
        }
        assert_eq!(new, old, "{}: see the file's diff after GOLDEN=renew", card.name);
    }
}

/// The first moves at random, the rest by the engine, with what every seam says of each position.
fn playthrough(card: &Card, parameters: &str) -> String {
    let mut seat = (card.open)(&with_parameters(card, parameters), None).expect("golden parameters are sound");
    let mut random = Random::new(2014);
    let mut text = format!("{parameters}\n");
    while seat.table.outcome().is_none() && seat.table.moves().len() < 40 {
        let legal = seat.table.legal();
        let number = seat.table.moves().len() + 1;
        write!(
            text,
            "\n{}{number}. {}: {}\n",
            seat.table.diagram(),
            card.sides[seat.table.turn().index()],
            legal.join(", ")
        )
        .unwrap();
        let chosen = if number <= 4 {
            random.pick(&legal).expect("an unfinished game has moves").clone()
        } else {
            let advice = seat.engine.choose(&seat.table.moves(), Limits { depth: 3, nodes: 20_000 }, &mut |_| true);
            let advice = advice.expect("an unfinished game has advice");
            writeln!(text, "engine: {} nodes, score {}", advice.nodes, advice.score).unwrap();
            advice.line[0].clone()
        };
        writeln!(text, "plays {chosen}").unwrap();
        seat.table.play(&chosen).expect("legal");
    }
    let drawing = seat.table.drawing();
    let caption = drawing.caption.map_or_else(String::new, |caption| caption.to_string());
    writeln!(text, "\n{}{caption}", seat.table.diagram()).unwrap();
    match seat.table.outcome() {
        Some(outcome) => writeln!(text, "over: {}", outcome.margin).unwrap(),
        None => writeln!(text, "not over").unwrap(),
    }
    text
}
