//! What is to be run, and within what bounds.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How well a program is confined. Level 1 adds to level 0; levels 2 and 3 each add to level 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Limits on memory, processor time and open files, and a clock; on other systems than Linux the clock and a bound
    /// on output alone. A hostile program can do all that its user can.
    Limits = 0,
    /// And Landlock (which files, no network) and seccomp (which system calls): no root needed.
    Confined = 1,
    /// And a cgroup of its own, where the administrator has delegated one: memory and number of all processes together.
    Cgroup = 2,
    /// And namespaces of its own, where they are allowed: an empty network, no shared memory with others. It has a
    /// cgroup as well where one is delegated.
    Namespaces = 3,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 4] = [Level::Limits, Level::Confined, Level::Cgroup, Level::Namespaces];

    /// The level's number, as it is written in results.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// What the level consists of, in a few words.
    pub fn what(self) -> &'static str {
        match self {
            Level::Limits if cfg!(target_os = "linux") => "rlimits and a clock",
            Level::Limits => "bounded time and output",
            Level::Confined => "Landlock and seccomp",
            Level::Cgroup => "a cgroup of its own",
            Level::Namespaces => "namespaces of its own",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {} ({})", self.number(), self.what())
    }
}

/// What kind of program it is, which decides what it may do at level 1 and which limit holds its memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// Made by a compiler: one thread, no other program. Memory is its address space.
    Native,
    /// The Python interpreter: one thread, its library readable. Memory is its address space.
    Python,
    /// Node or the Java machine: threads. They reserve address space that they never use, so memory is their data.
    Node,
    /// A native program under one of valgrind's tools, which reserve much address space. What is executed is the tool itself, not
    /// the launcher that would look for it. It makes notes in a [writable](Job::writable) folder; the program may not.
    Valgrind,
    /// A compiler: starts other programs, reads the system's files, writes where the job says. Memory is its data.
    Compiler,
}

impl Profile {
    /// Whether a job of this kind may write files at all.
    pub fn may_write(self) -> bool {
        matches!(self, Profile::Valgrind | Profile::Compiler)
    }

    /// All profiles.
    pub const ALL: [Profile; 5] =
        [Profile::Native, Profile::Python, Profile::Node, Profile::Valgrind, Profile::Compiler];

    /// Of so many files that a job lets a program have open, those of this kind get so many times as many: a worker of node's takes
    /// five, and there may be one for each processor.
    #[cfg(target_os = "linux")]
    pub(crate) fn files(self) -> u64 {
        if self == Profile::Node { 4 } else { 1 }
    }

    /// Whether the limit on memory holds the whole address space, which counts memory shared with others as well.
    pub fn limits_address_space(self) -> bool {
        matches!(self, Profile::Native | Profile::Python)
    }
}

/// How much a program may use. Sizes are in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time from its start, or in a conversation from the last byte written to it, as a clock on the wall shows, without what it waited for a
    /// processor. [`GRACE`] comes on top, and ten times both is the most that passes on the wall.
    pub wall: Duration,
    /// Processor time over its whole life. The kernel counts whole seconds, so the last one may be exceeded.
    pub cpu: Duration,
    /// Memory without the main stack: address space or data, as the profile says. Libraries count. What may be written and is
    /// not shared never exceeds it; the rest of an address space may where the stack leaves room. Where it is data, the kernel does not
    /// count all that a program can hold, so on Linux it is weighed as it runs, and killed where that is over by more than an eighth.
    pub memory: u64,
    /// The stack of its main thread.
    pub stack: u64,
    /// All that it may print on standard output.
    pub output: u64,
    /// The longest line that it may answer in a conversation, without its end.
    pub line: u64,
    /// How much of its standard error is kept; the rest is read and dropped.
    pub stderr: u64,
    /// How many files it may have open at once.
    pub files: u64,
    /// How large a file it may write, where the job lets it write at all.
    pub file_size: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            memory: 256 << 20,
            stack: 8 << 20,
            output: 16 << 20,
            line: 64 << 10,
            stderr: 64 << 10,
            files: 256,
            file_size: 64 << 20,
        }
    }
}

/// For so long after the other side was asked may a program go on with what it was doing, before it is
/// [frozen](crate::Running::freeze). Ten times what freezing costs.
pub const MOMENT: Duration = Duration::from_micros(200);

/// So much more than its limit may a program take: the kernel counts a wait for a processor when it is over, and so long may one last.
pub const GRACE: Duration = Duration::from_millis(20);

/// A program that is kept waiting for a processor may take so many times its limit, with the grace, on the wall.
pub(crate) const LONGEST: u32 = 10;

/// A program to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// An executable file, not a script. No search along PATH is made: see [`find`](crate::find()).
    pub program: PathBuf,
    /// What follows the program's name.
    pub arguments: Vec<OsString>,
    /// The whole environment; nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// Where it runs.
    pub directory: PathBuf,
    /// What kind of program it is.
    pub profile: Profile,
    /// How much it may use.
    pub limits: Limits,
    /// Files and folders that it may read besides those that its profile needs.
    pub readable: Vec<PathBuf>,
    /// Files and folders that it may write as well. Only a compiler may, and valgrind, which keeps a few lines in the
    /// folder that `TMPDIR` names; for other profiles it is an error.
    pub writable: Vec<PathBuf>,
    /// Exactly this level; where the machine falls short of it, the job is an error. Without one it is level 1, or
    /// level 0 where there is no better; [`Ended::level`](crate::Ended::level) tells which.
    pub level: Option<Level>,
}

impl Job {
    /// A job with the default limits, a few harmless variables in its environment, and nothing writable.
    pub fn new(program: impl AsRef<Path>, profile: Profile) -> Job {
        let variable = |(name, value): (&str, &str)| (name.into(), value.into());
        Job {
            program: program.as_ref().to_path_buf(),
            arguments: Vec::new(),
            environment: environment(profile).map(variable).collect(),
            directory: PathBuf::from("/"),
            profile,
            limits: Limits::default(),
            readable: Vec::new(),
            writable: Vec::new(),
            level: None,
        }
    }

    /// The job with these arguments after the program's name.
    pub fn arguments<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Job {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }
}

/// Variables that make programs behave alike on all machines.
fn environment(profile: Profile) -> impl Iterator<Item = (&'static str, &'static str)> {
    let always = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("HOME", "/")];
    let own: &[_] = match profile {
        // It may write no cache of compiled modules, and the order of a set must not differ from run to run.
        // And libraries of numbers must not start threads, which it may not.
        Profile::Python => &[("PYTHONDONTWRITEBYTECODE", "1"), ("PYTHONHASHSEED", "0"), ("OPENBLAS_NUM_THREADS", "1")],
        // Its way of input and output by io_uring is one that the sandbox closes.
        Profile::Node => &[("UV_USE_IO_URING", "0")],
        _ => &[],
    };
    always.into_iter().chain(own.iter().copied())
}
