//! `ludoteka play` over pipes: a person's input and the output.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use games::GAMES;

use crate::{a_move_that_ends_nothing, complaint, ludoteka, printed, run_with_input, text};

/// The output for these lines, with an engine that is quick and uses no clock.
fn conversation(game: &str, flags: &[&str], lines: &str) -> String {
    let output = run_with_input(&[&["play", game, "--nodes", "300"], flags].concat(), lines);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout).to_string()
}

#[test]
fn every_game_is_played_over_a_pipe_without_escape_codes() {
    for spec in GAMES {
        let quiet = &a_move_that_ends_nothing(spec.name);
        let said = conversation(
            spec.name,
            &[],
            &format!("help\nmoves\nhint\n{quiet}\nundo\nboard\n{quiet}\nresign\n"),
        );
        assert!(!said.contains(['\u{1b}', '\r']) && !said.contains("> \n"), "{said}");
        assert_eq!(said.matches(" plays ").count(), 2, "the engine answers twice: {said}");
        assert!(said.contains("the engine would play "), "{said}");
        assert!(
            said.ends_with('\n')
                && said.contains(&format!("The game is over: {} wins", spec.sides[1])),
            "{said}"
        );
    }
}

#[test]
fn legal_moves_are_marked_on_the_board_where_they_are_asked_for() {
    let said = conversation("tic-tac-toe", &[], "moves\nquit\n");
    assert!(said.contains(" 2  • • •\n") && said.contains("  a1 b1 c1"), "{said}");
    assert_eq!(
        printed(&["show", "mnk", "b2", "--moves"]).matches('•').count(),
        8 + 1,
        "eight squares and the legend"
    );
    assert!(!printed(&["show", "mnk", "b2"]).contains('•'));
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let said = conversation("tic-tac-toe", &["--first", "engine", "--second", "engine"], "");
    assert!(said.ends_with("The game is over: a draw.\n"), "{said}");
}

#[test]
fn two_people_play_and_the_winner_is_named() {
    let said = conversation("tic-tac-toe", &["--second", "human"], "a1\nb1\na2\nb2\na3\n");
    assert!(said.ends_with("The game is over: first player wins.\n"), "{said}");
    assert!(!said.contains(" plays "));
}

#[test]
fn the_end_of_input_and_quit_end_quietly() {
    for lines in ["", "\n\n", "b2", "quit\nb2\n", "  quit  \r\n"] {
        let said = conversation("tic-tac-toe", &[], lines);
        assert!(!said.contains("over"), "{said}");
    }
}

#[test]
fn several_moves_in_a_line_are_made_for_both_sides() {
    let said = conversation("othello", &["--second", "human"], "F5d6 c3\nundo\npass\nquit\n");
    assert!(said.contains("black 5, white 2") && said.contains("black 3, white 3"), "{said}");
    assert!(said.contains("`-` is not legal"), "a pass is a move: {said}");
}

#[test]
fn a_move_of_several_steps_is_made_step_by_step() {
    let said = conversation("neutron", &[], "2\nundo\n0\n2 1\n0\nquit\n");
    assert!(said.contains("Type one of: 1 1, 2 1, "), "{said}");
    assert!(said.contains(" plays "), "{said}");
}

#[test]
fn mistakes_are_explained_and_cost_nothing() {
    let said = conversation(
        "tic-tac-toe",
        &["--second", "human"],
        "undo\nd9\na1\na1\n\u{0}\u{1b}[31m\nquit\n",
    );
    assert!(said.contains("there is no move of a person to take back"), "{said}");
    assert!(
        said.contains("`d9`; expected a square from a1 to c3 (`moves` lists the legal ones"),
        "{said}"
    );
    assert!(
        said.contains("`a1` is not legal: the square already has a stone of the opponent (`moves`"),
        "{said}"
    );
    assert!(!said.contains('\u{1b}') && !said.contains('\u{0}'), "{said:?}");
    assert_eq!(
        said.matches("    a b c\n").count(),
        2,
        "the board is drawn when it has changed: {said}"
    );
}

#[test]
fn the_greeting_names_the_settings() {
    let settings = |game, flags: &[&str]| {
        let said = conversation(game, flags, "");
        said.lines().find(|line| line.ends_with("(change them with --set)")).map(str::to_string)
    };
    let flood_wars = settings("flood-wars", &["--set", "seed=7"]).unwrap();
    assert_eq!(flood_wars, "rows=12, columns=14, seed=7, limit=150 (change them with --set)");
    let small = settings("domineering", &["--set", "kolumny=5"]).unwrap();
    assert_eq!(small, "pola=2, wiersze=8, kolumny=5 (change them with --set)", "a name of a game");
    assert_eq!(settings("reversi", &[]).unwrap(), "pass=forced (change them with --set)");
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), "2 2 2 1\n0 0\n0 0\n").expect("a temporary file takes text");
    let path = file.path().to_str().expect("a path in UTF-8");
    assert_eq!(settings("mnk", &["--diagram", path]), None, "a diagram has its own size");
}

#[test]
fn undo_goes_back_to_the_persons_own_turn() {
    let said = conversation("tic-tac-toe", &["--first", "engine"], "undo\n");
    let nothing = "no move of a person to take back";
    assert!(said.contains(nothing), "undo keeps the engine's first move: {said}");
    let said =
        conversation("tic-tac-toe", &["b2", "--second", "human"], "a1\nundo\nundo\na1\nquit\n");
    assert!(said.contains(nothing) && !said.contains("not legal"), "{said}");
}

#[test]
fn standard_input_cannot_be_both_diagram_and_player() {
    assert!(complaint(&["play", "mnk", "--diagram", "-"], 2).contains("name a file"));
}

/// Starts a game, interrupts it when the board or the greeting appears, and returns the exit code.
#[cfg(unix)]
fn interrupted(flags: &[&str]) -> Option<i32> {
    let mut command = ludoteka(
        &[&["play", "mnk", "--set", "n=15", "--set", "m=15", "--set", "k=5"], flags].concat(),
    );
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("ludoteka runs");
    let mut lines = BufReader::new(child.stdout.take().expect("standard output is a pipe")).lines();
    let greeting = lines.next();
    assert!(greeting.is_some_and(|line| line.is_ok_and(|line| line.contains("against"))));
    let kill =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success());
    assert!(lines.all(|line| line.is_ok_and(|line| !line.contains('\u{1b}'))));
    child.wait().expect("ludoteka ends").code()
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_game_at_once_even_while_the_engine_thinks() {
    assert_eq!(interrupted(&[]), Some(130));
    assert_eq!(interrupted(&["--first", "engine", "--time", "1h"]), Some(130));
}

#[test]
fn engines_of_every_level_sit_down_and_a_seed_repeats_a_game() {
    let game = |seed: &str| {
        let flags = [
            "--first", "engine:1", "--second", "engine:4", "--seed", seed, "--set", "n=6", "--set",
            "m=6",
        ];
        conversation("mnk", &flags, "")
    };
    let said = game("7");
    assert!(said.starts_with(
        "m,n,k-game: first player (the engine, level 1) against second player (the engine, level 4)"
    ));
    assert!(said.contains(" deep)") && !said.contains("at random"), "{said}");
    assert_eq!(said, game("7"));
    assert_ne!(said, game("8"));
    for who in ["engine:1", "engine:2", "engine:3", "engine:4", "engine:5"] {
        assert!(conversation("tic-tac-toe", &["--first", who], "quit\n").contains(" plays "));
    }
    let refused = run_with_input(&["play", "mnk", "--first", "engine:6"], "");
    assert_eq!(refused.status.code(), Some(2));
}
