//! How a program ended, and why a job could not be run at all.

use std::fmt;
use std::io;
use std::ops::{Add, AddAssign};
use std::time::Duration;

use crate::Level;

/// How a process ended, as the kernel puts it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// By itself, with this exit code.
    Exited(i32),
    /// By this signal.
    Signalled(i32),
}

/// The bound that a program went beyond. It ends the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Breach {
    /// It took longer than its wall time.
    Late,
    /// It took more processor time.
    Cpu,
    /// It wanted more memory, and came to a bad end for it.
    Memory,
    /// It printed more.
    Output,
    /// It began a line longer than a line may be.
    Line,
    /// It asked the kernel for something forbidden: the system call, or the deed.
    Denied(String),
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breach::Late => f.write_str("out of time"),
            Breach::Cpu => f.write_str("out of processor time"),
            Breach::Memory => f.write_str("out of memory"),
            Breach::Output => f.write_str("too much output"),
            Breach::Line => f.write_str("a line too long"),
            Breach::Denied(deed) => write!(f, "forbidden call: {deed}"),
        }
    }
}

/// What time passed, seen in three ways.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// On the wall.
    pub wall: Duration,
    /// Of a processor, over all its threads.
    pub cpu: Duration,
    /// Ready to run, but waiting for a processor: large where the machine is overloaded rather than the program slow.
    /// Counts the main thread, who started the program and who listens to it, and no more than was not computed.
    pub waited: Duration,
}

impl Clock {
    /// What is on the program's own account.
    #[must_use]
    pub fn charged(&self) -> Duration {
        self.wall.saturating_sub(self.waited)
    }
}

impl Add for Clock {
    type Output = Clock;

    fn add(self, more: Clock) -> Clock {
        Clock { wall: self.wall + more.wall, cpu: self.cpu + more.cpu, waited: self.waited + more.waited }
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
    /// How the kernel saw it end. After a breach this is usually signal 9, which was ours.
    pub how: How,
    /// The bound that it went beyond, if any.
    pub breach: Option<Breach>,
    /// The file or folder, as it named it, that it was refused last without being ended for it. What libraries look at is left
    /// out; interpreters and compilers look everywhere.
    pub refused: Option<String>,
    /// From its start to its end.
    pub wall: Duration,
    /// Processor time of the program and of the processes that it waited for.
    pub cpu: Duration,
    /// Time in which it was ready to run and no processor was free.
    pub waited: Duration,
    /// The most memory that it held at a time, in bytes. A peak below 1 MiB of a program that is
    /// linked to no library and was killed may be that of the process that started it.
    /// Of all its processes together, and with the files that they read, where it has a cgroup of its own.
    pub peak_memory: u64,
    /// What it printed and nobody read before.
    pub stdout: Vec<u8>,
    /// The beginning of its standard error.
    pub stderr: Vec<u8>,
    /// The level at which it ran.
    pub level: Level,
}

impl Ended {
    /// Whether it kept all bounds and exited with code 0.
    pub fn is_success(&self) -> bool {
        self.breach.is_none() && self.how == How::Exited(0)
    }

    /// Whether it held so much that more may have been refused to it: seven eighths of this limit, in bytes.
    pub fn held_nearly(&self, memory: u64) -> bool {
        is_nearly(self.peak_memory, memory)
    }
}

/// Whether a peak is nearly the limit.
pub(crate) fn is_nearly(peak: u64, memory: u64) -> bool {
    peak >= memory / 8 * 7
}

/// What came of waiting for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// Its output ended; these bytes came after the last end of line. [`finish`](crate::Running::finish) tells why.
    Closed(Vec<u8>),
    /// It went beyond a bound and has been killed.
    Breach(Breach),
}

/// Why a job could not be run, or could not be watched any longer. Never the program's doing.
#[derive(Debug)]
pub enum Error {
    /// The machine falls short of the level that the job requires.
    Level {
        /// What was required.
        required: Level,
        /// Why it is not there.
        why: String,
    },
    /// The job makes no sense.
    Job(String),
    /// The program could not be started: what was being done, and what the system said.
    Start {
        /// The step, in words: `execute /tmp/player`.
        step: String,
        /// What the system said.
        source: io::Error,
    },
    /// The spawner process, or a pipe to it, failed.
    Spawner(io::Error),
}

impl Error {
    /// Whether the system does not take the file for a program that it can execute, whoever asks and however often; unlike what
    /// passes, as a lack of memory or of processes does.
    #[must_use]
    pub fn is_no_program(&self) -> bool {
        use io::ErrorKind::{NotFound, PermissionDenied};
        let Error::Start { step, source } = self else { return false };
        let is_known = matches!(source.kind(), NotFound | PermissionDenied);
        step.starts_with("execute ") && (is_known || source.raw_os_error() == Some(BAD_FORMAT))
    }
}

/// `ENOEXEC`, the same on every Unix, and `ERROR_BAD_EXE_FORMAT`.
const BAD_FORMAT: i32 = if cfg!(windows) { 193 } else { 8 };

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Level { required, why } => write!(f, "this machine has no {required}: {why}"),
            Error::Job(why) => f.write_str(why),
            Error::Start { step, source } => write!(f, "cannot {step}: {source}"),
            Error::Spawner(source) => write!(f, "the process that starts programs failed: {source}"),
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
