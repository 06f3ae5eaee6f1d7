//! A thousand malformed requests: each is refused, and none causes an internal error.

use std::io::{Read, Write};

use games::GAMES;
use rules::random::Random;
use serde_json::json;

use crate::{Answer, Request, address, connect};

/// A correct request.
fn sound(random: &mut Random) -> Request {
    let game = GAMES[random.below(GAMES.len())].name;
    let what = ["position", "best", "values", "review"][random.below(4)];
    let question = json!({
        "set": { "n": "4", "rows": "5", "wiersze": "6" },
        "at": "X\n........\n1 0\n",
        "moves": ["d3", "*", "1 1", "Aa", ""],
        "level": 1,
        "time_ms": 1,
    });
    Request::ask(&format!("/api/{game}/{what}"), &question)
}

/// The bytes of the request after some have been changed, inserted or removed: mostly in the body,
/// sometimes anywhere.
fn spoilt(request: &Request, random: &mut Random) -> Vec<u8> {
    let mut bytes = request.bytes();
    let first = if random.below(4) == 0 { 0 } else { bytes.len() - request.body.len() };
    for _ in 0..=random.below(6) {
        let at = first + random.below(bytes.len() - first);
        match random.below(4) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes[at] = b"{}[]\":,0-\\\n"[random.below(11)],
            2 => drop(bytes.splice(at..at, *b"9999999999999999999999")),
            _ => {
                bytes.remove(at);
            }
        }
    }
    bytes
}

#[test]
fn a_thousand_malformed_requests_are_all_refused_and_none_is_a_fault() {
    let mut random = Random::new(2026);
    let mut refused = 0;
    for number in 0..1000 {
        let bytes = spoilt(&sound(&mut random), &mut random);
        let mut stream = connect(address());
        // The server may refuse and close before it has read everything.
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let Some(answer) = Answer::of(&answer) else { continue };
        assert!(answer.status < 500, "request {number}: {} {}", answer.status, answer.body);
        refused += usize::from(answer.status >= 400);
    }
    assert!(refused > 500, "{refused} of them were refused");
    assert_eq!(Request::get("/").send().status, 200, "and the server goes on");
}
