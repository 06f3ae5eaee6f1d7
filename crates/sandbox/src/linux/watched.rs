//! A program that runs, as its spawner sees it.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::PollFlags;
use rustix::process::{Pid, getpgid};

use super::channel::Channel;
use super::child::Born;
use super::kernel;
use super::limits;
use super::verdict::{Verdict, judge};
use super::wire::{End, Report, Request};
use crate::Profile;

/// A program, and whoever is to be told of it.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) pid: u32,
    channel: Channel,
    process: OwnedFd,
    listener: Option<OwnedFd>,
    profile: Profile,
    ended: bool,
    killed: bool,
    end: End,
}

impl Watched {
    pub(crate) fn new(channel: Channel, born: Born, process: OwnedFd, request: &Request) -> Watched {
        let profile = limits::profile(request.profile);
        let end = End::default();
        Watched { pid: born.pid, channel, process, listener: born.listener, profile, ended: false, killed: false, end }
    }

    /// What to wait for: its channel, its process, its listener if it has one.
    pub(crate) fn descriptors(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        [self.channel.as_fd(), self.process.as_fd()].into_iter().chain(self.listener.as_ref().map(AsFd::as_fd))
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.killed
    }

    /// Deals with what has happened on the descriptors.
    pub(crate) fn attend(&mut self, [channel, process, listener]: [PollFlags; 3]) -> io::Result<()> {
        // The listener first: the reason of an end is to be known before the end.
        if listener.contains(PollFlags::IN) {
            self.hear();
        } else if !listener.is_empty() {
            self.listener = None;
        }
        if !channel.is_empty() {
            // Asked to, or forsaken: the same end.
            self.kill();
        }
        self.ended |= !process.is_empty();
        Ok(())
    }

    /// Decides on a call that the filter has stopped.
    fn hear(&mut self) {
        let Some(listener) = &self.listener else { return };
        let Some(call) = kernel::stopped_call(listener.as_fd()) else { return };
        match judge(&call, self.pid, self.profile) {
            Verdict::Continue => kernel::answer_call(listener.as_fd(), call.id, None),
            Verdict::Fail(errno) => kernel::answer_call(listener.as_fd(), call.id, Some(errno)),
            Verdict::NoMemory => {
                self.end.memory_refused = true;
                kernel::answer_call(listener.as_fd(), call.id, Some(libc::ENOMEM));
            }
            Verdict::Deny(deed) => {
                self.end.denied = deed;
                self.kill();
            }
        }
    }

    pub(crate) fn kill(&mut self) {
        if !self.killed {
            kernel::kill_group(self.pid);
            self.killed = true;
        }
    }

    /// Waits for its end, kills all that it left behind, and tells.
    pub(crate) fn bury(mut self, other_leaders: &[u32]) -> io::Result<()> {
        // Before it is reaped: its number is still its own, and so is its group's.
        kernel::kill_group(self.pid);
        rustix::io::retry_on_intr(|| {
            let mut process = [rustix::event::PollFd::new(&self.process, PollFlags::IN)];
            rustix::event::poll(&mut process, None)
        })?;
        self.end.waited_ns = waited_ns(self.pid);
        let reaped = kernel::reap(self.pid)?;
        self.end.status = reaped.status as u32 as u64;
        self.end.cpu_us = reaped.cpu.as_micros() as u64;
        self.end.peak_kib = reaped.peak_kib;
        bury_orphans(other_leaders);
        drop((self.process, self.listener));
        // That nobody is there to be told is no failure.
        let _ = self.channel.send(&Report::Ended(self.end).encode(), &[]);
        Ok(())
    }
}

/// Kills and reaps all children but the programs that still run, until none is left.
///
/// Whatever a program started and left behind has become a child of this process, its subreaper.
fn bury_orphans(leaders: &[u32]) {
    loop {
        let orphans: Vec<_> = children().into_iter().filter(|&pid| !belongs(pid, leaders)).collect();
        if orphans.is_empty() {
            return;
        }
        for &orphan in &orphans {
            kernel::kill_one(orphan);
        }
        for orphan in orphans {
            let _ = kernel::reap(orphan);
        }
    }
}

/// Whether a process is of the group of a program that still runs.
fn belongs(pid: u32, leaders: &[u32]) -> bool {
    let group = Pid::from_raw(pid as i32).and_then(|pid| getpgid(Some(pid)).ok());
    group.is_some_and(|group| leaders.contains(&(group.as_raw_nonzero().get() as u32)))
}

/// The children of this process, which has one thread.
fn children() -> Vec<u32> {
    let list = fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

/// Nanoseconds in which a process was ready to run and did not; zero where the kernel does not count them.
pub(crate) fn waited_ns(pid: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}
