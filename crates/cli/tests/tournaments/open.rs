//! While a long game runs, no transaction is open, and no other worker gets the game.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Child;
use std::thread;
use std::time::Duration;

use crate::contest::{Contest, ended, text};
use crate::{postgres, wait_for};

/// A tournament with a program that never answers, so that a game lasts as long as the clock.
fn with_a_silent_player(contest: &Contest, ms: u32) {
    fs::copy(badbot(), contest.path("bot")).expect("it can be copied");
    let head = text("Silent", 2).replace("nodes = 100", &format!("nodes = 100\nmove = \"{ms}ms\""));
    let head = head.split("[[player]]").next().unwrap_or_default();
    let bot = r#"[[player]]
program = "bot"
protocol = "line"
arguments = ["play", "", "silent"]
"#;
    let file = format!("{head}[[player]]\nengine = 1\n{bot}");
    fs::write(contest.path("silent.toml"), file).expect("it can be written");
}

/// Builds `badbot`, a program of another package, which can commit every foul.
fn badbot() -> PathBuf {
    let badbot = ["--package", "sandbox", "--bin", "badbot"];
    testing::build_beside(env!("CARGO_BIN_EXE_ludoteka"), &badbot).join("badbot")
}

/// Calls `look` a few times while a game runs, and then kills the runner.
fn look_while_a_game_runs(contest: &Contest, mut runner: Child, mut look: impl FnMut()) {
    wait_for("the player", || contest.runs("bot"));
    // Short transactions end during this pause, and the game lasts longer than the pause.
    thread::sleep(Duration::from_millis(300));
    for _ in 0..5 {
        look();
        assert!(contest.runs("bot"), "the game goes on meanwhile");
        thread::sleep(Duration::from_millis(100));
    }
    runner.kill().expect("it is ours");
    ended(runner);
    contest.nothing_runs();
}

#[test]
fn a_server_has_no_open_transaction_while_a_game_runs() {
    let Some(cluster) = postgres::shared() else { return };
    let contest = Contest::new(2);
    with_a_silent_player(&contest, 60_000);
    let store = cluster.database();
    contest.run(&["store", "init", &store]).goes_well();
    let runner = contest.begin(&[
        "tournament",
        "silent.toml",
        "-o",
        "silent",
        "--jobs",
        "1",
        "--store",
        &store,
    ]);
    let name = postgres::name(&store);
    // Finds database sessions that stay in a transaction while they wait for the end of a game.
    // Short queries of the runner are allowed.
    let others = "datname = current_database() AND pid <> pg_backend_pid()";
    let open =
        format!("{others} AND state LIKE 'idle in transaction%' AND now() - xact_start > '100 ms'");
    let statement = format!(
        "DO $$ BEGIN IF EXISTS (SELECT FROM pg_stat_activity WHERE {open})
             OR NOT EXISTS (SELECT FROM pg_stat_activity WHERE {others}) THEN RAISE 'a \
             transaction is open'; END IF; END $$"
    );
    look_while_a_game_runs(&contest, runner, || drop(cluster.sql(name, &statement)));
}

#[test]
fn a_lease_lives_as_long_as_its_games() {
    let Some(cluster) = postgres::shared() else { return };
    let contest = Contest::new(2);
    with_a_silent_player(&contest, 2500);
    let store = cluster.database();
    contest.run(&["store", "init", &store]).goes_well();
    let short = ["--jobs", "1", "--lease", "1s", "--store", &store];
    let mut runner =
        contest.begin(&[&["tournament", "silent.toml", "-o", "silent"], &short[..]].concat());
    wait_for("the player", || contest.runs("bot"));
    let mut other = contest.begin(&[&["worker", "--until-over"], &short[..]].concat());
    wait_for("the end of both games", || {
        assert_eq!(
            cluster.sql(postgres::name(&store), "SELECT max(attempt) FROM ludoteka.job"),
            "1"
        );
        runner.try_wait().expect("it is ours").is_some()
    });
    assert!(runner.wait().expect("it ends").success() && other.wait().expect("it ends").success());
}

#[test]
fn a_worker_until_all_is_over_waits_for_the_next_tournament() {
    let contest = Contest::new(2);
    contest.run(&["store", "init", "store.sqlite"]).goes_well();
    let work = ["worker", "--store", "store.sqlite", "--until-over"];
    let said = contest.run(&[&work[..], &["--patience", "100ms"]].concat()).goes_well();
    assert!(said.contains("0 games played"), "{said}");
    for folder in ["first", "second"] {
        let mut worker = contest.begin(&work);
        assert!(first_line(&mut worker).contains(" plays "));
        let again = fs::read_to_string(contest.path("small.toml")).expect("it is there");
        fs::write(
            contest.path("small.toml"),
            again.replacen("title = \"", "title = \"Another ", 1),
        )
        .expect("it can be written");
        contest
            .run(&[
                "tournament",
                "small.toml",
                "-o",
                folder,
                "--store",
                "store.sqlite",
                "--jobs",
                "0",
            ])
            .goes_well();
        ended(worker).goes_well();
        contest.run(&["verify", folder]).goes_well();
    }
    let listed = contest.run(&["store", "list", "store.sqlite"]).goes_well();
    assert_eq!(listed.lines().filter(|line| line.contains("  over  ")).count(), 2, "{listed}");
}

fn first_line(worker: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(worker.stdout.as_mut().expect("it is heard"))
        .read_line(&mut line)
        .expect("it can be heard");
    line
}

#[test]
fn a_tournament_that_was_given_up_is_closed_and_can_go_on() {
    let contest = Contest::new(2);
    let expected = contest.undisturbed();
    contest.run(&["store", "init", "store.sqlite"]).goes_well();
    let hold = ["tournament", "small.toml", "-o", "results", "--store", "store.sqlite", "--jobs"];
    let runner = contest.begin(&[&hold[..], &["0"]].concat());
    let list = || contest.run(&["store", "list", "store.sqlite"]).goes_well();
    wait_for("its pairs", || list().contains("   1  running") && !list().contains("/0 pairs"));
    contest.run(&["store", "close", "store.sqlite", "7"]).names(&["7"]);
    contest.run(&["store", "close", "store.sqlite", "1"]).goes_well();
    ended(runner).names(&["tournament 1", "`ludoteka store close`"]);
    let mut runner = contest.begin(&[&hold[..], &["0"]].concat());
    wait_for("it to be opened again", || list().contains("   1  running"));
    runner.kill().expect("it is ours");
    ended(runner);
    let closed = contest.run(&["store", "close", "store.sqlite", "1"]).goes_well();
    assert!(list().contains("   1  over"), "{closed}");
    contest.run(&["store", "close", "store.sqlite", "1"]).goes_well();
    contest.run(&[&hold[..], &["1"]].concat()).goes_well();
    contest.is_as(&expected, "results");
}
