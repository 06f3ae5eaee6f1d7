//! Leases: which worker plays which job, and for how long.

use std::time::Duration;

use sqlx::AnyConnection;

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
            " ORDER BY job.id LIMIT 1",
            $lock
        )
    };
}

/// The first open job of a tournament, and the first job whose lease is over. PostgreSQL skips jobs
/// that another worker is about to lease; SQLite has one writer at a time.
const FIRST: [[&str; 2]; 2] = [
    [first!("state = 0", ""), first!("state = 0", " FOR UPDATE OF job SKIP LOCKED")],
    [
        first!(concat!("state = 1 AND lease_until <= ", now!()), ""),
        first!(concat!("state = 1 AND lease_until <= ", now!()), " FOR UPDATE OF job SKIP LOCKED"),
    ],
];

const TAKE: &str = concat!(
    "UPDATE job SET state = 1, attempt = attempt + 1, worker = $2, lease_until = $3 + ",
    now!(),
    " WHERE id = $1"
);

const PROLONG: &str = concat!(
    "UPDATE job SET lease_until = $3 + ",
    now!(),
    " WHERE id = $1 AND attempt = $2 AND state = 1"
);

const RELEASE: &str =
    "UPDATE job SET state = 0, lease_until = NULL WHERE id = $1 AND attempt = $2 AND state = 1";

impl Store {
    /// Leases a job to a worker for a time. The job belongs to the first tournament that meets
    /// three conditions: it has a job to lease, the worker has the level of confinement that it
    /// requires, and it is not among those that the worker `cannot` play. The job is the first open
    /// job of this tournament, or, if no job is open, the first job whose lease is over. Returns
    /// `None` if there is no job now.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn lease(
        &mut self,
        worker: WorkerId,
        cannot: &[TournamentId],
        length: Duration,
    ) -> Result<Option<Lease>, Error> {
        let engine = self.link.engine() as usize;
        self.link.write(async |connection| {
            let Some(lease) = first(connection, worker, cannot, engine).await? else {
                return Ok(None);
            };
            let take = sqlx::query(TAKE).bind(lease.job).bind(worker.0);
            take.bind(length.as_millis() as i64).execute(connection).await?;
            Ok(Some(lease))
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

    /// Releases a job that will not be played, so that nobody has to wait for the end of its lease.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn release(&mut self, lease: &Lease) -> Result<(), Error> {
        self.link.work(async |connection| {
            let release = sqlx::query(RELEASE).bind(lease.job).bind(lease.attempt as i64);
            release.execute(connection).await.map(drop)
        })
    }
}

/// The job that a worker leases next.
async fn first(
    connection: &mut AnyConnection,
    worker: WorkerId,
    cannot: &[TournamentId],
    engine: usize,
) -> Result<Option<Lease>, sqlx::Error> {
    let open = sqlx::query_scalar::<_, i64>(OPEN).bind(worker.0);
    let open = open.fetch_all(&mut *connection).await?.into_iter();
    for tournament in open.filter(|&id| !cannot.contains(&TournamentId(id))) {
        for sql in FIRST {
            let found = sqlx::query(sql[engine]).bind(tournament);
            let Some(row) = found.fetch_optional(&mut *connection).await? else { continue };
            let [job, attempt, pair, round, table, extra, first, second] = whole_numbers(&row)?;
            return Ok(Some(Lease {
                tournament: TournamentId(tournament),
                job,
                attempt: attempt as u64,
                worker,
                pairing: pairing([round, table, extra, first, second]),
                pair: pair as u64,
            }));
        }
    }
    Ok(None)
}
