//! For each foul, the results name the game, and the command that reproduces the foul.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::contest::{Contest, text};
use crate::has;

/// Two engines and a program that answers with text that is not a move.
fn with_a_program_that_talks(contest: &Contest) {
    // The first line of the program's input ends with the number of the opening's moves. The
    // program reads these moves before it answers.
    let program = r"import sys
read = sys.stdin.readline
for _ in range(int(read().split()[-1])):
    read()
print('nonsense', flush=True)
read()
";
    fs::write(contest.path("wrong.py"), program).expect("it can be written");
    let head = text("Wrong", 2);
    let head = head.split("[[player]]").next().unwrap_or_default();
    let file = format!(
        r#"{head}[[player]]
engine = 1
[[player]]
engine = 2
[[player]]
program = "wrong.py"
protocol = "line"
"#
    );
    fs::write(contest.path("wrong.toml"), file).expect("it can be written");
}

fn fouls(contest: &Contest, folder: &str) -> Vec<Value> {
    contest.run(&["tournament", "wrong.toml", "-o", folder]).goes_well();
    let text = fs::read_to_string(contest.path(folder).join("results.json")).expect("results");
    let results: Value = serde_json::from_str(&text).expect("JSON");
    let kinds = json!([{"participant": 3, "kind": "garbled", "games": 4}]);
    assert_eq!(results["foul_kinds"], kinds);
    results["fouls"].as_array().expect("a list").clone()
}

#[test]
fn every_game_can_be_shown_and_every_foul_found_and_seen_again() {
    if !has("python3") {
        return;
    }
    let contest = Contest::new(2);
    with_a_program_that_talks(&contest);
    let fouls = [fouls(&contest, "results"), fouls(&contest, "again")];
    assert_eq!(fouls[0], fouls[1], "two runs say the same");
    assert_eq!(fouls[0].len(), 4, "{fouls:?}");
    let file = "results/games.jsonl";
    let list = contest.run(&["replay", file, "--list"]).goes_well();
    assert_eq!(contest.run(&["replay", "results", "--list"]).goes_well(), list);
    assert_eq!(list.lines().count(), 6, "{list}");
    for foul in &fouls[0] {
        let shown = contest
            .run(&["replay", file, "--game", &foul["line"].to_string(), "--foul"])
            .goes_well();
        for line in ["reproduce", "unconfined"] {
            assert!(shown.contains(foul[line].as_str().expect("a line")), "{shown}");
        }
        assert!(shown.contains("wrong"), "{shown}");
    }
    contest.run(&["replay", file, "--game", "7"]).names(&["game 7", "game 6"]);
    let again = fouls[0][0]["reproduce"].as_str().expect("a line").replacen("ludoteka", "", 1);
    let binary = env!("CARGO_BIN_EXE_ludoteka");
    let again = Command::new("sh")
        .args(["-c", &format!("{binary}{again}")])
        .current_dir(contest.path("results"))
        .output()
        .expect("there is a shell");
    assert!(String::from_utf8_lossy(&again.stdout).contains("nonsense"), "{again:?}");
    let line = fouls[0][0]["unconfined"].as_str().expect("a line");
    reproduces(line, &contest.path("results"));
    for path in ["results", file] {
        let shown = contest
            .run(&["replay", path, "--game", &fouls[0][0]["line"].to_string(), "--foul"])
            .goes_well();
        // The command that `replay` prints runs in the reader's current folder.
        reproduces(shown.lines().last().expect("a line"), &contest.path(""));
    }
}

/// Runs a command that reproduces the foul, in this folder.
fn reproduces(line: &str, folder: &Path) {
    let output = Command::new("sh").args(["-c", line]).current_dir(folder).output();
    let output = output.expect("there is a shell");
    assert!(output.stdout.starts_with(b"nonsense\n"), "{line}: {output:?}");
}
