//! Two programs that take turns: one does not think while the other does.

use std::os::fd::AsFd;
use std::time::Duration;

use super::kernel;
use super::running::Running;
use crate::Error;

impl Running {
    /// Stops it where it is, until the next [`write`](Running::write).
    ///
    /// To freeze and to thaw costs more than a quick move, and who waits for its turn is not computing as a rule: see [`GRACE`](crate::GRACE).
    ///
    /// # Errors
    /// When the system refuses; that the program has ended is none.
    pub fn freeze(&mut self) -> Result<(), Error> {
        if !self.frozen {
            self.signal(libc::SIGSTOP)?;
            self.frozen = true;
        }
        Ok(())
    }

    /// Lets it go on.
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

    /// It has answered, and waits for the next [`write`](Running::write). One that has been found to compute between its turns
    /// is frozen there and then: on a shared processor it would have a slice of it before anybody could stop it.
    ///
    /// # Errors
    /// As [`freeze`](Running::freeze).
    pub fn rest(&mut self) -> Result<(), Error> {
        if self.meter.is_restless() { self.freeze() } else { Ok(()) }
    }

    fn signal(&self, signal: i32) -> Result<(), Error> {
        match kernel::signal_group(self.process.as_fd(), signal) {
            Err(error) if error.raw_os_error() != Some(libc::ESRCH) => Err(Error::Spawner(error)),
            _ => Ok(()),
        }
    }

    /// Waits until it has answered (or breached a bound, or closed its output), at most this long from the last byte
    /// written to it, and tells whether it has. Unlike a late line, an answer that is not there yet is no breach.
    ///
    /// # Errors
    /// When the spawner has failed.
    pub fn answers_within(&mut self, patience: Duration) -> Result<bool, Error> {
        let until = self.meter.started() + patience;
        while !self.is_heard() {
            if !self.pump(&mut &[][..], until)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
