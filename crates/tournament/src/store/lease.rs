//! Leases: which worker plays which job, and for how long.

use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};

use super::address::Engine;
use super::jobs::{BEGIN, pairing};
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

/// The statement that leases the first job in SQLite.
const FIRST_IN_FILE: &str = "\
UPDATE job SET state = 1, attempt = attempt + 1, worker = $1,
    lease_until = CAST(unixepoch('subsec') * 1000 AS INTEGER) + $2
WHERE id = (
    SELECT found FROM (
        SELECT tournament.id AS its, coalesce(
            (SELECT min(id) FROM job WHERE tournament = tournament.id AND state = 0),
            (SELECT min(id) FROM job WHERE tournament = tournament.id AND state = 1
                 AND lease_until <= CAST(unixepoch('subsec') * 1000 AS INTEGER))
        ) AS found
        FROM tournament, worker
        WHERE worker.id = $1 AND is_over = 0 AND worker.levels LIKE '%' || tournament.level || '%'
            AND NOT EXISTS (SELECT 1 FROM declined WHERE worker = $1 AND declined.tournament = \
            tournament.id)
    ) WHERE found IS NOT NULL ORDER BY its LIMIT 1
)
RETURNING tournament, id AS job, attempt, pair,
    (SELECT round FROM pairing WHERE pairing.id = job.pairing) AS round,
    (SELECT board FROM pairing WHERE pairing.id = job.pairing) AS board,
    (SELECT extra FROM pairing WHERE pairing.id = job.pairing) AS extra,
    (SELECT first FROM pairing WHERE pairing.id = job.pairing) AS first,
    (SELECT second FROM pairing WHERE pairing.id = job.pairing) AS second";

/// The statement that leases the first job on a PostgreSQL server. The function `lease` skips rows
/// that other workers are about to lease. In tournament `$3`, the function prefers an open job
/// after job `$4`.
const FIRST_AT_SERVER: &str = "\
SELECT tournament, job, attempt, pair, round, board, extra, first, second
FROM lease($1, $2, $3, $4)";

/// The statement that leases up to `$5` more jobs on a PostgreSQL server. It calls the function
/// `lease` once for each job. In tournament `$3`, the first call prefers an open job after job
/// `$4`, the second call an open job after job `$4 + 1`, and so on.
const MORE_AT_SERVER: &str = "\
SELECT tournament, job, attempt, pair, round, board, extra, first, second
FROM generate_series(0, $5 - 1) AS place, LATERAL lease($1, $2, $3, $4 + place)";

/// Selects the further jobs in SQLite, all in one row, since each row costs a wait for SQLite's
/// thread. Without the cast in `LIMIT`, SQLite would prepare the statement anew for each limit.
const OPEN: &str = "\
SELECT json_group_array(json_array(job, attempt, pair, json_array(round, board, extra, first, \
second))) FROM (
    SELECT job.id AS job, attempt + 1 AS attempt, pair, round, board, extra, first, second
    FROM job CROSS JOIN pairing ON pairing.id = job.pairing
    WHERE job.tournament = $1 AND state = 0 AND job.id > $2 ORDER BY job.id LIMIT CAST($3 AS \
    bigint))";
const TAKE: &str = "\
UPDATE job SET state = 1, attempt = attempt + 1, worker = $1, lease_until = \
CAST(unixepoch('subsec') * 1000 AS INTEGER) + $2
WHERE tournament = $3 AND state = 0 AND id > $4 AND id <= $5";

const PROLONG: [&str; 2] = [
    "UPDATE job SET lease_until = CAST(unixepoch('subsec') * 1000 AS INTEGER) + $4
     WHERE tournament = $1 AND id = $2 AND attempt = $3 AND state = 1 RETURNING 1",
    "SELECT prolong($1, $2, $3, $4)",
];

const RELEASE: [&str; 2] = [
    "UPDATE job SET state = 0, lease_until = NULL
     WHERE tournament = $1 AND id = $2 AND attempt = $3 AND state = 1 RETURNING 1",
    "SELECT release($1, $2, $3)",
];

impl Store {
    /// Leases a job to a worker for a time. The job belongs to the first tournament that meets
    /// three conditions: it has a job to lease, the worker has the level of confinement that it
    /// requires, and the worker has not declined it. The job is the first open job of this
    /// tournament, or, if no job is open, the first job whose lease is over. Returns `None` if
    /// there is no job now.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn lease(&mut self, worker: WorkerId, length: Duration) -> Result<Option<Lease>, Error> {
        Ok(self.lease_some(worker, length, 1)?.pop())
    }

    /// Leases up to this many jobs, in the order in which [`lease`](Store::lease) chooses them.
    ///
    /// # Errors
    /// Fails when the store fails. Jobs that a server has leased before the failure are given to
    /// others when their leases are over.
    pub fn lease_some(
        &mut self,
        worker: WorkerId,
        length: Duration,
        most: usize,
    ) -> Result<Vec<Lease>, Error> {
        let asked = Asked {
            worker,
            length: length.as_millis() as i64,
            more: most.saturating_sub(1) as i64,
        };
        match self.link.engine() {
            Engine::Sqlite => self.link.work(async |connection| asked.in_file(connection).await),
            Engine::Postgres => self.lease_at_server(&asked),
        }
    }

    /// One step leases the first job, and a second step leases more. If the server is lost in the
    /// second step, the first job stays leased until its lease ends.
    fn lease_at_server(&mut self, asked: &Asked) -> Result<Vec<Lease>, Error> {
        let last = self.last.unwrap_or((TournamentId(0), 0));
        let first =
            self.link.work(async |connection| asked.first_at_server(connection, last).await)?;
        let mut leases = Vec::from_iter(first);
        if asked.more > 0
            && let Some(first) = leases.first().cloned()
        {
            leases.extend(
                self.link
                    .work(async |connection| asked.more_at_server(connection, &first).await)?,
            );
            leases.sort_by_key(|lease| (lease.tournament, lease.job));
        }
        self.last = leases.last().map(|last| (last.tournament, last.job)).or(self.last);
        Ok(leases)
    }

    /// Extends each of these leases. Returns, for each lease, whether it is still valid. A job with
    /// an invalid lease may have been given to another worker.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn heartbeat(&mut self, leases: &[Lease], length: Duration) -> Result<Vec<bool>, Error> {
        let sql = self.sql(PROLONG);
        self.link.work(async |connection| {
            let mut held = Vec::new();
            for lease in leases {
                let prolong = sqlx::query_scalar::<_, i64>(sql)
                    .bind(lease.tournament.0)
                    .bind(lease.job)
                    .bind(lease.attempt as i64)
                    .bind(length.as_millis() as i64);
                held.push(prolong.fetch_optional(&mut *connection).await? == Some(1));
            }
            Ok(held)
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
        let sql = self.sql(RELEASE);
        self.link.work(async |connection| {
            let release = sqlx::query(sql)
                .bind(lease.tournament.0)
                .bind(lease.job)
                .bind(lease.attempt as i64);
            release.fetch_optional(connection).await.map(drop)
        })
    }
}

/// A worker's request for jobs.
struct Asked {
    worker: WorkerId,
    /// The length of the lease, in milliseconds.
    length: i64,
    /// The greatest number of further jobs to lease after the first job.
    more: i64,
}

impl Asked {
    async fn first_at_server(
        &self,
        connection: &mut AnyConnection,
        (TournamentId(hint), after): (TournamentId, i64),
    ) -> Result<Option<Lease>, sqlx::Error> {
        let lease = sqlx::query(FIRST_AT_SERVER)
            .bind(self.worker.0)
            .bind(self.length)
            .bind(hint)
            .bind(after);
        let row = lease.fetch_optional(connection).await?;
        row.map(|row| lease_of(&row, self.worker)).transpose()
    }

    async fn more_at_server(
        &self,
        connection: &mut AnyConnection,
        first: &Lease,
    ) -> Result<Vec<Lease>, sqlx::Error> {
        let lease = sqlx::query(MORE_AT_SERVER).bind(self.worker.0).bind(self.length);
        let rows = lease
            .bind(first.tournament.0)
            .bind(first.job)
            .bind(self.more)
            .fetch_all(connection)
            .await?;
        rows.iter().map(|row| lease_of(row, self.worker)).collect()
    }

    async fn in_file(&self, connection: &mut AnyConnection) -> Result<Vec<Lease>, sqlx::Error> {
        let mut transaction = connection.begin_with(BEGIN[Engine::Sqlite as usize]).await?;
        let first = sqlx::query(FIRST_IN_FILE).bind(self.worker.0).bind(self.length);
        let first = first.fetch_optional(&mut *transaction).await?;
        let mut leases = Vec::from_iter(first.map(|row| lease_of(&row, self.worker)).transpose()?);
        if self.more > 0
            && let Some(first) = leases.first().cloned()
        {
            leases.extend(self.more_in_file(&mut transaction, &first).await?);
        }
        transaction.commit().await?;
        Ok(leases)
    }

    async fn more_in_file(
        &self,
        connection: &mut AnyConnection,
        first: &Lease,
    ) -> Result<Vec<Lease>, sqlx::Error> {
        let open = sqlx::query_scalar::<_, String>(OPEN)
            .bind(first.tournament.0)
            .bind(first.job)
            .bind(self.more);
        let open = open.fetch_one(&mut *connection).await?;
        let open: Vec<(i64, u64, u64, [i64; 5])> =
            serde_json::from_str(&open).map_err(|error| sqlx::Error::Decode(error.into()))?;
        if let Some(last) = open.iter().map(|(job, ..)| *job).max() {
            let take =
                sqlx::query(TAKE).bind(self.worker.0).bind(self.length).bind(first.tournament.0);
            take.bind(first.job).bind(last).execute(connection).await?;
        }
        let lease = |(job, attempt, pair, numbers)| Lease {
            job,
            attempt,
            pair,
            pairing: pairing(numbers),
            ..first.clone()
        };
        Ok(open.into_iter().map(lease).collect())
    }
}

fn lease_of(row: &AnyRow, worker: WorkerId) -> Result<Lease, sqlx::Error> {
    let number = |name: &str| row.try_get::<i64, _>(name);
    let numbers =
        [number("round")?, number("board")?, number("extra")?, number("first")?, number("second")?];
    Ok(Lease {
        tournament: TournamentId(number("tournament")?),
        job: number("job")?,
        attempt: number("attempt")? as u64,
        worker,
        pairing: pairing(numbers),
        pair: number("pair")? as u64,
    })
}
