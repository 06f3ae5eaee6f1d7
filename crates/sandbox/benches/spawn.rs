//! What the sandbox costs: starts of programs and turns of a conversation, level 0 against level 1, a small parent
//! against one of 1 GiB, and the plain way of the standard library beside them.
//!
//!     cargo bench -p sandbox

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sandbox::{Heard, Job, Level, Profile, Spawner};

const BADBOT: &str = env!("CARGO_BIN_EXE_badbot");
const STARTS: u32 = 500;
const TURNS: u32 = 50_000;
const LONG: Duration = Duration::from_secs(60);

fn main() {
    sandbox::serve_if_asked();
    let cpu = sandbox::slots()[0];
    sandbox::keep_to(cpu).expect("it is one of ours");
    let mut spawner = Spawner::start(Some(cpu)).expect("a spawner starts");
    starts("small parent", &mut spawner);
    let ballast = std::hint::black_box(vec![1_u8; 1 << 30]);
    starts("1 GiB parent", &mut spawner);
    drop(ballast);
    for level in levels(&spawner) {
        turns(level, &mut spawner);
    }
    deadlines(&mut spawner);
}

/// Levels 0 and 1, as far as they are there; 3 is measured once by its starts.
fn levels(spawner: &Spawner) -> Vec<Level> {
    let there = spawner.levels().iter().filter(|probe| probe.why_not.is_none());
    there.map(|probe| probe.level).collect()
}

fn job(level: Level, words: &[&str]) -> Job {
    let mut job = Job::new(BADBOT, Profile::Native).arguments(words.iter().copied());
    job.level = Some(level);
    job
}

/// Start, first answer, end; medians of both.
fn starts(parent: &str, spawner: &mut Spawner) {
    report(parent, "std::process, no limits", || {
        let mut command = Command::new(BADBOT);
        let child = command.arg("none").env_clear().stdout(Stdio::piped()).output().expect("it runs");
        assert_eq!(child.stdout, b"done\n");
        Duration::ZERO
    });
    for level in levels(spawner) {
        let job = job(level, &["none"]);
        report(parent, &level.to_string(), || {
            let start = Instant::now();
            let mut running = spawner.open(&job).expect("it starts");
            assert_eq!(running.read_line(LONG).expect("it lives"), Heard::Line(b"done".to_vec()));
            let answered = start.elapsed();
            assert!(running.finish(LONG).expect("it lives").is_success());
            answered
        });
    }
}

fn report(parent: &str, way: &str, mut once: impl FnMut() -> Duration) {
    let start = Instant::now();
    let mut answers: Vec<_> = (0..STARTS).map(|_| once()).collect();
    let rate = f64::from(STARTS) / start.elapsed().as_secs_f64();
    answers.sort_unstable();
    let answer = answers[answers.len() / 2];
    println!("{parent}  {way:<32} {rate:>7.0} programs/s   first answer {answer:>10.1?}");
}

fn turns(level: Level, spawner: &mut Spawner) {
    let mut running = spawner.open(&job(level, &["echo"])).expect("it starts");
    let start = Instant::now();
    for _ in 0..TURNS {
        running.write(b"a1 b2\n").expect("it lives");
        assert_eq!(running.read_line(LONG).expect("it lives"), Heard::Line(b"a1 b2".to_vec()));
    }
    let each = start.elapsed() / TURNS;
    let ended = running.finish(LONG).expect("it lives");
    println!(
        "turns  {level}: {:.0}/s, {each:?} each; its processor time {:?}",
        1.0 / each.as_secs_f64(),
        ended.cpu / TURNS
    );
}

/// By how much a deadline of 100 ms is missed.
fn deadlines(spawner: &mut Spawner) {
    let level = *levels(spawner).last().expect("level 0 is always there");
    let mut late: Vec<_> = (0..10).map(|_| missed(level, spawner)).collect();
    late.sort_unstable();
    println!("deadline of 100 ms: {:?} late in the median, {:?} at most", late[5], late[9]);
}

fn missed(level: Level, spawner: &mut Spawner) -> Duration {
    let mut running = spawner.open(&job(level, &["busy", "60000"])).expect("it starts");
    running.write(b"go\n").expect("it lives");
    let within = Duration::from_millis(100);
    assert!(matches!(running.read_line(within).expect("it lives"), Heard::Breach(_)));
    running.clock().wall - within
}
