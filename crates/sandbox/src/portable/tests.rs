//! Tests that hold on every system with a POSIX shell.

use std::time::Duration;

use super::{Running, Spawner};
use crate::{Breach, Ended, Heard, How, Job, Level, Limits, Profile};

/// A time longer than any test here takes, even on the busiest machine.
const LONG: Duration = Duration::from_secs(60);
/// The wall time of a program that is meant to be late.
const SHORT: Duration = Duration::from_millis(50);

/// A job in which a shell runs this script within small bounds.
fn job(script: &str, wall: Duration) -> Job {
    let limits = Limits { wall, output: 1 << 20, line: 1000, stderr: 10, ..Limits::default() };
    Job { limits, ..Job::new("/bin/sh", Profile::Native).arguments(["-c", script]) }
}

fn run(job: &Job, input: &[u8]) -> Ended {
    Spawner::start(None).expect("nothing is needed for it").run(job, input).expect("a shell starts")
}

/// A conversation, and its spawner, which must live as long as the conversation.
fn open(job: &Job) -> (Spawner, Running) {
    let mut spawner = Spawner::start(None).expect("nothing is needed for it");
    let running = spawner.open(job).expect("a shell starts");
    (spawner, running)
}

fn read(running: &mut Running) -> Heard {
    running.read_line(LONG).expect("the system works")
}

fn line(text: &str) -> Heard {
    Heard::Line(text.as_bytes().to_vec())
}

#[test]
fn programs_run_to_their_ends() {
    const KILLED: How = How::Signalled(9);
    let large = &*"x".repeat(1 << 20);
    let cases = [
        ("cat", LONG, How::Exited(0), None, large, ""),
        ("cat >&2; exit 3", LONG, How::Exited(3), None, "", "xxxxxxxxxx"),
        ("exec <&-; echo deaf", LONG, How::Exited(0), None, "deaf\n", ""),
        ("kill -9 $$", LONG, KILLED, None, "", ""),
        ("exec >&- 2>&-; read line; exit 7", LONG, How::Exited(7), None, "", ""),
        ("exec >&- 2>&-; exec sleep 600", SHORT, KILLED, Some(Breach::Late), "", ""),
        ("while :; do echo noise >&2; done", SHORT, KILLED, Some(Breach::Late), "", "noise\nnois"),
        ("cat; cat /dev/zero", LONG, KILLED, Some(Breach::Output), large, ""),
    ];
    for (script, wall, how, breach, stdout, stderr) in cases {
        let ended = run(&job(script, wall), large.as_bytes());
        let streams = [&ended.stdout, &ended.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        // A late program may be killed before it has written all of this text.
        let is_heard = streams[1] == stderr || (wall == SHORT && stderr.starts_with(&*streams[1]));
        assert!(
            streams[0] == stdout && is_heard,
            "{script}: {} bytes, {}",
            streams[0].len(),
            streams[1]
        );
        assert_eq!(
            (ended.how, ended.breach, ended.level),
            (how, breach, Level::Limits),
            "{script}"
        );
    }
}

#[test]
fn two_programs_answer_in_turns() {
    let ((_a, mut a), (_b, mut b)) = (open(&job("cat", LONG)), open(&job("cat", LONG)));
    for i in 0..100 {
        for running in [&mut a, &mut b] {
            running.write(format!("b {i}\r\nrest\n").as_bytes()).expect("the system works");
            assert_eq!((read(running), read(running)), (line(&format!("b {i}")), line("rest")));
            assert_eq!((running.unread().expect("the system works"), running.at_hand()), (0, 0));
        }
    }
    assert!(a.clock().wall > Duration::ZERO && a.clock().wall < LONG, "{:?}", a.clock());
    assert!(a.finish(LONG).expect("the system works").is_success());
}

#[test]
fn standard_error_is_taken_once() {
    let script = "while read line; do echo \"$line?\" >&2; echo \"$line\"; done";
    let (_spawner, mut running) = open(&job(script, LONG));
    // The limit for standard error is ten bytes.
    for (asked, wrote) in [("one", "one?\n"), ("two", "two?\n"), ("six", "")] {
        running.write(format!("{asked}\n").as_bytes()).expect("the system works");
        assert_eq!(read(&mut running), line(asked));
        let mut taken = Vec::new();
        // Another thread reads the pipe, so the text may arrive after the answer.
        while taken.len() < wrote.len() {
            taken.extend(running.take_stderr());
            std::thread::yield_now();
        }
        assert_eq!(String::from_utf8_lossy(&taken), wrote);
    }
    assert_eq!(running.finish(LONG).expect("the system works").stderr, b"one?\ntwo?\n");
}

#[test]
fn a_conversation_ends_in_one_of_these_ways() {
    let long_line = "dd if=/dev/zero bs=1000 count=100 2>/dev/null; exec sleep 600";
    let cases = [
        ("cat >/dev/null", SHORT, Heard::Breach(Breach::Late)),
        (long_line, LONG, Heard::Breach(Breach::Line)),
        ("printf '%01001d\\n' 1; exec sleep 600", LONG, Heard::Breach(Breach::Line)),
        ("printf rest; exit 4", LONG, Heard::Closed(b"rest".to_vec())),
        ("exec >&-; cat >/dev/null; exit 4", LONG, Heard::Closed(Vec::new())),
    ];
    for (script, within, heard) in cases {
        let (_spawner, mut running) = open(&job(script, LONG));
        running.write(b"move\n").expect("the system works");
        assert_eq!(running.read_line(within).expect("the system works"), heard, "{script}");
        let (again, how) = match heard {
            Heard::Closed(_) => (Heard::Closed(Vec::new()), How::Exited(4)),
            breach => (breach, How::Signalled(9)),
        };
        assert_eq!(read(&mut running), again, "{script}, asked again");
        assert_eq!(running.finish(LONG).expect("the system works").how, how, "{script}");
    }
    let (_spawner, mut running) = open(&job("exec sleep 600", SHORT));
    running.write(&vec![b'x'; 1 << 20]).expect("the system works");
    assert_eq!(read(&mut running), Heard::Breach(Breach::Late), "the pipe stays full");
}

#[test]
fn who_lets_go_of_a_program_ends_it() {
    let (_spawner, running) = open(&job("exec sleep 600", LONG));
    let is_alive = job(&format!("kill -0 {}", running.pid()), LONG);
    assert!(run(&is_alive, b"").is_success());
    drop(running);
    assert!(!run(&is_alive, b"").is_success(), "the program is still alive");
}

#[test]
fn processes_that_a_program_leaves_are_not_waited_for() {
    let (_spawner, mut running) = open(&job("sleep 600 & echo $!", LONG));
    let Heard::Line(pid) = read(&mut running) else { panic!("a line") };
    let closed = read(&mut running);
    let kill = format!("kill {}", String::from_utf8_lossy(&pid));
    assert!(run(&job(&kill, LONG), b"").is_success(), "the process is still alive");
    assert_eq!(closed, Heard::Closed(Vec::new()));
}
