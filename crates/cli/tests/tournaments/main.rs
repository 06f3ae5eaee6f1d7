//! `ludoteka tournament` and `ludoteka worker` when things go wrong: kills, lost databases, full
//! disks, changed files, Ctrl-C. After each of them the same command goes on, and the results are
//! those of a tournament that nothing has disturbed.

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
mod repeats;
mod results;
mod serve;
mod sprt;
mod submissions;
mod tamper;
mod tamper_store;

use std::io::Write;
use std::time::{Duration, Instant};

use testing::postgres;

/// How long anything may take that comes for certain.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < PATIENCE, "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Says aloud what is not tested for want of a program, which must not be where everything is to
/// be.
fn skipped(missing: &str) {
    assert_ne!(std::env::var("LUDOTEKA_TESTS").as_deref(), Ok("all"), "{missing} is missing");
    aloud(&format!("skipped: {missing} is missing"));
}

/// Not with eprintln!, which the test runner keeps to itself when the test passes.
fn aloud(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("standard error takes a line");
}
