//! The form in which a tournament is stored.

use crate::plan::Announcement;
use errors::ErrorKind;
use serde_json::{Value, json};

use super::announced;

const FILE: &str = r#"
title = "Żółw"
game = "reversi"
seed = 9
opening = 2
[format]
kind = "sprt"
elo0 = 0
elo1 = 20.5
[time]
move = "50ms"
nodes = 1000
[[player]]
engine = 3
time = { nodes = 400 }
[[player]]
program = "noe.c"
time = { game = "9s", increment = "10ms" }
memory-mib = 3
level = 2
protocol = "line"
arguments = ["--level", "2"]
author = "Noe"
"#;

#[test]
fn its_fields_keep_their_names() {
    let stored: Value = serde_json::from_str(&announced(FILE).json()).expect("it is JSON");
    let sha256 = "2ad75d95660563887d8d3f1d0ae1dcf18c2379cbd83a5c72f5ab276351ee6949";
    let expected = json!({
        "form": 1, "title": "Żółw", "game": "reversi", "parameters": {},
        "participants": [
            { "name": "engine:3@400", "player": { "engine": 3 }, "own": { "nodes": 400 } },
            { "name": "noe", "author": "Noe", "player": { "program": {
                "protocol": "line", "language": "c", "arguments": ["--level", "2"],
                "sha256": sha256 } }, "own": {
                "time": { "game_ms": 9000, "increment_ms": 10 }, "level": 2, "memory": 3 << 20 } },
        ],
        "system": { "kind": "sprt", "elo0": 0.0, "elo1": 20.5, "alpha": 0.05, "beta": 0.05 },
        "games": 20_000, "points": "game", "boards": { "drawn": { "opening": 2 } }, "seed": 9,
        "time": { "move_ms": 50 }, "nodes": 1000, "level": 1,
    });
    assert_eq!(stored, expected);
}

#[test]
fn it_is_read_back_and_nothing_else_is() {
    let announcement = announced(FILE);
    let text = announcement.json();
    let read_back = Announcement::from_json(&text).expect("it is one");
    assert_eq!((read_back.json(), read_back.digest()), (text.clone(), announcement.digest()));
    assert!(read_back.participants[1].program().is_some_and(|program| program.path.is_none()));
    let stored: Value = serde_json::from_str(&text).expect("it is JSON");
    for (place, value) in [
        ("/form", json!(2)),
        ("/games", json!(3)),
        ("/games", json!(u64::MAX - 1)),
        ("/level", json!(4)),
        ("/seed", json!(-1)),
        ("/system/alpha", json!(0.5)),
        ("/system/kind", json!("swiss")),
        ("/participants", json!([])),
        ("/participants/0/name", json!("NOE")),
        ("/participants/0/name", json!("a\nb")),
        ("/participants/0/player", json!({ "engine": 256 })),
        ("/participants/1/player/program/sha256", json!("../../noe")),
        ("/participants/1/player/program/path", json!("/noe")),
        ("/participants/0/own", json!({ "memory": 5 })),
        ("/participants/1/own", json!({ "nodes": 5 })),
        ("/participants/1/own", json!({ "level": 4 })),
        ("/boards", json!({ "given": [] })),
        ("/time/game_ms", json!("long")),
        ("/speed", json!({})),
    ] {
        let mut changed = stored.clone();
        let (parent, key) = place.rsplit_once('/').expect("a place");
        changed.pointer_mut(parent).expect("the parent")[key] = value.clone();
        let refused = Announcement::from_json(&changed.to_string()).expect_err(place);
        assert_eq!(refused.kind(), ErrorKind::Corrupt, "{place} = {value}");
    }
}

#[test]
fn a_level_that_the_game_lacks_is_refused_before_play() {
    let mut stored: Value = serde_json::from_str(&announced(FILE).json()).expect("it is JSON");
    for (level, is_there) in [(0, false), (10, true), (11, false)] {
        stored["participants"][0]["player"] = json!({ "engine": level });
        let read = Announcement::from_json(&stored.to_string()).expect("it is one");
        assert_eq!(read.parameters(&games::reversi::SPEC).is_ok(), is_there, "{level}");
    }
}
