//! The loop in which a slot plays jobs.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::batch::Batch;
use super::job_runner::JobRunner;
use super::message::Message;
use super::pool::WorkerPool;
use super::running_pair::RunningPair;
use crate::store::{Lease, Store};
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
    pub(super) orders: Receiver<Vec<Lease>>,
    /// The pair of games that the slot is playing.
    pub(super) running: Arc<RunningPair>,
}

impl WorkerLoop<'_> {
    /// Works until the pool is dismissed.
    pub(super) fn work(mut self) -> Result<(), Error> {
        let mut runner = JobRunner::new(self.slot.clone());
        let mut batch = Batch::default();
        self.want(&batch);
        while let Ok(leases) = self.orders.recv()
            && self.pool.goes_on()
        {
            // If games are short, the slot asks for the next jobs before it plays the present ones,
            // so that it need not wait for the store. If games are long, the wait does not matter,
            // and another slot may be free to play those jobs sooner.
            let is_ahead = batch.jobs() > 1;
            if is_ahead {
                self.want(&batch);
            }
            self.play(leases, &mut batch, &mut runner)?;
            if !is_ahead {
                self.want(&batch);
            }
        }
        Ok(())
    }

    fn want(&self, batch: &Batch) {
        self.pool.hand_in(Message::Wants { slot: self.number, jobs: batch.jobs() });
    }

    /// Plays jobs one after the other. Jobs that are not played in time are released.
    fn play(
        &mut self,
        mut leases: Vec<Lease>,
        batch: &mut Batch,
        runner: &mut JobRunner,
    ) -> Result<(), Error> {
        let mut outcomes = Vec::new();
        let mut failure = None;
        batch.begin();
        for lease in &leases {
            let played = match self.pool.participants(lease.tournament, &mut self.store, &self.slot)
            {
                Ok(Some(participants)) => {
                    let Lease { pairing, pair, .. } = *lease;
                    self.running.begin(lease);
                    let played =
                        runner.play(&participants, pairing, pair, &*self.running, self.pool.stop);
                    self.running.end();
                    played
                }
                Ok(None) => Ok(None),
                Err(refused) => Err(refused),
            };
            match played {
                Ok(Some(outcome)) => outcomes.push(outcome),
                Ok(None) => break,
                Err(refused) => {
                    failure = Some(refused);
                    break;
                }
            }
            if batch.is_over() || !self.pool.goes_on() {
                break;
            }
        }
        batch.end(outcomes.len());
        let left = leases.split_off(outcomes.len());
        let played = leases.into_iter().zip(outcomes).collect();
        self.pool.hand_in(Message::Played { played, left });
        failure.map_or(Ok(()), Err)
    }
}

impl Drop for WorkerLoop<'_> {
    fn drop(&mut self) {
        self.pool.hand_in(Message::Left);
    }
}
