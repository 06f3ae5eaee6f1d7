//! Tests of conversations: lines, deadlines, clocks, and programs that are stopped.

use std::time::{Duration, Instant};

use sandbox::{Breach, Heard, Job, Level, Limits, Profile, Running, Spawner, keep_to, slots};

use crate::{LONG, deed, patient, spawner, spawner_program};

pub(crate) fn line(text: &str) -> Heard {
    Heard::Line(text.as_bytes().to_vec())
}

pub(crate) fn ask(running: &mut Running, text: &str) -> Heard {
    running.write(text.as_bytes()).expect("the spawner lives");
    running.read_line(LONG).expect("the spawner lives")
}

#[test]
fn two_programs_of_one_spawner_answer_in_turns() {
    let mut spawner = spawner();
    let [mut a, mut b] =
        [(); 2].map(|()| spawner.open(&deed(Level::Limits, &["echo"])).expect("it starts"));
    for i in 0..100 {
        assert_eq!(ask(&mut a, &format!("a {i}\n")), line(&format!("a {i}")));
        assert_eq!(ask(&mut b, &format!("b {i}\r\n")), line(&format!("b {i}")));
    }
    for running in [a, b] {
        let ended = running.finish(LONG).expect("the spawner lives");
        assert!(ended.is_success());
        assert_eq!(ended.stdout, b"done\n", "unread output is kept");
    }
}

#[test]
fn answers_that_nobody_asked_for_are_seen() {
    let mut spawner = spawner();
    let mut running = spawner.open(&deed(Level::Limits, &["echo"])).expect("it starts");
    let unread = |running: &mut Running| running.unread().expect("the spawner lives");
    assert_eq!(unread(&mut running), 0);
    assert_eq!(ask(&mut running, "one\ntwo\n"), line("one"));
    while unread(&mut running) < 4 {
        std::thread::yield_now();
    }
    assert_eq!(running.read_line(LONG).expect("the spawner lives"), line("two"));
}

#[test]
fn standard_error_before_an_answer_has_been_read_with_it() {
    // Before each answer, the program writes a note to standard error. The note is longer than 4
    // KiB, the first buffer of a line.
    let script = "while read line; do printf '%05000d %s' 0 \"$line\" >&2; echo \"$line\"; done";
    let job = Job {
        level: Some(Level::Limits),
        limits: Limits { stderr: 12_000, ..patient() },
        ..Job::new("/bin/sh", Profile::Native).arguments(["-c", script])
    };
    let mut spawner = spawner();
    let mut running = spawner.open(&job).expect("it starts");
    for number in 0..20 {
        assert_eq!(ask(&mut running, &format!("{number}\n")), line(&number.to_string()));
        let taken = String::from_utf8(running.take_stderr()).expect("UTF-8");
        assert_eq!(taken, format!("{:05000} {number}", 0));
        assert_eq!(running.take_stderr(), b"");
    }
    let ended = running.finish(LONG).expect("the spawner lives");
    assert_eq!(ended.stderr.len(), 12_000, "its beginning is still known");
}

#[test]
fn what_a_program_has_not_read_is_known() {
    let mut spawner = spawner();
    let mut deaf = spawner.open(&deed(Level::Limits, &["deaf", "60000"])).expect("it starts");
    assert_eq!(deaf.unheard(), 0);
    deaf.write(b"one\n").expect("the spawner lives");
    deaf.write(b"two\n").expect("the spawner lives");
    assert_eq!(deaf.unheard(), 8);
    let mut echo = spawner.open(&deed(Level::Limits, &["echo"])).expect("it starts");
    assert_eq!(ask(&mut echo, "one\n"), line("one"));
    assert_eq!(echo.unheard(), 0, "it has read the question");
}

/// The program closes its input before or after the question is written. In both cases the question
/// counts as unread.
#[test]
fn what_a_program_cannot_read_any_more_is_known() {
    let script = ["-c", "exec <&-; echo said; exec sleep 600"];
    let job = Job {
        level: Some(Level::Limits),
        limits: patient(),
        ..Job::new("/bin/sh", Profile::Native).arguments(script)
    };
    let mut spawner = spawner();
    let mut running = spawner.open(&job).expect("it starts");
    assert_eq!(running.read_line(LONG).expect("the spawner lives"), line("said"));
    let start = Instant::now();
    // For a moment the spawner may also hold the other end of the pipe. During that time, written
    // bytes collect in the pipe.
    let mut is_lost = || {
        for _ in 0..2 {
            running.write(b"one\n").expect("the spawner lives");
        }
        running.unheard() == 4
    };
    while !is_lost() {
        assert!(start.elapsed() < LONG, "its input is closed");
    }
    running.write(b"and two\n").expect("the spawner lives");
    assert_eq!(running.unheard(), 8);
}

#[test]
fn a_full_pipe_that_nobody_reads_is_late() {
    let limits = Limits { wall: Duration::from_millis(50), ..patient() };
    let job = Job { limits, ..deed(Level::Limits, &["deaf", "60000"]) };
    let mut spawner = spawner();
    let mut running = spawner.open(&job).expect("it starts");
    running.write(&vec![b'x'; 1 << 20]).expect("the spawner lives");
    assert_eq!(running.read_line(LONG).expect("the spawner lives"), Heard::Breach(Breach::Late));
}

#[test]
fn a_forbidden_call_is_told_of_the_program_that_made_it() {
    if !crate::confined() {
        return;
    }
    let mut spawner = spawner();
    let [mut a, b, c] = ["echo", "udp", "echo"]
        .map(|name| spawner.open(&deed(Level::Confined, &[name])).expect("it starts"));
    let ended = b.finish(LONG).expect("the spawner lives");
    assert_eq!(ended.breach, Some(Breach::Denied("socket".to_string())));
    assert_eq!(ask(&mut a, "still here\n"), line("still here"));
    for running in [a, c] {
        assert!(running.finish(LONG).expect("the spawner lives").is_success());
    }
}

#[test]
fn a_frozen_program_does_not_think() {
    let mut spawner = spawner();
    let mut running = spawner.open(&deed(Level::Limits, &["echo"])).expect("it starts");
    assert_eq!(ask(&mut running, "a\n"), line("a"));
    running.freeze().expect("it runs");
    while !is_stopped(&running) {
        std::thread::yield_now();
    }
    assert_eq!(ask(&mut running, "b\n"), line("b"), "writing to it wakes it");
    assert!(running.finish(LONG).expect("the spawner lives").is_success());
}

/// Whether the kernel has stopped the process.
fn is_stopped(running: &Running) -> bool {
    let state =
        std::fs::read_to_string(format!("/proc/{}/stat", running.pid())).expect("it exists");
    state.contains(") T ")
}

#[test]
fn an_answer_that_is_not_there_yet_is_no_breach() {
    let mut spawner = spawner();
    let mut thinking = spawner.open(&deed(Level::Limits, &["sleep", "2000"])).expect("it starts");
    thinking.write(b"").expect("the spawner lives");
    assert!(!thinking.answers_within(Duration::ZERO).expect("the spawner lives"));
    assert!(thinking.answers_within(LONG).expect("the spawner lives"));
    assert_eq!(thinking.read_line(LONG).expect("the spawner lives"), line("done"));
    assert!(thinking.clock().wall >= Duration::from_millis(100), "{:?}", thinking.clock());
}

#[test]
fn a_program_that_sleeps_before_an_answer_of_two_lines_is_charged_for_it() {
    let job = Job {
        level: Some(Level::Limits),
        limits: patient(),
        ..Job::new("/bin/sh", Profile::Native)
            .arguments(["-c", r"read a; sleep 1; printf 'a\nb\n'"])
    };
    let mut spawner = spawner();
    let mut running = spawner.open(&job).expect("it starts");
    running.write(b"go\n").expect("the spawner lives");
    for answer in ["a", "b"] {
        running.answers_within(sandbox::MOMENT).expect("the spawner lives");
        assert_eq!(running.read_line(LONG).expect("the spawner lives"), line(answer));
    }
    let clock = running.clock();
    assert!(clock.charged() >= Duration::from_millis(500), "{clock:?}");
}

/// The processor time that a process has used.
fn taken_by(running: &Running) -> Duration {
    first_number(&format!("/proc/{}/schedstat", running.pid()))
}

fn first_number(file: &str) -> Duration {
    let text = std::fs::read_to_string(file).expect("the kernel counts");
    Duration::from_nanos(
        text.split(' ').next().and_then(|number| number.parse().ok()).expect("a number"),
    )
}

/// Waits until a program has used this much processor time, even on a busy machine.
fn let_compute(running: &Running, time: Duration) {
    let (before, start) = (taken_by(running), Instant::now());
    while taken_by(running) - before < time {
        assert!(start.elapsed() < LONG, "it does not compute");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn who_ponders_does_so_on_its_own_clock() {
    const WHILE: Duration = Duration::from_millis(30);
    let mut spawner = spawner();
    let mut ponderer = spawner.open(&deed(Level::Limits, &["ponder"])).expect("it starts");
    assert_eq!(ask(&mut ponderer, "a\n"), line("a"));
    let_compute(&ponderer, WHILE);
    // Stopping the program does not reduce the time that it is charged.
    ponderer.freeze().expect("it runs");
    assert_eq!(ask(&mut ponderer, "b\n"), line("b"));
    let clock = ponderer.clock();
    assert!(clock.cpu >= WHILE && clock.charged() >= WHILE, "{clock:?}");
    assert!(ponderer.finish(LONG).expect("the spawner lives").is_success());
}

/// While the referee uses the processor that it shares with the program, the program seems to wait
/// for a processor.
#[test]
fn a_program_that_talks_to_itself_is_not_kept_waiting() {
    let cpu = slots()[0];
    let mut spawner = Spawner::start_from(&spawner_program(), Some(cpu)).expect("a spawner starts");
    keep_to(cpu).expect("the slot is ours");
    for to in ["error", "output"] {
        let mut job = deed(Level::Limits, &["murmur", to]);
        (job.limits.line, job.limits.output) = (1 << 30, 1 << 30);
        let mut running = spawner.open(&job).expect("it starts");
        running.write(b"a\n").expect("the spawner lives");
        let before = first_number("/proc/thread-self/schedstat");
        let heard = running.read_line(Duration::from_millis(500)).expect("the spawner lives");
        let (referees, clock) =
            (first_number("/proc/thread-self/schedstat") - before, running.clock());
        assert_eq!(heard, Heard::Breach(Breach::Late));
        // If the referee woke for each word, it would use as much time as the program. On a busy
        // machine the program gets less time, but the referee wakes just as often.
        assert!(clock.cpu > 3 * referees, "{to}: the referee took {referees:?} of {clock:?}");
    }
}

#[test]
fn processor_time_of_a_move_is_the_programs() {
    let mut spawner = spawner();
    let mut running = spawner.open(&deed(Level::Limits, &["busy", "1000"])).expect("it starts");
    running.write(b"").expect("the spawner lives");
    assert_eq!(running.read_line(LONG).expect("the spawner lives"), line("done"));
    let clock = running.clock();
    // The program computes for one second of wall time. This second consists of processor time,
    // waits for a processor, and the time before the question. The clock counts only the first two.
    assert!(clock.cpu + clock.waited > Duration::from_millis(50), "{clock:?}");
    // The two times are not read at the same moment, so they may differ a little.
    assert!(clock.cpu <= 2 * clock.wall, "{clock:?}");
}

#[test]
fn processor_time_of_a_last_move_is_known_although_the_program_is_gone() {
    let mut spawner = spawner();
    let mut running = spawner.open(&deed(Level::Limits, &["busy", "1000"])).expect("it starts");
    running.write(b"").expect("the spawner lives");
    let process = format!("/proc/{}", running.pid());
    while std::fs::exists(&process).expect("/proc can be looked at") {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(running.read_line(LONG).expect("the spawner lives"), line("done"));
    let clock = running.clock();
    assert!(clock.cpu + clock.waited > Duration::from_millis(25), "{clock:?}");
}
