//! What holds on every system with a POSIX shell.

use std::time::Duration;

use super::{Running, Spawner};
use crate::{Breach, Ended, Error, Heard, How, Job, Level, Limits, Profile};

/// Longer than anything here takes on the busiest machine.
const LONG: Duration = Duration::from_secs(60);
/// Of a program that is to be late.
const SHORT: Duration = Duration::from_millis(50);

/// A job that a shell does.
fn job(script: &str) -> Job {
    let limits = Limits { wall: LONG, ..Limits::default() };
    Job { limits, ..Job::new("/bin/sh", Profile::Native).arguments(["-c", script]) }
}

fn spawner() -> Spawner {
    Spawner::start(None).expect("nothing is needed for it")
}

fn run(job: &Job, input: &[u8]) -> Ended {
    spawner().run(job, input).expect("a shell starts")
}

/// A conversation, and whoever must live as long as it does.
fn open(job: &Job) -> (Spawner, Running) {
    let mut spawner = spawner();
    let running = spawner.open(job).expect("a shell starts");
    (spawner, running)
}

fn ask(running: &mut Running, text: &str) -> Heard {
    running.write(text.as_bytes()).expect("the system works");
    running.read_line(LONG).expect("the system works")
}

fn line(text: &str) -> Heard {
    Heard::Line(text.as_bytes().to_vec())
}

#[test]
fn programs_run_to_their_ends() {
    let large = &*"x".repeat(1 << 20);
    let cases = [
        ("cat", "3 4\n", How::Exited(0), "3 4\n", ""),
        ("cat", large, How::Exited(0), large, ""),
        ("cat >&2; exit 3", "no", How::Exited(3), "", "no"),
        ("true", large, How::Exited(0), "", ""),
        ("exec <&-; echo deaf", large, How::Exited(0), "deaf\n", ""),
        ("kill -9 $$", "", How::Signalled(9), "", ""),
        ("exec >&- 2>&-; read line; exit 7", "quiet\n", How::Exited(7), "", ""),
    ];
    for (script, input, how, stdout, stderr) in cases {
        let ended = run(&job(script), input.as_bytes());
        let streams = [&ended.stdout, &ended.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(streams == [stdout, stderr], "{script}: {} bytes", streams[0].len());
        assert_eq!((ended.how, ended.breach, ended.level), (how, None, Level::Limits), "{script}");
    }
}

#[test]
fn bounds_end_programs() {
    let late = Limits { wall: SHORT, ..Limits::default() };
    let flood = Limits { wall: LONG, output: 100_000, ..Limits::default() };
    let cases = [
        ("exec sleep 600", &late, Breach::Late),
        ("exec >&- 2>&-; exec sleep 600", &late, Breach::Late),
        ("while :; do echo noise >&2; done", &late, Breach::Late),
        ("while :; do echo flood; done", &flood, Breach::Output),
    ];
    for (script, limits, breach) in cases {
        let ended = run(&Job { limits: limits.clone(), ..job(script) }, &vec![b'x'; 1 << 20]);
        assert_eq!((ended.how, ended.breach), (How::Signalled(9), Some(breach)), "{script}");
        assert!(ended.stdout.is_empty() || ended.stdout.len() == 100_000, "{script}: {}", ended.stdout.len());
    }
}

#[test]
fn the_beginning_of_standard_error_is_kept() {
    let limits = Limits { wall: LONG, stderr: 10, ..Limits::default() };
    let ended = run(&Job { limits, ..job("for i in 1 2 3 4 5 6 7 8; do echo error $i >&2; done") }, b"");
    assert_eq!(ended.stderr, b"error 1\ner");
    assert!(ended.is_success());
}

#[test]
fn two_programs_answer_in_turns() {
    let mut spawner = spawner();
    let [mut a, mut b] = [(); 2].map(|()| spawner.open(&job("cat")).expect("it starts"));
    for i in 0..100 {
        assert_eq!(ask(&mut a, &format!("a {i}\n")), line(&format!("a {i}")));
        b.write(format!("b {i}\r\nrest\n").as_bytes()).expect("the system works");
        assert_eq!(b.read_line_against(&mut a, LONG).expect("the system works"), line(&format!("b {i}")));
        assert_eq!(b.read_line(LONG).expect("the system works"), line("rest"));
    }
    assert!(a.clock().wall > Duration::ZERO && a.clock().wall < LONG, "{:?}", a.clock());
    assert_eq!((a.unread(), a.unheard(), a.out_of_turn()), (0, 0, Duration::ZERO));
    assert!(a.finish(LONG).expect("the system works").is_success());
    let killed = b.kill().expect("the system works");
    assert_eq!((killed.how, killed.breach), (How::Signalled(9), None));
}

#[test]
fn answers_that_nobody_asked_for_are_seen_and_kept() {
    let (_spawner, mut running) = open(&job("printf 'one\\ntwo\\nthree'; read line; exit 5"));
    assert_eq!(running.read_line(LONG).expect("the system works"), line("one"));
    while running.unread() < 9 {
        std::thread::yield_now();
    }
    assert!(running.answers_within(LONG).expect("the system works"), "there is a line");
    assert_eq!(running.read_line(LONG).expect("the system works"), line("two"));
    let ended = running.finish(LONG).expect("the system works");
    assert_eq!((ended.how, &ended.stdout[..]), (How::Exited(5), &b"three"[..]));
}

#[test]
fn a_conversation_ends_in_one_of_these_ways() {
    let long_line = "dd if=/dev/zero bs=1000 count=1000 2>/dev/null; exec sleep 600";
    let cases = [
        ("cat >/dev/null", Heard::Breach(Breach::Late), How::Signalled(9)),
        (long_line, Heard::Breach(Breach::Line), How::Signalled(9)),
        ("printf '%01001d\\n' 1; exec sleep 600", Heard::Breach(Breach::Line), How::Signalled(9)),
        ("printf rest; exit 4", Heard::Closed(b"rest".to_vec()), How::Exited(4)),
        ("exec >&-; cat >/dev/null", Heard::Closed(Vec::new()), How::Exited(0)),
    ];
    for (script, heard, how) in cases {
        let limits = Limits { wall: LONG, line: 1000, ..Limits::default() };
        let (_spawner, mut running) = open(&Job { limits, ..job(script) });
        running.write(b"move\n").expect("the system works");
        let within = if heard == Heard::Breach(Breach::Late) { SHORT } else { LONG };
        assert!(!running.answers_within(Duration::ZERO).expect("the system works") || within == LONG);
        assert_eq!(running.read_line(within).expect("the system works"), heard, "{script}");
        assert_eq!(running.read_line(within).expect("the system works"), again(&heard), "{script}, asked again");
        let ended = running.finish(LONG).expect("the system works");
        assert_eq!(ended.how, how, "{script}");
    }
}

/// What is heard after that.
fn again(heard: &Heard) -> Heard {
    if matches!(heard, Heard::Closed(_)) { Heard::Closed(Vec::new()) } else { heard.clone() }
}

#[test]
fn a_full_pipe_that_nobody_reads_is_late() {
    let limits = Limits { wall: SHORT, ..Limits::default() };
    let (_spawner, mut running) = open(&Job { limits, ..job("exec sleep 600") });
    running.write(&vec![b'x'; 1 << 20]).expect("the system works");
    assert_eq!(running.read_line(LONG).expect("the system works"), Heard::Breach(Breach::Late));
}

#[test]
fn who_lets_go_of_a_program_ends_it() {
    let (spawner, mut running) = open(&job("echo $$; exec sleep 600"));
    assert_eq!(running.read_line(LONG).expect("the system works"), line(&running.pid().to_string()));
    drop(spawner);
    let ended = running.finish(LONG).expect("the system works");
    assert_eq!((ended.how, ended.breach), (How::Signalled(9), None));
    let (_spawner, running) = open(&job("exec sleep 600"));
    let pid = running.pid();
    drop(running);
    assert!(!run(&job(&format!("kill -0 {pid}")), b"").is_success(), "it lives on");
}

#[test]
fn processes_that_a_program_leaves_are_not_waited_for() {
    let leaves_one = job("sleep 600 & echo $!");
    let ended = run(&leaves_one, b"");
    let (_spawner, mut running) = open(&leaves_one);
    let heard = running.read_line(LONG).expect("the system works");
    let closed = running.read_line(LONG).expect("the system works");
    let Heard::Line(second) = heard else { panic!("{heard:?}") };
    for pid in [ended.stdout, second].map(String::from_utf8) {
        assert!(run(&job(&format!("kill {}", pid.expect("a number"))), b"").is_success(), "it lived on");
    }
    assert_eq!((ended.breach, closed), (None, Heard::Closed(Vec::new())));
}

#[test]
fn a_level_that_is_not_there_is_an_error() {
    let mut spawner = spawner();
    for probe in spawner.levels().to_vec() {
        let job = Job { level: Some(probe.level), ..job("true") };
        match (spawner.run(&job, b""), probe.why_not) {
            (Ok(ended), None) => assert!(ended.is_success() && probe.level == Level::Limits),
            (Err(Error::Level { required, why }), Some(reason)) => assert_eq!((required, why), (probe.level, reason)),
            (other, _) => panic!("{:?}: {other:?}", probe.level),
        }
    }
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let with =
        |program: &str, directory: &str| Job { directory: directory.into(), ..Job::new(program, Profile::Native) };
    let cases = [
        (with("/nowhere", "/"), "cannot execute /nowhere: "),
        (with("/etc/passwd", "/"), "cannot execute /etc/passwd: "),
        (with("/bin/sh", "/nowhere"), "cannot enter /nowhere: "),
        (with("/bin/sh", "/etc/passwd"), "cannot enter /etc/passwd: "),
        (Job { writable: vec!["/tmp".into()], ..job("true") }, "only a compiler or valgrind may write files"),
    ];
    for (job, words) in cases {
        let error = spawner().run(&job, b"").expect_err("it makes no sense");
        assert!(error.to_string().starts_with(words), "{error}");
    }
}

#[test]
fn a_program_gets_its_own_name_environment_and_folder() {
    let mut job = job("echo $0 $HOME $SECRET $CARGO_MANIFEST_DIR; pwd");
    job.arguments.push("name".into());
    job.directory = "/usr".into();
    job.environment.push(("SECRET".into(), "told".into()));
    assert_eq!(String::from_utf8_lossy(&run(&job, b"").stdout), "name / told\n/usr\n");
}
