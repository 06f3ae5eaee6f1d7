//! The threads of a pool: one for each slot, and one that talks to the store.

use std::sync::{Arc, mpsc};
use std::thread;

use sandbox::Spawner;

use super::pool::{WorkerPool, lock};
use super::reporter::Reporter;
use super::running_pair::RunningPair;
use super::worker_loop::WorkerLoop;
use crate::store::Store;
use errors::Error;
use players::Slot;

impl WorkerPool<'_> {
    /// Plays at all slots until [`dismiss`](WorkerPool::dismiss), a failure, or `stop`. Games that
    /// have begun are finished. A job whose second game has not begun is released.
    ///
    /// # Errors
    /// Fails if the store fails, or if the referee at a slot fails. Then the other slots stop as
    /// well.
    pub fn work(&self, store: &Store, spawners: Vec<Spawner>) -> Result<(), Error> {
        let connection = || -> Result<Store, Error> {
            let mut store = store.another()?;
            store.set_patience(self.timeouts.database);
            Ok(store)
        };
        let (senders, receivers): (Vec<_>, Vec<_>) =
            spawners.iter().map(|_| mpsc::channel()).unzip();
        let running: Vec<_> = spawners.iter().map(|_| Arc::<RunningPair>::default()).collect();
        let reporter = Reporter::new(self, connection()?, senders, running.clone());
        let worker = |(number, ((spawner, orders), running))| {
            Ok(WorkerLoop {
                pool: self,
                number,
                slot: Slot::new(spawner),
                store: connection()?,
                orders,
                running,
            })
        };
        let workers = spawners
            .into_iter()
            .zip(receivers)
            .zip(running)
            .enumerate()
            .map(worker)
            .collect::<Result<Vec<_>, Error>>()?;
        thread::scope(|scope| {
            scope.spawn(|| self.note(reporter.work()));
            for worker in workers {
                scope.spawn(|| self.note(worker.work()));
            }
        });
        lock(&self.failed).take().map_or(Ok(()), Err)
    }
}
