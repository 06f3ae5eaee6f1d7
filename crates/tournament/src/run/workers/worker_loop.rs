//! The loop in which a slot plays jobs.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::job_runner::JobRunner;
use super::message::Message;
use super::pool::WorkerPool;
use super::running_pair::RunningPair;
use crate::store::{Lease, Report, Store};
use errors::Error;
use players::Slot;

/// A slot that plays the jobs from the reporter.
pub(super) struct WorkerLoop<'a> {
    pub(super) pool: &'a WorkerPool<'a>,
    /// The slot's number.
    pub(super) number: usize,
    pub(super) slot: Slot,
    /// The store from which programs are fetched.
    pub(super) store: Store,
    pub(super) orders: Receiver<Lease>,
    /// The pair of games that the slot is playing.
    pub(super) running: Arc<RunningPair>,
}

impl WorkerLoop<'_> {
    /// Works until the pool is dismissed.
    pub(super) fn work(mut self) -> Result<(), Error> {
        let mut runner = JobRunner::new(self.slot.clone());
        self.pool.hand_in(Message::Wants(self.number));
        while let Ok(lease) = self.orders.recv()
            && self.pool.goes_on()
        {
            let played = self.play(&lease, &mut runner);
            let (message, failure) = match played {
                Ok(Some(report)) => (Message::Played(lease, report), None),
                Ok(None) => (Message::Returned(lease), None),
                Err(failure) => (Message::Returned(lease), Some(failure)),
            };
            self.pool.hand_in(message);
            if let Some(failure) = failure {
                return Err(failure);
            }
            self.pool.hand_in(Message::Wants(self.number));
        }
        Ok(())
    }

    /// Plays a job; `None` if this machine cannot play the tournament, or has to stop.
    fn play(&mut self, lease: &Lease, runner: &mut JobRunner) -> Result<Option<Report>, Error> {
        let Lease { tournament, pairing, pair, .. } = *lease;
        let prepared = self.pool.participants(tournament, &mut self.store, &self.slot)?;
        let Some(participants) = prepared else { return Ok(None) };
        self.running.begin(lease);
        let played = runner.play(&participants, pairing, pair, &*self.running, self.pool.stop);
        self.running.end();
        played
    }
}

impl Drop for WorkerLoop<'_> {
    fn drop(&mut self) {
        self.pool.hand_in(Message::Left);
    }
}
