//! How a program ended, and why a job could not be run.

use std::fmt;
use std::io;
use std::ops::{Add, AddAssign};
use std::time::Duration;

use crate::Level;

/// How a process ended, in the kernel's terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// The process ended by itself, with this exit code.
    Exited(i32),
    /// A signal of this number ended the process.
    Signalled(i32),
}

/// The bound that a program exceeded. A breach ends the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Breach {
    /// The program took longer than its limit of wall time.
    Late,
    /// The program took more processor time than its limit.
    Cpu,
    /// The program asked for more memory than its limit, and ended because of that.
    Memory,
    /// The program printed more bytes than allowed.
    Output,
    /// A line was longer than allowed.
    Line,
    /// A compiler and the programs that it started together exceeded this total.
    Total(Total),
    /// The program made a forbidden system call. The text names the call, or says what it was for.
    Denied(String),
}

/// One of the [`Totals`](crate::Totals), except memory, for which there is [`Breach::Memory`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Total {
    /// The number of processes.
    Processes,
    /// The number of files.
    Files,
    /// The bytes on disk.
    Disk,
}

impl Total {
    /// All of them.
    pub const ALL: [Total; 3] = [Total::Processes, Total::Files, Total::Disk];

    fn what(self) -> &'static str {
        match self {
            Total::Processes => "too many processes",
            Total::Files => "too many files",
            Total::Disk => "too much on disk",
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breach::Late => f.write_str("out of time"),
            Breach::Cpu => f.write_str("out of processor time"),
            Breach::Memory => f.write_str("out of memory"),
            Breach::Output => f.write_str("too much output"),
            Breach::Line => f.write_str("a line too long"),
            Breach::Total(total) => f.write_str(total.what()),
            Breach::Denied(deed) => write!(f, "forbidden call: {deed}"),
        }
    }
}

/// The time of a move or a run, measured in three ways.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// The wall time.
    pub wall: Duration,
    /// The processor time of all the program's threads.
    pub cpu: Duration,
    /// The time in which a thread was ready to run, but waited for a processor. The thread is the
    /// program's main thread, the spawner, or the thread that waits for the answer. This time is
    /// long if the machine is overloaded, and is at most the wall time minus the processor time.
    pub waited: Duration,
}

impl Clock {
    /// The time charged to the program.
    #[must_use]
    pub fn charged(&self) -> Duration {
        self.wall.saturating_sub(self.waited)
    }
}

impl Add for Clock {
    type Output = Clock;

    fn add(self, more: Clock) -> Clock {
        Clock {
            wall: self.wall + more.wall,
            cpu: self.cpu + more.cpu,
            waited: self.waited + more.waited,
        }
    }
}

impl AddAssign for Clock {
    fn add_assign(&mut self, more: Clock) {
        *self = *self + more;
    }
}

/// A program's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// How the program ended, as the kernel saw it. After a breach this is usually signal 9, which
    /// the sandbox sent.
    pub how: How,
    /// The bound that the program exceeded, if any.
    pub breach: Option<Breach>,
    /// The last file or folder that the program tried to read but was not allowed to read. The name
    /// is the one that the program used. The refusal did not end the program. Files that libraries
    /// open on their own are left out, since interpreters and compilers try many paths.
    pub refused: Option<String>,
    /// The wall time from the program's start to its end.
    pub wall: Duration,
    /// The processor time of the program and of those child processes for which it waited.
    pub cpu: Duration,
    /// The time in which the program was ready to run, but no processor was free.
    pub waited: Duration,
    /// The peak of the program's memory, in bytes. If a statically linked program was killed, a
    /// peak below 1 MiB may be the peak of the process that started it. If the program has its own
    /// cgroup, the peak covers all its processes together and the cached files that they read.
    pub peak_memory: u64,
    /// The output that was still unread at the end.
    pub stdout: Vec<u8>,
    /// The beginning of the program's standard error.
    pub stderr: Vec<u8>,
    /// The level at which the program ran.
    pub level: Level,
}

impl Ended {
    /// Whether the program kept all bounds and exited with code 0.
    pub fn is_success(&self) -> bool {
        self.breach.is_none() && self.how == How::Exited(0)
    }

    /// Whether the peak of the program's memory was at least seven eighths of this limit (in
    /// bytes). In that case the kernel may have refused the program more memory.
    pub fn held_nearly(&self, memory: u64) -> bool {
        is_nearly(self.peak_memory, memory)
    }
}

/// Whether a peak of memory is close to the limit, `memory`.
pub(crate) fn is_nearly(peak: u64, memory: u64) -> bool {
    peak >= memory / 8 * 7
}

/// The result of waiting for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A whole line, without its line end.
    Line(Vec<u8>),
    /// The output ended; these bytes came after the last end of line.
    /// [`finish`](crate::Running::finish) tells why the output ended.
    Closed(Vec<u8>),
    /// The program exceeded a bound and has been killed.
    Breach(Breach),
}

/// The reason why a job could not be run, or could no longer be watched. The program is never the
/// cause.
#[derive(Debug)]
pub enum Error {
    /// The machine does not have the level that the job requires.
    Level {
        /// What was required.
        required: Level,
        /// The reason why the machine does not have this level.
        why: String,
    },
    /// The job makes no sense.
    Job(String),
    /// The program could not be started: the step that failed, and the system's error.
    Start {
        /// The step, in words: `execute /tmp/player`.
        step: String,
        /// The system's error.
        source: io::Error,
    },
    /// The spawner process, or a pipe to it, failed.
    Spawner(io::Error),
}

impl Error {
    /// Whether the cause is that the file is not an executable program. This error is permanent,
    /// unlike a lack of memory or of processes.
    #[must_use]
    pub fn is_no_program(&self) -> bool {
        use io::ErrorKind::{NotFound, PermissionDenied};
        let Error::Start { step, source } = self else { return false };
        let is_known = matches!(source.kind(), NotFound | PermissionDenied);
        step.starts_with("execute ") && (is_known || source.raw_os_error() == Some(BAD_FORMAT))
    }
}

/// The first number is `ERROR_BAD_EXE_FORMAT` on Windows. The second is `ENOEXEC`, which is the
/// same on every Unix.
const BAD_FORMAT: i32 = if cfg!(windows) { 193 } else { 8 };

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Level { required, why } => write!(f, "this machine has no {required}: {why}"),
            Error::Job(why) => f.write_str(why),
            Error::Start { step, source } => write!(f, "cannot {step}: {source}"),
            Error::Spawner(source) => {
                write!(f, "the process that starts programs failed: {source}")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Start { source, .. } | Error::Spawner(source) => Some(source),
            Error::Level { .. } | Error::Job(_) => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Spawner(error)
    }
}
