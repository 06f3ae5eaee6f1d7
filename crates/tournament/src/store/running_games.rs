//! Games that are being played, for spectators. Results and verification never read these games.

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

const SHOW: &str = "\
INSERT INTO running (job, number, attempt, is_over, record)
SELECT id, $3, attempt, $4, $5 FROM job WHERE id = $1 AND attempt = $2 AND state = 1
ON CONFLICT (job, number) DO UPDATE
    SET attempt = excluded.attempt, is_over = excluded.is_over, record = excluded.record";

/// Jobs whose lease is over are left out, since the worker may have been killed before it released
/// the job. Games of earlier attempts are left out, too.
const RUNNING: &str = concat!(
    "SELECT running.job, 1 - running.number % 2, running.is_over, running.record
FROM running JOIN job ON job.id = running.job AND job.attempt = running.attempt
WHERE job.tournament = $1 AND state = 1 AND lease_until > ",
    now!(),
    " ORDER BY running.job, running.number"
);

impl Store {
    /// Shows games of a leased job to spectators until the job is reported, given back or leased
    /// again. Nothing happens if the lease is no longer valid.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn show_running(&mut self, lease: &Lease, games: &[RunningGame]) -> Result<(), Error> {
        if games.is_empty() {
            return Ok(());
        }
        self.link.write(async |connection| {
            for game in games {
                let show = sqlx::query(SHOW)
                    .bind(lease.job)
                    .bind(lease.attempt as i64)
                    .bind(game.number as i64)
                    .bind(i64::from(game.is_over))
                    .bind(game.record.as_str());
                show.execute(&mut *connection).await?;
            }
            Ok(())
        })
    }

    /// The games that are being played in a tournament, in the order of their numbers. Games of
    /// jobs that were added after `jobs` were read are left out.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn running(&mut self, jobs: &DoneJobs) -> Result<Vec<RunningGame>, Error> {
        let tournament = jobs.tournament().0;
        let rows: Vec<(i64, i64, i64, String)> = self.link.work(async |connection| {
            sqlx::query_as(RUNNING).bind(tournament).fetch_all(connection).await
        })?;
        let game = |(job, second, is_over, record)| {
            let number = jobs.number_of(job, second)? as u64;
            Some(RunningGame { number, is_over: is_over != 0i64, record })
        };
        Ok(rows.into_iter().filter_map(game).collect())
    }
}
