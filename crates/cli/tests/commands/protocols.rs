//! The conversations in docs/protocols.md are replayed.

use std::path::Path;

use crate::transcripts::Transcript;
use crate::{run_with_input, text};

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols.md");
    std::fs::read_to_string(path).expect("docs/protocols.md is there")
}

#[test]
fn the_page_shows_what_is_said() {
    let page = document();
    let blocks: Vec<_> = page
        .split("```text\n$ ")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("an end"))
        .collect();
    assert!(blocks.len() >= 3, "there is a conversation for each protocol, and one with colours");
    for block in blocks {
        Transcript::read(&format!("$ {block}")).check();
    }
}

#[test]
fn the_page_knows_every_command() {
    let output = run_with_input(&["gtp", "mnk"], "list_commands\nquit\n");
    let commands =
        text(&output.stdout).trim_start_matches("= ").split("\n\n").next().expect("a reply");
    assert!(commands.contains("genmove"), "{commands}");
    for command in commands.lines() {
        assert!(
            document().contains(&format!("| `{command}")),
            "docs/protocols.md does not describe {command}"
        );
    }
}
