//! `ludoteka regret` and `ludoteka suite`: what a player gives away.

use std::fs;

use serde_json::Value;

use crate::{complaint, folder, has, printed};

/// Writes a suite of tic-tac-toe to the file `suite`.
fn with_suite() -> tempfile::TempDir {
    let folder = folder();
    let set = ["--set", "n=3", "--positions", "30", "--seed", "4"];
    let suite = printed(folder.path(), &[&["suite", "mnk"][..], &set].concat());
    assert_eq!(suite.lines().count(), 30);
    fs::write(folder.path().join("suite"), suite).expect("a file");
    folder
}

fn measured(folder: &tempfile::TempDir, player: &str, more: &[&str]) -> Value {
    let call = ["regret", player, "mnk", "--suite", "suite", "--json"];
    let said = printed(folder.path(), &[&call[..], more].concat());
    serde_json::from_str(&said).expect("JSON")
}

#[test]
fn a_perfect_player_gives_nothing_away_and_a_weak_one_does() {
    let folder = with_suite();
    let perfect = measured(&folder, "engine:5", &["--nodes", "50000"]);
    assert_eq!((&perfect["positions"], &perfect["best_moves"]), (&30.into(), &30.into()));
    assert_eq!((&perfect["loss"], &perfect["share"]), (&0.0.into(), &1.0.into()));
    let weak = measured(&folder, "engine:1", &[]);
    assert_eq!(measured(&folder, "engine:1", &["--jobs", "2"]), weak, "the same figures");
    assert!(weak["loss"].as_f64() > Some(0.0), "{weak}");
    let phases = weak["phases"].as_array().expect("a list");
    let sum: Option<u64> = phases.iter().map(|phase| phase["best_moves"].as_u64()).sum();
    assert_eq!((phases.len(), sum), (3, weak["best_moves"].as_u64()));
    let losses: Option<u64> = weak["answers"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|answer| answer["loss"].as_u64())
        .sum();
    let mean = weak["loss"].as_f64().expect("a number");
    assert!((losses.expect("numbers") as f64 / 30.0 - mean).abs() < 1e-9);
    let told = printed(folder.path(), &["regret", "engine:1", "mnk", "--suite", "suite"]);
    let rows = told.lines().filter(|line| line.matches(" to ").count() == 3).count();
    assert_eq!(rows, 4, "{told}");
    let show = told.lines().last().expect("a line").trim();
    let words: Vec<&str> = show.split(' ').skip(1).collect();
    assert!(show.starts_with("ludoteka show mnk "), "{show}");
    printed(folder.path(), &words);
}

#[test]
fn figures_of_a_drawn_suite_are_computed_again() {
    let folder = folder();
    let call = ["regret", "engine:1", "flood-wars", "--positions", "30", "--seed", "9", "--json"];
    let said = printed(folder.path(), &call);
    let write = |text: &str| fs::write(folder.path().join("told"), text).expect("a file");
    write(&said);
    printed(folder.path(), &["verify", "told"]);
    let told: Value = serde_json::from_str(&said).expect("JSON");
    // A better move claimed, a figure changed, a position left out, another suite.
    let forgeries: [&dyn Fn(&mut Value); 5] = [
        &|told| {
            let answers = told["answers"].as_array_mut().expect("a list");
            let lost = answers.iter_mut().find(|answer| answer["loss"] != 0).expect("a mistake");
            lost["move"] = lost["best"][0].clone();
        },
        &|told| told["best_moves"] = 30.into(),
        &|told| _ = told["answers"].as_array_mut().expect("a list").pop(),
        &|told| told["suite"]["seed"] = 8.into(),
        &|told| told["suite"] = Value::Null,
    ];
    for forge in forgeries {
        let mut forged = told.clone();
        forge(&mut forged);
        write(&format!("{forged}\n"));
        complaint(folder.path(), &["verify", "told"], 1);
    }
}

/// A program that plays is measured; one that writes nonsense loses as much as by the worst moves.
#[test]
fn a_foul_counts_as_the_worst_move() {
    if !has("python3") {
        return;
    }
    let folder = with_suite();
    let bot = "print('nonsense', flush=True)\ninput()\n";
    fs::write(folder.path().join("bot.py"), bot).expect("a file");
    let level = ["--level", "1"];
    let nonsense = measured(&folder, "bot.py", &level);
    assert_eq!((&nonsense["fouls"], &nonsense["best_moves"]), (&30.into(), &0.into()));
    let suite = fs::read_to_string(folder.path().join("suite")).expect("a suite");
    let worst = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let margins = line["margins"].as_array().expect("a list");
        let margins = || margins.iter().filter_map(|pair| pair[1].as_i64());
        Some(margins().max()? - margins().min()?)
    };
    let worst: Option<i64> = suite.lines().map(worst).sum();
    let mean = worst.expect("numbers") as f64 / 30.0;
    assert!((nonsense["loss"].as_f64().expect("a number") - mean).abs() < 1e-9, "{nonsense}");
    let call = ["regret", "bot.py", "mnk", "--suite", "suite"];
    let told = printed(folder.path(), &[&call[..], &level].concat());
    assert!(told.contains("position 1: ") && told.contains("and 27 more fouls"), "{told}");
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../starters/mnk/player.py");
    let starter = measured(&folder, starter, &level);
    assert_eq!(starter["fouls"], 0);
    assert!(starter["share"].as_f64() > starter["random_share"].as_f64(), "{starter}");
}

#[test]
fn what_cannot_be_measured_is_told() {
    let folder = with_suite();
    let refused = |arguments: &[&str], code| complaint(folder.path(), arguments, code);
    fs::write(folder.path().join("bot.py"), "").expect("a file");
    for game in ["poziomka", "gangsters"] {
        let why = refused(&["regret", "bot.py", game], 1);
        assert!(why.contains("expected a program with line: or gtp:"), "{why}");
    }
    assert!(refused(&["regret", "human", "mnk"], 2).contains("expected engine:1"));
    assert!(refused(&["regret", "engine:1", "mnk", "--suite", "nosuch"], 1).contains("nosuch"));
    let other = refused(&["regret", "engine:1", "reversi", "--suite", "suite"], 1);
    assert!(other.contains("suite, line 1: expected a position of reversi"), "{other}");
    let hostile = fs::read_to_string(folder.path().join("suite")).expect("a suite") + "\u{1b}[2J\n";
    fs::write(folder.path().join("hostile"), hostile).expect("a file");
    let why = refused(&["regret", "engine:1", "mnk", "--suite", "hostile"], 1);
    assert!(why.contains("hostile, line 31: expected a position") && !why.contains('\u{1b}'));
    refused(&["regret", "engine:1", "mnk", "--suite", "suite", "--positions", "9"], 2);
    refused(&["regret", "engine:1", "mnk", "--suite", "suite", "--set", "n=4"], 2);
    refused(&["suite", "mnk", "--positions", "0"], 2);
    let few = refused(&["suite", "mnk", "--set", "n=1", "--set", "m=2", "--set", "k=2"], 1);
    assert!(few.contains("only 0 positions were found"), "{few}");
}
