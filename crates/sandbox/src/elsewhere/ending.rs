//! How a program comes to its end, by itself or by us.

use std::process::ExitStatus;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use super::running::{Running, deadline};
use super::spawner::end;
use crate::{Breach, Ended, Error, How, Level};

impl Running {
    /// Closes its input and waits this long for it to end by itself; what it still prints is collected.
    ///
    /// # Errors
    /// When the system fails.
    pub fn finish(mut self, within: Duration) -> Result<Ended, Error> {
        self.close_input();
        self.conclude(deadline(Instant::now(), within))
    }

    /// Kills it, which is no breach of its own. Processes that it started live on.
    ///
    /// # Errors
    /// When the system fails.
    pub fn kill(self) -> Result<Ended, Error> {
        self.kill_process()?;
        let until = deadline(Instant::now(), self.limits.wall);
        self.conclude(until)
    }

    /// All of the input, then its end; to be over within the wall time.
    pub(super) fn run(mut self, input: &[u8]) -> Result<Ended, Error> {
        let until = deadline(self.started, self.limits.wall);
        self.send(input);
        self.close_input();
        self.conclude(until)
    }

    /// Waits for the end and sums up.
    fn conclude(mut self, until: Option<Instant>) -> Result<Ended, Error> {
        let (status, at) = loop {
            if let Some(end) = self.end {
                break end;
            }
            // One that has been killed ends for certain, so there is nothing to be impatient about.
            let patience = if self.breach.is_some() { None } else { until };
            if !self.pump(patience)? && self.end.is_none() {
                self.fail(Breach::Late)?;
            }
        };
        Ok(Ended {
            how: how(status),
            breach: self.breach.take(),
            refused: None,
            wall: at - self.started,
            cpu: Duration::ZERO,
            waited: Duration::ZERO,
            peak_memory: 0,
            stdout: self.heard.take_rest(),
            stderr: std::mem::take(&mut self.complaints),
            level: Level::Limits,
        })
    }

    /// Notes the first breach and kills the program.
    pub(super) fn fail(&mut self, breach: Breach) -> Result<(), Error> {
        if self.breach.is_some() {
            return Ok(());
        }
        self.breach = Some(breach);
        self.kill_process()
    }

    fn kill_process(&self) -> Result<(), Error> {
        Ok(self.process.lock().unwrap_or_else(PoisonError::into_inner).kill()?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        end(&self.process);
    }
}

fn how(status: ExitStatus) -> How {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return How::Signalled(signal);
    }
    How::Exited(status.code().unwrap_or_default())
}
