//! Tests that engines start and stop thinking as the page asks.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::available_parallelism;

use games::GAMES;
use serde_json::{Value, json};

use crate::{Request, after, connect, legal, position, serving};

/// The events of a stream, each with its name and its data.
fn events(text: &str) -> Vec<(String, Value)> {
    let field = |event: &str, name: &str| {
        event.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_string())
    };
    let read = |event: &str| {
        let data = field(event, "data:")?;
        Some((field(event, "event:")?, serde_json::from_str(&data).expect("data is JSON")))
    };
    // Lines of HTTP's chunked encoding stand between the events.
    text.replace('\r', "").split("\n\n").filter_map(read).collect()
}

#[test]
fn an_engine_of_every_game_and_level_ends_with_a_legal_move() {
    for spec in GAMES {
        let names = legal(&position(spec.name, &after(&[])));
        for level in [1, spec.full().number()] {
            let question = json!({ "level": level, "time_ms": 200, "seed": 7 });
            let answer = Request::ask(&format!("/api/{}/best", spec.name), &question).send();
            assert_eq!(answer.status, 200, "{}", spec.name);
            assert!(answer.head.contains("text/event-stream"), "{}", spec.name);
            let events = events(&answer.body);
            let (name, last) = events.last().expect("an event");
            assert_eq!(name, "move", "{}", spec.name);
            assert!(names.iter().any(|legal| last["move"] == **legal), "{} {last}", spec.name);
            assert!(last["worth"]["exact"].is_boolean() && last["nodes"].is_number(), "{last}");
        }
    }
}

#[test]
fn a_weak_engine_makes_the_same_move_for_the_same_seed() {
    let ask = || Request::ask("/api/reversi/best", &json!({ "level": 1, "seed": 99 })).send();
    let moves: Vec<_> =
        (0..2).map(|_| events(&ask().body).pop().expect("an event").1["move"].clone()).collect();
    assert_eq!(moves[0], moves[1]);
}

#[test]
fn every_legal_move_has_its_value_and_a_solved_position_is_exact() {
    let question = json!({ "moves": ["a1", "b2", "c3"], "time_ms": 60_000 });
    let answer = Request::ask("/api/mnk/values", &question).send();
    let events = events(&answer.body);
    let (name, last) = events.last().expect("an event");
    assert_eq!(name, "done");
    assert_eq!(last["side"], 1);
    let values = last["values"].as_array().expect("a list");
    let names: Vec<_> =
        values.iter().map(|value| value[0].as_str().expect("a name").to_string()).collect();
    assert_eq!(names, legal(&position("mnk", &question)));
    // All losses are equal in this game. So the engine does not search a proven loss deeper, and
    // the value may be inexact.
    assert!(
        values.iter().all(|value| value[1]["exact"] == true || value[1]["margin"] == -1),
        "{last}"
    );
    // A move into a corner loses to a fork, and a move onto an edge draws.
    let margin = |square: &str| {
        values
            .iter()
            .find(|value| value[0] == square)
            .map_or(Value::Null, |value| value[1]["margin"].clone())
    };
    assert_eq!((margin("b1"), margin("a3")), (json!(0), json!(-1)));
}

#[test]
fn a_review_reports_on_every_move() {
    // The second player answers a corner with an edge, which loses; the first misses the win.
    let question = json!({ "moves": ["a1", "a2", "c2", "c3"], "time_ms": 60_000 });
    let events = events(&Request::ask("/api/mnk/review", &question).send().body);
    assert_eq!(events.last().expect("an event").0, "done");
    let last =
        |at: u64| events.iter().rfind(|(_, data)| data["at"] == at).expect("a report").1.clone();
    let losses = [0, 1, 2, 3].map(|at| last(at)["loss"].clone());
    assert_eq!(losses, ["none", "result", "result", "none"].map(|loss| json!(loss)));
    assert_eq!(last(1)["best"], "b2");
}

#[test]
fn a_game_that_is_over_has_nothing_to_think_about() {
    for what in ["best", "values"] {
        let question = json!({ "moves": ["d3"], "resigned": "first" });
        let answer = Request::ask(&format!("/api/reversi/{what}"), &question).send();
        assert_eq!(events(&answer.body).pop().expect("an event").0, "done");
    }
}

/// The open stream of a search that lasts a minute.
fn long_thought(at: SocketAddr) -> TcpStream {
    let question = json!({ "set": { "n": "15", "m": "15", "k": "5" }, "time_ms": 60_000 });
    let mut stream = connect(at);
    let request = Request::ask("/api/mnk/best", &question).set("host", &at.to_string());
    stream.write_all(&request.bytes()).expect("the server reads");
    stream
}

/// Reads until an event of this name comes.
fn wait_for(stream: &mut BufReader<TcpStream>, name: &str) -> bool {
    let mut line = String::new();
    while stream.read_line(&mut line).is_ok_and(|read| read > 0) {
        if line.trim_end() == format!("event: {name}") {
            return true;
        }
        line.clear();
    }
    false
}

#[test]
fn as_many_think_as_there_are_cores_and_the_next_one_waits_until_somebody_goes_away() {
    let cores = available_parallelism().map_or(1, usize::from);
    let at = serving(None);
    let mut thinking: Vec<_> = (0..cores).map(|_| BufReader::new(long_thought(at))).collect();
    for stream in &mut thinking {
        assert!(wait_for(stream, "thinking"));
    }
    let mut last = BufReader::new(long_thought(at));
    assert!(wait_for(&mut last, "waiting"));
    // Closing a page ends its search before the minute is over.
    thinking.pop();
    assert!(wait_for(&mut last, "thinking"));
}

/// The niceness of each thread of this name in this process.
#[cfg(target_os = "linux")]
fn niceness(name: &str) -> Vec<i32> {
    let threads = std::fs::read_dir("/proc/self/task").expect("threads").flatten();
    let of = |thread: std::fs::DirEntry| {
        // `proc_pid_stat(5)`: the name is in brackets, and the niceness is the sixteenth field
        // after it.
        let stat = std::fs::read_to_string(thread.path().join("stat")).ok()?;
        let (before, after) = stat.rsplit_once(") ")?;
        before.ends_with(&format!("({name}")).then(|| after.split(' ').nth(16))??.parse().ok()
    };
    threads.filter_map(of).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_gives_way_to_who_waits_for_a_page() {
    let at = serving(None);
    let mut stream = BufReader::new(long_thought(at));
    assert!(wait_for(&mut stream, "thinking"));
    let all = niceness("engine");
    assert!(!all.is_empty() && all.iter().all(|&nice| nice > 0), "{all:?}");
}
