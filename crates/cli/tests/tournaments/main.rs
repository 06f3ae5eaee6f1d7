//! Tests that `ludoteka tournament` and `ludoteka worker` survive kills, lost databases, full
//! disks, changed files and Ctrl-C. After each of these, the same command continues the tournament,
//! and the results are the same as without the interruption.

#![cfg(target_os = "linux")]

mod analysed;
mod chance;
mod contest;
mod damage;
mod declined;
mod faults;
mod fouls;
mod from_disk;
mod interrupt;
mod kill;
mod leaving;
mod lost;
mod machines;
mod on_a_page;
mod open;
mod overloaded;
mod overwriting;
mod parts;
mod results;
mod serve;
mod sprt;
mod stages;
mod submissions;
mod tamper;

use std::time::{Duration, Instant};

use testing::{aloud, postgres};

/// The longest wait for an event that must come.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < PATIENCE, "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether `tool` can be used; if not, prints that the test is skipped.
fn has(tool: &str) -> bool {
    testing::is_there(tool, sandbox::find(tool).is_some())
}
