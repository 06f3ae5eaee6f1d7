//! The settings for judging, and the limits of the judged programs.

use std::time::Duration;

use rules::{Answers, Program};
use sandbox::{Level, Limits};

use submission::Compilers;

/// The settings for judging, and the limits of the judged programs.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The program that the task asks for, with the game's explanation of wrong answers.
    pub program: &'static Program,
    /// The rule that decides whether an output is right.
    pub answers: Answers,
    /// The limit on the wall time of a case.
    pub time: Duration,
    /// The limit on the processor time for compiling a program.
    pub compile_time: Duration,
    /// A program that is late in this many cases is not run on the rest.
    pub stop_after: usize,
    /// The limit on the memory of a case, in bytes.
    pub memory: u64,
    /// The limit on the stack in bytes, in addition to `memory`.
    pub stack: u64,
    /// The level of confinement. On a machine that does not have the level, nothing is judged.
    pub level: Level,
    /// Whether programs run under valgrind. If they do, any report of valgrind fails the case.
    pub valgrind: bool,
    /// Whether executables get the constants of a set of cases as arguments.
    pub pass_params: bool,
    /// The options with which sources are compiled.
    pub compilers: Compilers,
    /// Whether a program that fails is run a second time, with checks that may say where.
    pub looks_closer: bool,
    /// The command line of this judge: the words before the program, and the flags after it. This
    /// command reproduces failures that occur only in the sandbox.
    pub command: [String; 2],
}

/// How much longer a case may take under valgrind. Its manual says that programs run 10 to 50 times
/// slower; the times of tasks leave right programs much room.
const VALGRIND_TIMES: u32 = 10;
/// The bytes that valgrind needs for its own records of the program's memory.
const VALGRIND_ROOM: u64 = 512 << 20;
/// A right answer is at most this many bytes longer than the expected one. It may have other white
/// space, or choose another right move.
const OUTPUT_ROOM: u64 = 64 << 10;
/// The greatest number of bytes of standard error that are kept: enough for a report of a sanitizer
/// or of valgrind.
const STDERR: u64 = 16 << 10;

impl Conditions {
    /// How many times longer than usual a program may take whose interpreter takes `room` bytes. A
    /// program with a `room` greater than 0 does not run under valgrind, even if `valgrind` is set.
    pub(crate) fn times(&self, room: u64) -> u32 {
        if self.valgrind && room == 0 { VALGRIND_TIMES } else { 1 }
    }

    /// The limits of a case. Its expected output has `expected` bytes, and the program's
    /// interpreter takes `room` bytes.
    pub(crate) fn limits(&self, expected: usize, room: u64) -> Limits {
        let times = self.times(room);
        let time = times * self.time;
        let memory = if times > 1 { 4 * self.memory + VALGRIND_ROOM } else { self.memory + room };
        let output = most_output(expected);
        let stack = self.stack;
        Limits { wall: time, cpu: time, memory, stack, output, stderr: STDERR, ..Limits::default() }
    }
}

/// An output may have at most this many bytes if the expected output has `expected` bytes. A longer
/// output is a flood.
pub(crate) fn most_output(expected: usize) -> u64 {
    2 * expected as u64 + OUTPUT_ROOM
}
