//! The spawner process: it takes jobs, starts programs, reports how they ended, and leaves nothing
//! behind.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::cgroup::Group;
use super::channel::{Channel, LONGEST};
use super::child::{self, Image, Plan};
use super::confine::Restraints;
use super::protocol::{Report, Request};
use super::setup::{self, Home};
use super::spawn_area::SpawnArea;
use super::steps::{EXECUTE, Failure, SpawnFailure};
use super::supervisor::{Children, Spawned, Supervised};
use super::{confine, kernel, limits, ruleset};
use crate::Profile;

/// Serves the client on standard input until the client closes it, and returns the exit code.
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
    area: SpawnArea,
    confine: confine::Cache,
    running: Vec<Supervised>,
    buffer: Vec<u8>,
}

impl Server {
    fn new(home: Home) -> io::Result<Server> {
        let (confine, running) = (confine::Cache::new(), Vec::new());
        let mut server =
            Server { home, area: SpawnArea::new()?, confine, running, buffer: vec![0; LONGEST] };
        let levels = server.levels();
        server.home.control.send(&super::protocol::encode_levels(&levels), &[])?;
        Ok(server)
    }

    /// Tests every level with a process that does nothing. Returns a text for each level: why the
    /// machine does not have the level, or an empty text if it does.
    fn levels(&mut self) -> Vec<String> {
        crate::Level::ALL.iter().map(|&level| self.confine.trial(level, &mut self.area)).collect()
    }

    /// Serves the client until it goes away.
    fn serve(mut self) -> io::Result<()> {
        loop {
            let ready = self.wait()?;
            // The listeners come first. So if a forbidden call ends a program, the call is known
            // before the end is handled.
            ready.listeners.iter().for_each(|listener| self.hear(listener));
            for (supervised, ready) in self.running.iter_mut().zip(ready.programs) {
                supervised.attend(ready);
            }
            self.running.iter_mut().for_each(Supervised::measure);
            self.reap()?;
            if ready.control && !self.take()? {
                self.running.iter_mut().for_each(Supervised::kill);
                return self.reap();
            }
        }
    }

    fn wait(&self) -> io::Result<Ready> {
        let listeners = self.listeners();
        let programs = self.running.iter().flat_map(Supervised::descriptors);
        let all = std::iter::once(self.home.control.as_fd())
            .chain(programs)
            .chain(listeners.iter().map(AsFd::as_fd));
        let mut descriptors: Vec<_> =
            all.map(|one| PollFd::from_borrowed_fd(one, PollFlags::IN)).collect();
        let pause = self.running.iter().filter_map(Supervised::interval).min().map(pause);
        rustix::io::retry_on_intr(|| poll(&mut descriptors, pause.as_ref()))?;
        let flags: Vec<_> = descriptors.iter().map(PollFd::revents).collect();
        let (programs, listening) = flags[1..].split_at(2 * self.running.len());
        let heard =
            listeners.iter().zip(listening).filter(|(_, flags)| flags.contains(PollFlags::IN));
        Ok(Ready {
            control: !flags[0].is_empty(),
            programs: programs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(),
            listeners: heard.map(|(listener, _)| listener.clone()).collect(),
        })
    }

    /// The listeners of the running programs, each once.
    fn listeners(&self) -> Vec<Rc<OwnedFd>> {
        let mut listeners: Vec<Rc<OwnedFd>> = Vec::new();
        for listener in self.running.iter().filter_map(Supervised::listener) {
            if !listeners.iter().any(|known| Rc::ptr_eq(known, listener)) {
                listeners.push(listener.clone());
            }
        }
        listeners
    }

    /// Decides on one call that a filter has stopped.
    fn hear(&mut self, listener: &OwnedFd) {
        let Some(call) = kernel::stopped_call(listener.as_fd()) else { return };
        match self.running.iter_mut().find(|supervised| supervised.owns(call.thread)) {
            Some(supervised) => supervised.decide(&call, listener.as_fd()),
            // The call's process was left behind by a program that has just ended. That process
            // will be killed with the other orphans.
            None => kernel::answer_call(listener.as_fd(), call.id, Some(libc::EPERM)),
        }
    }

    /// Removes programs that have ended, once everything that they started is gone.
    fn reap(&mut self) -> io::Result<()> {
        let mut i = 0;
        while i < self.running.len() {
            if self.running[i].has_ended() || self.running[i].is_killed() {
                let supervised = self.running.swap_remove(i);
                supervised.reap(&Children {
                    list: self.home.children.as_ref(),
                    leaders: self.running.iter().map(|other| other.pid).collect(),
                    own_processes: self.confine.own_processes().collect(),
                })?;
            } else {
                i += 1;
            }
        }
        Ok(())
    }

    /// Takes one job. Returns false once the client has gone away.
    fn take(&mut self) -> io::Result<bool> {
        let (length, descriptors) = self.home.control.receive(&mut self.buffer)?;
        if length == 0 {
            return Ok(false);
        }
        let request = Request::decode(&self.buffer[..length])?;
        let torn =
            || io::Error::new(io::ErrorKind::InvalidData, "a job comes with four descriptors");
        let [channel, streams @ ..]: [OwnedFd; 4] = descriptors.try_into().map_err(|_| torn())?;
        let channel = Channel::from_descriptor(channel);
        match self.start(&request, &streams) {
            Ok(spawned) => {
                // If the client is gone, the channel will show that.
                let _ = channel.send(
                    &Report::Started { pid: u64::from(spawned.pid) }.encode(),
                    &[spawned.process.as_fd()],
                );
                self.running.push(Supervised::new(channel, spawned, request));
            }
            Err(failure) => {
                let _ = channel.send(&failure.report().encode(), &[]);
            }
        }
        Ok(true)
    }

    fn start(&mut self, request: &Request, streams: &[OwnedFd; 3]) -> Result<Spawned, Failure> {
        let at =
            |step: i32| move |error: io::Error| Failure::of(request, SpawnFailure { step, error });
        fs::metadata(&request.program).map_err(at(EXECUTE))?;
        let image = Image {
            path: request.program.as_os_str().as_bytes(),
            arguments: &request.arguments,
            environment: &request.environment,
        };
        let group = self.confine.group(request)?;
        let Restraints { zygote, ruleset, granted, root } =
            self.confine.restraints(request, &self.area)?;
        // A link that leads to the folder may be missing in the program's own file system.
        let directory =
            if root.is_some() { fs::canonicalize(&request.directory).ok() } else { None };
        let directory = directory.unwrap_or_else(|| request.directory.clone());
        let plan = Plan {
            zygote,
            image: Some(image),
            root: root.as_deref(),
            directory: &directory,
            limits: limits::of(request),
            // The programs that a compiler starts may make their own process groups.
            own_session: limits::profile(request.profile) == Profile::Compiler,
            group: group.as_ref().map(Group::entrance),
            ruleset,
            visible: if ruleset.is_some() {
                ruleset::visible(limits::profile(request.profile))
            } else {
                &[]
            },
            namespaces: confine::namespaces(request.level),
        };
        self.home.lend(streams).map_err(at(0))?;
        let listener = zygote.listener().cloned();
        let started = child::start(&plan, &mut self.area);
        self.home.take_back().map_err(at(0))?;
        let (pid, held) = started.map_err(|failure| Failure::of(request, failure))?;
        let process = kernel::open_process(pid).map_err(at(0))?;
        Ok(Spawned { pid, process, listener, group, granted, held })
    }
}

/// The time until the next measurement of the programs.
fn pause(interval: Duration) -> Timespec {
    Timespec { tv_sec: 0, tv_nsec: i64::from(interval.subsec_nanos()) }
}

/// The events since the last wait.
struct Ready {
    control: bool,
    /// For each program, the events on its channel and on its process.
    programs: Vec<[PollFlags; 2]>,
    /// The listeners at which a call waits.
    listeners: Vec<Rc<OwnedFd>>,
}
