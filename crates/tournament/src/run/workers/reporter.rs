//! The thread that talks to the store for all slots of a pool. While this thread waits for the
//! store, the slots play on, and no slot blocks another.

use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::message::Message;
use super::pool::{WorkerPool, lock};
use super::running_pair::{self, RunningPair};
use crate::store::{Lease, Report, Reported, Store};
use errors::Error;

/// The reporter pauses when it finds no jobs to lease. Its pauses grow from the first length to the
/// second.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// Handles the leases, reports and heartbeats of a pool.
pub(super) struct Reporter<'a> {
    pool: &'a WorkerPool<'a>,
    store: Store,
    /// A channel to each slot. The list is cleared when no more jobs may begin.
    orders: Vec<Sender<Lease>>,
    /// The pair of games that each slot is playing.
    running: Vec<Arc<RunningPair>>,
    /// The number of slots that have not ended.
    slots: usize,
    /// The slots that want a job.
    wants: VecDeque<usize>,
    /// The jobs that the slots hold, each with the time at which it was leased.
    held: BTreeMap<i64, (Lease, Instant)>,
    pause: Duration,
    last_beat: Instant,
    /// The time at which spectators were last shown the games in play.
    last_show: Instant,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        pool: &'a WorkerPool<'a>,
        store: Store,
        orders: Vec<Sender<Lease>>,
        running: Vec<Arc<RunningPair>>,
    ) -> Reporter<'a> {
        let (slots, wants, held) = (orders.len(), VecDeque::new(), BTreeMap::new());
        Reporter {
            pool,
            store,
            orders,
            running,
            slots,
            wants,
            held,
            pause: PAUSES[0],
            last_beat: Instant::now(),
            last_show: Instant::now(),
        }
    }

    /// Works until the pool is dismissed and all slots have ended. Jobs that the slots have not
    /// played are released.
    pub(super) fn work(mut self) -> Result<(), Error> {
        loop {
            let played = self.attend()?;
            // Heartbeats come first, so that no job in play is leased again.
            self.beat()?;
            self.show()?;
            // Jobs are leased before results are stored, so that the slots play meanwhile.
            let goes_on = self.pool.goes_on();
            if goes_on {
                self.feed()?;
            } else {
                self.orders.clear();
            }
            played.iter().try_for_each(|(lease, report)| self.report(lease, report))?;
            if !played.is_empty() && !self.wants.is_empty() {
                // These results may decide what is played next.
                self.pool.idle.notify();
            }
            if !goes_on && self.slots == 0 {
                break;
            }
            self.wait();
        }
        self.held.values().try_for_each(|(lease, _)| self.store.release(lease))
    }

    /// Waits for a message from a slot or for new work. The wait ends at the latest when the next
    /// heartbeat or the next attempt to lease jobs is due.
    fn wait(&self) {
        let at_most = if self.wants.is_empty() { PAUSES[1] } else { self.pause };
        let is_closed = self.orders.is_empty() && self.slots > 0;
        let is_quiet =
            || lock(&self.pool.messages).is_empty() && (is_closed || self.pool.goes_on());
        self.pool.news.wait_if(at_most.min(self.pool.timeouts.heartbeat()), is_quiet);
    }

    /// Handles the slots' new messages: unplayed jobs are released, and requests for jobs are noted
    /// and answered later. Returns the results.
    fn attend(&mut self) -> Result<Vec<(Lease, Report)>, Error> {
        let messages = mem::take(&mut *lock(&self.pool.messages));
        let mut results = Vec::new();
        for message in messages {
            match message {
                Message::Wants(slot) => self.wants.push_back(slot),
                Message::Played(lease, report) => results.push((lease, report)),
                Message::Returned(lease) => {
                    self.store.release(&lease)?;
                    self.forget(&lease);
                }
                Message::Left => self.slots -= 1,
            }
        }
        Ok(results)
    }

    fn report(&mut self, lease: &Lease, report: &Report) -> Result<(), Error> {
        let reported = self.store.report(lease, report)?;
        self.forget(lease);
        let counts = matches!(reported, Reported::Stored | Reported::Already);
        self.pool.count(u64::from(counts));
        Ok(())
    }

    /// The slot no longer holds this job. If this process was suspended, it may have a newer lease
    /// of the job, which is kept.
    fn forget(&mut self, lease: &Lease) {
        if self.held.get(&lease.job).is_some_and(|(held, _)| held.attempt == lease.attempt) {
            self.held.remove(&lease.job);
        }
    }

    /// Gives a job to each waiting slot, as long as there are jobs.
    fn feed(&mut self) -> Result<(), Error> {
        while let Some(&slot) = self.wants.front() {
            let lease = self.store.lease(self.pool.worker, self.pool.timeouts.lease)?;
            let Some(lease) = lease else {
                self.pool.idle.notify();
                self.pause = PAUSES[1].min(2 * self.pause);
                break;
            };
            self.pause = PAUSES[0];
            self.held.insert(lease.job, (lease.clone(), Instant::now()));
            self.wants.pop_front();
            // If the slot has ended meanwhile, it does not play this job, and the job is released
            // at the end.
            let _ = self.orders[slot].send(lease);
        }
        Ok(())
    }

    /// Extends the leases of the jobs that the slots hold.
    fn beat(&mut self) -> Result<(), Error> {
        if self.held.is_empty() || self.last_beat.elapsed() < self.pool.timeouts.heartbeat() {
            return Ok(());
        }
        self.last_beat = Instant::now();
        // Fresh leases are not extended: they last well beyond the next heartbeat, and short games
        // are over by then.
        let is_old = |since: &Instant| since.elapsed() >= self.pool.timeouts.heartbeat() / 4;
        let leases: Vec<_> = self
            .held
            .values()
            .filter(|(_, since)| is_old(since))
            .map(|(lease, _)| lease.clone())
            .collect();
        // If another worker has leased the job meanwhile, this worker still plays it to its end.
        // The first report of a job counts.
        self.store.heartbeat(&leases, self.pool.timeouts.lease).map(drop)
    }

    /// Shows spectators the games in play.
    fn show(&mut self) -> Result<(), Error> {
        if self.last_show.elapsed() < running_pair::PERIOD {
            return Ok(());
        }
        self.last_show = Instant::now();
        let games: Vec<_> = self.running.iter().flat_map(|pair| pair.take_new()).collect();
        self.store.show_running(&games)
    }
}
