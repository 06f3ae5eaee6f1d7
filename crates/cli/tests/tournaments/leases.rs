//! Who plays long keeps its lease, and nobody else plays the same.

use std::fs;

use crate::contest::{Contest, ended};
use crate::damage::holds;
use crate::{skipped, wait_for};

#[test]
fn games_that_last_longer_than_a_lease_are_played_once() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(2);
    let long = "title = \"Long games\"\ngame = \"reversi\"\ngames = 2\n[format]\nkind = \"round-robin\"\n[time]\nmove-ms = 80\n\
                [[player]]\nengine = 5\n[[player]]\nengine = 5\nname = \"B\"\n";
    fs::write(contest.path("long.toml"), long).expect("it can be written");
    fs::create_dir(contest.path("results")).expect("a folder");
    contest.run(&["store", "init", "results/store.sqlite"]).goes_well();
    let store = ["--store", "results/store.sqlite", "--lease-ms", "2000"];
    let mut runner =
        contest.begin(&[&["tournament", "long.toml", "-o", "results", "--jobs", "0"], &store[..]].concat());
    let workers = ["one", "other"].map(|name| {
        let options = ["worker", "--jobs", "1", "--speed", "400", "--name", name, "--until-over"];
        contest.begin(&[&options, &store[..]].concat())
    });
    wait_for("its end", || {
        assert!(!holds(&contest, "SELECT coalesce(max(attempt), 0) > 1 FROM unit"), "it is given to the other");
        runner.try_wait().expect("it is ours").is_some()
    });
    for process in workers.into_iter().chain([runner]) {
        ended(process).goes_well();
    }
    // Both games together are one lease.
    let wall = "(SELECT sum(value) FROM json_each(record, '$.clocks.wall_us'))";
    assert!(holds(&contest, &format!("SELECT sum({wall}) > 3000000 FROM game")), "they are long");
}
