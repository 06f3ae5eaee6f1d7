//! Tests of what a sandboxed program cannot do. Each test also shows that the same deed succeeds
//! without the sandbox.
#![cfg(target_os = "linux")]

mod cgroup;
mod conversation;
mod hostile;
mod limits;
mod node;
mod ordinary_user;
mod own_root;
mod profiles;
mod totals;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Ended, Job, Level, Limits, Profile, Spawner};

/// The environment variable that names the folder of these tests' programs, if cargo has not put
/// them in its own folder.
const PROGRAMS: &str = "SANDBOX_TEST_PROGRAMS";

fn program(name: &str, built: &str) -> PathBuf {
    std::env::var_os(PROGRAMS).map_or(PathBuf::from(built), |folder| Path::new(&folder).join(name))
}

fn badbot() -> PathBuf {
    program("badbot", env!("CARGO_BIN_EXE_badbot"))
}

fn spawner_program() -> PathBuf {
    program("sandbox-spawner", env!("CARGO_BIN_EXE_sandbox-spawner"))
}

fn spawner() -> Spawner {
    Spawner::start_from(&spawner_program(), None).expect("a spawner starts")
}

/// A time longer than any test here takes on the busiest machine.
const LONG: Duration = Duration::from_secs(60);

/// The default limits, with much more time, for a busy machine.
fn patient() -> Limits {
    Limits { wall: LONG, cpu: LONG, ..Limits::default() }
}

/// A job that runs `badbot` with a deed and its argument at this level.
fn deed(level: Level, words: &[&str]) -> Job {
    let job = Job::new(badbot(), Profile::Native).arguments(words.iter().copied());
    Job { level: Some(level), limits: patient(), ..job }
}

fn run(job: &Job) -> Ended {
    spawner().run(job, b"").expect("the job makes sense")
}

/// Whether the deed succeeded.
fn done(ended: &Ended) -> bool {
    ended.stdout.ends_with(b"done\n")
}

/// Prints that something cannot be tested on this machine. With `LUDOTEKA_TESTS=all`, fails
/// instead.
fn untested(what: &str) {
    eprintln!("not tested: {what}");
    assert_ne!(
        std::env::var("LUDOTEKA_TESTS").as_deref(),
        Ok("all"),
        "LUDOTEKA_TESTS=all, but not tested: {what}"
    );
}

/// Whether the machine has level 1. If it does not, prints a message.
fn confined() -> bool {
    let lacking = spawner()
        .levels()
        .iter()
        .find(|probe| probe.level == Level::Confined)
        .and_then(|p| p.why_not.clone());
    if let Some(why) = &lacking {
        untested(&format!("level 1: {why}"));
    }
    lacking.is_none()
}

#[test]
fn a_level_that_is_not_there_is_an_error() {
    let mut spawner = spawner();
    for probe in spawner.levels().to_vec() {
        let mut job = deed(probe.level, &["none"]);
        job.level = Some(probe.level);
        match (spawner.run(&job, b""), probe.why_not) {
            (Ok(ended), None) => {
                assert!(ended.is_success() && ended.level == probe.level, "{ended:?}");
            }
            (Err(sandbox::Error::Level { required, why }), Some(reason)) => {
                assert_eq!((required, why), (probe.level, reason));
            }
            (other, why_not) => panic!("{:?}: {other:?}, {why_not:?}", probe.level),
        }
    }
}

#[test]
fn what_cannot_be_started_is_an_error_and_the_spawner_goes_on() {
    let mut spawner = spawner();
    for (path, words) in
        [("/nowhere", "/nowhere: No such file"), ("/etc/passwd", "Permission denied")]
    {
        for level in [Level::Limits, Level::Confined] {
            let mut job = Job::new(path, Profile::Native);
            job.level = Some(level);
            let error = spawner.run(&job, b"").expect_err("it is no program");
            assert!(error.to_string().contains(words), "{error}");
        }
    }
    let mut job = deed(Level::Limits, &["none"]);
    job.directory = "/nowhere".into();
    assert!(
        spawner
            .run(&job, b"")
            .expect_err("no folder")
            .to_string()
            .starts_with("cannot enter /nowhere")
    );
    job.directory = "/".into();
    job.writable.push("/tmp".into());
    assert_eq!(
        spawner.run(&job, b"").expect_err("no compiler").to_string(),
        "only a compiler or valgrind may write files"
    );
    assert!(done(&spawner.run(&deed(Level::Limits, &["none"]), b"").expect("it still works")));
}
