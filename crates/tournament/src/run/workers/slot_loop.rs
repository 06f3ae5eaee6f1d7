//! The loop of one slot: it leases a batch of jobs, plays it, and reports it while it plays the next
//! one. So a slow store does not slow down the games.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use sandbox::Spawner;

use super::batch::{Batch, Played};
use super::job_runner::JobRunner;
use super::notify::lock;
use super::pool::WorkerPool;
use super::running_pair::PERIOD;
use crate::store::{Lease, Report, Store};
use errors::Error;
use players::Slot;

/// A slot without a job pauses before it asks again. Its pauses grow from the first length to the
/// second.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

impl WorkerPool<'_> {
    /// Plays at all slots until [`dismiss`](WorkerPool::dismiss), a failure, or `stop`. Games that
    /// have begun are finished. A job whose second game has not begun is released.
    ///
    /// # Errors
    /// Fails if the store fails, or if the referee at a slot fails. Then the other slots stop as
    /// well.
    pub fn work(&self, store: &Store, spawners: Vec<Spawner>) -> Result<(), Error> {
        let mut store = store.another()?;
        store.set_patience(self.timeouts.database);
        let desk = Desk { pool: self, store: Mutex::new(store) };
        thread::scope(|scope| {
            for spawner in spawners {
                scope.spawn(|| self.note(desk.serve(&Slot::new(spawner))));
            }
        });
        lock(&self.failed).take().map_or(Ok(()), Err)
    }
}

/// Where the slots lease and report their jobs. They share one connection.
struct Desk<'a> {
    pool: &'a WorkerPool<'a>,
    store: Mutex<Store>,
}

impl Desk<'_> {
    /// Plays at a slot until the pool is dismissed.
    fn serve(&self, slot: &Slot) -> Result<(), Error> {
        let mut runner = JobRunner::new(slot.clone());
        let (mut played, mut size, mut pause) = (Vec::new(), 1, PAUSES[0]);
        while self.pool.goes_on() {
            let news = self.pool.news.count();
            let leases = self.lease(size)?;
            if !leases.is_empty() {
                pause = PAUSES[0];
                (played, size) = self.play(leases, played, slot, &mut runner)?;
                continue;
            }
            if !played.is_empty() {
                self.report(&std::mem::take(&mut played))?;
                // These results may decide what is played next.
                self.pool.idle.notify();
            }
            self.pool.news.wait_after(news, pause);
            pause = PAUSES[1].min(2 * pause);
        }
        self.report(&played)
    }

    /// The store, unless the pool has failed: then no other slot waits for a lost database.
    fn store(&self) -> Result<MutexGuard<'_, Store>, Error> {
        let store = lock(&self.store);
        lock(&self.pool.failed).clone().map_or(Ok(store), Err)
    }

    fn lease(&self, at_most: usize) -> Result<Vec<Lease>, Error> {
        let cannot = self.pool.cannot_play();
        self.store()?.lease(self.pool.worker, &cannot, self.pool.timeouts.lease, at_most)
    }

    fn report(&self, played: &[Played]) -> Result<(), Error> {
        let counting = self.store()?.report(played)?;
        self.pool.count(counting);
        Ok(())
    }

    /// Plays a batch of jobs. Meanwhile, another thread reports the jobs `before` and keeps the
    /// lease. Returns what is to be reported, and the size of the next batch. Jobs are released
    /// that this machine cannot play, or not before it has to stop.
    fn play(
        &self,
        leases: Vec<Lease>,
        before: Vec<Played>,
        slot: &Slot,
        runner: &mut JobRunner,
    ) -> Result<(Vec<Played>, usize), Error> {
        let batch = Batch::new(leases);
        let (end, ended) = channel::<()>();
        let (kept, result) = thread::scope(|scope| {
            let batch = &batch;
            let keeping = scope.spawn(move || self.keep(batch, &before, &ended));
            let result = self.play_jobs(batch, slot, runner);
            drop(end);
            (keeping.join().expect("it does not panic"), result)
        });
        kept?;
        let left: Vec<_> = batch.playing().into_iter().chain(batch.take_waiting()).collect();
        self.store()?.release(&left)?;
        let played = batch.take_played();
        match result {
            Ok(size) => Ok((played, size)),
            Err(error) => self.report(&played).and(Err(error)),
        }
    }

    /// Plays the jobs of a batch; returns the size of the next one.
    fn play_jobs(
        &self,
        batch: &Batch,
        slot: &Slot,
        runner: &mut JobRunner,
    ) -> Result<usize, Error> {
        while self.pool.goes_on()
            && let Some(lease) = batch.begin()
            && let Some(report) = self.play_games(&lease, slot, runner, batch)?
        {
            batch.end(report);
        }
        Ok(batch.next_size())
    }

    fn play_games(
        &self,
        lease: &Lease,
        slot: &Slot,
        runner: &mut JobRunner,
        batch: &Batch,
    ) -> Result<Option<Report>, Error> {
        // Compiling may take long, so it has a connection of its own.
        let store = || self.store()?.another();
        let Some(participants) = self.pool.participants(lease.tournament, store, slot)? else {
            return Ok(None);
        };
        let stop = self.pool.stop;
        runner.play(&participants, lease.pairing, lease.pair, Some(&batch.running), stop)
    }

    /// Reports jobs. A batch that is still played after a time has slower games than was expected:
    /// then its waiting jobs are released, and what it has played is reported. From then on, this
    /// extends the lease of the job in play, and shows its games to spectators, until the batch has
    /// `ended`. If the lease is over, and another worker has the job, this worker still plays it:
    /// the first report of a job counts.
    fn keep(&self, batch: &Batch, before: &[Played], ended: &Receiver<()>) -> Result<(), Error> {
        let mut last_beat = Instant::now();
        self.report(before)?;
        let beat = self.pool.timeouts.heartbeat();
        while ended.recv_timeout(PERIOD.min(beat)) == Err(RecvTimeoutError::Timeout) {
            self.store()?.release(&batch.take_waiting())?;
            self.report(&batch.take_played())?;
            let Some(lease) = batch.playing() else { continue };
            if last_beat.elapsed() >= beat {
                last_beat = Instant::now();
                self.store()?.heartbeat(&lease, self.pool.timeouts.lease)?;
            }
            self.store()?.show_running(&lease, &batch.running.take_new())?;
        }
        Ok(())
    }
}
