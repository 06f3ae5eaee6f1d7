//! From what the kernel counted to what is told: in particular whether memory was what a program died of.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use super::protocol::End;
use crate::ended::is_nearly;
use crate::{Breach, Ended, GRACE, How, Level, Limits};

/// What a program printed.
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

/// The breach that an end tells of without having been noticed when it happened.
fn inferred(end: &End, how: How, limits: &Limits, stderr: &[u8]) -> Option<Breach> {
    if !end.denied.is_empty() {
        return Some(Breach::Denied(end.denied.clone()));
    }
    let cpu = Duration::from_micros(end.cpu_us);
    if how == How::Signalled(libc::SIGXCPU) || cpu > limits.cpu.saturating_add(GRACE) {
        return Some(Breach::Cpu);
    }
    let badly = how != How::Exited(0);
    (badly && died_of_memory(end, how, limits, stderr)).then_some(Breach::Memory)
}

/// What run-time libraries say when they are refused memory; for Python see below.
const LAST_WORDS: [&str; 9] = [
    "memory allocation of",     // Rust
    "bad_alloc",                // C++
    "Cannot allocate memory",   // the C library's words for ENOMEM
    "failed to map segment",    // the loader, of a library
    "ut of memory",             // Go, node, and most who write their own
    "OutOfMemoryError",         // Java
    "Could not reserve enough", // Java, at its start
    "Runtime error 203",        // Free Pascal: heap overflow
    "Could not allocate",       // valgrind and others
];

/// What programs say that end for another reason, however much they hold: tables are made as large as a limit allows.
const OTHER_LAST_WORDS: [&str; 9] = [
    "assertion",              // the C library
    "runtime error:",         // UBSan
    "sanitizer",              // its relations
    "runtime error ",         // Free Pascal
    "panicked at",            // Rust
    "terminate called",       // C++
    "traceback (most recent", // Python
    "\n    at ",              // node and Java
    "*** stack smashing",     // the C library
];

/// Where one of these is among them, it may be for memory all the same: nobody looked at what came instead of it.
const OF_REFUSALS: [&str; 4] = ["null", "alloc", "memory", "runtime error 216"];

/// The process that starts programs holds so much itself, and the kernel does not tell a program's peak that lies below.
const FLOOR_KIB: u64 = 1 << 10;

/// A refusal is seen by the program alone, so this is an inference: it ended badly, and asked for more than all at once, or said
/// so, or held nearly all that it may and said nothing else.
fn died_of_memory(end: &End, how: How, limits: &Limits, stderr: &[u8]) -> bool {
    let stderr = String::from_utf8_lossy(stderr);
    let held_nearly_all = end.peak_kib > FLOOR_KIB && is_nearly(end.peak_kib << 10, limits.memory);
    let said_so = LAST_WORDS.iter().any(|words| stderr.contains(words)) || pythons_last_words(how, &stderr);
    end.memory_refused || said_so || (held_nearly_all && !said_otherwise(&stderr))
}

/// Whether its last words tell of another reason.
fn said_otherwise(stderr: &str) -> bool {
    let stderr = stderr.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|words| stderr.contains(words));
    has(&OTHER_LAST_WORDS) && !has(&OF_REFUSALS)
}

/// Whether it ended as Python does when it is refused memory. Only there the words are also a name that every program knows,
/// and may print for reasons of its own.
fn pythons_last_words(how: How, stderr: &str) -> bool {
    let last = stderr.lines().next_back().unwrap_or_default();
    how == How::Exited(1) && last.split(':').next().is_some_and(|name| name.ends_with("MemoryError"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summed(end: &End, stderr: &str) -> Option<Breach> {
        let streams = Streams { stdout: Vec::new(), stderr: stderr.into() };
        summarize(end, None, &Limits::default(), streams, Duration::ZERO, Duration::ZERO, Level::Limits).breach
    }

    /// As `wait` writes an exit code.
    const EXIT_1: u64 = 1 << 8;
    const ABORTED: u64 = libc::SIGABRT as u64;

    #[test]
    fn memory_is_blamed_only_for_a_bad_end_that_shows_it() {
        let nearly_all = 250 << 10;
        assert_eq!(summed(&End { peak_kib: nearly_all, ..End::default() }, ""), None);
        let few = Limits { memory: 1 << 20, ..Limits::default() };
        let small = End { status: EXIT_1, peak_kib: 1 << 10, ..End::default() };
        assert!(!died_of_memory(&small, How::Exited(1), &few, b""), "below the floor a peak says nothing");
        for status in [EXIT_1, ABORTED] {
            assert_eq!(summed(&End { status, ..End::default() }, "my mistake"), None);
            assert_eq!(summed(&End { status, peak_kib: nearly_all, ..End::default() }, ""), Some(Breach::Memory));
            let full = End { status, peak_kib: nearly_all, ..End::default() };
            for said in
                ["a.c:7: main: Assertion `best >= 0' failed.", "Runtime error 201 at $0040", "index.js:3\n    at f"]
            {
                assert_eq!(summed(&full, said), None, "{said}");
            }
            for said in ["no move", "a.c:9:5: runtime error: member access within null pointer", "Runtime error 216"] {
                assert_eq!(summed(&full, said), Some(Breach::Memory), "{said}");
            }
            assert_eq!(summed(&End { status, memory_refused: true, ..End::default() }, ""), Some(Breach::Memory));
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
        let traceback = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nMemoryError\n";
        assert_eq!(said(EXIT_1, traceback), Some(Breach::Memory));
        assert_eq!(said(EXIT_1, "numpy._ArrayMemoryError: Unable to allocate 8 GiB\n"), Some(Breach::Memory));
        assert_eq!(said(EXIT_3, traceback), None);
        assert_eq!(said(EXIT_1, "MemoryError\nValueError: MemoryError\n"), None);
    }

    #[test]
    fn processor_time_and_forbidden_calls_come_before_memory() {
        let late = End { status: libc::SIGKILL as u64, cpu_us: 10_020_001, memory_refused: true, ..End::default() };
        assert_eq!(summed(&late, ""), Some(Breach::Cpu));
        assert_eq!(summed(&End { denied: "socket".into(), ..late }, ""), Some(Breach::Denied("socket".into())));
    }
}
