//! Leases: which worker plays which job, and for how long.

use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::jobs::{pairing, whole_numbers};
use super::{Store, TournamentId, WorkerId};
use errors::Error;
use pairing::Pairing;

/// A job that a worker has leased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The tournament.
    pub tournament: TournamentId,
    /// The job's number in the store.
    pub job: i64,
    /// How often the job has been leased, including this time.
    pub attempt: u64,
    /// The worker that has leased the job.
    pub worker: WorkerId,
    /// The match.
    pub pairing: Pairing,
    /// The number of the pair in the match, from 0.
    pub pair: u64,
}

/// The tournaments of which a worker may lease jobs, the oldest first.
const OPEN: &str = "\
SELECT tournament.id FROM tournament, worker
WHERE worker.id = $1 AND is_over = 0
    AND worker.levels LIKE '%' || CAST(tournament.level AS text) || '%'
ORDER BY tournament.id";

macro_rules! first {
    ($which:expr, $lock:literal) => {
        concat!(
            "SELECT job.id, attempt + 1, pair, round, board, extra, first, second
FROM job JOIN pairing ON pairing.id = job.pairing WHERE job.tournament = $1 AND ",
            $which,
            " ORDER BY job.id LIMIT $2",
            $lock
        )
    };
}

/// The first open jobs of a tournament, and the first jobs whose lease is over. PostgreSQL skips
/// jobs that another worker is about to lease; SQLite has one writer at a time.
const FIRST: [[&str; 2]; 2] = [
    [first!("state = 0", ""), first!("state = 0", " FOR UPDATE OF job SKIP LOCKED")],
    [
        first!(concat!("state = 1 AND lease_until <= ", now!()), ""),
        first!(concat!("state = 1 AND lease_until <= ", now!()), " FOR UPDATE OF job SKIP LOCKED"),
    ],
];

const TAKE: &str = concat!(
    "UPDATE job SET state = 1, attempt = attempt + 1, worker = $3, lease_until = $4 + ",
    now!(),
    " WHERE id BETWEEN $1 AND $2"
);

const PROLONG: &str = concat!(
    "UPDATE job SET lease_until = $3 + ",
    now!(),
    " WHERE id = $1 AND attempt = $2 AND state = 1"
);

const RELEASE: &str =
    "UPDATE job SET state = 0, lease_until = NULL WHERE id = $1 AND attempt = $2 AND state = 1";

impl Store {
    /// Leases jobs to a worker for a time: at least one if there is any, and `at_most` this many.
    /// They belong to the first tournament that meets three conditions: it has a job to lease, the
    /// worker has the level of confinement that it requires, and it is not among those that the
    /// worker `cannot` play. They are the first open jobs of this tournament, or, if no job is open,
    /// the first jobs whose lease is over. Their numbers follow one another.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn lease(
        &mut self,
        worker: WorkerId,
        cannot: &[TournamentId],
        length: Duration,
        at_most: usize,
    ) -> Result<Vec<Lease>, Error> {
        let engine = self.link.engine() as usize;
        self.link.write(async |connection| {
            let leases = first(connection, worker, cannot, (engine, at_most)).await?;
            if let [first, ..] = &leases[..] {
                let take = sqlx::query(TAKE).bind(first.job);
                let take = take.bind(first.job + leases.len() as i64 - 1).bind(worker.0);
                take.bind(length.as_millis() as i64).execute(connection).await?;
            }
            Ok(leases)
        })
    }

    /// Extends a lease. Returns whether it is still valid. A job with an invalid lease may have been
    /// given to another worker.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn heartbeat(&mut self, lease: &Lease, length: Duration) -> Result<bool, Error> {
        self.link.work(async |connection| {
            let prolong = sqlx::query(PROLONG).bind(lease.job).bind(lease.attempt as i64);
            let done = prolong.bind(length.as_millis() as i64).execute(connection).await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Releases all leased jobs. Call it only if no worker is left, for example after a kill.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn release_all(&mut self) -> Result<(), Error> {
        self.link.work(async |connection| {
            let release =
                sqlx::query("UPDATE job SET state = 0, lease_until = NULL WHERE state = 1");
            release.execute(connection).await.map(drop)
        })
    }

    /// Releases jobs that will not be played, so that nobody has to wait for the end of their leases.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn release(&mut self, leases: &[Lease]) -> Result<(), Error> {
        if leases.is_empty() {
            return Ok(());
        }
        self.link.write(async |connection| {
            for lease in leases {
                let release = sqlx::query(RELEASE).bind(lease.job).bind(lease.attempt as i64);
                release.execute(&mut *connection).await?;
            }
            Ok(())
        })
    }
}

/// The jobs that a worker leases next.
async fn first(
    connection: &mut AnyConnection,
    worker: WorkerId,
    cannot: &[TournamentId],
    (engine, at_most): (usize, usize),
) -> Result<Vec<Lease>, sqlx::Error> {
    let open = sqlx::query_scalar::<_, i64>(OPEN).bind(worker.0);
    let open = open.fetch_all(&mut *connection).await?.into_iter();
    for tournament in open.filter(|&id| !cannot.contains(&TournamentId(id))) {
        for sql in FIRST {
            let found = sqlx::query(sql[engine]).bind(tournament).bind(at_most as i64);
            let found = found.fetch_all(&mut *connection).await?;
            let leases = found.iter().map(|row| lease(row, tournament, worker));
            let mut leases = leases.collect::<Result<Vec<_>, _>>()?;
            if let Some(first) = leases.first().map(|lease| lease.job) {
                // One statement takes jobs whose numbers follow one another.
                let in_turn = leases.iter().zip(first..);
                let number = in_turn.take_while(|(lease, job)| lease.job == *job).count();
                leases.truncate(number);
                return Ok(leases);
            }
        }
    }
    Ok(Vec::new())
}

fn lease(row: &AnyRow, tournament: i64, worker: WorkerId) -> Result<Lease, sqlx::Error> {
    let [job, attempt, pair, round, table, extra, first, second] = whole_numbers(row)?;
    Ok(Lease {
        tournament: TournamentId(tournament),
        job,
        attempt: attempt as u64,
        worker,
        pairing: pairing([round, table, extra, first, second]),
        pair: pair as u64,
    })
}
