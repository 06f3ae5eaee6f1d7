//! `ludoteka tournament` and `ludoteka worker` after kills, lost databases, full disks, changed
//! files and Ctrl-C. Each time the same command continues, and the results are those of an
//! undisturbed tournament.

#![cfg(target_os = "linux")]

mod chance;
mod contest;
mod damage;
mod declined;
mod faults;
mod fouls;
mod from_disk;
mod interrupt;
mod kill;
mod lost;
mod open;
mod overloaded;
mod overwriting;
mod results;
mod serve;
mod sprt;
mod submissions;
mod tamper;
mod tamper_store;

use std::io::Write;
use std::time::{Duration, Instant};

use testing::postgres;

/// The longest wait for an event that must come.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < PATIENCE, "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Prints that a test is skipped because a program is missing. Fails instead if nothing may be
/// skipped.
fn skipped(missing: &str) {
    assert_ne!(std::env::var("LUDOTEKA_TESTS").as_deref(), Ok("all"), "{missing} is missing");
    aloud(&format!("skipped: {missing} is missing"));
}

/// Prints a line. Not by eprintln!, whose output the test runner hides if the test passes.
fn aloud(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("standard error takes a line");
}
