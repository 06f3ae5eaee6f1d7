//! The jobs that a slot leases at once, and reports at once.
//!
//! A slot leases one job at a time. If pairs are quick, it leases as many as it plays within a
//! moment, since a lease and a report cost the store more than such a pair costs its players.

use std::collections::VecDeque;
use std::mem::take;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::notify::lock;
use super::running_pair::RunningPair;
use crate::store::{Lease, Report};

/// About how long a batch of more than one job is played. Nobody sees such a delay, and a kill loses
/// no more than this.
const MOMENT: Duration = Duration::from_millis(20);
/// The greatest number of jobs in a batch, and so of records that a slot holds.
const MOST: u128 = 64;

pub(super) type Played = (Lease, Report);

/// Jobs that were leased at once.
pub(super) struct Batch {
    jobs: Mutex<Jobs>,
    begun: Instant,
    /// The games of the job in play.
    pub(super) running: RunningPair,
}

struct Jobs {
    waiting: VecDeque<Lease>,
    playing: Option<Lease>,
    played: Vec<Played>,
}

impl Batch {
    pub(super) fn new(leases: Vec<Lease>) -> Batch {
        let jobs = Jobs { waiting: leases.into(), playing: None, played: Vec::new() };
        Batch { jobs: Mutex::new(jobs), begun: Instant::now(), running: RunningPair::new() }
    }

    /// Begins the next job.
    pub(super) fn begin(&self) -> Option<Lease> {
        let mut jobs = lock(&self.jobs);
        jobs.playing = jobs.waiting.pop_front();
        self.running.clear();
        jobs.playing.clone()
    }

    /// Ends the job that is being played.
    pub(super) fn end(&self, report: Report) {
        let mut jobs = lock(&self.jobs);
        if let Some(lease) = jobs.playing.take() {
            jobs.played.push((lease, report));
        }
    }

    /// The job in play.
    pub(super) fn playing(&self) -> Option<Lease> {
        lock(&self.jobs).playing.clone()
    }

    /// The jobs that are left: they are not begun any more.
    pub(super) fn take_waiting(&self) -> Vec<Lease> {
        take(&mut lock(&self.jobs).waiting).into()
    }

    /// The jobs that were played since the last call.
    pub(super) fn take_played(&self) -> Vec<Played> {
        take(&mut lock(&self.jobs).played)
    }

    /// How many jobs a batch should have, going by the jobs of this one, which has just ended.
    pub(super) fn next_size(&self) -> usize {
        let played = lock(&self.jobs).played.len() as u128;
        let fit = played * MOMENT.as_nanos() / self.begun.elapsed().as_nanos().max(1);
        fit.clamp(1, MOST) as usize
    }
}

#[cfg(test)]
mod tests {
    use pairing::Pairing;

    use super::*;
    use crate::store::{TournamentId, WorkerId};
    use crate::tally::Tally;

    fn report() -> Report {
        Report { records: Default::default(), tally: Tally::default(), void: Vec::new() }
    }

    /// A batch of this many jobs, which have the numbers from 0 on.
    fn batch(jobs: i64) -> Batch {
        let pairing = Pairing { round: 0, table: 0, extra: 0, first: 0, second: 1 };
        let (tournament, worker) = (TournamentId(1), WorkerId(1));
        let lease = |job| Lease { tournament, job, attempt: 1, worker, pairing, pair: job as u64 };
        Batch::new((0..jobs).map(lease).collect())
    }

    #[test]
    fn jobs_wait_are_played_and_are_taken_once() {
        let batch = batch(4);
        assert_eq!(batch.begin().map(|lease| lease.job), Some(0));
        batch.end(report());
        assert_eq!(batch.playing(), None);
        assert_eq!(batch.begin().map(|lease| lease.job), Some(1));
        assert_eq!(batch.take_waiting().iter().map(|lease| lease.job).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(batch.take_played().iter().map(|(lease, _)| lease.job).collect::<Vec<_>>(), [0]);
        assert_eq!(batch.playing().map(|lease| lease.job), Some(1));
        batch.end(report());
        assert_eq!(batch.begin(), None);
        assert_eq!(batch.take_played().len() + batch.take_played().len(), 1);
        assert_eq!(batch.take_waiting(), []);
    }

    #[test]
    fn who_has_played_nothing_leases_one_job_next() {
        let batch = batch(3);
        batch.begin();
        assert_eq!(batch.next_size(), 1);
    }
}
