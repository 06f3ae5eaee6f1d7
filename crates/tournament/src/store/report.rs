//! Stores the results of jobs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::Connection;

use super::Store;
use super::address::Engine;
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

/// Calls PostgreSQL's function `report` for each report, in order.
const REPORT: &str = "\
SELECT report(tournament, job, attempt, worker,
    convert_from(substr($2, (records #>> '{0,0}')::int, (records #>> '{0,1}')::int), 'UTF8'),
    convert_from(substr($2, (records #>> '{1,0}')::int, (records #>> '{1,1}')::int), 'UTF8'),
    first_wins, second_wins, draws, first_fouls, second_fouls, half_points, margin, \
    void_games::text)
FROM ROWS FROM (json_to_recordset($1::json) AS (
    tournament bigint, job bigint, attempt bigint, worker bigint, records json, first_wins \
    bigint, second_wins bigint, draws bigint,
    first_fouls bigint, second_fouls bigint, half_points bigint, margin bigint, void_games json)) \
    WITH ORDINALITY
ORDER BY ordinality";

/// The answer to each report, as PostgreSQL's function `report` would give it.
const ANSWERS: &str = "\
SELECT json_group_array(answer) FROM (
    SELECT CASE
        WHEN state = 2 THEN CASE WHEN job.attempt = value ->> 'attempt' THEN 1 ELSE 2 END
        WHEN value ->> 'attempt' BETWEEN 1 AND job.attempt THEN 0
        ELSE 3 END AS answer
    FROM jsonb_each($1) AS report
        LEFT JOIN job ON job.tournament = value ->> 'tournament' AND job.id = value ->> 'job'
    ORDER BY report.id)";

const DONE: &str = "\
UPDATE job SET state = 2, attempt = value ->> 'attempt', worker = value ->> 'worker', lease_until \
= NULL,
    first_wins = value ->> 'first_wins', second_wins = value ->> 'second_wins', draws = value ->> \
    'draws',
    first_fouls = value ->> 'first_fouls', second_fouls = value ->> 'second_fouls', half_points = \
    value ->> 'half_points',
    margin = value ->> 'margin', replays = json_array_length(value, '$.void_games')
FROM jsonb_each($1) AS report
WHERE job.tournament = value ->> 'tournament' AND job.id = value ->> 'job'";

const GAMES: &str = "\
INSERT OR REPLACE INTO game (tournament, job, number, attempt, record)
SELECT tournament, job.id, 2 * pair + 1 + leg.key, attempt, CAST(substr($2, leg.value ->> 0, \
leg.value ->> 1) AS TEXT)
FROM jsonb_each($1) AS report CROSS JOIN jsonb_each(report.value, '$.records') AS leg CROSS JOIN job
WHERE job.tournament = report.value ->> 'tournament' AND job.id = report.value ->> 'job'";

const VOID_GAMES: &str = "\
INSERT INTO void_game (tournament, job, attempt, number, record, why)
SELECT tournament, job.id, attempt, game.value ->> 'number', game.value ->> 'record', game.value \
->> 'why'
FROM jsonb_each($1) AS report CROSS JOIN jsonb_each(report.value, '$.void_games') AS game CROSS \
JOIN job
WHERE job.tournament = report.value ->> 'tournament' AND job.id = report.value ->> 'job'";

impl Store {
    /// Stores the result of a job in one transaction. The attempt that is reported first counts,
    /// even if its lease was over. A second report of the same attempt changes nothing.
    ///
    /// # Errors
    /// Fails if the store fails, or the report is not about a pair of games.
    pub fn report(&mut self, lease: &Lease, report: &Report) -> Result<Reported, Error> {
        let all = self.report_all(&[(lease, report)])?;
        Ok(all.into_iter().next().expect("an answer to each report"))
    }

    /// Stores the results of several jobs like [`report`](Store::report), all in one transaction.
    ///
    /// # Errors
    /// Fails as [`report`](Store::report) does. A failed call stores nothing.
    pub fn report_all(&mut self, reports: &[(&Lease, &Report)]) -> Result<Vec<Reported>, Error> {
        if reports.is_empty() {
            return Ok(Vec::new());
        }
        let jobs = Jobs::of(reports)?;
        let engine = self.link.engine();
        let answers = self.link.work(async |connection| {
            let mut transaction = connection.begin_with(BEGIN[engine as usize]).await?;
            let answers = jobs.store(engine, &mut transaction).await?;
            transaction.commit().await?;
            Ok(answers)
        })?;
        Ok(answers.into_iter().map(reported).collect())
    }
}

fn reported(answer: i64) -> Reported {
    match answer {
        STORED => Reported::Stored,
        ALREADY => Reported::Already,
        LATE => Reported::Late,
        _ => Reported::Forgotten,
    }
}

/// The store's answers to a report: the report counts; the same attempt was reported before;
/// another attempt was reported first.
const STORED: i64 = 0;
const ALREADY: i64 = 1;
const LATE: i64 = 2;

/// The reports that one transaction stores. Each statement above runs once for all of them.
struct Jobs<'a> {
    list: Vec<Job<'a>>,
    /// All records, one after the other.
    records: Vec<u8>,
}

/// A result of a job, with the names of the store's columns.
#[derive(Serialize)]
struct Job<'a> {
    tournament: i64,
    job: i64,
    attempt: u64,
    worker: i64,
    first_wins: u64,
    second_wins: u64,
    draws: u64,
    first_fouls: u64,
    second_fouls: u64,
    half_points: usize,
    margin: i64,
    /// For each record: its position among all records, counted from 1, and its length.
    records: [(usize, usize); 2],
    void_games: &'a [VoidGame],
}

impl<'a> Jobs<'a> {
    fn of(reports: &[(&Lease, &'a Report)]) -> Result<Jobs<'a>, Error> {
        let all = reports.iter().flat_map(|(_, report)| &report.records);
        let mut records = Vec::with_capacity(all.map(String::len).sum());
        let mut place = |record: &String| {
            records.extend_from_slice(record.as_bytes());
            (records.len() - record.len() + 1, record.len())
        };
        let list = reports
            .iter()
            .map(|(lease, report)| Job::of(lease, report, &mut place))
            .collect::<Result<_, _>>()?;
        Ok(Jobs { list, records })
    }

    /// Stores the results in a transaction that has begun; returns the store's answer to each.
    async fn store(
        &self,
        engine: Engine,
        connection: &mut AnyConnection,
    ) -> Result<Vec<i64>, sqlx::Error> {
        match engine {
            Engine::Sqlite => self.in_file(connection).await,
            Engine::Postgres => self.at_server(connection).await,
        }
    }

    async fn at_server(&self, connection: &mut AnyConnection) -> Result<Vec<i64>, sqlx::Error> {
        let report =
            sqlx::query_scalar(REPORT).bind(json(&self.list)).bind(self.records.as_slice());
        report.fetch_all(connection).await
    }

    async fn in_file(&self, connection: &mut AnyConnection) -> Result<Vec<i64>, sqlx::Error> {
        let answers = sqlx::query_scalar::<_, String>(ANSWERS).bind(json(&self.list));
        let answers = answers.fetch_one(&mut *connection).await?;
        let mut answers: Vec<i64> =
            serde_json::from_str(&answers).map_err(|error| sqlx::Error::Decode(error.into()))?;
        self.let_first_count(&mut answers);
        let counting = self.list.iter().zip(&answers).filter(|&(_, &answer)| answer == STORED);
        let counting: Vec<_> = counting.map(|(job, _)| job).collect();
        let jobs = json(&counting);
        sqlx::query(DONE).bind(&jobs).execute(&mut *connection).await?;
        sqlx::query(GAMES)
            .bind(&jobs)
            .bind(self.records.as_slice())
            .execute(&mut *connection)
            .await?;
        if counting.iter().any(|job| !job.void_games.is_empty()) {
            sqlx::query(VOID_GAMES).bind(&jobs).execute(&mut *connection).await?;
        }
        Ok(answers)
    }

    /// Corrects the answers to several reports of one job. Each was answered as if it were the only
    /// one. A job may have several reports, because a pool that was suspended may lease a job again
    /// while one of its slots still plays it.
    fn let_first_count(&self, answers: &mut [i64]) {
        let mut counting = HashMap::new();
        for (job, answer) in self.list.iter().zip(answers).filter(|(_, answer)| **answer == STORED)
        {
            match counting.entry((job.tournament, job.job)) {
                Entry::Vacant(first) => {
                    first.insert(job.attempt);
                }
                Entry::Occupied(first) => {
                    *answer = if *first.get() == job.attempt { ALREADY } else { LATE }
                }
            }
        }
    }
}

impl<'a> Job<'a> {
    /// `place` adds a record to the others and returns its position.
    fn of(
        lease: &Lease,
        Report { records, tally, void }: &'a Report,
        place: impl FnMut(&String) -> (usize, usize),
    ) -> Result<Job<'a>, Error> {
        let half_points = tally.pairs.iter().position(|&pairs| pairs == 1);
        let (Some(half_points), 1, 2) =
            (half_points, tally.pairs.iter().sum::<u64>(), tally.games())
        else {
            return Err(Error::bug("a report must be about exactly one pair of games"));
        };
        let margin = tally.margin;
        if margin.unsigned_abs() > GREATEST_MARGIN {
            let refused =
                format!("a pair has a margin of {margin}; the store takes up to {GREATEST_MARGIN}");
            return Err(Error::input(refused));
        }
        Ok(Job {
            tournament: lease.tournament.0,
            job: lease.job,
            attempt: lease.attempt,
            worker: lease.worker.0,
            first_wins: tally.wins[0],
            second_wins: tally.wins[1],
            draws: tally.draws,
            first_fouls: tally.fouls[0],
            second_fouls: tally.fouls[1],
            half_points,
            margin,
            records: records.each_ref().map(place),
            void_games: void,
        })
    }
}

fn json(list: &impl Serialize) -> String {
    serde_json::to_string(list).expect("texts and numbers")
}
