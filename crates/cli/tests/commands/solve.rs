//! `ludoteka solve` answers for each goal.

use crate::{printed, run, text};

/// A board that is solved at once, and on which the winner wins by several points.
const BOARD: [&str; 6] = ["solve", "flood-wars", "--set", "rows=4", "--set", "columns=4"];

/// The output for this board with these flags.
fn solved(flags: &[&str]) -> String {
    printed(&[&BOARD[..], flags].concat())
}

#[test]
fn who_wins_is_proven_without_the_margin() {
    let answer = |flags: &[&str]| solved(flags).lines().next().unwrap_or_default().to_string();
    let margin = answer(&[]);
    let (winner, points) = margin.split_once(" wins by ").expect(&margin);
    assert!(points.ends_with(" points"), "{margin}");
    assert_eq!(answer(&["--goal", "winner"]), format!("{winner} wins"));
    assert_eq!(answer(&["--goal", "margin"]), margin);
    let said = solved(&["--goal", "winner"]);
    assert!(said.contains("\nbest: ") && said.contains("by a search"), "{said}");
}

#[test]
fn json_has_the_bounds_that_are_proven() {
    let both = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        (line["at_least"].as_i64(), line["at_most"].as_i64())
    };
    let (least, most) = both(&solved(&["--json"]));
    assert!(least.is_some() && least == most);
    let (winner_least, winner_most) = both(&solved(&["--json", "--goal", "winner"]));
    assert!(winner_least.is_none_or(|bound| Some(bound) <= least));
    assert!(winner_most.is_none_or(|bound| Some(bound) >= most));
}

#[test]
fn a_limit_that_comes_first_has_an_exit_code_of_its_own() {
    let output = run(&["solve", "reversi", "--goal", "winner", "--limit", "10ms"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("without a proof"), "{}", text(&output.stdout));
}

#[test]
fn a_theorem_is_cited_where_the_answer_says() {
    let sizes = ["--set", "n=20", "--set", "m=20", "--set", "k=8"];
    let answer = printed(&[&["solve", "mnk"], &sizes[..]].concat());
    assert!(answer.contains("by a theorem") && answer.contains("`ludoteka games mnk`"), "{answer}");
    assert!(printed(&["games", "mnk"]).contains("Zetters"));
}
