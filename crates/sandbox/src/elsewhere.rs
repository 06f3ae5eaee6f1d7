//! Other systems than Linux: the same names, and a plain refusal.
//!
//! What cannot be started cannot be used, so that every method here is one that is never called.

use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::{Clock, Ended, Error, Heard, Job, Level, Probe};

/// There is no spawner on this system, so this returns at once.
pub fn serve_if_asked() {}

/// A process that starts programs; not to be had on this system.
#[derive(Debug)]
pub struct Spawner(Infallible);

impl Spawner {
    /// Refuses.
    ///
    /// # Errors
    /// Always: programs are run on Linux only.
    pub fn start(_: Option<usize>) -> io::Result<Spawner> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "strangers' programs are run on Linux only"))
    }

    /// As [`start`](Spawner::start).
    ///
    /// # Errors
    /// Always.
    pub fn start_from(_: &Path, cpu: Option<usize>) -> io::Result<Spawner> {
        Spawner::start(cpu)
    }

    /// The levels, and which of them this machine has.
    pub fn levels(&self) -> &[Probe] {
        match self.0 {}
    }

    /// The processor that it keeps to, if it was given one.
    pub fn cpu(&self) -> Option<usize> {
        match self.0 {}
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        match self.0 {}
    }

    /// Runs a program to its end.
    ///
    /// # Errors
    /// Never called.
    pub fn run(&mut self, _: &Job, _: &[u8]) -> Result<Ended, Error> {
        match self.0 {}
    }

    /// Starts a program to converse with.
    ///
    /// # Errors
    /// Never called.
    pub fn open(&mut self, _: &Job) -> Result<Running, Error> {
        match self.0 {}
    }
}

/// A conversation with a program; not to be had on this system.
#[derive(Debug)]
pub struct Running(Infallible);

impl Running {
    /// The program's process.
    pub fn pid(&self) -> u32 {
        match self.0 {}
    }

    /// The level at which it runs.
    pub fn level(&self) -> Level {
        match self.0 {}
    }

    /// Writes to its standard input.
    ///
    /// # Errors
    /// Never called.
    pub fn write(&mut self, _: &[u8]) -> Result<(), Error> {
        match self.0 {}
    }

    /// Closes its standard input.
    pub fn close_input(&mut self) {
        match self.0 {}
    }

    /// The next line of its standard output.
    ///
    /// # Errors
    /// Never called.
    pub fn read_line(&mut self, _: Duration) -> Result<Heard, Error> {
        match self.0 {}
    }

    /// How many bytes it has printed that nobody has asked for yet.
    pub fn unread(&self) -> usize {
        match self.0 {}
    }

    /// As many of these as came with the line read last.
    pub fn at_hand(&self) -> usize {
        match self.0 {}
    }

    /// How many bytes that were written to it still lie in its input, unread.
    pub fn unheard(&self) -> usize {
        match self.0 {}
    }

    /// The clock of the last move.
    pub fn clock(&mut self) -> Clock {
        match self.0 {}
    }

    /// Stops it where it is.
    ///
    /// # Errors
    /// Never called.
    pub fn freeze(&mut self) -> Result<(), Error> {
        match self.0 {}
    }

    /// Lets it go on.
    ///
    /// # Errors
    /// Never called.
    pub fn thaw(&mut self) -> Result<(), Error> {
        match self.0 {}
    }

    /// Waits until it has answered, at most this long.
    ///
    /// # Errors
    /// Never called.
    pub fn answers_within(&mut self, _: Duration) -> Result<bool, Error> {
        match self.0 {}
    }

    /// As [`read_line`](Running::read_line), while the other one does not think.
    ///
    /// # Errors
    /// Never called.
    pub fn read_line_against(&mut self, _: &mut Running, _: Duration) -> Result<Heard, Error> {
        match self.0 {}
    }

    /// Processor time that it took before the present move.
    pub fn out_of_turn(&self) -> Duration {
        match self.0 {}
    }

    /// Waits for it to end by itself.
    ///
    /// # Errors
    /// Never called.
    pub fn finish(self, _: Duration) -> Result<Ended, Error> {
        match self.0 {}
    }

    /// Kills it.
    ///
    /// # Errors
    /// Never called.
    pub fn kill(self) -> Result<Ended, Error> {
        match self.0 {}
    }
}
