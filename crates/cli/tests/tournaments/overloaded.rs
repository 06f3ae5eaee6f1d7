//! A machine that has other things to do.

use std::fs;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crate::PATIENCE;
use crate::contest::Contest;

/// Of two who think longer than they may, both lose their games whatever the machine does; but it has a part in it.
const LATE: &str = "title = \"Late\"\ngame = \"mnk\"\ngames = 2\nopening = 0\n[format]\nkind = \"round-robin\"\n[time]\nmove-ms = 100\n\
                    [fairness]\nreplays = 1\n[[player]]\nprogram = \"late.c\"\nprotocol = \"line\"\nname = \"late\"\n\
                    [[player]]\nprogram = \"late.c\"\nprotocol = \"line\"\nname = \"too\"\n";

/// Keeps every processor busy, several times over, while something is done.
fn busily<T>(act: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    let start = Instant::now();
    // Not for ever, should it fail.
    let spin = || {
        while !is_over.load(Ordering::Relaxed) && start.elapsed() < PATIENCE {
            spin_loop();
        }
    };
    thread::scope(|scope| {
        (0..3 * sandbox::slots().len()).for_each(|_| drop(scope.spawn(spin)));
        let done = act();
        is_over.store(true, Ordering::Relaxed);
        done
    })
}

#[test]
fn spoilt_games_that_count_after_all_are_told_of() {
    if sandbox::find("gcc").is_none() {
        return crate::skipped("gcc");
    }
    let contest = Contest::new(2);
    fs::write(contest.path("late.c"), "int main(void) { for (;;) {} }\n").expect("it can be written");
    fs::write(contest.path("late.toml"), LATE).expect("it can be written");
    let printed = busily(|| contest.run(&["tournament", "late.toml", "-o", "late"])).goes_well();
    let count = "2 of 2 games were lost on time while the machine was overloaded, and count all the same: ";
    let again = "2 games do not count, and were played again; of the first: ";
    assert!(printed.contains(count) && printed.contains(again), "{printed}");
    let file = |name: &str| fs::read_to_string(contest.path("late").join(name)).expect("it is there");
    assert!(file("index.html").contains(count) && file("results.json").contains("\"spoilt\": 2"));
    assert_eq!(file("fouls.csv").matches("out of time while the machine was busy").count(), 2);
    contest.run(&["verify", "late"]).goes_well();
}
