//! A program that runs, as whoever converses with it sees it.

use std::process::ExitStatus;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use super::lines::Lines;
use super::spawner::Process;
use super::streams::Streams;
use crate::{Breach, Clock, Error, Heard, Level, Limits};

/// A conversation with a program. Dropping it kills the program, but nothing that it started.
#[derive(Debug)]
pub struct Running {
    pub(super) process: Process,
    pid: u32,
    pub(super) streams: Streams,
    /// Messages that have not been reported as written.
    pub(super) unwritten: usize,
    pub(super) is_input_open: bool,
    /// What was read and not yet given away.
    pub(super) heard: Lines,
    /// All bytes that it has printed.
    pub(super) printed: u64,
    /// Whether its standard output is open.
    pub(super) prints: bool,
    pub(super) complaints: Vec<u8>,
    /// Whether its standard error is open.
    pub(super) complains: bool,
    pub(super) limits: Limits,
    pub(super) started: Instant,
    /// The moment from which the present move counts.
    pub(super) asked: Instant,
    clock: Clock,
    pub(super) breach: Option<Breach>,
    pub(super) end: Option<(ExitStatus, Instant)>,
}

impl Running {
    pub(super) fn new(process: Process, pid: u32, streams: Streams, limits: Limits, started: Instant) -> Running {
        Running {
            process,
            pid,
            streams,
            unwritten: 0,
            is_input_open: true,
            heard: Lines::default(),
            printed: 0,
            prints: true,
            complaints: Vec::new(),
            complains: true,
            limits,
            started,
            asked: started,
            clock: Clock::default(),
            breach: None,
            end: None,
        }
    }

    /// The program's process.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// The level at which it runs: 0.
    pub fn level(&self) -> Level {
        Level::Limits
    }

    /// Writes to its standard input, and starts the clock of a move with its last byte.
    ///
    /// A program that has closed its input, or has ended, is no error: its silence will tell. One that leaves a full
    /// pipe unread for as long as its wall time is late, and killed.
    ///
    /// # Errors
    /// When the system fails.
    pub fn write(&mut self, input: &[u8]) -> Result<(), Error> {
        let until = deadline(Instant::now(), self.limits.wall);
        self.send(input);
        while self.unwritten > 0 && self.is_input_open && self.breach.is_none() && self.end.is_none() {
            if !self.pump(until)? && self.unwritten > 0 {
                self.fail(Breach::Late)?;
            }
        }
        Ok(())
    }

    pub(super) fn send(&mut self, input: &[u8]) {
        if self.is_input_open && self.streams.input.send(input.to_vec()).is_ok() {
            self.unwritten += 1;
        }
    }

    /// Closes its standard input: the program reads the end of it.
    pub fn close_input(&mut self) {
        self.is_input_open = false;
        // The thread that writes sees the old sender go, and closes the pipe.
        let nobody: Sender<Vec<u8>> = channel().0;
        self.streams.input = nobody;
    }

    /// The next line of its standard output, if it comes within this time from the last byte written to it
    /// (or from its start, before anything has been written).
    ///
    /// The line comes without its end, of which a carriage return is a part. After a breach, which a late line is,
    /// the program is dead; [`finish`](Running::finish) tells more.
    ///
    /// # Errors
    /// When the system fails.
    pub fn read_line(&mut self, within: Duration) -> Result<Heard, Error> {
        if !self.answers_within(within)? {
            self.fail(Breach::Late)?;
        }
        self.clock = Clock { wall: self.asked.elapsed(), ..Clock::default() };
        if let Some(line) = self.heard.take_line() {
            if line.len() as u64 <= self.limits.line {
                return Ok(Heard::Line(line));
            }
            self.fail(Breach::Line)?;
        } else if self.line_is_too_long() {
            self.fail(Breach::Line)?;
        }
        Ok(match &self.breach {
            Some(breach) => Heard::Breach(breach.clone()),
            None => Heard::Closed(self.heard.take_rest()),
        })
    }

    /// Waits until it has answered (or breached a bound, or closed its output), at most this long from the last byte
    /// written to it, and tells whether it has. Unlike a late line, an answer that is not there yet is no breach.
    ///
    /// # Errors
    /// When the system fails.
    pub fn answers_within(&mut self, patience: Duration) -> Result<bool, Error> {
        let until = deadline(self.asked, patience);
        while !self.is_heard() {
            if !self.pump(until)? {
                return Ok(self.is_heard());
            }
        }
        Ok(true)
    }

    /// Whether waiting for a line would be over at once.
    fn is_heard(&mut self) -> bool {
        self.heard.has_line() || self.breach.is_some() || !self.prints || self.line_is_too_long()
    }

    fn line_is_too_long(&self) -> bool {
        self.heard.left() as u64 > self.limits.line
    }

    /// As many bytes of its output as came with the line read last, in the same write of the program's.
    pub fn at_hand(&self) -> usize {
        self.heard.left()
    }

    /// The clock of the last move: from the last byte written to the line, or breach, that came of it. Only the wall's
    /// is known.
    pub fn clock(&mut self) -> Clock {
        self.clock
    }
}

/// None where it lies beyond what the clock can tell, which is never reached.
pub(super) fn deadline(from: Instant, within: Duration) -> Option<Instant> {
    from.checked_add(within)
}
