//! Games that are being played, for spectators. Results and verification never read these games.

use sqlx::any::AnyRow;
use sqlx::{Connection, Row};

use super::jobs::BEGIN;
use super::{DoneJobs, Lease, Store};
use errors::Error;

/// A game of a pair that is being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningGame {
    /// The game's number. In a game that will be stored, this is its number in the match. In a game
    /// that was read from the store, this is the number that [`DoneJobs::number`] gives.
    pub number: u64,
    /// Whether the game is over. Its record is stored permanently only when both games of the pair
    /// are over.
    pub is_over: bool,
    /// The game's record so far: one line, in the same form as in a file of records. Until the game
    /// is over, the record's margin and end mean nothing.
    pub record: String,
}

const SHOW: [&str; 2] = [
    "INSERT INTO running (job, number, is_over, record)
     SELECT id, $4, $5, $6 FROM job WHERE tournament = $1 AND id = $2 AND attempt = $3 AND state = 1
     ON CONFLICT (job, number) DO UPDATE SET is_over = excluded.is_over, record = excluded.record",
    "SELECT show_running($1, $2, $3, $4, $5, $6)",
];

/// Jobs whose lease is over are left out, since the worker may have been killed before it released
/// the job.
macro_rules! running {
    ($record:literal, $job:literal, $now:literal) => {
        concat!(
            "SELECT running.job AS job, 1 - running.number % 2 AS second, is_over, ",
            $record,
            " AS record FROM running JOIN job ON ",
            $job,
            " WHERE job.tournament = $1 AND state = 1 AND lease_until > ",
            $now,
            " ORDER BY running.job, running.number"
        )
    };
}
/// The record is read as bytes, since a damaged record may be invalid text.
const RUNNING: [&str; 2] = [
    running!(
        "CAST(record AS BLOB)",
        "job.id = running.job",
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    ),
    running!(
        "convert_to(record, 'UTF8')",
        "job.tournament = running.tournament AND job.id = running.job",
        "(extract(epoch FROM clock_timestamp()) * 1000)"
    ),
];

impl Store {
    /// Shows games of leased jobs to spectators until the jobs are reported, given back or leased
    /// again. Nothing happens if a lease is no longer valid.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn show_running(&mut self, games: &[(Lease, RunningGame)]) -> Result<(), Error> {
        if games.is_empty() {
            return Ok(());
        }
        let (begin, sql) = (BEGIN[self.link.engine() as usize], self.sql(SHOW));
        self.link.work(async |connection| {
            let mut transaction = connection.begin_with(begin).await?;
            for (lease, game) in games {
                let show = sqlx::query(sql)
                    .bind(lease.tournament.0)
                    .bind(lease.job)
                    .bind(lease.attempt as i64)
                    .bind(game.number as i64)
                    .bind(i64::from(game.is_over))
                    .bind(game.record.as_str());
                show.fetch_optional(&mut *transaction).await?;
            }
            transaction.commit().await
        })
    }

    /// The games that are being played in a tournament, in the order of their numbers.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn running(&mut self, jobs: &DoneJobs) -> Result<Vec<RunningGame>, Error> {
        let (sql, tournament) = (self.sql(RUNNING), jobs.tournament().0);
        self.link.work(async |connection| {
            let rows = sqlx::query(sql).bind(tournament).fetch_all(connection).await?;
            rows.iter().filter_map(|row| game(row, jobs).transpose()).collect()
        })
    }
}

/// Returns `None` if the job was added after `jobs` were read.
fn game(row: &AnyRow, jobs: &DoneJobs) -> Result<Option<RunningGame>, sqlx::Error> {
    let Some(number) = jobs.number_of(row.try_get("job")?, row.try_get("second")?) else {
        return Ok(None);
    };
    let record: Vec<u8> = row.try_get("record")?;
    Ok(Some(RunningGame {
        number: number as u64,
        is_over: row.try_get::<i64, _>("is_over")? != 0,
        record: String::from_utf8_lossy(&record).into_owned(),
    }))
}
