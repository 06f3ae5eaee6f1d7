//! Systems other than Linux: level 0 with the standard library alone.
//!
//! For each program, three threads wait on its pipes and store what they find under a lock. The
//! thread that talks to the program waits for changes, with a deadline. The interface is the same
//! as on Linux, and is documented there. The standard library has no call to limit memory or
//! processor time, or to kill the processes that a program leaves behind. Such processes may keep
//! the program's pipes open. Then a thread waits at each pipe until the processes end.

mod running;
#[cfg(all(test, unix))]
mod tests;

use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

pub use running::Running;

use crate::{Claim, Ended, Error, Job, Level, Probe, Spent};

/// This lock is held while a program is started, so that programs start one after the other. Some
/// systems make each pipe so that every child inherits it, and only a second step changes that. A
/// program that is started between the two steps would keep the pipe open, and the pipe's reader
/// would never see the end.
static STARTING: Mutex<()> = Mutex::new(());

/// Call this first in `main`. On this system there is no spawner process, so the function returns
/// at once.
pub fn serve_if_asked() {}

/// Does nothing: this system has no limit on file sizes that ends a process.
pub fn outlive_file_limit() {}

/// Level 0 hides no path, so this function never names a folder.
pub fn open_to_programs(_: &Path) -> Option<PathBuf> {
    None
}

/// Starts programs on any processor. On this system the spawner is not a separate process.
///
/// Dropping the [`Running`] ends the program. If the process that started the program dies, that
/// only closes the program's standard input.
#[derive(Debug)]
pub struct Spawner {
    levels: Vec<Probe>,
}

impl Spawner {
    /// Never fails on this system, which has no call to bind programs to a processor.
    pub fn start(_: Option<usize>) -> io::Result<Spawner> {
        let why_not = |level| (level != Level::Limits).then(|| "only Linux has it".to_string());
        let levels = Level::ALL.map(|level| Probe { level, why_not: why_not(level) });
        Ok(Spawner { levels: levels.into() })
    }

    /// Like [`start`](Spawner::start). This spawner needs no processor of its own, so it drops the
    /// claim.
    pub fn start_at(_: Claim) -> io::Result<Spawner> {
        Spawner::start(None)
    }

    /// Like [`start`](Spawner::start); no other executable is needed.
    pub fn start_from(_: &Path, cpu: Option<usize>) -> io::Result<Spawner> {
        Spawner::start(cpu)
    }

    /// All levels; this machine has only level 0.
    pub fn levels(&self) -> &[Probe] {
        &self.levels
    }

    /// The processor on which the spawner runs: `None` on this system.
    pub fn cpu(&self) -> Option<usize> {
        None
    }

    /// The number of this process, because the spawner has no process of its own.
    pub fn pid(&self) -> u32 {
        std::process::id()
    }

    /// Nothing: this system's spawner has no process of its own.
    pub fn spent(&self) -> Spent {
        Spent::default()
    }

    /// Runs a program to its end with `input` as its whole standard input, and collects its output.
    pub fn run(&mut self, job: &Job, input: &[u8]) -> Result<Ended, Error> {
        self.open(job)?.run(input)
    }

    /// Starts a program for a conversation. A spawner may have several programs running.
    pub fn open(&mut self, job: &Job) -> Result<Running, Error> {
        let required = job.level.unwrap_or(Level::Limits);
        if let Some(why) = self
            .levels
            .iter()
            .find(|probe| probe.level == required)
            .and_then(|probe| probe.why_not.clone())
        {
            return Err(Error::Level { required, why });
        }
        Running::new(spawn(job)?, &job.limits)
            .map_err(|source| unable("start the threads of a program", source))
    }
}

fn spawn(job: &Job) -> Result<Child, Error> {
    if !job.writable.is_empty() && !job.profile.may_write() {
        return Err(Error::Job("only a compiler or valgrind may write files".to_string()));
    }
    let program = absolute(&job.program).map_err(|source| unable("find the program", source))?;
    // If the start fails, its error does not say whether the program or the folder is missing.
    let enter = |source| unable(&format!("enter {}", job.directory.display()), source);
    job.directory.join(".").metadata().map_err(enter)?;
    let mut command = Command::new(&program);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, &job.program);
    command.args(&job.arguments).env_clear().current_dir(&job.directory);
    // Windows' own libraries do not start without this variable.
    command.envs(
        std::env::var_os("SystemRoot").filter(|_| cfg!(windows)).map(|root| ("SystemRoot", root)),
    );
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
