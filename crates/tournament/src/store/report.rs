//! Stores the results of jobs.

use sqlx::{AnyConnection, Connection};

use super::Store;
use super::jobs::BEGIN;
use super::lease::Lease;
use super::tally::Tally;
use errors::Error;

/// The result of a job.
#[derive(Clone, Debug)]
pub struct Report {
    /// The records of the pair's games, as lines.
    pub records: [String; 2],
    /// The totals of the two games.
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

/// The store's answer to a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// The report is stored, and the job is done.
    Stored,
    /// The result of this attempt was already stored.
    Already,
    /// The report is dropped, because the lease was over and another attempt has been reported
    /// since.
    Late,
    /// The report is dropped, because the store does not know this lease. A server that is killed
    /// loses its last leases, and their jobs are open again.
    Forgotten,
}

/// The greatest margin of a pair. With this bound, the sum of a million squared margins does not
/// overflow.
const GREATEST_MARGIN: u64 = 1_000_000;

const DONE: &str = "\
UPDATE job SET state = 2, attempt = $2, worker = $3, lease_until = NULL,
    first_wins = $4, second_wins = $5, draws = $6, first_fouls = $7, second_fouls = $8,
    half_points = $9, margin = $10, replays = $11, one = $12, two = $13
WHERE id = $1 AND state < 2 AND $2 BETWEEN 1 AND attempt";

const VOID_GAME: &str = "\
INSERT INTO void_game (tournament, job, number, record, why) VALUES ($1, $2, $3, $4, $5)";

impl Store {
    /// Stores the result of a job in one transaction. The attempt that is reported first counts,
    /// even if its lease was over. A second report of the same attempt changes nothing.
    ///
    /// # Errors
    /// Fails if the store fails, or the report is not about a pair of games.
    pub fn report(&mut self, lease: &Lease, report: &Report) -> Result<Reported, Error> {
        let half_points = checked(&report.tally)?;
        let begin = BEGIN[self.link.engine() as usize];
        self.link.work(async |connection| {
            let mut transaction = connection.begin_with(begin).await?;
            let is_stored = store(&mut transaction, lease, report, half_points).await?;
            let reported = match is_stored {
                true => Reported::Stored,
                false => why_not(&mut transaction, lease).await?,
            };
            transaction.commit().await?;
            Ok(reported)
        })
    }
}

/// The half points of the participant at index 0, if this is the tally of one pair.
fn checked(tally: &Tally) -> Result<usize, Error> {
    let half_points = tally.pairs.iter().position(|&pairs| pairs == 1);
    let (Some(half_points), 1, 2) = (half_points, tally.pairs.iter().sum::<u64>(), tally.games())
    else {
        return Err(Error::bug("a report must be about exactly one pair of games"));
    };
    let margin = tally.margin;
    if margin.unsigned_abs() > GREATEST_MARGIN {
        let refused =
            format!("a pair has a margin of {margin}; the store takes up to {GREATEST_MARGIN}");
        return Err(Error::input(refused));
    }
    Ok(half_points)
}

/// Returns false if the report does not count.
async fn store(
    connection: &mut AnyConnection,
    lease: &Lease,
    Report { records, tally, void }: &Report,
    half_points: usize,
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
        .bind(half_points as i64)
        .bind(tally.margin)
        .bind(void.len() as i64)
        .bind(records[0].as_str())
        .bind(records[1].as_str());
    if done.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(false);
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
    let end = sqlx::query("DELETE FROM running WHERE job = $1").bind(lease.job);
    end.execute(connection).await?;
    Ok(true)
}

/// Why a report does not count.
async fn why_not(connection: &mut AnyConnection, lease: &Lease) -> Result<Reported, sqlx::Error> {
    let found = sqlx::query_as::<_, (i64, i64)>("SELECT state, attempt FROM job WHERE id = $1");
    Ok(match found.bind(lease.job).fetch_optional(connection).await? {
        Some((2, attempt)) if attempt == lease.attempt as i64 => Reported::Already,
        Some((2, _)) => Reported::Late,
        _ => Reported::Forgotten,
    })
}
