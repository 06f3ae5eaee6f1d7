//! The loop of one slot: it leases a job, plays it, and reports it while it plays the next one. So
//! a slow store does not slow down the games.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use sandbox::Spawner;

use super::job_runner::JobRunner;
use super::notify::lock;
use super::pool::WorkerPool;
use super::running_pair::{PERIOD, RunningPair};
use crate::store::{Lease, Report, Store};
use errors::Error;
use players::Slot;

/// A slot without a job pauses before it asks again. Its pauses grow from the first length to the
/// second.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

type Played = (Lease, Report);

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
        let (mut played, mut pause) = (None, PAUSES[0]);
        while self.pool.goes_on() {
            let news = self.pool.news.count();
            if let Some(lease) = self.lease()? {
                pause = PAUSES[0];
                played = self.play(lease, played, slot, &mut runner)?;
                continue;
            }
            if let Some(played) = played.take() {
                self.report(&played)?;
                // This result may decide what is played next.
                self.pool.idle.notify();
            }
            self.pool.news.wait_after(news, pause);
            pause = PAUSES[1].min(2 * pause);
        }
        played.map_or(Ok(()), |played| self.report(&played))
    }

    /// The store, unless the pool has failed: then no other slot waits for a lost database.
    fn store(&self) -> Result<MutexGuard<'_, Store>, Error> {
        let store = lock(&self.store);
        lock(&self.pool.failed).clone().map_or(Ok(store), Err)
    }

    fn lease(&self) -> Result<Option<Lease>, Error> {
        let cannot = self.pool.cannot_play();
        self.store()?.lease(self.pool.worker, &cannot, self.pool.timeouts.lease)
    }

    fn report(&self, (lease, report): &Played) -> Result<(), Error> {
        let counts = self.store()?.report(lease, report)?;
        self.pool.count(u64::from(counts));
        Ok(())
    }

    /// Plays a job. Meanwhile, another thread reports the job `before` and keeps the lease. Returns
    /// `None` if the job was released, because this machine cannot play it or has to stop.
    fn play(
        &self,
        lease: Lease,
        before: Option<Played>,
        slot: &Slot,
        runner: &mut JobRunner,
    ) -> Result<Option<Played>, Error> {
        let running = RunningPair::new();
        let (end, ended) = channel::<()>();
        let (kept, report) = thread::scope(|scope| {
            let (lease, running) = (&lease, &running);
            let keeping = scope.spawn(move || self.keep(lease, before, running, &ended));
            let report = self.play_games(lease, slot, runner, running);
            drop(end);
            (keeping.join().expect("it does not panic"), report)
        });
        kept?;
        if let Ok(Some(report)) = report {
            return Ok(Some((lease, report)));
        }
        self.store()?.release(&lease)?;
        report.map(|_| None)
    }

    fn play_games(
        &self,
        lease: &Lease,
        slot: &Slot,
        runner: &mut JobRunner,
        running: &RunningPair,
    ) -> Result<Option<Report>, Error> {
        // Compiling may take long, so it has a connection of its own.
        let mut store = self.store()?.another()?;
        let Some(participants) = self.pool.participants(lease.tournament, &mut store, slot)? else {
            return Ok(None);
        };
        runner.play(&participants, lease.pairing, lease.pair, running, self.pool.stop)
    }

    /// Reports a job. Then extends the lease of another job, and shows its games to spectators,
    /// until its games have `ended`. If the lease is over, and another worker has the job, this
    /// worker still plays it: the first report of a job counts.
    fn keep(
        &self,
        lease: &Lease,
        before: Option<Played>,
        running: &RunningPair,
        ended: &Receiver<()>,
    ) -> Result<(), Error> {
        let mut last_beat = Instant::now();
        before.map_or(Ok(()), |played| self.report(&played))?;
        let beat = self.pool.timeouts.heartbeat();
        while ended.recv_timeout(PERIOD.min(beat)) == Err(RecvTimeoutError::Timeout) {
            if last_beat.elapsed() >= beat {
                last_beat = Instant::now();
                self.store()?.heartbeat(lease, self.pool.timeouts.lease)?;
            }
            self.store()?.show_running(lease, &running.take_new())?;
        }
        Ok(())
    }
}
