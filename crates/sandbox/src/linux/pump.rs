//! Moves bytes between a program's pipes and memory while watching a deadline.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::running::{Running, Watch};
use crate::slots::here::away;
use crate::{Breach, Error};

/// The capacity of a pipe.
const CHUNK: usize = 64 << 10;
/// The thread that waits for the program shares a processor with it. This long before a deadline,
/// the thread leaves that processor. If the thread stayed there, a program that computes could
/// delay it by up to 5 ms.
const NEAR: Duration = Duration::from_millis(10);
/// After this many reads in one move, the program's output is read only every 2 ms. Waking up for
/// every word takes processor time from the program that writes it, and the program would then seem
/// to wait for a busy machine. A pipe holds 64 KiB, so at most 32 MB a second are read.
const OFTEN: u32 = 64;
const DEAF: Duration = Duration::from_millis(2);
/// The size of the first buffer of a line. Most lines are short, and a small buffer uses little
/// memory.
const SMALL: usize = 4 << 10;

/// The result of one wait.
#[derive(Clone, Copy, Default)]
struct Ready {
    report: bool,
    stdout: bool,
    stderr: bool,
    stdin: bool,
}

impl Running {
    /// Writes as much as the pipe takes without waiting, and returns the rest.
    pub(super) fn push<'a>(&mut self, input: &'a [u8]) -> &'a [u8] {
        let Some(stdin) = &self.stdin else {
            self.lost = input.len();
            return &[];
        };
        (self.heard_times, self.deaf_until) = (0, None);
        if self.is_conversation {
            // The clock starts before the call: on one processor the program may run, and answer,
            // before this thread continues.
            self.meter.start();
        }
        match rustix::io::retry_on_intr(|| rustix::io::write(stdin, input)) {
            Ok(count) => &input[count..],
            Err(Errno::AGAIN) => input,
            Err(_) => {
                // The program has closed its input. A closed input is no error.
                (self.stdin, self.lost) = (None, input.len());
                &[]
            }
        }
    }

    /// Waits until something happens, and handles it. Returns false if the deadline passes first.
    pub(super) fn pump(&mut self, input: &mut &[u8], until: Instant) -> Result<bool, Error> {
        self.pump_until(input, Some(until))
    }

    /// Like [`pump`](Running::pump), but waits at most until the end of the move's first moment.
    /// Many moves end within this moment. To count waits for a processor would take longer than
    /// such a move. After that moment this function returns false at once.
    pub(super) fn wait_a_moment(&mut self, until: Instant) -> Result<bool, Error> {
        let Some(moment) = self.meter.first_moment() else { return Ok(false) };
        let happened = self.pump(&mut &[][..], moment.min(until))?;
        self.meter.look_after(moment);
        Ok(happened)
    }

    /// Waits until something happens, and handles it. Returns false if the program is late.
    pub(super) fn watch(&mut self, watch: &mut Watch) -> Result<bool, Error> {
        if self.wait_a_moment(watch.deadline)? {
            return Ok(true);
        }
        let near = watch.deadline.checked_sub(NEAR).unwrap_or(watch.deadline);
        let mut happened = watch.away.is_none() && self.pump(&mut &[][..], near)?;
        if !happened {
            watch.away = watch.away.take().or_else(away);
            happened = self.pump(&mut &[][..], watch.deadline)?;
        }
        self.meter.was_due(watch.deadline);
        Ok(happened)
    }

    /// Like [`pump`](Running::pump); without a deadline it waits forever.
    pub(super) fn pump_until(
        &mut self,
        input: &mut &[u8],
        until: Option<Instant>,
    ) -> Result<bool, Error> {
        if self.end.is_some() {
            return Ok(true); // nothing more will happen
        }
        let Some(ready) = self.wait(!input.is_empty(), until)? else { return Ok(false) };
        if ready.stdout {
            self.hear()?;
        }
        if ready.stderr {
            self.hear_complaints()?;
        }
        if ready.stdout || ready.stderr {
            self.heard_times += 1;
            self.deaf_until = (self.heard_times > OFTEN).then(|| Instant::now() + DEAF);
        }
        if ready.stdin {
            *input = self.push(input);
        }
        if ready.report {
            self.note_report()?;
        }
        Ok(true)
    }

    /// Returns `None` if the deadline passes first.
    fn wait(&self, wants_to_write: bool, until: Option<Instant>) -> Result<Option<Ready>, Error> {
        let Some(deaf_until) = self.deaf_until.filter(|&until| Instant::now() < until) else {
            return self.poll(wants_to_write, true, until);
        };
        let earliest = until.map_or(deaf_until, |until| until.min(deaf_until));
        let ready = self.poll(wants_to_write, false, Some(earliest))?;
        if ready.is_some() {
            return Ok(ready);
        }
        // An answer may have been ready before the deadline passed.
        let ready = self.poll(wants_to_write, true, Some(earliest))?;
        let is_over = until == Some(earliest);
        Ok(if is_over { ready } else { ready.or(Some(Ready::default())) })
    }

    fn poll(
        &self,
        wants_to_write: bool,
        listens: bool,
        until: Option<Instant>,
    ) -> Result<Option<Ready>, Error> {
        let none = PollFlags::empty();
        let read = |open: Option<&OwnedFd>| if open.is_some() { PollFlags::IN } else { none };
        let somewhere = self.channel.as_fd();
        // A polled pipe always reports its end, even if no event was requested. So only the pipes
        // that are read now are polled.
        let [stdout, stderr] =
            [&self.stdout, &self.stderr].map(|pipe| pipe.as_ref().filter(|_| listens));
        let mut descriptors = [
            PollFd::from_borrowed_fd(somewhere, PollFlags::IN),
            PollFd::from_borrowed_fd(stdout.map_or(somewhere, AsFd::as_fd), read(stdout)),
            PollFd::from_borrowed_fd(stderr.map_or(somewhere, AsFd::as_fd), read(stderr)),
            PollFd::from_borrowed_fd(
                self.stdin.as_ref().map_or(somewhere, AsFd::as_fd),
                if wants_to_write { PollFlags::OUT } else { none },
            ),
        ];
        let count = if wants_to_write { 4 } else { 3 };
        let happened = loop {
            let left = until.map(timespec_until);
            match poll(&mut descriptors[..count], left.as_ref()) {
                Err(Errno::INTR) => {}
                other => break other.map_err(io::Error::from)?,
            }
        };
        let is_ready = |i: usize| !descriptors[i].revents().is_empty();
        Ok((happened > 0).then(|| Ready {
            report: is_ready(0),
            stdout: stdout.is_some() && is_ready(1),
            stderr: stderr.is_some() && is_ready(2),
            stdin: wants_to_write && self.stdin.is_some() && is_ready(3),
        }))
    }

    /// Reads standard output once. Output beyond the bound is not kept.
    pub(super) fn hear(&mut self) -> Result<(), Error> {
        let Some(stdout) = &self.stdout else { return Ok(()) };
        let chunk = if self.heard.is_empty() { SMALL } else { CHUNK };
        match read(stdout, &mut self.heard, chunk)? {
            Some(0) => self.stdout = None,
            Some(count) => self.printed += count as u64,
            None => {}
        }
        if self.printed > self.limits.output {
            let excess = self.printed - self.limits.output;
            self.heard.truncate(self.heard.len().saturating_sub(excess as usize));
            self.printed = self.limits.output;
            self.fail(Breach::Output);
        }
        Ok(())
    }

    /// Reads standard error once. Only its beginning is kept.
    fn hear_complaints(&mut self) -> Result<(), Error> {
        let Some(stderr) = &self.stderr else { return Ok(()) };
        let (kept, most) = (self.complaints.len(), self.limits.stderr as usize);
        // All bytes in the pipe are read now, since the program may have written them before an
        // answer that has already been read.
        if read(stderr, &mut self.complaints, CHUNK)? == Some(0) {
            self.stderr = None;
        }
        self.fresh_stderr.extend_from_slice(&self.complaints[kept..]);
        self.fresh_stderr.truncate(most);
        self.complaints.truncate(most);
        Ok(())
    }

    /// Reads the bytes that are still in the pipes after the program's end. This function does not
    /// wait for other processes that hold the pipes open.
    pub(super) fn drain(&mut self) -> Result<(), Error> {
        loop {
            let (printed, complained) = (self.printed, self.complaints.len());
            let breached = self.breach.is_some();
            self.hear()?;
            self.hear_complaints()?;
            let flood = !breached && self.breach.is_some();
            if flood || (self.printed == printed && self.complaints.len() == complained) {
                return Ok(());
            }
        }
    }
}

/// Appends the available bytes, at most `at_most`. Returns `None` if there are none, and 0 at the
/// end.
fn read(from: &OwnedFd, into: &mut Vec<u8>, at_most: usize) -> io::Result<Option<usize>> {
    into.reserve(at_most);
    match rustix::io::retry_on_intr(|| rustix::io::read(from, spare_capacity(into))) {
        Ok(count) => Ok(Some(count)),
        Err(Errno::AGAIN) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn timespec_until(until: Instant) -> Timespec {
    let left = until.saturating_duration_since(Instant::now());
    Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) }
}
