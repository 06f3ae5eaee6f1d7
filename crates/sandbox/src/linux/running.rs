//! A program that runs, as whoever converses with it sees it.

use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::fs::{OFlags, fcntl_setfl};

use super::channel::Channel;
use super::meter::Meter;
use super::protocol::{End, KILL, Report};
use super::usage::{self, Streams};
use crate::slots::here::Away;
use crate::{Breach, Clock, Ended, Error, Heard, Level, Limits};

/// Our ends of a program's streams.
#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// A conversation with a program. Dropping it kills the program and all that it started.
#[derive(Debug)]
pub struct Running {
    pub(super) channel: Channel,
    pub(super) process: OwnedFd,
    pub(super) stdin: Option<OwnedFd>,
    pub(super) stdout: Option<OwnedFd>,
    pub(super) stderr: Option<OwnedFd>,
    /// How many bytes of what was written last it cannot have read, since it had closed its input.
    pub(super) lost: usize,
    /// What was read and not yet given away, from `taken` on.
    pub(super) heard: Vec<u8>,
    taken: usize,
    /// Up to here there is no end of line.
    searched: usize,
    /// What was left when the last line had been taken.
    beyond: usize,
    /// All bytes that it has printed.
    pub(super) printed: u64,
    pub(super) complaints: Vec<u8>,
    /// How often it has been heard since it was last written to.
    pub(super) heard_times: u32,
    /// Until then it is not listened to.
    pub(super) deaf_until: Option<Instant>,
    pub(super) limits: Limits,
    level: Level,
    started: Instant,
    pub(super) meter: Meter,
    pub(super) breach: Option<Breach>,
    pub(super) end: Option<(End, Instant)>,
    pub(super) frozen: bool,
    /// Whether moves are timed.
    pub(super) is_conversation: bool,
}

impl Running {
    pub(crate) fn new(
        channel: Channel,
        process: OwnedFd,
        pipes: Pipes,
        limits: Limits,
        level: Level,
        started: Instant,
        meter: Meter,
    ) -> Result<Running, Error> {
        for pipe in [&pipes.stdin, &pipes.stdout, &pipes.stderr] {
            fcntl_setfl(pipe, OFlags::NONBLOCK).map_err(io::Error::from)?;
        }
        Ok(Running {
            channel,
            process,
            stdin: Some(pipes.stdin),
            stdout: Some(pipes.stdout),
            stderr: Some(pipes.stderr),
            lost: 0,
            heard: Vec::new(),
            taken: 0,
            searched: 0,
            beyond: 0,
            printed: 0,
            complaints: Vec::new(),
            heard_times: 0,
            deaf_until: None,
            limits,
            level,
            started,
            meter,
            breach: None,
            end: None,
            frozen: false,
            is_conversation: false,
        })
    }

    /// The program's process.
    pub fn pid(&self) -> u32 {
        self.meter.pid()
    }

    /// Writes to its standard input, and starts the clock of a move with its last byte.
    ///
    /// A program that has closed its input, or has ended, is no error: its silence will tell. One that leaves a full
    /// pipe unread for as long as its wall time is late, and killed. A frozen program is thawed when the question lies ready:
    /// what it computes from then on is its move.
    ///
    /// # Errors
    /// When the spawner has failed.
    pub fn write(&mut self, input: &[u8]) -> Result<(), Error> {
        self.is_conversation = true;
        let mut rest = self.push(input);
        self.thaw()?;
        let until = Instant::now() + self.limits.wall;
        while !rest.is_empty() && self.breach.is_none() && self.stdin.is_some() && self.end.is_none() {
            if !self.pump(&mut rest, until)? {
                self.fail(Breach::Late);
            }
        }
        Ok(())
    }

    /// The next line of its standard output, if it comes within this limit from the last byte written to it
    /// (or from its start, before anything has been written): what it waits for a processor [does not count](Limits::wall).
    ///
    /// The line comes without its end, of which a carriage return is a part. After a breach, which a late line is,
    /// the program is dead; [`finish`](Running::finish) tells more.
    ///
    /// # Errors
    /// When the spawner has failed.
    pub fn read_line(&mut self, within: Duration) -> Result<Heard, Error> {
        let mut watch = Watch::until(self.meter.deadline(within));
        loop {
            if let Some(line) = self.take_line() {
                self.beyond = self.heard.len() - self.taken;
                if self.beyond == 0 {
                    self.meter.stop();
                }
                return Ok(self.within_length(line));
            }
            if self.line_is_too_long() {
                self.fail(Breach::Line);
            }
            if let Some(breach) = &self.breach {
                self.meter.stop();
                return Ok(Heard::Breach(breach.clone()));
            }
            if self.stdout.is_none() {
                self.meter.stop();
                return Ok(Heard::Closed(self.take_rest()));
            }
            if !self.watch(&mut watch)? {
                let Some(until) = self.meter.respite(within) else {
                    self.fail(Breach::Late);
                    return Ok(Heard::Breach(Breach::Late));
                };
                watch = Watch::until(until);
            }
        }
    }

    fn line_is_too_long(&self) -> bool {
        (self.heard.len() - self.taken) as u64 > self.limits.line
    }

    /// Whether waiting for a line would be over at once.
    pub(super) fn is_heard(&mut self) -> bool {
        self.line_end().is_some() || self.breach.is_some() || self.stdout.is_none() || self.line_is_too_long()
    }

    fn within_length(&mut self, line: Vec<u8>) -> Heard {
        if line.len() as u64 <= self.limits.line {
            return Heard::Line(line);
        }
        self.fail(Breach::Line);
        Heard::Breach(Breach::Line)
    }

    /// How many bytes it has printed that nobody has asked for yet: what came before its turn, or after its answer.
    pub fn unread(&self) -> usize {
        self.heard.len() - self.taken + self.stdout.as_ref().map_or(0, waiting_in)
    }

    /// As many of these as came with the line read last, in the same write of the program's.
    pub fn at_hand(&self) -> usize {
        self.beyond
    }

    /// How many bytes that were written to it still lie in its input, unread, or found it closed by the program.
    ///
    /// A program that answers while there are any has not read all that it was asked.
    pub fn unheard(&self) -> usize {
        self.stdin.as_ref().map_or(self.lost, waiting_in)
    }

    /// The clock of the last move: from the last byte written to the line, or breach, that came of it.
    ///
    /// Where several lines were written at once, it goes on until the last of them has been read, or until it is asked.
    pub fn clock(&mut self) -> Clock {
        let clock = self.meter.clock();
        if !self.meter.is_unread() {
            return clock;
        }
        // It has been reaped, so its end is about to be told. A spawner that fails now fails whatever is done next, too.
        while self.end.is_none() {
            if self.note_report().is_err() {
                return clock;
            }
        }
        if let Some((end, _)) = &self.end {
            let (cpu, waited) = (Duration::from_micros(end.cpu_us), Duration::from_nanos(end.waited_ns));
            return self.meter.settle(clock.wall, cpu, waited);
        }
        clock
    }

    /// Closes its input and waits this long for it to end by itself; what it still prints is collected.
    ///
    /// # Errors
    /// When the spawner has failed.
    pub fn finish(mut self, within: Duration) -> Result<Ended, Error> {
        self.thaw()?;
        self.stdin = None;
        self.conclude(Instant::now() + within, None)
    }

    /// All of the input, then its end; to be over within the wall time.
    pub(crate) fn run(mut self, input: &[u8]) -> Result<Ended, Error> {
        let limit = self.limits.wall;
        let mut until = self.meter.deadline(limit);
        let mut rest = self.push(input);
        while !rest.is_empty() && self.stdin.is_some() && self.breach.is_none() && self.end.is_none() {
            if !self.pump(&mut rest, until)? {
                match self.meter.respite(limit) {
                    Some(later) => until = later,
                    None => self.fail(Breach::Late),
                }
            }
        }
        self.stdin = None;
        self.conclude(until, Some(limit))
    }

    /// Waits for the end and sums up. Who has a limit has it longer for what it waited for a processor.
    fn conclude(mut self, until: Instant, limit: Option<Duration>) -> Result<Ended, Error> {
        let mut watch = Watch::until(until);
        while self.end.is_none() {
            if self.breach.is_some() {
                // One that has been killed ends for certain, so there is nothing to be impatient about.
                self.pump_until(&mut &[][..], None)?;
            } else if !self.watch(&mut watch)? {
                match limit.and_then(|limit| self.meter.respite(limit)) {
                    Some(until) => watch = Watch::until(until),
                    None => self.fail(Breach::Late),
                }
            }
        }
        let (end, at) = self.end.take().expect("the loop ends with it");
        let breach = self.breach.take();
        let wall = at - self.started;
        let mut waited = Duration::from_nanos(end.waited_ns);
        if !self.is_conversation {
            waited = self.meter.settle(wall, Duration::from_micros(end.cpu_us), waited).waited;
        }
        let streams = Streams { stdout: self.take_rest(), stderr: std::mem::take(&mut self.complaints) };
        Ok(usage::summarize(&end, breach, &self.limits, streams, wall, waited, self.level))
    }

    /// Notes the first breach and has the program killed.
    pub(super) fn fail(&mut self, breach: Breach) {
        if self.breach.is_none() {
            self.breach = Some(breach);
            self.ask_for_the_end();
        }
    }

    fn ask_for_the_end(&self) {
        // A spawner that is gone has taken the program with it.
        let _ = self.channel.send(KILL, &[]);
    }

    /// A report from the spawner: the end.
    pub(super) fn note_report(&mut self) -> Result<(), Error> {
        // Two names cut short are the longest that there is in a report.
        let mut buffer = [0; 1 << 10];
        let (length, _) = self.channel.receive(&mut buffer)?;
        if length == 0 {
            return Err(Error::Spawner(io::Error::other("it has ended")));
        }
        if let Report::Ended(end) = Report::decode(&buffer[..length])? {
            if !end.denied.is_empty() && self.breach.is_none() {
                self.breach = Some(Breach::Denied(end.denied.clone()));
            }
            self.end = Some((end, Instant::now()));
            // All that could write is dead, so what the pipes hold is all there will be.
            self.drain()?;
            (self.stdout, self.stderr) = (None, None);
        }
        Ok(())
    }

    /// Where the first line that is complete ends.
    fn line_end(&mut self) -> Option<usize> {
        let from = self.searched.max(self.taken);
        let length = self.heard[from..].iter().position(|&byte| byte == b'\n');
        self.searched = length.map_or(self.heard.len(), |length| from + length);
        length.map(|_| self.searched)
    }

    /// The first line that is complete, without its end.
    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.line_end()?;
        let line = self.heard[self.taken..end].strip_suffix(b"\r").unwrap_or(&self.heard[self.taken..end]).to_vec();
        self.taken = end + 1;
        self.searched = self.taken;
        if self.taken == self.heard.len() {
            self.take_rest();
        }
        Some(line)
    }

    /// All that is left.
    fn take_rest(&mut self) -> Vec<u8> {
        let rest = self.heard.split_off(self.taken);
        self.heard.clear();
        (self.taken, self.searched) = (0, 0);
        rest
    }
}

/// Waiting for a program that is late at the deadline, which is to be noticed at once.
pub(super) struct Watch {
    pub(super) deadline: Instant,
    /// So that who has been late is stopped before its watcher shares a processor with it again.
    pub(super) away: Option<Away>,
}

impl Watch {
    pub(super) fn until(deadline: Instant) -> Watch {
        Watch { deadline, away: None }
    }
}

/// How many bytes lie in a pipe, at either end of it.
fn waiting_in(pipe: &OwnedFd) -> usize {
    rustix::io::ioctl_fionread(pipe).map_or(0, |bytes| bytes as usize)
}
