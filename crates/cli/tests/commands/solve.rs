//! `ludoteka solve` answers for each goal.

#[cfg(target_os = "linux")]
use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

#[cfg(target_os = "linux")]
use crate::ludoteka;
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
fn the_effort_is_told_in_wall_time_and_processor_time() {
    let line: serde_json::Value = serde_json::from_str(&solved(&["--json"])).expect("JSON");
    let [wall, processor] = ["seconds", "cpu_seconds"].map(|key| line[key].as_f64());
    assert!(wall.is_some() && processor.is_some(), "{line}");
}

/// Whether the process has set a handler for Ctrl-C, as its bits of caught signals say.
#[cfg(target_os = "linux")]
fn handles_interrupts(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    caught.is_some_and(|bits| bits & 0b10 != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn after_ctrl_c_the_bounds_known_so_far_are_printed() {
    let mut command = ludoteka(&["solve", "reversi", "--json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("ludoteka runs");
    let start = Instant::now();
    while !handles_interrupts(child.id()) {
        assert!(start.elapsed() < Duration::from_secs(60), "no handler is set");
        assert!(child.try_wait().expect("it is ours").is_none(), "the search goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(line.get("at_least").is_some() && line["positions"].is_u64(), "{line}");
}

#[test]
fn a_limit_that_comes_first_has_an_exit_code_of_its_own() {
    let output = run(&["solve", "reversi", "--goal", "winner", "--limit", "0.01s"]);
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
