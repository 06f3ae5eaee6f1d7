//! docs/protocols.md shows what is said today.

use std::path::Path;

use arena::gtp::Gtp;

use crate::transcripts::Transcript;
use crate::{QUICK, ask, engine};

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols.md");
    std::fs::read_to_string(path).expect("docs/protocols.md is there")
}

#[test]
fn the_page_shows_what_is_said() {
    let page = document();
    let blocks: Vec<_> =
        page.split("```text\n$ ").skip(1).map(|rest| rest.split("```").next().expect("an end")).collect();
    assert!(blocks.len() >= 3, "one for each protocol, and a game with colours");
    for block in blocks {
        Transcript::read(&format!("$ {block}")).check();
    }
}

#[test]
fn the_page_knows_every_command() {
    let mut engine: Gtp = engine(games::GAMES[0], QUICK);
    for command in ask(&mut engine, "list_commands").lines() {
        assert!(document().contains(&format!("| `{command}")), "docs/protocols.md does not tell of {command}");
        assert_eq!(ask(&mut engine, &format!("known_command {command}")), "true");
    }
    assert_eq!(ask(&mut engine, "known_command fly"), "false");
}
