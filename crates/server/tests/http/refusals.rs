//! Refused requests and their status.

use serde_json::{Value, json};

use crate::{Answer, Request, address};

fn asked(question: &Value) -> Answer {
    Request::ask("/api/reversi/position", question).send()
}

/// The message of a refusal.
fn sentence(answer: &Answer) -> String {
    let told = answer.json();
    let sentence = told["error"].as_str().expect("a refusal has a sentence");
    assert!(sentence.len() > 10, "{sentence}");
    sentence.to_string()
}

#[test]
fn a_question_that_makes_no_sense_is_refused_with_a_sentence() {
    let many: Vec<_> = (0..5001).map(|_| "d3").collect();
    let senseless = [
        json!({ "set": { "pass": "never" } }),
        json!({ "set": { "colour": "red" } }),
        json!({ "moves": ["z9"] }),
        json!({ "moves": ["d3", "d3"] }),
        json!({ "at": "no diagram" }),
        json!({ "moves": many }),
        json!({ "level": 11 }),
        json!({ "level": 0 }),
        json!({ "time_ms": 60_001 }),
    ];
    for question in senseless {
        let answer = asked(&question);
        assert_eq!(answer.status, 422, "{}", answer.body);
        sentence(&answer);
    }
    for question in [
        json!({ "moves": "d3" }),
        json!([]),
        json!({ "unknown": 1 }),
        json!({ "level": -1 }),
        json!(null),
    ] {
        assert_eq!(asked(&question).status, 400, "{question}");
    }
}

#[test]
fn an_illegal_move_brings_its_objection_as_a_key() {
    let answer = asked(&json!({ "moves": ["a1"] }));
    assert_eq!(answer.status, 422);
    assert_eq!(answer.json()["objection"], json!(["flips-nothing", { "side": ["first"] }]));
}

#[test]
fn addresses_kinds_and_sizes_are_checked() {
    let position = "/api/reversi/position";
    let cases = [
        (Request::get("/nowhere"), 404),
        (Request::get("/play/chess"), 404),
        (Request::get("/rules/chess"), 404),
        (Request::get("/assets/0/secret"), 404),
        (Request::get("/assets/0/..%2f..%2fCargo.toml"), 404),
        (Request::get(position), 405),
        (Request::ask("/", &json!({})), 405),
        (Request::ask("/api/chess/position", &json!({})), 404),
        (Request::ask("/api/chess/best", &json!({})), 404),
        (Request::ask(position, &json!({})).set("content-type", "text/plain"), 415),
        (Request::ask(position, &json!({ "at": "x".repeat(300_000) })), 413),
        (Request::ask("/api/reversi/best", &json!({ "moves": ["a1"] })), 422),
        (Request::ask("/api/reversi/values", &json!({ "moves": 7 })), 400),
    ];
    for (request, status) in cases {
        let answer = request.send();
        assert_eq!(answer.status, status, "{} {}", request.method, request.path);
        sentence(&answer);
        assert!(answer.head.contains("content-security-policy"), "{}", request.path);
    }
}

#[test]
fn a_person_gets_a_page_with_the_sentence_and_a_way_home() {
    for path in ["/nope", "/games/x", "/play/chess", "/api/reversi/position"] {
        let script = Request::get(path).send();
        let accepted = "text/html,application/xhtml+xml,*/*;q=0.8";
        let person = Request::get(path).set("accept", accepted).send();
        assert_eq!(person.status, script.status, "{path}");
        assert!(person.head.contains("content-type: text/html"), "{path}: {}", person.head);
        assert!(person.head.contains("content-security-policy"), "{path}");
        // A person who types a wrong address reads that there is no such page, in their language.
        let sentence = match person.status {
            404 => "There is no such page".to_string(),
            _ => sentence(&script)[1..].to_string(),
        };
        assert!(person.body.contains(&sentence), "{path}: {}", person.body);
        assert!(person.body.contains("href=\"/\""), "{path}");
    }
}

#[test]
fn only_a_link_leads_here_from_another_site() {
    let foreign = |request: Request| request.set("sec-fetch-site", "cross-site");
    let linked = |request: Request| foreign(request).set("sec-fetch-mode", "navigate");
    assert_eq!(linked(Request::get("/")).send().status, 200);
    let cases = [
        foreign(Request::get("/")),
        foreign(Request::get("/play/reversi")).set("sec-fetch-mode", "no-cors"),
        linked(Request::ask("/api/reversi/position", &json!({}))),
    ];
    for request in cases {
        assert_eq!(request.send().status, 403, "{} {}", request.method, request.path);
    }
    let own = Request::get("/").set("sec-fetch-site", "same-origin");
    assert_eq!(own.send().status, 200);
}

#[test]
fn other_hosts_and_the_pages_of_other_sites_are_refused() {
    let question = || Request::ask("/api/reversi/position", &json!({}));
    let here = address();
    for host in
        ["evil.example", &format!("evil.example:{}", here.port()), "127.0.0.1", "127.0.0.1:1", ""]
    {
        let answer = question().set("host", host).send();
        assert_eq!(answer.status, 421, "{host}");
        sentence(&answer);
        assert_eq!(Request::get("/").set("host", host).send().status, 421, "{host}");
    }
    for origin in ["http://evil.example", "null", "", &format!("http://localhost:{}", here.port())]
    {
        assert_eq!(question().set("origin", origin).send().status, 403, "{origin}");
    }
    assert_eq!(question().set("origin", &format!("http://{here}")).send().status, 200);
    let localhost = format!("localhost:{}", here.port());
    let own = question().set("host", &localhost).set("origin", &format!("http://{localhost}"));
    assert_eq!(own.send().status, 200);
}
