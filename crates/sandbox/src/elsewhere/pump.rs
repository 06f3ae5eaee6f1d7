//! What waits, under a deadline, for whatever a program does next.

use std::process::ExitStatus;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::running::Running;
use super::streams::{Event, WAITING};
use crate::{Breach, Error};

/// The end of a process is asked for: the standard library waits for it with a deadline nowhere.
const FIRST_LOOK: Duration = Duration::from_micros(125);
const LAST_LOOK: Duration = Duration::from_millis(16);
/// So long is waited for the end of an ended program's output, which its own processes may keep open.
const PARTING: Duration = Duration::from_secs(1);

impl Running {
    /// Waits until something happens and deals with it. False where the deadline passes first; there may be none.
    pub(super) fn pump(&mut self, until: Option<Instant>) -> Result<bool, Error> {
        let mut look = FIRST_LOOK;
        while self.end.is_none() {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                self.catch_up()?;
                return Ok(false);
            }
            let pause = left.map_or(look, |left| left.min(look));
            match self.streams.events.recv_timeout(pause) {
                Ok(event) => {
                    self.note(event)?;
                    return Ok(true);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => sleep(pause),
            }
            self.look_for_the_end()?;
            look = LAST_LOOK.min(look * 2);
        }
        Ok(true)
    }

    /// What happened before a deadline that has passed, and was not dealt with yet. No more than could wait, so that
    /// a program that never stops printing gains nothing by it.
    fn catch_up(&mut self) -> Result<(), Error> {
        for _ in 0..WAITING {
            let Ok(event) = self.streams.events.try_recv() else { break };
            self.note(event)?;
        }
        self.look_for_the_end()
    }

    fn look_for_the_end(&mut self) -> Result<(), Error> {
        let status = self.process.lock().unwrap_or_else(PoisonError::into_inner).try_wait()?;
        status.map_or(Ok(()), |status| self.note_end(status))
    }

    /// The end of its process: what its pipes still hold is read.
    fn note_end(&mut self, status: ExitStatus) -> Result<(), Error> {
        self.end = Some((status, Instant::now()));
        let until = Instant::now() + PARTING;
        let was_breached = self.breach.is_some();
        while (self.prints || self.complains) && (was_breached || self.breach.is_none()) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let Ok(event) = self.streams.events.recv_timeout(left) else { break };
            self.note(event)?;
        }
        (self.prints, self.complains) = (false, false);
        Ok(())
    }

    fn note(&mut self, event: Event) -> Result<(), Error> {
        match event {
            Event::Printed(bytes) => self.hear(&bytes)?,
            Event::Silent => self.prints = false,
            Event::Complained(bytes) => {
                let room = kept(self.limits.stderr, self.complaints.len() as u64, bytes.len());
                self.complaints.extend_from_slice(&bytes[..room]);
            }
            Event::Content => self.complains = false,
            Event::Written(moment) => {
                self.unwritten -= 1;
                self.asked = moment;
            }
            Event::Deaf(moment) => {
                self.close_input();
                self.asked = moment;
            }
        }
        Ok(())
    }

    /// Beyond the bound nothing is kept.
    fn hear(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.streams.waiting.fetch_sub(bytes.len(), Ordering::Relaxed);
        let room = kept(self.limits.output, self.printed, bytes.len());
        self.heard.push(&bytes[..room]);
        self.printed += room as u64;
        if room < bytes.len() { self.fail(Breach::Output) } else { Ok(()) }
    }
}

/// How many of so many more bytes stay within the limit.
fn kept(limit: u64, so_far: u64, more: usize) -> usize {
    usize::try_from(limit.saturating_sub(so_far)).unwrap_or(usize::MAX).min(more)
}
