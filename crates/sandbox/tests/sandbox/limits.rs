//! Tests of limits: a program that exceeds a limit is stopped, and the breach is named; a program
//! that stays within its limits is not disturbed.

use std::time::Duration;

use sandbox::{Breach, Ended, How, Job, Level, Limits, Profile};

use crate::{confined, deed, done, patient, run, spawner};

const MIB: u64 = 1 << 20;

/// Levels 0 and 1, or only level 0 if the machine does not have level 1.
pub(crate) fn levels() -> Vec<Level> {
    if confined() { vec![Level::Limits, Level::Confined] } else { vec![Level::Limits] }
}

fn limited(level: Level, words: &[&str], limits: Limits) -> Ended {
    run(&Job { limits, ..deed(level, words) })
}

/// Checks that the action ends in this breach under the tight limits, and succeeds under the wide
/// ones.
fn assert_bounded(words: &[&str], breach: &Breach, tight: &Limits, wide: &Limits) {
    for level in levels() {
        let ended = limited(level, words, tight.clone());
        assert_eq!(
            ended.breach.as_ref(),
            Some(breach),
            "{level} {words:?}: {:?} {}",
            ended.how,
            ended.peak_memory
        );
        assert!(!done(&ended));
        let ended = limited(level, words, wide.clone());
        assert!(
            done(&ended) && ended.is_success(),
            "{level} {words:?}: {:?} {:?}",
            ended.how,
            ended.breach
        );
    }
}

#[test]
fn memory_private_and_shared() {
    let tight = Limits { memory: 64 * MIB, ..patient() };
    let wide = Limits { memory: 1024 * MIB, ..patient() };
    for name in ["memory-private", "memory-shared"] {
        assert_bounded(&[name], &Breach::Memory, &tight, &wide);
        let ended = limited(Level::Limits, &[name], tight.clone());
        assert!(ended.peak_memory <= 64 * MIB + tight.stack, "{} bytes", ended.peak_memory);
    }
}

#[test]
fn memory_asked_for_at_once_is_known_by_the_request() {
    if confined() {
        let limits = Limits { memory: 64 * MIB, ..patient() };
        let ended = limited(Level::Confined, &["memory-at-once"], limits);
        assert_eq!((ended.breach, ended.how), (Some(Breach::Memory), How::Signalled(6)));
        assert!(ended.peak_memory < 32 * MIB, "it got no memory");
    }
}

#[test]
fn memory_that_grows_downwards_is_refused_at_once() {
    let ended = run(&deed(Level::Limits, &["memory-downwards"]));
    assert!(
        !done(&ended) && ended.peak_memory > 64 * MIB,
        "the address space limits the memory: {} bytes",
        ended.peak_memory
    );
    if confined() {
        let ended = run(&deed(Level::Confined, &["memory-downwards"]));
        assert_eq!((ended.breach, ended.how), (Some(Breach::Memory), How::Exited(1)));
        assert!(ended.peak_memory < 32 * MIB, "it got no memory");
    }
}

#[test]
fn peak_memory_is_the_programs_own() {
    let ballast = std::hint::black_box(vec![1_u8; 128 << 20]);
    let job = Job::new("/bin/grep", Profile::Native).arguments(["VmHWM", "/proc/self/status"]);
    let ended = run(&Job { level: Some(Level::Limits), limits: patient(), ..job });
    let said = String::from_utf8_lossy(&ended.stdout).to_string();
    let said: u64 = said
        .split_whitespace()
        .nth(1)
        .and_then(|kib| kib.parse().ok())
        .expect("the kernel tells its peak");
    // The two numbers differ: the kernel counts pages in batches, and grep reads its own peak
    // before it ends.
    let (peak, ballast) = (ended.peak_memory, ballast.len());
    assert!(
        peak.abs_diff(said << 10) < MIB / 4,
        "{peak} bytes, not {said} KiB, under a parent of {ballast}"
    );
}

#[test]
fn stack() {
    for level in levels() {
        let tight = limited(level, &["stack"], Limits { stack: 8 * MIB, ..patient() });
        assert!(tight.how == How::Signalled(11) && !done(&tight), "{:?}", tight.how);
        assert!(
            done(&limited(level, &["stack"], Limits { stack: 64 * MIB, ..patient() })),
            "{level}"
        );
    }
}

#[test]
fn time_on_the_wall() {
    let tight = Limits { wall: Duration::from_millis(100), ..patient() };
    // The programs run much longer than the limit, so that the test passes even if the deadline is
    // noticed late.
    for name in ["busy", "sleep", "stubborn"] {
        assert_bounded(&[name, "1500"], &Breach::Late, &tight, &patient());
    }
    let ended = limited(Level::Limits, &["sleep", "500"], patient());
    assert!(
        ended.wall >= Duration::from_millis(500) && ended.cpu < Duration::from_millis(400),
        "{ended:?}"
    );
}

#[test]
fn time_of_the_processor() {
    let tight = Limits { cpu: Duration::ZERO, ..patient() };
    let ended = limited(Level::Limits, &["busy", "60000"], tight);
    assert_eq!(ended.breach, Some(Breach::Cpu), "{:?}", ended.how);
    // The kernel's limit is a whole number of seconds, and the kernel counts ticks. So the kernel
    // may stop a program that has used less processor time than the limit.
    assert!(ended.cpu >= Duration::from_millis(250), "{:?}", ended.cpu);
}

#[test]
fn a_spawner_has_spent_what_its_programs_used() {
    for level in levels() {
        let mut spawner = spawner();
        let spent = spawner.spent();
        let ran = [0; 2].map(|_| {
            spawner.run(&deed(level, &["busy", "200"]), b"").expect("the job makes sense").cpu
        });
        assert_eq!(spent.time(), Duration::ZERO, "the spawner has not ended");
        drop(spawner);
        assert!(spent.time() >= ran[0] + ran[1], "{:?} {ran:?}", spent.time());
    }
}

#[test]
fn output() {
    let tight = Limits { output: MIB, ..patient() };
    assert_bounded(&["flood"], &Breach::Output, &tight, &patient());
    let ended = limited(Level::Limits, &["flood"], tight);
    assert_eq!(ended.stdout.len() as u64, MIB, "output within the bound is kept");
}

#[test]
fn standard_error_is_kept_up_to_its_bound_and_never_blocks() {
    for level in levels() {
        let ended = limited(level, &["noise"], Limits { stderr: 1000, ..patient() });
        assert!(ended.is_success() && done(&ended), "{:?}", ended.how);
        assert_eq!(ended.stderr, vec![b'x'; 1000]);
    }
}

#[test]
fn input_larger_than_a_pipe_arrives_and_may_be_left_unread() {
    let input = "a line of input\n".repeat(100_000);
    for level in levels() {
        let ended =
            crate::spawner().run(&deed(level, &["echo"]), input.as_bytes()).expect("it starts");
        assert!(ended.stdout == [input.as_bytes(), b"done\n"].concat(), "{level}");
        let ended =
            crate::spawner().run(&deed(level, &["none"]), input.as_bytes()).expect("it starts");
        assert!(done(&ended) && ended.is_success(), "{level}");
    }
}
