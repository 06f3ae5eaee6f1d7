//! Tests on a busy machine, and with a referee that is stopped for a while.

use std::fs;
use std::hint::spin_loop;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::contest::{Contest, ended};
use crate::{PATIENCE, has, wait_for};

/// Two programs that think for ever. They are late on any machine; on a busy machine, they are late
/// only after a longer time. The clock is longer than the time for which a kernel prefers new
/// processes.
const LATE: &str = r#"title = "Late"
game = "mnk"
games = 2
opening = 0
[format]
kind = "round-robin"
[time]
move = "500ms"
[[player]]
program = "late.c"
protocol = "line"
name = "late"
[[player]]
program = "late.c"
protocol = "line"
name = "too"
"#;

/// Runs `act` while several loops keep each processor busy.
fn busily<T>(act: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    let start = Instant::now();
    let spin = |cpu| {
        // If the loops could move to other processors, the kernel would keep one processor free for
        // the programs.
        sandbox::keep_to(cpu).expect("it is one of ours");
        // If the test fails, `PATIENCE` ends the loop.
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
fn an_endless_loop_is_late_without_doubt_on_a_busy_machine() {
    if !has("gcc") {
        return;
    }
    let contest = Contest::new(2);
    fs::write(contest.path("late.c"), "int main(void) { for (;;) {} }\n")
        .expect("it can be written");
    fs::write(contest.path("late.toml"), LATE).expect("it can be written");
    let printed = busily(|| contest.run(&["tournament", "late.toml", "-o", "results"])).goes_well();
    assert!(!printed.contains("busy") && !printed.contains("void"), "{printed}");
    let file =
        |name: &str| fs::read_to_string(contest.path("results").join(name)).expect("it is there");
    assert!(file("results.json").contains("\"doubtful\":0"));
    // With its seconds, the text has a comma, and stands in quotes.
    let fouls = file("fouls.csv").replace(",\"out", ",out");
    assert_eq!(fouls.matches(",late,out of time").count(), 2);
    contest.run(&["verify", "results"]).goes_well();
}

/// Two programs that answer in time, unless the referee is stopped.
const SLOW: &str = r#"title = "Slow"
game = "mnk"
games = 2
[parameters]
n = 3
m = 3
k = 3
[format]
kind = "round-robin"
[time]
move = "1500ms"
[[player]]
program = "slow.c"
protocol = "line"
name = "slow"
[[player]]
program = "slow.c"
protocol = "line"
name = "too"
"#;

#[test]
fn who_answered_while_the_referee_was_stopped_loses_no_game() {
    if !has("gcc") {
        return;
    }
    let contest = Contest::new(2);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../starters/mnk/player.c");
    let source = fs::read_to_string(source).expect("a starter");
    let slowly = r"#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>
#define fflush(stream) (usleep(400000), (fflush)(stream))
";
    fs::write(contest.path("slow.c"), format!("{slowly}{source}")).expect("it can be written");
    fs::write(contest.path("slow.toml"), SLOW).expect("it can be written");
    let runner = contest.begin(&["tournament", "slow.toml", "-o", "slow", "--jobs", "1"]);
    let signal = |name: &str| {
        let sent = Command::new("kill")
            .args([name, &runner.id().to_string()])
            .status()
            .expect("there is kill");
        assert!(sent.success());
    };
    wait_for("a player", || contest.plays());
    thread::sleep(Duration::from_secs(1));
    signal("-STOP");
    thread::sleep(Duration::from_secs(4));
    signal("-CONT");
    let printed = ended(runner).goes_well();
    assert!(!printed.contains("void"), "{printed}");
    let fouls = fs::read_to_string(contest.path("slow/fouls.csv")).expect("it is there");
    assert_eq!(fouls.lines().count(), 1, "{fouls}");
    contest.run(&["verify", "slow"]).goes_well();
}
