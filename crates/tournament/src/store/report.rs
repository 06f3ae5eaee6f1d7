//! Stores the results of jobs.

use sqlx::AnyConnection;

use super::Store;
use super::lease::Lease;
use crate::tally::Tally;
use errors::Error;

/// The result of a job.
#[derive(Clone, Debug)]
pub struct Report {
    /// The records of the pair's games, as lines.
    pub records: [String; 2],
    /// The totals of the two games; they are of exactly one pair.
    pub tally: Tally,
    /// Games that do not count, and were replayed.
    pub void: Vec<VoidGame>,
}

/// A game that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidGame {
    /// The number of the game in the match.
    pub number: u64,
    /// The record of the game, as a line.
    pub record: String,
    /// The reason why the game does not count.
    pub why: String,
}

const DONE: &str = "\
UPDATE job SET state = 2, attempt = $2, worker = $3, lease_until = NULL,
    first_wins = $4, second_wins = $5, draws = $6, first_fouls = $7, second_fouls = $8,
    half_points = $9, margin = $10, replays = $11, one = $12, two = $13
WHERE id = $1 AND state < 2 AND $2 BETWEEN 1 AND attempt";

const STORED: &str = "SELECT count(*) FROM job WHERE id = $1 AND state = 2 AND attempt = $2";

const VOID_GAME: &str = "\
INSERT INTO void_game (tournament, job, number, record, why) VALUES ($1, $2, $3, $4, $5)";

/// Ends what spectators see of jobs that are done.
const END_RUNNING: &str =
    "DELETE FROM running WHERE (SELECT state FROM job WHERE job.id = running.job) = 2";

impl Store {
    /// Stores the results of jobs in one transaction. The attempt of a job that is reported first
    /// counts, even if its lease was over. A second report of the same attempt changes nothing.
    ///
    /// Returns the number of jobs of which the games of this attempt are now the stored ones. They
    /// are not if another attempt was reported first, or if the store does not know the lease: a
    /// server that is killed loses its last leases, and their jobs are open again.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn report(&mut self, played: &[(Lease, Report)]) -> Result<u64, Error> {
        if played.is_empty() {
            return Ok(0);
        }
        self.link.write(async |connection| {
            let mut counting = 0;
            for (lease, report) in played {
                counting += u64::from(store(connection, lease, report).await?);
            }
            sqlx::query(END_RUNNING).execute(connection).await?;
            Ok(counting)
        })
    }
}

/// Returns whether the games of this attempt are the stored ones.
async fn store(
    connection: &mut AnyConnection,
    lease: &Lease,
    Report { records, tally, void }: &Report,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(DONE)
        .bind(lease.job)
        .bind(lease.attempt as i64)
        .bind(lease.worker.0)
        .bind(tally.wins[0] as i64)
        .bind(tally.wins[1] as i64)
        .bind(tally.draws as i64)
        .bind(tally.fouls[0] as i64)
        .bind(tally.fouls[1] as i64)
        .bind(tally.half_points() as i64)
        .bind(tally.margin)
        .bind(void.len() as i64)
        .bind(records[0].as_str())
        .bind(records[1].as_str());
    if done.execute(&mut *connection).await?.rows_affected() == 0 {
        let stored = sqlx::query_scalar::<_, i64>(STORED).bind(lease.job);
        let stored = stored.bind(lease.attempt as i64).fetch_one(connection).await?;
        return Ok(stored > 0);
    }
    for game in void {
        let game = sqlx::query(VOID_GAME)
            .bind(lease.tournament.0)
            .bind(lease.job)
            .bind(game.number as i64)
            .bind(game.record.as_str())
            .bind(game.why.as_str());
        game.execute(&mut *connection).await?;
    }
    Ok(true)
}
