//! The messages about positions.

use games::GAMES;
use rules::Parameters;
use serde_json::{Value, json};

use crate::{after, legal, position};

#[test]
fn a_position_says_what_its_table_says() {
    for spec in GAMES {
        let mut table = (spec.open)(&Parameters::new(spec.parameters), None)
            .expect("the defaults are sound")
            .table;
        let mut played = Vec::new();
        for _ in 0..3 {
            let name = table.legal()[0].clone();
            table.play(&name).expect("legal");
            played.push(name);
            let told = position(spec.name, &json!({ "moves": played }));
            let drawing = table.drawing();
            assert_eq!(legal(&told), table.legal(), "{}", spec.name);
            assert_eq!(told["turn"], table.turn().index(), "{}", spec.name);
            assert_eq!(told["diagram"], table.diagram(), "{}", spec.name);
            assert_eq!(told["played"], json!(played), "{}", spec.name);
            assert_eq!(
                told["movers"].as_array().map(Vec::len),
                Some(played.len()),
                "{}",
                spec.name
            );
            assert_eq!(
                told["last"].as_array().map(Vec::len),
                Some(table.last_changes().len()),
                "{}",
                spec.name
            );
            assert_eq!(
                (&told["columns"], &told["rows"]),
                (&json!(drawing.columns), &json!(drawing.rows))
            );
            let glyphs = told["cells"].as_array().expect("a list").iter().map(|look| {
                let look = &told["looks"][look.as_u64().expect("a number") as usize];
                look["glyph"].as_str().and_then(|glyph| glyph.chars().next()).expect("a character")
            });
            assert!(glyphs.eq(drawing.cells.iter().map(|cell| cell.glyph)), "{}", spec.name);
        }
    }
}

#[test]
fn the_changes_of_a_move_lead_to_the_position_after_it() {
    for spec in GAMES {
        let before = position(spec.name, &after(&[]));
        for one in before["moves"].as_array().expect("a list").iter().take(5) {
            let mut cells: Vec<Value> = looks(&before);
            for change in one[2].as_array().expect("a list") {
                let [square, look] = [0, 1].map(|i| change[i].as_u64().expect("a number") as usize);
                cells[square] = before["looks"][look].clone();
            }
            let name = one[0].as_str().expect("a name");
            assert_eq!(cells, looks(&position(spec.name, &after(&[name]))), "{} {name}", spec.name);
        }
    }
}

/// The look of each square.
fn looks(position: &Value) -> Vec<Value> {
    let cells = position["cells"].as_array().expect("a list").iter();
    cells.map(|look| position["looks"][look.as_u64().expect("a number") as usize].clone()).collect()
}

#[test]
fn settings_a_diagram_and_a_resignation_count() {
    let small = json!({ "set": { "n": "4", "m": "5", "k": "4" } });
    assert_eq!(position("mnk", &small)["cells"].as_array().map(Vec::len), Some(20));
    let won = json!({ "at": "3 3 3 1\n1 1 0\n2 2 0\n0 0 0\n", "moves": ["c1"] });
    let won = position("mnk", &won);
    assert_eq!((&won["margin"], won["moves"].as_array().map(Vec::len)), (&json!(1), Some(0)));
    let resigned = position("reversi", &json!({ "moves": ["d3"], "resigned": "second" }));
    assert_eq!(
        (&resigned["margin"], resigned["moves"].as_array().map(Vec::len)),
        (&json!(64), Some(0))
    );
    assert_eq!(position("reversi", &after(&[]))["margin"], Value::Null);
}

#[test]
fn captions_are_keys_with_numbers() {
    let caption = &position("reversi", &after(&["d3"]))["caption"];
    assert_eq!(*caption, json!(["score", { "black": 4, "white": 1 }]));
}
