//! Measures the costs of the sandbox: the start of a program, and a turn of a conversation. A start
//! is measured at each level and, for comparison, with the standard library alone. The variants run
//! in alternation, so that a change of the machine's speed affects all of them.
//!
//!     cargo bench -p sandbox

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sandbox::{Heard, Job, Level, Limits, MOMENT, Profile, Running, Spawner, find};

const BADBOT: &str = env!("CARGO_BIN_EXE_badbot");
const ROUNDS: usize = 10;
const STARTS: usize = 100;
const TURNS: u32 = 5_000;
const GAMES: usize = 50;
/// The number of moves of each side in a game.
const MOVES: usize = 5;
const LONG: Duration = Duration::from_secs(60);

fn main() {
    sandbox::serve_if_asked();
    let cpu = sandbox::slots()[0];
    sandbox::keep_to(cpu).expect("it is one of ours");
    let mut spawner = Spawner::start(Some(cpu)).expect("a spawner starts");
    starts("badbot", Path::new(BADBOT), &mut spawner);
    games("badbot", Path::new(BADBOT), &mut spawner);
    let folder = tempfile::tempdir().expect("a folder");
    match compiled(folder.path()) {
        Some(program) => {
            starts("a small C program", &program, &mut spawner);
            games("a small C program", &program, &mut spawner);
        }
        None => println!("there is no gcc here"),
    }
    turns(&mut spawner);
}

/// The levels that this machine has.
fn levels(spawner: &Spawner) -> Vec<Level> {
    let there = spawner.levels().iter().filter(|probe| probe.why_not.is_none());
    there.map(|probe| probe.level).collect()
}

fn strongest_of_two(spawner: &Spawner) -> Level {
    if levels(spawner).contains(&Level::Confined) { Level::Confined } else { Level::Limits }
}

/// A small program, which does nothing or repeats every line.
const SOURCE: &str = r#"
#include <stdio.h>
#include <string.h>
int main(int count, char **words) {
    char line[100];
    while (count > 1 && !strcmp(words[1], "echo") && fgets(line, sizeof line, stdin)) {
        fputs(line, stdout);
        fflush(stdout);
    }
    puts("done");
    return 0;
}
"#;

fn compiled(folder: &Path) -> Option<std::path::PathBuf> {
    let (source, program) = (folder.join("done.c"), folder.join("done"));
    fs::write(&source, SOURCE).ok()?;
    let mut gcc = Command::new(find("gcc")?);
    let made = gcc
        .args(["-O2", "-o"])
        .args([&program, &source])
        .stderr(Stdio::null())
        .status()
        .ok()?
        .success();
    made.then_some(program)
}

fn job(program: &Path, level: Level, words: &[&str]) -> Job {
    let mut job = Job::new(program, Profile::Native).arguments(words.iter().copied());
    job.level = Some(level);
    job.limits = Limits { cpu: LONG, ..Limits::default() };
    job
}

/// Prints the median times from a program's start to its first answer and to its end, at each level
/// and with the standard library alone.
fn starts(name: &str, program: &Path, spawner: &mut Spawner) {
    let ways: Vec<Option<Level>> =
        std::iter::once(None).chain(levels(spawner).into_iter().map(Some)).collect();
    let mut took = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for (level, took) in ways.iter().zip(&mut took) {
            took.extend((0..STARTS).map(|_| once(program, *level, spawner)));
        }
    }
    println!("{name}: medians of {} starts", ROUNDS * STARTS);
    for (level, took) in ways.iter().zip(&mut took) {
        report(*level, took);
    }
}

fn once(program: &Path, level: Option<Level>, spawner: &mut Spawner) -> [Duration; 2] {
    let start = Instant::now();
    let Some(level) = level else {
        let child = Command::new(program)
            .arg("none")
            .env_clear()
            .stdin(Stdio::null())
            .output()
            .expect("it runs");
        assert_eq!(child.stdout, b"done\n");
        return [start.elapsed(); 2];
    };
    let mut running = spawner.open(&job(program, level, &["none"])).expect("it starts");
    assert_eq!(running.read_line(LONG).expect("it lives"), Heard::Line(b"done".to_vec()));
    let answered = start.elapsed();
    assert!(running.finish(LONG).expect("it lives").is_success());
    [answered, start.elapsed()]
}

fn report(level: Option<Level>, took: &mut [[Duration; 2]]) {
    let mut median = |which: usize| {
        took.sort_unstable_by_key(|times| times[which]);
        took[took.len() / 2][which]
    };
    let (answer, end) = (median(0), median(1));
    let rate = 1.0 / end.as_secs_f64();
    let name = level.map_or("std::process, no limits".to_string(), |level| level.to_string());
    let answer = if level.is_some() { format!("first answer {answer:.1?}") } else { String::new() };
    println!("  {name:<32} {rate:>6.0} programs/s   end {end:>8.1?}   {answer}");
}

/// Plays games in which both programs are started anew; the programs answer at once.
fn games(name: &str, program: &Path, spawner: &mut Spawner) {
    let job = job(program, strongest_of_two(spawner), &["echo"]);
    let mut took: Vec<_> = (0..ROUNDS * GAMES).map(|_| game(&job, spawner)).collect();
    took.sort_unstable();
    let median = took[took.len() / 2];
    let rate = 1.0 / median.as_secs_f64();
    println!(
        "{name}: games of {} moves, both programs started anew: {rate:.0}/s, {median:.1?} each",
        2 * MOVES
    );
}

fn game(job: &Job, spawner: &mut Spawner) -> Duration {
    let start = Instant::now();
    let [mut a, mut b] = [(); 2].map(|()| spawner.open(job).expect("it starts"));
    for _ in 0..MOVES {
        turn(&mut a, Some(&mut b));
        turn(&mut b, Some(&mut a));
    }
    for side in [a, b] {
        assert!(side.finish(LONG).expect("it lives").is_success());
    }
    start.elapsed()
}

/// How the bench treats the program that waits for its turn.
#[derive(Clone, Copy, Debug)]
enum Other {
    Left,
    FrozenIfNeeded,
    FrozenAtOnce,
}

/// Measures two programs that answer in turns.
fn turns(spawner: &mut Spawner) {
    let level = strongest_of_two(spawner);
    let ways = [Other::Left, Other::FrozenIfNeeded, Other::FrozenAtOnce];
    let mut took = ways.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (other, took) in ways.into_iter().zip(&mut took) {
            took.push(turns_with(other, level, spawner));
        }
    }
    for (other, took) in ways.into_iter().zip(&mut took) {
        took.sort_unstable();
        let (wall, cpu) = took[took.len() / 2];
        let rate = 1.0 / wall.as_secs_f64();
        println!(
            "turns at {level}, other {other:?}: {rate:.0}/s, {wall:.1?} each; processor time of \
            all {cpu:.1?}"
        );
    }
}

/// Returns the wall time of a turn, and the processor time that this process, the spawner and the
/// programs spend on it together.
fn turns_with(other: Other, level: Level, spawner: &mut Spawner) -> (Duration, Duration) {
    let [mut a, mut b] = [(); 2].map(|()| {
        let mut echo = spawner.open(&job(Path::new(BADBOT), level, &["echo"])).expect("it starts");
        turn(&mut echo, None);
        echo
    });
    let processes = [std::process::id(), spawner.pid(), a.pid(), b.pid()];
    let cpu = || processes.map(cpu_time).iter().sum::<Duration>();
    let (start, before) = (Instant::now(), cpu());
    for _ in 0..TURNS {
        turn_beside(other, &mut a, &mut b);
        turn_beside(other, &mut b, &mut a);
    }
    (start.elapsed() / (2 * TURNS), (cpu() - before) / (2 * TURNS))
}

fn turn_beside(other: Other, mover: &mut Running, waiting: &mut Running) {
    match other {
        Other::Left => turn(mover, None),
        Other::FrozenIfNeeded => turn(mover, Some(waiting)),
        Other::FrozenAtOnce => {
            turn(mover, None);
            mover.freeze().expect("it lives");
        }
    }
}

fn turn(mover: &mut Running, waiting: Option<&mut Running>) {
    mover.write(b"a1 b2\n").expect("it lives");
    if let Some(waiting) = waiting
        && !mover.answers_within(MOMENT).expect("it lives")
    {
        waiting.freeze().expect("it lives");
    }
    assert_eq!(mover.read_line(LONG).expect("it lives"), Heard::Line(b"a1 b2".to_vec()));
}

/// The processor time of a process's first thread, as the scheduler counts it.
fn cpu_time(pid: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
