//! What a program is judged by, and within which bounds.

use std::time::Duration;

use rules::{Answers, Program};
use sandbox::{Level, Limits};

use submission::Compilers;

/// What a program is judged by, and within which bounds.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The program that is asked for; it can explain wrong answers.
    pub program: &'static Program,
    /// Which outputs are right.
    pub answers: Answers,
    /// The time on the wall that a case may take.
    pub time: Duration,
    /// The time of a processor that compiling may take.
    pub compile_time: Duration,
    /// After so many late cases a program is not run on the rest.
    pub stop_after: usize,
    /// The bytes of memory that a case may take.
    pub memory: u64,
    /// The bytes of stack besides.
    pub stack: u64,
    /// How well programs are confined; a machine that falls short of it judges nothing.
    pub level: Level,
    /// Whether programs run under valgrind, and any report fails the case.
    pub valgrind: bool,
    /// Whether executables get the constants of a set as arguments.
    pub pass_params: bool,
    /// With which options sources are compiled.
    pub compilers: Compilers,
    /// How this judge is called, for faults that only its sandbox shows: the words before the program, and the flags.
    pub command: [String; 2],
}

/// Valgrind keeps books on every byte, and needs room for itself.
const VALGRIND_ROOM: u64 = 512 << 20;
/// Any right answer is at most so much longer than the expected one: white space, or another answer.
const OUTPUT_ROOM: u64 = 64 << 10;
/// Of standard error, enough for a report.
const STDERR: u64 = 16 << 10;

impl Conditions {
    /// The bounds of a case whose expected output is so many bytes long, for a program whose interpreter
    /// takes so much room.
    pub(crate) fn limits(&self, expected: usize, room: u64) -> Limits {
        // Scripts, whose interpreters take room, run without valgrind.
        let memory = if self.valgrind && room == 0 { 4 * self.memory + VALGRIND_ROOM } else { self.memory + room };
        let output = most_output(expected);
        let stack = self.stack;
        Limits { wall: self.time, cpu: self.time, memory, stack, output, stderr: STDERR, ..Limits::default() }
    }
}

/// More than this is a flood, where so many bytes are expected.
pub(crate) fn most_output(expected: usize) -> u64 {
    2 * expected as u64 + OUTPUT_ROOM
}
