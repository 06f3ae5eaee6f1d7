//! A program to run, and the limits that apply to it.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How strictly a program is confined. Level 1 includes the restrictions of level 0; levels 2 and 3
/// each include those of level 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// A clock, and limits on memory, processor time and open files. Systems other than Linux have
    /// only the clock and a bound on output. A hostile program can do everything that its user can.
    Limits = 0,
    /// Level 0 with Landlock, which limits files and forbids TCP, and with seccomp, which limits
    /// system calls. Level 1 does not need root.
    Confined = 1,
    /// Level 1 with a cgroup, if the administrator has delegated one. The cgroup limits the number
    /// of the program's processes and their total memory.
    Cgroup = 2,
    /// Level 1 with namespaces, if the machine allows them: a file system that contains only what
    /// the program may use and its own folder in `/proc`, a network without connections, and no memory shared with
    /// other programs. This level also has a cgroup if one is delegated.
    Namespaces = 3,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 4] = [Level::Limits, Level::Confined, Level::Cgroup, Level::Namespaces];

    /// The number that stands for the level in results.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// A few words about how the level confines a program.
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

/// A level, and whether this machine has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The level.
    pub level: Level,
    /// Why the machine lacks the level; `None` if it has the level.
    pub why_not: Option<String>,
}

/// The kind of a program. It decides what the program may do at level 1, and which limit applies to
/// its memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// A compiled program. The program has one thread and may start no other program. The limit on
    /// memory applies to the program's address space.
    Native,
    /// The Python interpreter. It has one thread, and may read Python's library. The limit on
    /// memory applies to the interpreter's address space.
    Python,
    /// Node or Java, with several threads. Both reserve address space that they never use, so the
    /// limit on memory applies to their data.
    Node,
    /// A native program under one of valgrind's tools, which reserve a lot of address space. The
    /// sandbox executes the tool itself, not valgrind's launcher. Valgrind writes notes to a
    /// [writable](Job::writable) folder; the program itself may not write there.
    Valgrind,
    /// A compiler. It starts other programs, reads the system's files, and writes where the job
    /// allows it. It may not set the mode of a file, so it does not make its result executable. The
    /// limit on memory applies to the compiler's data.
    Compiler,
}

impl Profile {
    /// Whether a program of this kind may write files.
    pub fn may_write(self) -> bool {
        matches!(self, Profile::Valgrind | Profile::Compiler)
    }

    /// All profiles.
    pub const ALL: [Profile; 5] =
        [Profile::Native, Profile::Python, Profile::Node, Profile::Valgrind, Profile::Compiler];

    /// The factor by which the limit on open files is raised for this kind. Each worker thread of
    /// node opens five files, and node may start one worker for each processor.
    #[cfg(target_os = "linux")]
    pub(crate) fn files(self) -> u64 {
        if self == Profile::Node { 4 } else { 1 }
    }

    /// Whether the limit on memory applies to the whole address space, which includes shared
    /// memory.
    pub fn limits_address_space(self) -> bool {
        matches!(self, Profile::Native | Profile::Python)
    }
}

/// The limits of a program. Sizes are in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The limit on wall time, counted from the program's start. In a conversation, it is counted
    /// from the last byte written to the program. The time spent waiting for a processor does not
    /// count. [`GRACE`] is added to the limit. The program is killed at the latest after ten times
    /// the sum of its limit and [`GRACE`].
    pub wall: Duration,
    /// The limit on processor time over the program's whole life. [`GRACE`] is added to the limit.
    /// The exact time is checked after the program's end. While the program runs, the kernel
    /// enforces only a higher limit: one and a half times this limit, plus at most a second.
    pub cpu: Duration,
    /// The memory in bytes, without the main stack. The profile decides whether the limit applies
    /// to the address space or to the data; libraries count in both. Private writable memory never
    /// exceeds the limit. The kernel's limit on address space is the sum of this limit and
    /// [`Limits::stack`]. So if the stack does not fill its share, shared or read-only memory may
    /// use the rest. The kernel's count of data leaves out some kinds of memory. So on Linux, the
    /// memory of a program with a limit on data is measured while it runs. The program is killed if
    /// its memory exceeds the limit by more than an eighth.
    pub memory: u64,
    /// The stack of the main thread, in bytes. Under [`Profile::Node`] every thread has a stack,
    /// and each is at most 8 MiB.
    pub stack: u64,
    /// The total number of bytes that the program may print on standard output.
    pub output: u64,
    /// In a conversation, the most bytes that a line of output may have, without the line end.
    pub line: u64,
    /// The number of bytes of standard error that are kept. The rest of standard error is read and
    /// discarded.
    pub stderr: u64,
    /// The number of files that the program may have open at once.
    pub files: u64,
    /// The greatest size in bytes of each file that the program writes, if the job lets it write.
    pub file_size: u64,
    /// The limits on what a compiler and the programs that it starts use together.
    pub totals: Totals,
}

/// The limits on what a compiler and all programs that it starts use together. Programs of other
/// kinds start no programs and write no files. From level 1 on, each process and file is counted
/// before it is made; only calls that are under way at the same moment may exceed a total, by a
/// few. Memory and the bytes on disk are measured every 10 ms, and a cgroup limits memory exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Totals {
    /// The number of processes at one time.
    pub processes: u64,
    /// The memory of all processes, in bytes.
    pub memory: u64,
    /// The number of files and folders below the [writable](Job::writable) folders.
    pub files: u64,
    /// The bytes that these files take on disk. Files that are open but have no name also count.
    pub disk: u64,
}

impl Default for Totals {
    fn default() -> Totals {
        Totals { processes: 64, memory: 2 << 30, files: 2_000, disk: 256 << 20 }
    }
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
            totals: Totals::default(),
        }
    }
}

/// When the opponent's turn begins, a program may continue this long before it is
/// [frozen](crate::Running::freeze). Freezing a program takes a tenth of this time.
pub const MOMENT: Duration = Duration::from_micros(200);

/// A program may exceed its time limit by this much. The kernel counts a wait for a processor only
/// after the wait has ended, and a wait may last this long.
pub const GRACE: Duration = Duration::from_millis(20);

/// A program that has to wait for a processor may take more wall time than its limit, but at most
/// this many times the sum of its limit and [`GRACE`].
#[cfg(target_os = "linux")]
pub(crate) const LONGEST: u32 = 10;

/// A program to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// An executable file, not a script. The file is not looked up along PATH: see
    /// [`find`](crate::find()).
    pub program: PathBuf,
    /// The arguments after the program's name.
    pub arguments: Vec<OsString>,
    /// The whole environment; the program inherits nothing.
    pub environment: Vec<(OsString, OsString)>,
    /// The working folder.
    pub directory: PathBuf,
    /// The kind of program.
    pub profile: Profile,
    /// The limits of the program.
    pub limits: Limits,
    /// Files and folders that the program may read, besides those that its profile needs.
    pub readable: Vec<PathBuf>,
    /// Files and folders that the program may also write. Only a compiler and valgrind may write.
    /// Valgrind writes a few lines to the folder in `TMPDIR`. Under any other profile, a path in
    /// this list is an error.
    pub writable: Vec<PathBuf>,
    /// The required level; if the machine does not have this level, the job fails. With `None` the
    /// level is 1, or 0 if the machine does not have level 1; [`Ended::level`](crate::Ended::level)
    /// tells which.
    pub level: Option<Level>,
}

impl Job {
    /// A job with the default limits, a few harmless environment variables, and no writable path.
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

    /// The same job, with these arguments after the program's name.
    pub fn arguments<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Job {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }
}

/// Environment variables that make programs behave the same on all machines.
fn environment(profile: Profile) -> impl Iterator<Item = (&'static str, &'static str)> {
    let always = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("HOME", "/")];
    let own: &[_] = match profile {
        // Python must not write a cache of compiled modules, and the order of a set must not differ
        // from run to run. Numeric libraries must not start threads, since the program is not
        // allowed to start any.
        Profile::Python => &[
            ("PYTHONDONTWRITEBYTECODE", "1"),
            ("PYTHONHASHSEED", "0"),
            ("OPENBLAS_NUM_THREADS", "1"),
        ],
        // The sandbox forbids io_uring, which node would use for input and output.
        Profile::Node => &[("UV_USE_IO_URING", "0")],
        _ => &[],
    };
    always.into_iter().chain(own.iter().copied())
}
