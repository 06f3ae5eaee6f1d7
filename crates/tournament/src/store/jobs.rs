//! The jobs to be played.

use std::collections::HashMap;

use sqlx::AnyConnection;
use sqlx::Connection;

use super::address::Engine;
use super::{Store, TournamentId};
use errors::Error;
use pairing::Pairing;

/// The beginning of a transaction that writes. In SQLite, this statement waits for other writers,
/// since a transaction that has begun to read cannot wait for them.
pub(super) const BEGIN: [&str; 2] = ["BEGIN IMMEDIATE", "BEGIN"];

/// The matches in the store: for each match, its number in the store and its number of jobs.
type Known = HashMap<[i64; 5], (i64, i64)>;

impl Store {
    /// Makes sure that each of these matches has at least this many jobs, one for each pair of
    /// games. Existing jobs stay unchanged.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn add_jobs(
        &mut self,
        tournament: TournamentId,
        matches: &[(Pairing, u64)],
    ) -> Result<(), Error> {
        let begin = BEGIN[self.link.engine() as usize];
        self.link.work(async |connection| {
            let mut transaction = connection.begin_with(begin).await?;
            // This locks the tournament. So only one process adds jobs at a time, and jobs become
            // visible in the order of their ids. A reader that continues after the last id that it
            // has seen misses no job.
            let lock = sqlx::query("UPDATE tournament SET is_over = is_over WHERE id = $1");
            lock.bind(tournament.0).execute(&mut *transaction).await?;
            let known = known(&mut transaction, tournament).await?;
            for (pairing, pairs) in matches {
                let (numbers, pairs) = (numbers(*pairing), *pairs as i64);
                match known.get(&numbers) {
                    Some(&(id, has)) if has < pairs => {
                        add_pairs(&mut transaction, tournament, id, has..pairs).await?;
                    }
                    Some(_) => {}
                    None => {
                        let id = add_match(&mut transaction, tournament, numbers).await?;
                        add_pairs(&mut transaction, tournament, id, 0..pairs).await?;
                    }
                }
            }
            transaction.commit().await
        })
    }

    /// Chooses the SQL for the database engine of this store.
    pub(super) fn sql(&self, [sqlite, postgres]: [&'static str; 2]) -> &'static str {
        match self.link.engine() {
            Engine::Sqlite => sqlite,
            Engine::Postgres => postgres,
        }
    }
}

/// The numbers that identify a match.
pub(super) fn numbers(pairing: Pairing) -> [i64; 5] {
    [pairing.round, pairing.table, pairing.extra, pairing.first, pairing.second]
        .map(|number| number as i64)
}

/// The match that these numbers identify.
pub(super) fn pairing([round, table, extra, first, second]: [i64; 5]) -> Pairing {
    let [round, table, extra, first, second] =
        [round, table, extra, first, second].map(|number| number as usize);
    Pairing { round, table, extra, first, second }
}

async fn known(
    connection: &mut AnyConnection,
    tournament: TournamentId,
) -> Result<Known, sqlx::Error> {
    let rows = sqlx::query_as::<_, (i64, i64, i64, i64, i64, i64, i64)>(
        "SELECT round, board, extra, first, second, id, pairs FROM pairing WHERE tournament = $1",
    );
    let rows = rows.bind(tournament.0).fetch_all(connection).await?.into_iter();
    Ok(rows
        .map(|(round, board, extra, first, second, id, pairs)| {
            ([round, board, extra, first, second], (id, pairs))
        })
        .collect())
}

async fn add_match(
    connection: &mut AnyConnection,
    tournament: TournamentId,
    numbers: [i64; 5],
) -> Result<i64, sqlx::Error> {
    let [round, board, extra, first, second] = numbers;
    sqlx::query_scalar(
        "INSERT INTO pairing (tournament, round, board, extra, first, second) VALUES ($1, $2, $3, \
        $4, $5, $6) RETURNING id",
    )
    .bind(tournament.0)
    .bind(round)
    .bind(board)
    .bind(extra)
    .bind(first)
    .bind(second)
    .fetch_one(connection)
    .await
}

async fn add_pairs(
    connection: &mut AnyConnection,
    tournament: TournamentId,
    pairing: i64,
    pairs: std::ops::Range<i64>,
) -> Result<(), sqlx::Error> {
    if pairs.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO job (tournament, pairing, pair)
         WITH RECURSIVE pairs (pair) AS (SELECT $3 UNION ALL SELECT pair + 1 FROM pairs WHERE \
         pair + 1 < $4)
         SELECT $1, $2, pair FROM pairs",
    )
    .bind(tournament.0)
    .bind(pairing)
    .bind(pairs.start)
    .bind(pairs.end)
    .execute(&mut *connection)
    .await?;
    let count = sqlx::query("UPDATE pairing SET pairs = $2 WHERE id = $1");
    count.bind(pairing).bind(pairs.end).execute(connection).await.map(drop)
}
