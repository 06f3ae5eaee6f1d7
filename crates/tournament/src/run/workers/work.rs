//! A pool at work: a thread for each slot, and one that speaks with the store for all.

use std::sync::mpsc;
use std::thread;

use sandbox::Spawner;

use super::pool::{WorkerPool, lock};
use super::reporter::Reporter;
use super::worker_loop::WorkerLoop;
use crate::store::Store;
use errors::Error;
use players::Slot;

impl WorkerPool<'_> {
    /// Plays at all slots until [`dismiss`](WorkerPool::dismiss), a failure, or `stop`. Games that have begun are played to their end; a
    /// unit that is not whole then is given back.
    ///
    /// # Errors
    /// When the store or the referee fails at a slot; the others then stop as well.
    pub fn work(&self, store: &Store, spawners: Vec<Spawner>) -> Result<(), Error> {
        let connection = || -> Result<Store, Error> {
            let mut store = store.another()?;
            store.set_patience(self.timeouts.database);
            Ok(store)
        };
        let (senders, receivers): (Vec<_>, Vec<_>) = spawners.iter().map(|_| mpsc::channel()).unzip();
        let reporter = Reporter::new(self, connection()?, senders);
        let worker = |(number, (spawner, orders))| {
            Ok(WorkerLoop { pool: self, number, slot: Slot::new(spawner), store: connection()?, orders })
        };
        let workers = spawners.into_iter().zip(receivers).enumerate().map(worker).collect::<Result<Vec<_>, Error>>()?;
        thread::scope(|scope| {
            scope.spawn(|| self.note(reporter.work()));
            for worker in workers {
                scope.spawn(|| self.note(worker.work()));
            }
        });
        lock(&self.failed).take().map_or(Ok(()), Err)
    }
}
