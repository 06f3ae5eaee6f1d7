//! The client side: starts a spawner process and sends it jobs.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf, absolute};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::pipe::{PipeFlags, pipe_with};

use super::channel::{Channel, LONGEST};
use super::meter::{Meter, Schedule};
use super::protocol::{Report, Request};
use super::running::{Pipes, Running};
use super::{kernel, protocol, server};
use crate::{Claim, Ended, Error, Job, Level, Probe, Spent};

/// The spawner's name in a list of processes. The client's binary is executed again as the spawner,
/// and recognises its role by this name.
const NAME: &str = "sandbox-spawner";

/// Whether this binary's `main` calls [`serve_if_asked`]. If it does not, executing the binary
/// again would only run its `main` again.
static SERVES: AtomicBool = AtomicBool::new(false);

/// Call this first in `main`. If this process was started as a spawner, this function does the
/// spawner's work and never returns.
///
/// Otherwise the function returns at once, and [`Spawner::start`] works afterwards.
pub fn serve_if_asked() {
    let asked = std::env::args_os().next().is_some_and(|name| name == NAME);
    if asked {
        std::process::exit(server::serve());
    }
    SERVES.store(true, Ordering::Relaxed);
}

/// A small process with one thread that starts programs, watches them and cleans up after them.
///
/// The process that uses this crate does not start programs itself, because a fork copies page
/// tables. With a parent that holds 1 GiB, each start would take about 100 ms, and the parent's
/// memory would count as the program's. When a spawner is dropped, it ends, and all its programs
/// end. The same happens when the process that started the spawner dies.
#[derive(Debug)]
pub struct Spawner {
    control: Option<Channel>,
    process: Child,
    cpu: Option<usize>,
    /// The claim is held as long as the spawner lives.
    claim: Option<Claim>,
    levels: Vec<Probe>,
    schedule: Arc<Schedule>,
    spent: Spent,
}

impl Spawner {
    /// Starts a spawner. The spawner and all its programs stay on this processor; with `None`, they
    /// may use every allowed processor.
    ///
    /// # Errors
    /// Fails if `main` has not called [`serve_if_asked`], the process cannot be started, or this
    /// process may not use the processor.
    pub fn start(cpu: Option<usize>) -> io::Result<Spawner> {
        if !SERVES.load(Ordering::Relaxed) {
            return Err(io::Error::other(
                "sandbox::serve_if_asked() must be called first in main()",
            ));
        }
        Spawner::start_from(Path::new("/proc/self/exe"), cpu)
    }

    /// Like [`start`](Spawner::start), but the spawner stays on the processor of this claim. The
    /// processor stays claimed as long as the spawner lives.
    ///
    /// # Errors
    /// As [`start`](Spawner::start).
    pub fn start_at(claim: Claim) -> io::Result<Spawner> {
        let mut spawner = Spawner::start(Some(claim.cpu()))?;
        spawner.claim = Some(claim);
        Ok(spawner)
    }

    /// Like [`start`](Spawner::start), but the spawner is another executable, which calls
    /// [`serve_if_asked`] first.
    ///
    /// # Errors
    /// As [`start`](Spawner::start).
    pub fn start_from(program: &Path, cpu: Option<usize>) -> io::Result<Spawner> {
        let (ours, theirs) = Channel::pair()?;
        let mut command = Command::new(program);
        command.arg0(NAME).args(cpu.map(|cpu| cpu.to_string()));
        command.stdin(Stdio::from(theirs.into_descriptor())).stdout(Stdio::null());
        let process = command.spawn()?;
        // The command holds the other end of the channel. While that end is open, nobody notices
        // the death of the spawner.
        drop(command);
        let schedule = Arc::new(Schedule::of(process.id()));
        let mut spawner = Spawner {
            control: Some(ours),
            process,
            cpu,
            claim: None,
            levels: Vec::new(),
            schedule,
            spent: Spent::default(),
        };
        spawner.levels = spawner.greeting()?;
        Ok(spawner)
    }

    /// Waits until the spawner has tested the levels.
    fn greeting(&self) -> io::Result<Vec<Probe>> {
        let mut buffer = [0; 4096];
        let (length, _) = self.control().receive(&mut buffer)?;
        if length == 0 {
            return Err(io::Error::other("the process that starts programs ended at once"));
        }
        let reasons = protocol::decode_levels(&buffer[..length])?;
        let why_not = |reason: String| Some(reason).filter(|reason| !reason.is_empty());
        let probe = |(&level, reason)| Probe { level, why_not: why_not(reason) };
        Ok(Level::ALL.iter().zip(reasons).map(probe).collect())
    }

    /// All levels. Each comes with the answer whether this machine has it.
    pub fn levels(&self) -> &[Probe] {
        &self.levels
    }

    /// The processor on which the spawner stays, if it was given one.
    pub fn cpu(&self) -> Option<usize> {
        self.cpu
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// The processor time of the spawner and of all its programs, which is known once the spawner
    /// has ended.
    pub fn spent(&self) -> Spent {
        self.spent.clone()
    }

    /// Runs a program to its end with `input` as its whole standard input, and collects its output.
    ///
    /// # Errors
    /// Fails if the program cannot be started at the required level. Nothing that the program does
    /// is an error.
    pub fn run(&mut self, job: &Job, input: &[u8]) -> Result<Ended, Error> {
        self.open(job)?.run(input)
    }

    /// Starts a program for a conversation. A spawner may have several programs running.
    ///
    /// # Errors
    /// As [`run`](Spawner::run).
    pub fn open(&mut self, job: &Job) -> Result<Running, Error> {
        let level = self.level(job)?;
        let request = request(job, level)?.encode();
        if request.len() > LONGEST {
            return Err(Error::Job(
                "the program's arguments and environment are too long".to_string(),
            ));
        }
        let (ours, theirs) = Channel::pair()?;
        let (stdin, to_stdin) = pipe()?;
        let (from_stdout, stdout) = pipe()?;
        let (from_stderr, stderr) = pipe()?;
        let (started, spawner) = (Instant::now(), self.schedule.so_far());
        self.control()
            .send(&request, &[theirs.as_fd(), stdin.as_fd(), stdout.as_fd(), stderr.as_fd()])?;
        // These ends are closed here. Otherwise nobody would notice when the program closes its own
        // copies.
        drop((theirs, stdin, stdout, stderr));
        let (pid, process) = started_report(&ours)?;
        let pipes = Pipes { stdin: to_stdin, stdout: from_stdout, stderr: from_stderr };
        let meter = Meter::new(pid, Arc::clone(&self.schedule), spawner, started);
        Running::new(ours, process, pipes, job.limits.clone(), level, started, meter)
    }

    /// The level at which the job will run.
    fn level(&self, job: &Job) -> Result<Level, Error> {
        let why_not = |level| {
            self.levels
                .iter()
                .find(|probe| probe.level == level)
                .and_then(|probe| probe.why_not.clone())
        };
        match job.level {
            None if why_not(Level::Confined).is_some() => Ok(Level::Limits),
            None => Ok(Level::Confined),
            Some(required) => match why_not(required) {
                Some(why) => Err(Error::Level { required, why }),
                None => Ok(required),
            },
        }
    }

    fn control(&self) -> &Channel {
        self.control.as_ref().expect("the channel is closed only on drop")
    }
}

impl Drop for Spawner {
    fn drop(&mut self) {
        drop(self.control.take());
        // The spawner process kills the running programs and ends by itself. If it is dead already,
        // there is nothing to wait for.
        self.spent.note(kernel::wait_for(self.process.id()).unwrap_or_default());
    }
}

fn request(job: &Job, level: Level) -> Result<Request, Error> {
    if !job.writable.is_empty() && !job.profile.may_write() {
        return Err(Error::Job("only a compiler or valgrind may write files".to_string()));
    }
    let program =
        absolute(&job.program).map_err(|source| start_error("find the program", source))?;
    let directory =
        absolute(&job.directory).map_err(|source| start_error("find its folder", source))?;
    let name = job.program.as_os_str();
    let arguments =
        std::iter::once(name).chain(job.arguments.iter().map(|argument| argument.as_os_str()));
    let limits = &job.limits;
    Ok(Request {
        level: level.number(),
        profile: job.profile as u8,
        memory: limits.memory,
        stack: limits.stack,
        cpu_seconds: whole_seconds(limits.cpu),
        files: limits.files,
        totals: limits.totals,
        file_size: if job.writable.is_empty() { 0 } else { limits.file_size },
        program,
        directory,
        arguments: arguments.map(|argument| argument.as_bytes().to_vec()).collect(),
        environment: job.environment.iter().map(|(name, value)| variable(name, value)).collect(),
        readable: absolutes(&job.readable)?,
        writable: absolutes(&job.writable)?,
    })
}

fn absolutes(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let all = paths.iter().map(absolute).collect::<io::Result<Vec<_>>>();
    all.map_err(|source| start_error("find a path", source))
}

fn variable(name: &OsStr, value: &OsStr) -> Vec<u8> {
    [name.as_bytes(), b"=", value.as_bytes()].concat()
}

/// The limit, in seconds, that the kernel gets for a job with this limit on processor time. The
/// kernel takes whole seconds and counts ticks; on an overloaded machine it has counted a quarter
/// more time than the program used. So the kernel's limit is higher than the job's, and stops only
/// a program that is far beyond the job's limit. The exact time is checked after the program's end.
fn whole_seconds(time: Duration) -> u64 {
    time.saturating_add(time / 2).as_secs().saturating_add(1)
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(pipe_with(PipeFlags::CLOEXEC)?)
}

fn start_error(step: &str, source: io::Error) -> Error {
    Error::Start { step: step.to_string(), source }
}

/// Receives the process's number and descriptor.
fn started_report(channel: &Channel) -> Result<(u32, OwnedFd), Error> {
    let mut buffer = [0; 4096];
    let (length, descriptors) = channel.receive(&mut buffer)?;
    if length == 0 {
        return Err(Error::Spawner(io::Error::other("it has ended")));
    }
    match (Report::decode(&buffer[..length])?, descriptors.into_iter().next()) {
        (Report::Started { pid }, Some(process)) => Ok((pid as u32, process)),
        (Report::Failed { step, errno }, _) => {
            Err(Error::Start { step, source: io::Error::from_raw_os_error(errno as i32) })
        }
        _ => Err(Error::Spawner(io::Error::other("it sent a malformed answer"))),
    }
}
