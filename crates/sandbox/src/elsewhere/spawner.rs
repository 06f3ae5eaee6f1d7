//! What starts programs.

use std::io;
use std::path::{Path, absolute};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

use super::running::Running;
use super::streams::Streams;
use crate::{Claim, Ended, Error, Job, Level, Probe};

/// Why there is no other level than 0.
const ONLY_LINUX: &str = "only Linux has it";

/// Where a system cannot make a pipe that no other child inherits, it makes one and forbids it after. A child started
/// between the two would keep the pipe open, and its reader would never see the end.
static STARTING: Mutex<()> = Mutex::new(());

/// A program's process, shared by the one who converses with it and the one who has it end.
pub(super) type Process = Arc<Mutex<Child>>;

/// To be called first in `main`. On this system programs are started without a process in between, so it returns.
pub fn serve_if_asked() {}

/// On this system nothing is done about a limit on the size of files.
pub fn outlive_file_limit() {}

/// Starts programs. On this system it is no process of its own.
///
/// Dropping it ends all its programs. The death of the process that started it closes their standard input, no more.
#[derive(Debug)]
pub struct Spawner {
    levels: Vec<Probe>,
    started: Vec<Weak<Mutex<Child>>>,
}

impl Spawner {
    /// Starts programs on any processor: the standard library has no call to keep them to one.
    ///
    /// # Errors
    /// None on this system.
    pub fn start(_: Option<usize>) -> io::Result<Spawner> {
        let why_not = |level| (level != Level::Limits).then(|| ONLY_LINUX.to_string());
        let levels = Level::ALL.map(|level| Probe { level, why_not: why_not(level) });
        Ok(Spawner { levels: levels.into(), started: Vec::new() })
    }

    /// As [`start`](Spawner::start): nobody keeps to a processor here, so that it is free again at once.
    ///
    /// # Errors
    /// As [`start`](Spawner::start).
    pub fn start_at(claim: Claim) -> io::Result<Spawner> {
        let spawner = Spawner::start(Some(claim.cpu()));
        drop(claim);
        spawner
    }

    /// As [`start`](Spawner::start): on this system no other executable is needed.
    ///
    /// # Errors
    /// As [`start`](Spawner::start).
    pub fn start_from(_: &Path, cpu: Option<usize>) -> io::Result<Spawner> {
        Spawner::start(cpu)
    }

    /// The levels, and which of them this machine has: level 0 alone.
    pub fn levels(&self) -> &[Probe] {
        &self.levels
    }

    /// The processor that it keeps to: none on this system.
    pub fn cpu(&self) -> Option<usize> {
        None
    }

    /// Its process, which is this one.
    pub fn pid(&self) -> u32 {
        std::process::id()
    }

    /// Runs a program to its end: all of `input`, then the end of input; its output is collected.
    ///
    /// # Errors
    /// When the program cannot be started at the level required. What the program does is never an error.
    pub fn run(&mut self, job: &Job, input: &[u8]) -> Result<Ended, Error> {
        self.open(job)?.run(input)
    }

    /// Starts a program to converse with. One spawner may have several running.
    ///
    /// # Errors
    /// As [`run`](Spawner::run).
    pub fn open(&mut self, job: &Job) -> Result<Running, Error> {
        if let Some(required) = job.level.filter(|&level| level != Level::Limits) {
            return Err(Error::Level { required, why: ONLY_LINUX.to_string() });
        }
        let started = Instant::now();
        let mut child = spawn(job)?;
        let pid = child.id();
        let streams = Streams::of(&mut child);
        let process = Arc::new(Mutex::new(child));
        let streams = streams.map_err(|source| {
            end(&process);
            start_error("start the threads of a program", source)
        })?;
        self.started.retain(|process| process.strong_count() > 0);
        self.started.push(Arc::downgrade(&process));
        Ok(Running::new(process, pid, streams, job.limits.clone(), started))
    }
}

impl Drop for Spawner {
    fn drop(&mut self) {
        for process in self.started.iter().filter_map(Weak::upgrade) {
            end(&process);
        }
    }
}

/// Kills a process, if it has not ended yet, and waits for it.
pub(super) fn end(process: &Process) {
    let mut process = process.lock().unwrap_or_else(PoisonError::into_inner);
    // One that cannot be killed is not waited for.
    if process.kill().is_ok() {
        let _ = process.wait();
    }
}

fn spawn(job: &Job) -> Result<Child, Error> {
    if !job.writable.is_empty() && !job.profile.may_write() {
        return Err(Error::Job("only a compiler or valgrind may write files".to_string()));
    }
    let program = absolute(&job.program).map_err(|source| start_error("find the program", source))?;
    let directory = absolute(&job.directory).map_err(|source| start_error("find its folder", source))?;
    // The system's error does not say which of the two is not there.
    is_folder(&directory).map_err(|source| start_error(&format!("enter {}", directory.display()), source))?;
    let mut command = Command::new(&program);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, &job.program);
    command.args(&job.arguments).env_clear().current_dir(directory);
    // Without this variable Windows' own libraries do not start.
    command.envs(std::env::var_os("SystemRoot").filter(|_| cfg!(windows)).map(|root| ("SystemRoot", root)));
    command.envs(job.environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn();
    drop(alone);
    child.map_err(|source| start_error(&format!("execute {}", program.display()), source))
}

fn is_folder(path: &Path) -> io::Result<()> {
    if path.metadata()?.is_dir() { Ok(()) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

fn start_error(step: &str, source: io::Error) -> Error {
    Error::Start { step: step.to_string(), source }
}
