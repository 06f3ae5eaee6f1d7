//! Machines of unequal speed are told of in the results.

use std::fs;
use std::process::Command;

use crate::contest::Contest;
use crate::skipped;
use crate::tamper::renew_manifest;

/// As if two other workers had played, one of them 2.5 times as fast.
const TWO_WORKERS: &str = "
import sqlite3
store = sqlite3.connect('results/store.sqlite')
for unit, speed in (1, 400), (2, 1000):
    worker = store.execute('INSERT INTO worker VALUES (NULL, ?, 1, 1, ?, 0, 1, 1)', (str(speed), speed))
    store.execute('UPDATE unit SET worker = ? WHERE id = ?', (worker.lastrowid, unit))
store.commit()";

#[test]
fn unequal_machines_are_told_of() {
    if sandbox::find("python3").is_none() {
        return skipped("python3");
    }
    let contest = Contest::new(2);
    let page = || fs::read_to_string(contest.path("results/index.html")).expect("a page");
    contest.hold("results").goes_well();
    assert!(!page().contains("unequal"));
    let python = Command::new("python3").args(["-c", TWO_WORKERS]).current_dir(contest.path(".")).output();
    assert!(python.as_ref().is_ok_and(|output| output.status.success()), "{python:?}");
    contest.hold("results").goes_well();
    assert!(page().contains("from 400 to 1000."));
    contest.run(&["verify", "results"]).goes_well();
    fs::write(contest.path("results/machines.json"), r#"{"slowest":400,"fastest":2000}"#).expect("it can be written");
    renew_manifest(&contest.path("results"));
    contest.run(&["verify", "results"]).names(&["it is not what the games add up to"]);
}
