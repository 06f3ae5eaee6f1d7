//! The one who speaks with the store for all slots of a pool: they play meanwhile, and never stand in one another's way there.

use std::collections::BTreeMap;
use std::mem;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::message::Message;
use super::pool::{WorkerPool, lock};
use crate::store::{Lease, Reported, Store, TournamentId};
use errors::Error;

/// How long a reporter who found nothing to do waits before it looks again: at first, and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// Leases, reports and signs of life of a pool.
pub(super) struct Reporter<'a> {
    pool: &'a WorkerPool<'a>,
    store: Store,
    /// To each slot; none once no more is to be begun.
    orders: Vec<Sender<Vec<Lease>>>,
    /// How many slots have not ended.
    slots: usize,
    /// Slots that wait, and for how many units.
    wants: Vec<(usize, usize)>,
    /// What the slots have, and since when.
    held: BTreeMap<(TournamentId, i64), (Lease, Instant)>,
    pause: Duration,
    last_beat: Instant,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(pool: &'a WorkerPool<'a>, store: Store, orders: Vec<Sender<Vec<Lease>>>) -> Reporter<'a> {
        let (slots, wants, held) = (orders.len(), Vec::new(), BTreeMap::new());
        Reporter { pool, store, orders, slots, wants, held, pause: PAUSES[0], last_beat: Instant::now() }
    }

    /// Works until the pool is dismissed and all slots have ended. What they have not played is given back.
    pub(super) fn work(mut self) -> Result<(), Error> {
        loop {
            self.attend()?;
            // First, so that nobody is given what another slot plays.
            self.beat()?;
            if self.pool.goes_on() {
                self.feed()?;
            } else {
                self.orders.clear();
                if self.slots == 0 {
                    break;
                }
            }
            self.wait();
        }
        self.held.values().try_for_each(|(lease, _)| self.store.release(lease))
    }

    /// Until a slot asks for something, there may be something new in the store, or it is time to look.
    fn wait(&self) {
        let at_most = if self.wants.is_empty() { PAUSES[1] } else { self.pause };
        let is_closed = self.orders.is_empty() && self.slots > 0;
        let is_quiet = || lock(&self.pool.messages).is_empty() && (is_closed || self.pool.goes_on());
        self.pool.news.wait_if(at_most.min(self.pool.timeouts.heartbeat()), is_quiet);
    }

    /// Does what the slots have asked for since the last time, but for units.
    fn attend(&mut self) -> Result<(), Error> {
        let messages = mem::take(&mut *lock(&self.pool.messages));
        let (mut done, mut left) = (Vec::new(), Vec::new());
        for message in messages {
            match message {
                Message::Wants { slot, units } => self.wants.push((slot, units)),
                Message::Played { played, left: its } => {
                    done.extend(played);
                    left.extend(its);
                }
                Message::Left => self.slots -= 1,
            }
        }
        let reports: Vec<_> = done.iter().map(|(lease, report)| (lease, report)).collect();
        let reported = self.store.report_all(&reports)?;
        left.iter().try_for_each(|lease| self.store.release(lease))?;
        for lease in done.iter().map(|(lease, _)| lease).chain(&left) {
            // It may have been leased again meanwhile, when this process was stopped.
            if self.held.get(&key(lease)).is_some_and(|(held, _)| held.attempt == lease.attempt) {
                self.held.remove(&key(lease));
            }
        }
        let counts = |reported: &&Reported| matches!(reported, Reported::Stored | Reported::Already);
        self.pool.count(reported.iter().filter(counts).count() as u64);
        Ok(())
    }

    /// Gives units to those who wait, those who have waited longest first.
    fn feed(&mut self) -> Result<(), Error> {
        if self.wants.is_empty() {
            return Ok(());
        }
        let most = self.wants.iter().map(|(_, units)| units).sum();
        let mut leases = self.store.lease_some(self.pool.worker, self.pool.timeouts.lease, most)?;
        if leases.is_empty() {
            self.pool.idle.notify();
            self.pause = PAUSES[1].min(2 * self.pause);
            return Ok(());
        }
        self.pause = PAUSES[0];
        let now = Instant::now();
        self.held.extend(leases.iter().map(|lease| (key(lease), (lease.clone(), now))));
        while !leases.is_empty() && !self.wants.is_empty() {
            let (slot, units) = self.wants.remove(0);
            let rest = leases.split_off(units.min(leases.len()));
            // One that has ended meanwhile does not play them, and they are given back in the end.
            let _ = self.orders[slot].send(mem::replace(&mut leases, rest));
        }
        Ok(())
    }

    /// Keeps the leases alive.
    fn beat(&mut self) -> Result<(), Error> {
        if self.held.is_empty() || self.last_beat.elapsed() < self.pool.timeouts.heartbeat() {
            return Ok(());
        }
        self.last_beat = Instant::now();
        // What was leased just now lasts well past the next time, and pairs of short games, of which there are many, are played by then.
        let is_old = |since: &Instant| since.elapsed() >= self.pool.timeouts.heartbeat() / 4;
        let leases: Vec<_> =
            self.held.values().filter(|(_, since)| is_old(since)).map(|(lease, _)| lease.clone()).collect();
        // One that was given to somebody else meanwhile is played to its end: who reports first counts.
        self.store.heartbeat(&leases, self.pool.timeouts.lease).map(drop)
    }
}

fn key(lease: &Lease) -> (TournamentId, i64) {
    (lease.tournament, lease.unit)
}
