//! What came of a unit.

use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::Connection;

use super::Store;
use super::address::Engine;
use super::lease::Lease;
use super::units::BEGIN;
use crate::Refused;
use crate::tournament::Tally;

/// What came of a unit.
#[derive(Clone, Debug)]
pub struct Report {
    /// The records of the pair's games, as lines.
    pub records: [String; 2],
    /// What they add up to.
    pub tally: Tally,
    /// Games that do not count, and were played again.
    pub set_aside: Vec<SetAside>,
}

/// A game that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetAside {
    /// Its number in the match.
    pub number: u64,
    /// Its record, as a line.
    pub record: String,
    /// Why it does not count.
    pub why: String,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// It is stored, and the unit is done.
    Stored,
    /// It was stored before: this attempt has been reported already.
    Already,
    /// It is dropped: the lease was over, and another attempt has been reported since.
    Late,
    /// It is dropped: the store knows of no such lease. A server that is killed forgets its last ones; their units are open again.
    Forgotten,
}

/// A pair whose margins are greater would let the sum of squares of a million pairs overflow.
const GREATEST_MARGIN: u64 = 1_000_000;

const REPORT: &str = "SELECT report($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

const DONE: &str = "\
UPDATE unit SET state = 2, attempt = $3, worker = $4, lease_until = NULL, first_wins = $5, second_wins = $6, draws = $7,
    first_fouls = $8, second_fouls = $9, half_points = $10, margin = $11, replays = $12
WHERE tournament = $1 AND id = $2";

const GAMES: &str = "\
INSERT INTO game (tournament, unit, number, attempt, record)
VALUES ($1, $2, 2 * $3 + 1, $4, $5), ($1, $2, 2 * $3 + 2, $4, $6)";

impl Store {
    /// Stores what came of a unit, in one transaction. The first attempt to be reported counts, once, even if its lease was over.
    ///
    /// # Errors
    /// When the store fails, or the report is of no pair of games.
    pub fn report(&mut self, lease: &Lease, report: &Report) -> Result<Reported, Refused> {
        let all = self.report_all(&[(lease, report)])?;
        Ok(all.into_iter().next().expect("an answer to each report"))
    }

    /// Stores what came of several units as [`report`](Store::report) does, all in one transaction.
    ///
    /// # Errors
    /// As [`report`](Store::report); nothing is stored then.
    pub fn report_all(&mut self, reports: &[(&Lease, &Report)]) -> Result<Vec<Reported>, Refused> {
        if reports.is_empty() {
            return Ok(Vec::new());
        }
        let numbers = reports.iter().map(|(_, report)| numbers_of(&report.tally)).collect::<Result<Vec<_>, _>>()?;
        let engine = self.link.engine();
        let answers = self.link.work(async |connection| {
            let mut transaction = connection.begin_with(BEGIN[engine as usize]).await?;
            let mut answers = Vec::new();
            for ((lease, report), numbers) in reports.iter().zip(&numbers) {
                answers.push(match engine {
                    Engine::Sqlite => in_file(&mut transaction, lease, report, *numbers).await?,
                    Engine::Postgres => at_server(&mut transaction, lease, report, *numbers).await?,
                });
            }
            transaction.commit().await?;
            Ok(answers)
        })?;
        Ok(answers.into_iter().map(reported).collect())
    }
}

fn reported(answer: i64) -> Reported {
    match answer {
        0 => Reported::Stored,
        1 => Reported::Already,
        2 => Reported::Late,
        _ => Reported::Forgotten,
    }
}

/// What the store answers to the report of an attempt that it does not know.
const UNKNOWN: i64 = 3;

/// Wins, draws, fouls, half points and margin of a pair, as the store has them.
fn numbers_of(tally: &Tally) -> Result<[i64; 7], Refused> {
    let half_points = tally.pairs.iter().position(|&pairs| pairs == 1);
    let (Some(half_points), 1, 2) = (half_points, tally.pairs.iter().sum::<u64>(), tally.games()) else {
        return Err(Refused::new("a report is of one pair of games, and this one is not"));
    };
    if tally.margin.unsigned_abs() > GREATEST_MARGIN {
        let margin = tally.margin;
        return Err(Refused::new(format!("a pair has a margin of {margin}; the store takes up to {GREATEST_MARGIN}")));
    }
    let [first_wins, second_wins] = tally.wins.map(|wins| wins as i64);
    let [first_fouls, second_fouls] = tally.fouls.map(|fouls| fouls as i64);
    Ok([first_wins, second_wins, tally.draws as i64, first_fouls, second_fouls, half_points as i64, tally.margin])
}

async fn at_server(
    connection: &mut AnyConnection,
    lease: &Lease,
    report: &Report,
    numbers: [i64; 7],
) -> Result<i64, sqlx::Error> {
    let set_aside = serde_json::to_string(&report.set_aside).expect("texts and numbers");
    let [first, second] = &report.records;
    let call = sqlx::query_scalar(REPORT).bind(lease.tournament.0).bind(lease.unit).bind(lease.attempt as i64);
    let call = call.bind(lease.worker.0).bind(first.as_str()).bind(second.as_str());
    let call = numbers.into_iter().fold(call, |call, number| call.bind(number));
    call.bind(set_aside).fetch_one(connection).await
}

/// The same as the function `report` of PostgreSQL's store.
async fn in_file(
    connection: &mut AnyConnection,
    lease: &Lease,
    report: &Report,
    numbers: [i64; 7],
) -> Result<i64, sqlx::Error> {
    let attempt = lease.attempt as i64;
    let found = sqlx::query_as("SELECT pair, state, attempt FROM unit WHERE tournament = $1 AND id = $2");
    let found: Option<(i64, i64, i64)> =
        found.bind(lease.tournament.0).bind(lease.unit).fetch_optional(&mut *connection).await?;
    let pair = match found {
        Some((_, 2, reported)) => return Ok(if reported == attempt { 1 } else { 2 }),
        Some((pair, _, leased)) if (1..=leased).contains(&attempt) => pair,
        _ => return Ok(UNKNOWN),
    };
    let done = sqlx::query(DONE).bind(lease.tournament.0).bind(lease.unit).bind(attempt).bind(lease.worker.0);
    let done = numbers.into_iter().fold(done, |done, number| done.bind(number));
    done.bind(report.set_aside.len() as i64).execute(&mut *connection).await?;
    let [first, second] = &report.records;
    let games = sqlx::query(GAMES).bind(lease.tournament.0).bind(lease.unit).bind(pair).bind(attempt);
    games.bind(first.as_str()).bind(second.as_str()).execute(&mut *connection).await?;
    for game in &report.set_aside {
        sqlx::query(
            "INSERT INTO set_aside (tournament, unit, attempt, number, record, why) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(lease.tournament.0)
        .bind(lease.unit)
        .bind(attempt)
        .bind(game.number as i64)
        .bind(game.record.as_str())
        .bind(game.why.as_str())
        .execute(&mut *connection)
        .await?;
    }
    Ok(0)
}
