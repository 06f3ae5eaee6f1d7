//! Freezing: while one of two programs thinks, the other must not.

use std::os::fd::AsFd;
use std::time::Duration;

use super::kernel;
use super::running::Running;
use crate::Error;

impl Running {
    /// Stops the program until the next [`write`](Running::write).
    ///
    /// Freezing and thawing cost more than a quick move, and most programs do not compute while
    /// they wait for their turn. So freeze a program only if its opponent does not answer within a
    /// [`MOMENT`](crate::MOMENT).
    ///
    /// # Errors
    /// Fails if the system refuses to stop the program. A program that has ended is not an error.
    pub fn freeze(&mut self) -> Result<(), Error> {
        if !self.frozen {
            self.signal(libc::SIGSTOP)?;
            self.frozen = true;
        }
        Ok(())
    }

    /// Lets a frozen program continue.
    ///
    /// # Errors
    /// As [`freeze`](Running::freeze).
    pub(super) fn thaw(&mut self) -> Result<(), Error> {
        if self.frozen {
            self.signal(libc::SIGCONT)?;
            self.frozen = false;
        }
        Ok(())
    }

    fn signal(&self, signal: i32) -> Result<(), Error> {
        match kernel::signal_group(self.process.as_fd(), signal) {
            Err(error) if error.raw_os_error() != Some(libc::ESRCH) => Err(Error::Spawner(error)),
            _ => Ok(()),
        }
    }

    /// Waits until the program has answered, breached a bound or closed its output, but at most
    /// this long from the last write. Returns whether one of these events has happened. Unlike in
    /// [`read_line`](Running::read_line), a late answer is not a breach.
    ///
    /// # Errors
    /// Fails if the spawner has failed.
    pub fn answers_within(&mut self, patience: Duration) -> Result<bool, Error> {
        let until = self.meter.asked() + patience;
        let mut is_heard = self.is_heard();
        while !is_heard && (self.wait_a_moment(until)? || self.pump(&mut &[][..], until)?) {
            is_heard = self.is_heard();
        }
        Ok(is_heard)
    }
}
