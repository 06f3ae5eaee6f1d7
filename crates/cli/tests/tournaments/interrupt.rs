//! Ctrl-C: running games are finished, results are written, and the same command continues.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command};
use std::thread;

use crate::chance::{chance, moment};
use crate::contest::{Contest, Said, ended};
use crate::{postgres, wait_for};

pub(crate) const INTERRUPTED: i32 = 130;

pub(crate) fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("there is kill");
    assert!(sent.success());
}

fn is_interrupted(said: &Said) {
    assert_eq!(said.code, Some(INTERRUPTED), "{said:?}");
    assert!(said.complaint.contains("Ctrl-C again"), "{said:?}");
}

/// Waits until the worker has printed its first line.
fn wait_for_a_line(worker: &mut Child) {
    let said = worker.stdout.as_mut().expect("it is heard");
    let mut line = String::new();
    BufReader::new(said).read_line(&mut line).expect("it can be heard");
    assert!(!line.is_empty(), "a worker says what it is");
}

fn temporary_folders(contest: &Contest) -> usize {
    contest.path("tmp").read_dir().expect("a folder").count()
}

#[test]
fn what_there_is_is_written_and_the_same_command_goes_on() {
    let contest = Contest::new(100);
    let expected = contest.undisturbed();
    let mut chance = chance();
    for _ in 0..3 {
        let runner = contest.begin_to_play("interrupted");
        thread::sleep(moment(&mut chance));
        interrupt(&runner);
        let said = ended(runner);
        if said.code == Some(0) {
            // The tournament ended before the signal.
            break;
        }
        is_interrupted(&said);
        assert!(
            said.printed.contains("the tournament is not over: the same command continues it"),
            "{said:?}"
        );
        let verified = contest.run(&["verify", "interrupted"]).goes_well();
        assert!(verified.contains("games so far of Small boards: everything fits"), "{verified}");
        contest.nothing_runs();
        assert_eq!(temporary_folders(&contest), 0);
    }
    contest.ends_as(&expected, "interrupted");
    // The tournament is over, and the same command prints its results again.
    contest.ends_as(&expected, "interrupted");
}

#[test]
fn a_worker_gives_back_what_it_does_not_play() {
    let Some(cluster) = postgres::shared() else { return };
    let contest = Contest::new(120);
    let expected = contest.undisturbed();
    let store = cluster.database();
    contest.run(&["store", "init", &store]).goes_well();
    // No lease ends during the test, so a game is free again only if a worker gives it back.
    let long = ["--store", &store, "--lease", "24h"];
    let runner = contest.begin(
        &[&["tournament", "small.toml", "-o", "results", "--jobs", "0"], &long[..]].concat(),
    );
    let work = || contest.begin(&[&["worker", "--jobs", "2"], &long[..]].concat());
    let mut chance = chance();
    let count = |of: &str| {
        let number =
            cluster.sql(postgres::name(&store), &format!("SELECT count(*) FROM ludoteka.{of}"));
        number.parse::<u64>().expect("a number")
    };
    for _ in 0..3 {
        let before = count("job WHERE state = 2");
        let mut worker = work();
        wait_for_a_line(&mut worker);
        wait_for("a pair", || count("job WHERE state = 2") > before);
        thread::sleep(moment(&mut chance) / 10);
        interrupt(&worker);
        is_interrupted(&ended(worker));
        assert_eq!(count("job WHERE state = 1"), 0, "nothing stays leased");
    }
    let worker = work();
    ended(runner).goes_well();
    interrupt(&worker);
    is_interrupted(&ended(worker));
    contest.is_as(&expected, "results");
}
