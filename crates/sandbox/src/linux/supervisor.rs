//! A running program, as its spawner sees it.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use rustix::event::PollFlags;
use rustix::process::{Pid, getpgid, getsid};

use super::cgroup::Group;
use super::channel::Channel;
use super::kernel::{self, Stopped};
use super::memory_watchdog::{self, Excess, MemoryWatchdog};
use super::open_policy::{Granted, Look, Opening, is_of_process};
use super::protocol::{End, Report, Request};
use super::stat_emulation::Question;
use super::totals::{self, TotalsWatchdog};
use super::verdict::{Verdict, cloned, judge};
use super::{elf, limits};
use crate::{Profile, Total};

/// A process that has begun to execute the program.
#[derive(Debug)]
pub(crate) struct Spawned {
    pub(crate) pid: u32,
    pub(crate) process: OwnedFd,
    /// The listener for forbidden calls; `None` at level 0.
    pub(crate) listener: Option<Rc<OwnedFd>>,
    pub(crate) group: Option<Group>,
    pub(crate) granted: Rc<Granted>,
    /// Files that Landlock's rules name, and that exist only as long as they are held open.
    pub(crate) held: Vec<OwnedFd>,
}

/// A program and the channel for reports about it.
#[derive(Debug)]
pub(crate) struct Supervised {
    pub(crate) pid: u32,
    channel: Channel,
    process: OwnedFd,
    listener: Option<Rc<OwnedFd>>,
    group: Option<Group>,
    granted: Rc<Granted>,
    /// The files that are held open until the program ends.
    _held: Vec<OwnedFd>,
    request: Request,
    /// Watches the program's memory; `None` for a compiler, and if the kernel's own limit counts
    /// all memory.
    watchdog: Option<MemoryWatchdog>,
    /// Watches what a compiler's processes use together; `None` for other programs.
    totals: Option<TotalsWatchdog>,
    ended: bool,
    killed: bool,
    /// The number of notes that valgrind has written; `is_note` says what these notes are.
    notes: u8,
    /// The peak of the program's memory in KiB, read when the program exited by itself; 0 if the
    /// peak was not read.
    own_peak_kib: u64,
    end: End,
}

impl Supervised {
    pub(crate) fn new(channel: Channel, spawned: Spawned, request: Request) -> Supervised {
        let Spawned { pid, process, listener, group, granted, held: _held } = spawned;
        let watchdog = MemoryWatchdog::of(pid, &request);
        let totals = TotalsWatchdog::of(pid, &request);
        let (ended, killed, notes, end) = (false, false, 0, End::default());
        Supervised {
            pid,
            channel,
            process,
            listener,
            group,
            granted,
            _held,
            request,
            watchdog,
            totals,
            ended,
            killed,
            notes,
            own_peak_kib: 0,
            end,
        }
    }

    /// The descriptors to watch: the client's channel and the program's process.
    pub(crate) fn descriptors(&self) -> [BorrowedFd<'_>; 2] {
        [self.channel.as_fd(), self.process.as_fd()]
    }

    /// The listener for forbidden calls of this program and all others of its kind; `None` at level
    /// 0.
    pub(crate) fn listener(&self) -> Option<&Rc<OwnedFd>> {
        self.listener.as_ref()
    }

    /// Whether a process or thread is the program, or belongs to its group or session.
    pub(crate) fn owns(&self, thread: u32) -> bool {
        belongs(thread, &[self.pid])
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.killed
    }

    /// Handles events on the descriptors.
    pub(crate) fn attend(&mut self, [channel, process]: [PollFlags; 2]) {
        if !channel.is_empty() {
            // The client asked for the end, or closed the channel. Either of these ends the
            // program.
            self.kill();
        }
        self.ended |= !process.is_empty();
    }

    /// The interval at which the program has to be measured, if at all.
    pub(crate) fn interval(&self) -> Option<Duration> {
        let totals = self.totals.as_ref().map(|_| totals::EVERY);
        totals.or(self.watchdog.as_ref().map(|_| memory_watchdog::EVERY))
    }

    /// Measures the program if a measurement is due, and kills the program if it uses too much.
    pub(crate) fn measure(&mut self) {
        let excess = self.watchdog.as_mut().and_then(MemoryWatchdog::excess);
        let excess = excess.or_else(|| self.totals.as_mut().and_then(TotalsWatchdog::excess));
        if let Some(excess) = excess {
            self.end_for(excess);
        }
    }

    fn end_for(&mut self, excess: Excess) {
        match excess {
            Excess::Memory => self.end.memory_refused = true,
            Excess::Threads => self.end.denied = "too many threads".to_string(),
            Excess::Processes => self.end.total = Some(Total::Processes),
            Excess::Files => self.end.total = Some(Total::Files),
            Excess::Disk => self.end.total = Some(Total::Disk),
        }
        self.kill();
    }

    /// Lets a call continue that makes a process or a file, unless there are too many.
    fn admit(
        &mut self,
        call: &Stopped,
        listener: BorrowedFd<'_>,
        add: fn(&mut TotalsWatchdog) -> Option<Excess>,
    ) {
        match self.totals.as_mut().and_then(add) {
            Some(excess) => self.end_for(excess),
            None => kernel::answer_call(listener, call.id, None),
        }
    }

    /// Decides on a call of this program that the filter has stopped.
    pub(crate) fn decide(&mut self, call: &Stopped, listener: BorrowedFd<'_>) {
        match judge(call, self.pid, limits::profile(self.request.profile)) {
            Verdict::Continue => kernel::answer_call(listener, call.id, None),
            Verdict::Fail(errno) => kernel::answer_call(listener, call.id, Some(errno)),
            Verdict::NoMemory => {
                self.end.memory_refused = true;
                kernel::answer_call(listener, call.id, Some(libc::ENOMEM));
            }
            Verdict::Look => {
                kernel::answer_call(
                    listener,
                    call.id,
                    Opening::of(call, self.pid).pries(&self.granted),
                );
            }
            Verdict::Tell => {
                let errno = self.tell(call, listener).err().unwrap_or(0);
                kernel::answer_call(listener, call.id, Some(errno));
            }
            Verdict::Read => match Opening::of(call, self.pid).look(&self.granted) {
                Look::Allowed => kernel::answer_call(listener, call.id, None),
                Look::Fails(errno) => kernel::answer_call(listener, call.id, Some(errno)),
                Look::Refused(path) => {
                    self.end.refused = excerpt(&path.to_string_lossy());
                    kernel::answer_call(listener, call.id, None);
                }
                Look::Others(file) => {
                    self.deny(format!("to read {}", excerpt(&file.to_string_lossy())));
                }
            },
            Verdict::Spy => match Opening::of(call, self.pid).look(&self.granted) {
                Look::Others(file) if is_of_process(&file) => {
                    self.deny(format!("to read {}", excerpt(&file.to_string_lossy())));
                }
                // When the kernel opens the path, the path may lead to another file. But Landlock
                // checks the file that the kernel opens.
                _ => kernel::answer_call(listener, call.id, None),
            },
            Verdict::Write => match Opening::of(call, self.pid).written() {
                None => kernel::answer_call(listener, call.id, None),
                Some(file) if self.is_note(&file) => {
                    self.notes += 1;
                    kernel::answer_call(listener, call.id, None);
                }
                Some(file) => self.deny(format!("to write {}", excerpt(&file.to_string_lossy()))),
            },
            Verdict::Exit => {
                self.own_peak_kib = peak_kib(self.pid);
                kernel::answer_call(listener, call.id, None);
            }
            Verdict::AsksAbout(process) => {
                let errno = (!self.is_own(process)).then_some(libc::ESRCH);
                kernel::answer_call(listener, call.id, errno);
            }
            Verdict::NewProcess => self.admit(call, listener, TotalsWatchdog::add_process),
            Verdict::NewFile => self.admit(call, listener, TotalsWatchdog::add_file),
            Verdict::Clone => {
                let flags = flags_of_clone3(call, self.pid).unwrap_or_default();
                self.deny(format!("clone3 ({})", cloned(flags)));
            }
            Verdict::Deny(deed) => self.deny(deed),
        }
    }

    /// Whether a number is that of the program or one of its threads; 0 stands for the caller.
    fn is_own(&self, process: u32) -> bool {
        [0, self.pid].contains(&process)
            || Path::new(&format!("/proc/{}/task/{process}", self.pid)).exists()
    }

    /// Answers a program's question about a file, in place of the kernel.
    fn tell(&self, call: &Stopped, listener: BorrowedFd<'_>) -> Result<(), i32> {
        let (to, answer) = Question::of(call, self.pid).answer(&self.granted)?;
        let is_told =
            kernel::is_waiting(listener, call.id) && kernel::write_memory(self.pid, to, &answer);
        if is_told { Ok(()) } else { Err(libc::EFAULT) }
    }

    /// Whether the call opens one of the two notes that valgrind writes to a writable folder of the
    /// job before the program begins. These notes describe the arguments and the machine. The
    /// program itself may not write to that folder.
    fn is_note(&self, file: &Path) -> bool {
        const NOTES: u8 = 2;
        let is_there = || self.request.writable.iter().any(|folder| file.parent() == Some(folder));
        limits::profile(self.request.profile) == Profile::Valgrind
            && self.notes < NOTES
            && is_there()
    }

    fn deny(&mut self, deed: String) {
        self.end.denied = deed;
        self.kill();
    }

    pub(crate) fn kill(&mut self) {
        if !self.killed {
            self.kill_all();
            self.killed = true;
        }
    }

    fn kill_all(&self) {
        kernel::kill_group(self.pid);
        if let Some(group) = &self.group {
            group.kill();
        }
    }

    /// Waits for the program's end, kills the processes that it left behind, and reports.
    pub(crate) fn reap(mut self, children: &Children<'_>) -> io::Result<()> {
        // The processes are killed first. Once the program is reaped, its process number and its
        // group's number may belong to others.
        self.kill_all();
        if !self.ended {
            rustix::io::retry_on_intr(|| {
                let mut process = [rustix::event::PollFd::new(&self.process, PollFlags::IN)];
                rustix::event::poll(&mut process, None)
            })?;
        }
        self.end.waited_ns = waited_ns(self.pid);
        let reaped = kernel::reap(self.pid)?;
        self.end.status = reaped.status as u32 as u64;
        if reaped.status != 0 {
            let footprint = elf::footprint(&self.request.program);
            self.end.memory_refused |= limits::are_exceeded_by(&self.request, footprint);
        }
        self.end.cpu_us = reaped.cpu.as_micros() as u64;
        self.end.peak_kib = if self.own_peak_kib > 0 { self.own_peak_kib } else { reaped.peak_kib };
        children.reap_orphans();
        if let Some(group) = self.group.take() {
            let spent = group.spent();
            self.end.memory_refused |= spent.out_of_memory;
            self.end.group_peak_kib = spent.peak_kib;
        }
        drop(self.process);
        // It is not a failure if nobody receives the report.
        let _ = self.channel.send(&Report::Ended(self.end).encode(), &[]);
        Ok(())
    }
}

/// The children of the spawner, and which of them are not orphans.
pub(crate) struct Children<'a> {
    pub(crate) list: Option<&'a File>,
    /// The process numbers of the programs that still run.
    pub(crate) leaders: Vec<u32>,
    pub(crate) own_processes: Vec<u32>,
}

impl Children<'_> {
    /// Kills and reaps all unknown children, until none is left.
    ///
    /// This process is the subreaper, so every process that a program left behind has become its
    /// child.
    fn reap_orphans(&self) {
        loop {
            let orphans = self.orphans();
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

    fn orphans(&self) -> Vec<u32> {
        let mut list = String::new();
        // The kernel writes this file anew each time, so the file is read again from the beginning.
        let read =
            self.list.map(|mut file| file.rewind().and_then(|()| file.read_to_string(&mut list)));
        if !matches!(read, Some(Ok(_))) {
            return Vec::new();
        }
        let children = list.split_whitespace().filter_map(|pid| pid.parse().ok());
        children
            .filter(|pid| !self.own_processes.contains(pid) && !belongs(*pid, &self.leaders))
            .collect()
    }
}

/// Whether a process or thread belongs to the group or session of one of these programs.
fn belongs(pid: u32, leaders: &[u32]) -> bool {
    let Some(pid) = Pid::from_raw(pid as i32) else { return false };
    let [group, session] = [getpgid(Some(pid)), getsid(Some(pid))].map(|leader| leader.ok());
    [Some(pid), group, session]
        .into_iter()
        .flatten()
        .any(|pid| leaders.contains(&(pid.as_raw_nonzero().get() as u32)))
}

/// The peak of a process's memory in KiB since it executed its program; 0 if the kernel does not
/// tell.
fn peak_kib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The `flags` of a call of `clone3`, which say what the new process shares. They are the first
/// word of the structure to which the argument points.
fn flags_of_clone3(call: &Stopped, pid: u32) -> Option<u64> {
    let mut flags = [0; 8];
    let readers = [kernel::read_memory, kernel::read_hidden_memory];
    let is_whole =
        readers.iter().any(|read| read(pid, call.arguments[0], &mut flags) == flags.len());
    is_whole.then(|| u64::from_ne_bytes(flags))
}

/// The last part of a name, as much as fits into a report. The end of a name says more than the
/// beginning.
fn excerpt(name: &str) -> String {
    const MOST: usize = 100;
    let length = name.chars().count();
    let end: String = name.chars().skip(length.saturating_sub(MOST)).collect();
    if length > MOST { format!("…{end}") } else { end }
}

/// How many nanoseconds a process waited for a processor; zero if the kernel does not count them.
pub(crate) fn waited_ns(pid: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}
