//! Turns the kernel's counts into a report, and decides whether the program failed for lack of
//! memory.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use super::protocol::End;
use crate::ended::is_nearly;
use crate::{Breach, Ended, GRACE, How, Level, Limits};

/// The output of a program.
#[derive(Debug)]
pub(crate) struct Streams {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Sums up a program's end.
pub(crate) fn summarize(
    end: &End,
    breach: Option<Breach>,
    limits: &Limits,
    streams: Streams,
    wall: Duration,
    waited: Duration,
    level: Level,
) -> Ended {
    let how = how(end.status as i32);
    let cpu = Duration::from_micros(end.cpu_us);
    let peak_memory = if end.group_peak_kib > 0 { end.group_peak_kib } else { end.peak_kib } << 10;
    let breach = breach.or_else(|| inferred(end, how, limits, &streams.stderr));
    let Streams { stdout, stderr } = streams;
    let refused = Some(end.refused.clone()).filter(|path| !path.is_empty());
    Ended { how, breach, refused, wall, cpu, waited, peak_memory, stdout, stderr, level }
}

fn how(status: i32) -> How {
    let status = ExitStatus::from_raw(status);
    match (status.code(), status.signal()) {
        (Some(code), _) => How::Exited(code),
        (None, signal) => How::Signalled(signal.unwrap_or(0)),
    }
}

/// The breach that can be inferred from the program's end, if no breach was noticed before.
fn inferred(end: &End, how: How, limits: &Limits, stderr: &[u8]) -> Option<Breach> {
    if !end.denied.is_empty() {
        return Some(Breach::Denied(end.denied.clone()));
    }
    if let Some(total) = end.total {
        return Some(Breach::Total(total));
    }
    let cpu = Duration::from_micros(end.cpu_us);
    if how == How::Signalled(libc::SIGXCPU) || cpu > limits.cpu.saturating_add(GRACE) {
        return Some(Breach::Cpu);
    }
    let badly = how != How::Exited(0);
    let is_memory = badly && died_of_memory(end, how, limits, stderr);
    // If a program was killed after it had used more than half of the processor time that its limit
    // allows, the cause is taken to be the kernel's limit.
    let is_cpu = how == How::Signalled(libc::SIGKILL) && cpu.saturating_mul(2) > limits.cpu;
    is_memory.then_some(Breach::Memory).or(is_cpu.then_some(Breach::Cpu))
}

/// Parts of the messages that run-time libraries print when memory is refused. Python's messages
/// are checked separately.
const LAST_WORDS: [&str; 9] = [
    "memory allocation of",     // Rust
    "bad_alloc",                // C++
    "Cannot allocate memory",   // the C library's text for ENOMEM
    "failed to map segment",    // the loader, about a library
    "ut of memory",             // Go, node, and most hand-written messages
    "OutOfMemoryError",         // Java
    "Could not reserve enough", // Java, at its start
    "Runtime error 203",        // Free Pascal: heap overflow
    "Could not allocate",       // valgrind and others
];

/// Parts of the messages of programs that end for another reason than a lack of memory. Even such a
/// program may hold nearly as much memory as the limit allows, for example in a large table.
const OTHER_LAST_WORDS: [&str; 9] = [
    "assertion",              // the C library
    "runtime error:",         // UBSan
    "sanitizer",              // the other sanitizers
    "runtime error ",         // Free Pascal
    "panicked at",            // Rust
    "terminate called",       // C++
    "traceback (most recent", // Python
    "\n    at ",              // node and Java
    "*** stack smashing",     // the C library
];

/// If one of these words occurs together with one of [`OTHER_LAST_WORDS`], the cause may still be a
/// lack of memory: the program may not have checked whether it got the memory.
const OF_REFUSALS: [&str; 4] = ["null", "alloc", "memory", "runtime error 216"];

/// The process that starts programs holds this much memory itself, and the kernel never reports a
/// lower peak for a program.
const FLOOR_KIB: u64 = 1 << 10;

/// Whether a program that ended badly did so for lack of memory. Only the program itself knows that
/// an allocation failed, so this is an inference. The result is true in three cases: one request
/// exceeded the limit; the program's messages tell of a lack of memory; or the program held nearly
/// the limit and gave no other reason.
fn died_of_memory(end: &End, how: How, limits: &Limits, stderr: &[u8]) -> bool {
    let stderr = String::from_utf8_lossy(stderr);
    let held_nearly_all = end.peak_kib > FLOOR_KIB && is_nearly(end.peak_kib << 10, limits.memory);
    let said_so =
        LAST_WORDS.iter().any(|words| stderr.contains(words)) || pythons_last_words(how, &stderr);
    end.memory_refused || said_so || (held_nearly_all && !said_otherwise(&stderr))
}

/// Whether the program's messages give another reason than a lack of memory.
fn said_otherwise(stderr: &str) -> bool {
    let stderr = stderr.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|words| stderr.contains(words));
    has(&OTHER_LAST_WORDS) && !has(&OF_REFUSALS)
}

/// Whether the program ended as Python does when memory is refused. Other programs may print
/// `MemoryError` for other reasons, so the name counts only in the last line and with exit code 1.
fn pythons_last_words(how: How, stderr: &str) -> bool {
    let last = stderr.lines().next_back().unwrap_or_default();
    how == How::Exited(1)
        && last.split(':').next().is_some_and(|name| name.ends_with("MemoryError"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summed(end: &End, stderr: &str) -> Option<Breach> {
        let streams = Streams { stdout: Vec::new(), stderr: stderr.into() };
        summarize(
            end,
            None,
            &Limits::default(),
            streams,
            Duration::ZERO,
            Duration::ZERO,
            Level::Limits,
        )
        .breach
    }

    /// An exit code as `wait` encodes it.
    const EXIT_1: u64 = 1 << 8;
    const ABORTED: u64 = libc::SIGABRT as u64;

    #[test]
    fn memory_is_blamed_only_for_a_bad_end_that_shows_it() {
        let nearly_all = 250 << 10;
        assert_eq!(summed(&End { peak_kib: nearly_all, ..End::default() }, ""), None);
        let few = Limits { memory: 1 << 20, ..Limits::default() };
        let small = End { status: EXIT_1, peak_kib: 1 << 10, ..End::default() };
        assert!(
            !died_of_memory(&small, How::Exited(1), &few, b""),
            "this peak may belong to the process that starts programs"
        );
        for status in [EXIT_1, ABORTED] {
            assert_eq!(summed(&End { status, ..End::default() }, "my mistake"), None);
            assert_eq!(
                summed(&End { status, peak_kib: nearly_all, ..End::default() }, ""),
                Some(Breach::Memory)
            );
            let full = End { status, peak_kib: nearly_all, ..End::default() };
            for said in [
                "a.c:7: main: Assertion `best >= 0' failed.",
                "Runtime error 201 at $0040",
                "index.js:3\n    at f",
            ] {
                assert_eq!(summed(&full, said), None, "{said}");
            }
            for said in [
                "no move",
                "a.c:9:5: runtime error: member access within null pointer",
                "Runtime error 216",
            ] {
                assert_eq!(summed(&full, said), Some(Breach::Memory), "{said}");
            }
            assert_eq!(
                summed(&End { status, memory_refused: true, ..End::default() }, ""),
                Some(Breach::Memory)
            );
            assert_eq!(
                summed(&End { status, ..End::default() }, "memory allocation of 8 bytes failed"),
                Some(Breach::Memory)
            );
        }
    }

    #[test]
    fn a_name_that_every_program_knows_is_believed_of_python_alone() {
        const EXIT_3: u64 = 3 << 8;
        let said = |status, stderr| summed(&End { status, ..End::default() }, stderr);
        let traceback = r#"Traceback (most recent call last):
  File "a.py", line 1, in <module>
MemoryError
"#;
        assert_eq!(said(EXIT_1, traceback), Some(Breach::Memory));
        assert_eq!(
            said(EXIT_1, "numpy._ArrayMemoryError: Unable to allocate 8 GiB\n"),
            Some(Breach::Memory)
        );
        assert_eq!(said(EXIT_3, traceback), None);
        assert_eq!(said(EXIT_1, "MemoryError\nValueError: MemoryError\n"), None);
    }

    #[test]
    fn processor_time_and_forbidden_calls_come_before_memory() {
        let late = End {
            status: libc::SIGKILL as u64,
            cpu_us: 10_020_001,
            memory_refused: true,
            ..End::default()
        };
        assert_eq!(summed(&late, ""), Some(Breach::Cpu));
        assert_eq!(
            summed(&End { denied: "socket".into(), ..late.clone() }, ""),
            Some(Breach::Denied("socket".into()))
        );
        // The kernel's limit counts ticks, which may add up to more than the time used.
        let killed = |cpu_us| summed(&End { cpu_us, memory_refused: false, ..late.clone() }, "");
        assert_eq!([8_000_000, 100_000].map(killed), [Some(Breach::Cpu), None]);
    }
}
