//! The spawner process: takes jobs, starts programs, tells how they ended, leaves nothing behind.

use std::ffi::CString;
use std::fmt;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::channel::{Channel, LONGEST};
use super::child::{self, Confinement, ENTER_FOLDER, EXECUTE, Plan, STEPS, Stillborn};
use super::image::Image;
use super::setup::{self, Home};
use super::watched::Watched;
use super::wire::{Report, Request};
use super::{confine, limits};

/// Serves on standard input until it is closed, and gives the exit code.
pub(crate) fn serve() -> i32 {
    match setup::home().and_then(Server::new).and_then(Server::serve) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("sandbox-spawner: {error}");
            70
        }
    }
}

struct Server {
    home: Home,
    image: Image,
    confine: confine::Cache,
    running: Vec<Watched>,
    buffer: Vec<u8>,
}

impl Server {
    fn new(home: Home) -> io::Result<Server> {
        let image = Image::new()?;
        let confine = confine::Cache::new(image.pointers());
        let mut server = Server { home, image, confine, running: Vec::new(), buffer: vec![0; LONGEST] };
        let levels = server.levels();
        server.home.control.send(&super::wire::encode_levels(&levels), &[])?;
        Ok(server)
    }

    /// Tries every level on a process that does nothing: why it is not there, or nothing.
    fn levels(&mut self) -> Vec<String> {
        crate::Level::ALL.iter().map(|&level| self.confine.trial(level)).collect()
    }

    /// Until the other side goes away.
    fn serve(mut self) -> io::Result<()> {
        loop {
            let ready = self.wait()?;
            for (watched, ready) in self.running.iter_mut().zip(&ready[1..]) {
                watched.attend(*ready)?;
            }
            self.bury()?;
            if !ready[0][0].is_empty() && !self.take()? {
                self.running.iter_mut().for_each(Watched::kill);
                return self.bury();
            }
        }
    }

    /// What has happened: on the control channel, and on channel, process and listener of each program.
    fn wait(&mut self) -> io::Result<Vec<[PollFlags; 3]>> {
        let mut descriptors = vec![PollFd::new(&self.home.control, PollFlags::IN)];
        for watched in &self.running {
            descriptors
                .extend(watched.descriptors().map(|descriptor| PollFd::from_borrowed_fd(descriptor, PollFlags::IN)));
        }
        rustix::io::retry_on_intr(|| poll(&mut descriptors, None))?;
        let mut flags = descriptors.iter().map(PollFd::revents);
        let mut ready = vec![[flags.next().unwrap_or(PollFlags::empty()); 3]];
        for watched in &self.running {
            let count = watched.descriptors().count();
            ready.push(
                [0, 1, 2]
                    .map(|i| if i < count { flags.next().unwrap_or(PollFlags::empty()) } else { PollFlags::empty() }),
            );
        }
        Ok(ready)
    }

    /// Removes programs that have ended, once all that they started is gone.
    fn bury(&mut self) -> io::Result<()> {
        let mut i = 0;
        while i < self.running.len() {
            if self.running[i].has_ended() || self.running[i].is_killed() {
                let watched = self.running.swap_remove(i);
                let leaders: Vec<_> = self.running.iter().map(|other| other.pid).collect();
                watched.bury(&leaders)?;
            } else {
                i += 1;
            }
        }
        Ok(())
    }

    /// Takes one job. False once the other side has gone away.
    fn take(&mut self) -> io::Result<bool> {
        let (length, descriptors) = self.home.control.receive(&mut self.buffer)?;
        if length == 0 {
            return Ok(false);
        }
        let request = Request::decode(&self.buffer[..length])?;
        let torn = || io::Error::new(io::ErrorKind::InvalidData, "a job comes with four descriptors");
        let [channel, streams @ ..]: [OwnedFd; 4] = descriptors.try_into().map_err(|_| torn())?;
        let channel = Channel::from_descriptor(channel);
        match self.start(&request, &streams) {
            Ok((born, process)) => {
                // That nobody is there to be told will be seen on the channel.
                let _ = channel.send(&Report::Started { pid: u64::from(born.pid) }.encode(), &[process.as_fd()]);
                self.running.push(Watched::new(channel, born, process, &request));
            }
            Err(failure) => {
                let _ = channel.send(&failure.report().encode(), &[]);
            }
        }
        Ok(true)
    }

    fn start(&mut self, request: &Request, streams: &[OwnedFd; 3]) -> Result<(child::Born, OwnedFd), Failure> {
        let at = |step: i32| move |error: io::Error| Failure::of(request, Stillborn { step, error });
        fs::metadata(&request.program).map_err(at(EXECUTE))?;
        let path = request.program.as_os_str().as_bytes();
        self.image.fill(path, &request.arguments, &request.environment).map_err(at(EXECUTE))?;
        let directory = CString::new(request.directory.as_os_str().as_bytes());
        let directory = directory.map_err(io::Error::from).map_err(at(ENTER_FOLDER))?;
        let limits = limits::of(request);
        let restraints = self.confine.restraints(request)?;
        let plan = Plan {
            image: Some(&self.image),
            directory: &directory,
            limits: &limits,
            confinement: restraints.map(|(ruleset, filter)| Confinement { ruleset, filter }),
            namespaces: confine::namespaces(request.level),
        };
        self.home.lend(streams).map_err(at(0))?;
        let born = child::start(&plan);
        self.home.take_back().map_err(at(0))?;
        let born = born.map_err(|failure| Failure::of(request, failure))?;
        let process = open_process(born.pid).map_err(at(0))?;
        Ok((born, process))
    }
}

fn open_process(pid: u32) -> io::Result<OwnedFd> {
    let pid = Pid::from_raw(pid as i32).ok_or(io::ErrorKind::NotFound)?;
    Ok(pidfd_open(pid, PidfdFlags::empty())?)
}

/// What could not be done for a job, in words, and why.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) step: String,
    pub(crate) error: io::Error,
}

impl Failure {
    /// Names the step at which a process failed.
    pub(crate) fn of(request: &Request, failure: Stillborn) -> Failure {
        let step = match failure.step {
            EXECUTE => format!("execute {}", request.program.display()),
            ENTER_FOLDER => format!("enter {}", request.directory.display()),
            step => STEPS[step as usize].to_string(),
        };
        Failure { step, error: failure.error }
    }

    fn report(&self) -> Report {
        // Of an error that is not the system's own, its words are all there is to tell.
        let (step, errno) = match self.error.raw_os_error() {
            Some(errno) => (self.step.clone(), errno),
            None => (format!("{}: {}", self.step, self.error), libc::EINVAL),
        };
        Report::Failed { step, errno: errno as u64 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {}: {}", self.step, self.error)
    }
}
