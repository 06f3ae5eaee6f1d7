//! Other systems than Linux: level 0 by the standard library alone.
//!
//! Three threads a program block on its pipes and keep what they meet under a lock; whoever converses with the program waits for
//! that to change, under a deadline. The interface is that of Linux, whose documentation says more. What the standard library has no call for is not held: memory, processor time, and the
//! processes that a program leaves behind. These may keep its pipes open, and then a thread of ours stays with each until they end.

mod running;
#[cfg(all(test, unix))]
mod tests;

use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

pub use running::Running;

use crate::{Claim, Ended, Error, Job, Level, Probe};

/// Where a system cannot make a pipe that no other child inherits, it makes one and forbids it after. A child started
/// between the two would keep the pipe open, and its reader would never see the end.
static STARTING: Mutex<()> = Mutex::new(());

/// To be called first in `main`. On this system programs are started without a process in between, so it returns.
pub fn serve_if_asked() {}

/// On this system nothing is done about a limit on the size of files.
pub fn outlive_file_limit() {}

/// Nothing is hidden from anybody at level 0, so no place is better than another.
pub fn open_to_programs(_: &Path) -> Option<PathBuf> {
    None
}

/// Starts programs, on any processor. On this system it is no process of its own.
///
/// A program ends with its [`Running`]. The death of the process that started it closes its standard input, no more.
#[derive(Debug)]
pub struct Spawner {
    levels: Vec<Probe>,
}

impl Spawner {
    /// Never an error on this system, which has no call to keep programs to a processor.
    pub fn start(_: Option<usize>) -> io::Result<Spawner> {
        let why_not = |level| (level != Level::Limits).then(|| "only Linux has it".to_string());
        let levels = Level::ALL.map(|level| Probe { level, why_not: why_not(level) });
        Ok(Spawner { levels: levels.into() })
    }

    /// As [`start`](Spawner::start): the processor is free again at once.
    pub fn start_at(_: Claim) -> io::Result<Spawner> {
        Spawner::start(None)
    }

    /// As [`start`](Spawner::start): no other executable is needed.
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
    pub fn run(&mut self, job: &Job, input: &[u8]) -> Result<Ended, Error> {
        self.open(job)?.run(input)
    }

    /// Starts a program to converse with. One spawner may have several running.
    pub fn open(&mut self, job: &Job) -> Result<Running, Error> {
        let required = job.level.unwrap_or(Level::Limits);
        if let Some(why) =
            self.levels.iter().find(|probe| probe.level == required).and_then(|probe| probe.why_not.clone())
        {
            return Err(Error::Level { required, why });
        }
        Running::new(spawn(job)?, &job.limits).map_err(|source| unable("start the threads of a program", source))
    }
}

fn spawn(job: &Job) -> Result<Child, Error> {
    if !job.writable.is_empty() && !job.profile.may_write() {
        return Err(Error::Job("only a compiler or valgrind may write files".to_string()));
    }
    let program = absolute(&job.program).map_err(|source| unable("find the program", source))?;
    // The error of starting does not say which of the two is not there.
    let enter = |source| unable(&format!("enter {}", job.directory.display()), source);
    job.directory.join(".").metadata().map_err(enter)?;
    let mut command = Command::new(&program);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, &job.program);
    command.args(&job.arguments).env_clear().current_dir(&job.directory);
    // Without this variable Windows' own libraries do not start.
    command.envs(std::env::var_os("SystemRoot").filter(|_| cfg!(windows)).map(|root| ("SystemRoot", root)));
    command.envs(job.environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn();
    drop(alone);
    child.map_err(|source| unable(&format!("execute {}", program.display()), source))
}

fn unable(step: &str, source: io::Error) -> Error {
    Error::Start { step: step.to_string(), source }
}
