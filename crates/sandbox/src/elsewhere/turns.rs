//! Two programs that take turns. Here nobody can be stopped, so both may think at once.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::running::Running;
use crate::{Error, Heard};

impl Running {
    /// Does nothing on this system: the standard library has no call that stops a process.
    ///
    /// # Errors
    /// None on this system.
    pub fn freeze(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Does nothing, since nothing is ever frozen.
    ///
    /// # Errors
    /// None on this system.
    pub fn thaw(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Does nothing, since nothing is ever frozen.
    ///
    /// # Errors
    /// None on this system.
    pub fn rest(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// As [`read_line`](Running::read_line). On this system the other one may think meanwhile.
    ///
    /// # Errors
    /// As [`read_line`](Running::read_line).
    pub fn read_line_against(&mut self, _: &mut Running, within: Duration) -> Result<Heard, Error> {
        self.read_line(within)
    }

    /// How many bytes it has printed that nobody has asked for yet: what came before its turn, or after its answer.
    pub fn unread(&self) -> usize {
        self.at_hand() + self.streams.waiting.load(Ordering::Relaxed)
    }

    /// How many bytes that were written to it still lie in its input, unread: not known on this system, so 0.
    pub fn unheard(&self) -> usize {
        0
    }

    /// Processor time that it took before the present move: not known on this system, so none.
    pub fn out_of_turn(&self) -> Duration {
        Duration::ZERO
    }
}
