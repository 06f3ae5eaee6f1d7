//! A machine that has other things to do.

use std::fs;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crate::PATIENCE;
use crate::contest::Contest;
use crate::damage::execute;

/// Of two who think longer than they may, both lose their games whatever the machine does; but it has a part in it. A kernel lets who is new
/// go first: so the time is longer than that lasts.
const LATE: &str = "title = \"Late\"\ngame = \"mnk\"\ngames = 2\nopening = 0\n[format]\nkind = \"round-robin\"\n[time]\nmove-ms = 500\n\
                    [fairness]\nreplays = 1\nwaited-percent = 1\n[[player]]\nprogram = \"late.c\"\nprotocol = \"line\"\nname = \"late\"\n\
                    [[player]]\nprogram = \"late.c\"\nprotocol = \"line\"\nname = \"too\"\n";

/// Keeps every processor busy, several times over, while something is done.
fn busily<T>(act: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    let start = Instant::now();
    let spin = |cpu| {
        // Or the kernel would leave one of them to the programs.
        sandbox::keep_to(cpu).expect("it is one of ours");
        // Not for ever, should it fail.
        while !is_over.load(Ordering::Relaxed) && start.elapsed() < PATIENCE {
            spin_loop();
        }
    };
    thread::scope(|scope| {
        for cpu in sandbox::slots().repeat(3) {
            scope.spawn(move || spin(cpu));
        }
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
    let printed = busily(|| contest.run(&["tournament", "late.toml", "-o", "results"])).goes_well();
    let count = "2 of 2 games were lost on time while the machine was overloaded, and count all the same: ";
    let again = "2 games do not count, and were played again; of the first: ";
    assert!(printed.contains(count) && printed.contains(again), "{printed}");
    let file = |name: &str| fs::read_to_string(contest.path("results").join(name)).expect("it is there");
    assert!(file("index.html").contains(count) && file("results.json").contains("\"spoilt\": 2"));
    assert_eq!(file("fouls.csv").matches("out of time").count(), 2);
    contest.run(&["verify", "results"]).goes_well();

    // Damaged, and restored from the results, with the games that do not count.
    let before = ["games.jsonl", "set-aside.jsonl"].map(file);
    let hold = || contest.run(&["tournament", "late.toml", "-o", "results"]);
    if sandbox::find("python3").is_some() {
        for table in ["game", "set_aside"] {
            execute(&contest, &format!("UPDATE {table} SET record = replace(record, 'level', 'lever')"));
            hold().names(&["it has been restored from the results, and the same command goes on"]);
            hold().goes_well();
            assert_eq!(["games.jsonl", "set-aside.jsonl"].map(file), before, "{table}");
        }
    }

    // A store made anew, from what is left of it alone, has the games that do not count as well.
    let store = contest.path("results/store.sqlite");
    let mut damaged = fs::read(&store).expect("a store");
    damaged[..4096].fill(0xAA);
    fs::remove_dir_all(contest.path("results")).expect("a folder");
    fs::create_dir(contest.path("results")).expect("a folder");
    fs::write(&store, damaged).expect("it can be written");
    hold().names(&["with 2 games of this tournament"]);
    hold().goes_well();
    assert_eq!(["games.jsonl", "set-aside.jsonl"].map(file), before);
    contest.run(&["verify", "results"]).goes_well();
    contest.run(&["verify", "--store", "results/store.sqlite"]).goes_well();
}
