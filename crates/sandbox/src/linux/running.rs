//! A running program, as its conversation partner sees it.

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

/// The client's ends of the program's streams.
#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// A conversation with a program. Dropping it kills the program and everything that it started.
#[derive(Debug)]
pub struct Running {
    pub(super) channel: Channel,
    pub(super) process: OwnedFd,
    pub(super) stdin: Option<OwnedFd>,
    pub(super) stdout: Option<OwnedFd>,
    pub(super) stderr: Option<OwnedFd>,
    /// How many bytes of the last write could not be written, because the program had closed its
    /// input.
    pub(super) lost: usize,
    /// The bytes that were read. Only the bytes before `taken` have been given to the caller.
    pub(super) heard: Vec<u8>,
    taken: usize,
    /// The bytes before this position have been searched and contain no end of line.
    searched: usize,
    /// The number of bytes in `heard` that followed the last line given to the caller.
    beyond: usize,
    /// The number of bytes that the program has printed so far.
    pub(super) printed: u64,
    pub(super) complaints: Vec<u8>,
    /// The part of standard error that has not been given to the caller.
    pub(super) fresh_stderr: Vec<u8>,
    /// How often the program's output has been read since the last write.
    pub(super) heard_times: u32,
    /// The program's output is not read before this moment.
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
            fresh_stderr: Vec::new(),
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

    /// Writes to the program's standard input. The clock of a move starts when the last byte is
    /// written.
    ///
    /// It is not an error if the program has closed its input or has ended: its answer will then be
    /// missing. A program that leaves a full pipe unread for its whole wall time is late, and is
    /// killed. A frozen program is thawed when the question has been written, or when the question
    /// fills the pipe.
    ///
    /// # Errors
    /// Fails if the spawner has failed.
    pub fn write(&mut self, input: &[u8]) -> Result<(), Error> {
        self.is_conversation = true;
        let mut rest = self.push(input);
        self.thaw()?;
        let until = Instant::now() + self.limits.wall;
        while !rest.is_empty()
            && self.breach.is_none()
            && self.stdin.is_some()
            && self.end.is_none()
        {
            if !self.pump(&mut rest, until)? {
                self.fail(Breach::Late);
            }
        }
        Ok(())
    }

    /// Reads the next line of standard output. It has to come within this time from the last write,
    /// or from the start if nothing was written. The time spent waiting for a processor [does not
    /// count](Limits::wall).
    ///
    /// The line is returned without its end; a carriage return is part of the end. After a breach,
    /// such as a late line, the program is dead; [`finish`](Running::finish) returns the details.
    ///
    /// # Errors
    /// Fails if the spawner has failed.
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

    /// Whether [`read_line`](Running::read_line) would return at once.
    pub(super) fn is_heard(&mut self) -> bool {
        self.line_end().is_some()
            || self.breach.is_some()
            || self.stdout.is_none()
            || self.line_is_too_long()
    }

    fn within_length(&mut self, line: Vec<u8>) -> Heard {
        if line.len() as u64 <= self.limits.line {
            return Heard::Line(line);
        }
        self.fail(Breach::Line);
        Heard::Breach(Breach::Line)
    }

    /// The number of bytes that the program has printed and nobody has read. The program printed
    /// them before its turn, or after its answer. Empty lines do not count, and are discarded.
    ///
    /// # Errors
    /// Fails if the program's output cannot be read.
    pub fn unread(&mut self) -> Result<usize, Error> {
        if self.stdout.as_ref().is_some_and(|pipe| waiting_in(pipe) > 0) {
            self.hear()?;
        }
        self.skip_empty_lines();
        Ok(self.heard.len() - self.taken)
    }

    /// Discards the output that was read after the last line, if it consists of empty lines. Many
    /// programs print an empty line after an answer.
    pub fn skip_empty_lines(&mut self) {
        if self.heard[self.taken..].iter().all(|byte| matches!(byte, b'\n' | b'\r')) {
            self.take_rest();
            self.beyond = 0;
        }
    }

    /// The number of unread bytes that arrived together with the last line.
    pub fn at_hand(&self) -> usize {
        self.beyond
    }

    /// The number of bytes that were sent to the program but never read: they lie in its input, or
    /// it had closed its input.
    ///
    /// If a program answers while this number is not 0, it has not read the whole question.
    pub fn unheard(&self) -> usize {
        self.stdin.as_ref().map_or(self.lost, waiting_in)
    }

    /// The text that the program has written to standard error since the last call, at most
    /// [`Limits::stderr`] bytes. Once a line of output has been read, the text includes everything
    /// that was written before that line.
    pub fn take_stderr(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.fresh_stderr)
    }

    /// The clock of the last move. It starts at the last write, and stops at the line or the breach
    /// that ended the move.
    ///
    /// If the program wrote several lines at once, the move ends when the last of them has been
    /// read. If some lines are still unread when this function is called, the move ends now.
    pub fn clock(&mut self) -> Clock {
        let clock = self.meter.clock();
        if !self.meter.is_unread() {
            return clock;
        }
        // The program has been reaped, so the report of its end will come soon. If the spawner has
        // failed, the next operation on it will return the error.
        while self.end.is_none() {
            if self.note_report().is_err() {
                return clock;
            }
        }
        if let Some((end, _)) = &self.end {
            let (cpu, waited) =
                (Duration::from_micros(end.cpu_us), Duration::from_nanos(end.waited_ns));
            return self.meter.settle(clock.wall, cpu, waited);
        }
        clock
    }

    /// Closes the input, and waits this long for the program to end by itself; its remaining output
    /// is collected.
    ///
    /// # Errors
    /// Fails if the spawner has failed.
    pub fn finish(mut self, within: Duration) -> Result<Ended, Error> {
        self.thaw()?;
        self.stdin = None;
        self.conclude(Instant::now() + within, None)
    }

    /// Writes all of the input and closes it; the program must end within the wall time.
    pub(crate) fn run(mut self, input: &[u8]) -> Result<Ended, Error> {
        let limit = self.limits.wall;
        let mut until = self.meter.deadline(limit);
        let mut rest = self.push(input);
        while !rest.is_empty()
            && self.stdin.is_some()
            && self.breach.is_none()
            && self.end.is_none()
        {
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

    /// Waits for the program's end, and sums up what it used. A limit is extended by the time spent
    /// waiting for a processor.
    fn conclude(mut self, until: Instant, limit: Option<Duration>) -> Result<Ended, Error> {
        let mut watch = Watch::until(until);
        while self.end.is_none() {
            if self.breach.is_some() {
                // A killed program always ends, so there is no deadline.
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
        let streams =
            Streams { stdout: self.take_rest(), stderr: std::mem::take(&mut self.complaints) };
        Ok(usage::summarize(&end, breach, &self.limits, streams, wall, waited, self.level))
    }

    /// Notes the first breach, and asks the spawner to kill the program.
    pub(super) fn fail(&mut self, breach: Breach) {
        if self.breach.is_none() {
            self.breach = Some(breach);
            self.ask_for_the_end();
        }
    }

    fn ask_for_the_end(&self) {
        // If sending fails, the spawner has ended, and the program has ended with it.
        let _ = self.channel.send(KILL, &[]);
    }

    /// Stores the spawner's report about the program's end.
    pub(super) fn note_report(&mut self) -> Result<(), Error> {
        // The longest report contains two shortened names.
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
            // Every process that could write to the pipes is dead, so the pipes hold the last
            // output.
            self.drain()?;
            (self.stdout, self.stderr) = (None, None);
        }
        Ok(())
    }

    /// The position where the first complete line ends.
    fn line_end(&mut self) -> Option<usize> {
        let from = self.searched.max(self.taken);
        let length = self.heard[from..].iter().position(|&byte| byte == b'\n');
        self.searched = length.map_or(self.heard.len(), |length| from + length);
        length.map(|_| self.searched)
    }

    /// The first complete line, without its end.
    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.line_end()?;
        let line = self.heard[self.taken..end]
            .strip_suffix(b"\r")
            .unwrap_or(&self.heard[self.taken..end])
            .to_vec();
        self.taken = end + 1;
        self.searched = self.taken;
        if self.taken == self.heard.len() {
            self.take_rest();
        }
        Some(line)
    }

    /// All bytes that have not been given to the caller.
    fn take_rest(&mut self) -> Vec<u8> {
        let rest = self.heard.split_off(self.taken);
        self.heard.clear();
        (self.taken, self.searched) = (0, 0);
        rest
    }
}

/// A wait for a program. The wait ends at the program's deadline. The thread that waits has to
/// notice the deadline at once.
pub(super) struct Watch {
    pub(super) deadline: Instant,
    /// Keeps the waiting thread off the program's processor, until a late program has been stopped.
    pub(super) away: Option<Away>,
}

impl Watch {
    pub(super) fn until(deadline: Instant) -> Watch {
        Watch { deadline, away: None }
    }
}

/// How many bytes wait in a pipe. The descriptor may be either end of the pipe.
fn waiting_in(pipe: &OwnedFd) -> usize {
    rustix::io::ioctl_fionread(pipe).map_or(0, |bytes| bytes as usize)
}
