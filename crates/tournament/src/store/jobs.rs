//! The jobs to be played.

use std::collections::HashMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::{Store, TournamentId};
use errors::Error;
use pairing::Pairing;

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
        self.link.write(async |connection| {
            // This locks the tournament. So only one process adds jobs at a time, and jobs become
            // visible in the order of their ids. A reader that continues after the last id that it
            // has seen misses no job.
            let lock = sqlx::query("UPDATE tournament SET is_over = is_over WHERE id = $1");
            lock.bind(tournament.0).execute(&mut *connection).await?;
            let known = known(connection, tournament).await?;
            for (pairing, pairs) in matches {
                let (numbers, pairs) = (numbers(*pairing), *pairs as i64);
                match known.get(&numbers) {
                    Some(&(id, has)) if has < pairs => {
                        add_pairs(connection, tournament, id, has..pairs).await?;
                    }
                    Some(_) => {}
                    None => {
                        let id = add_match(connection, tournament, numbers).await?;
                        add_pairs(connection, tournament, id, 0..pairs).await?;
                    }
                }
            }
            Ok(())
        })
    }

    /// Removes the jobs of all other matches, except the jobs that are done. Later reports of the
    /// removed jobs are ignored.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn drop_open_except(
        &mut self,
        tournament: TournamentId,
        matches: &[Pairing],
    ) -> Result<(), Error> {
        self.link.write(async |connection| {
            for (numbers, (id, _)) in known(connection, tournament).await? {
                if matches.contains(&pairing(numbers)) {
                    continue;
                }
                for drop in DROP {
                    sqlx::query(drop).bind(id).execute(&mut *connection).await?;
                }
            }
            Ok(())
        })
    }
}

/// Removes the jobs of a match that are not done; then the match itself, if it has no job left.
const DROP: [&str; 3] = [
    "DELETE FROM job WHERE pairing = $1 AND state <> 2",
    "UPDATE pairing SET pairs = (SELECT count(*) FROM job WHERE pairing = $1) WHERE id = $1",
    "DELETE FROM pairing WHERE id = $1 AND pairs = 0",
];

/// The numbers that identify a match.
fn numbers(pairing: Pairing) -> [i64; 5] {
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
    let rows = sqlx::query(
        "SELECT round, board, extra, first, second, id, pairs FROM pairing WHERE tournament = $1",
    );
    let known = |row: &AnyRow| {
        let [round, board, extra, first, second, id, pairs] = whole_numbers(row)?;
        Ok(([round, board, extra, first, second], (id, pairs)))
    };
    rows.bind(tournament.0).fetch_all(connection).await?.iter().map(known).collect()
}

/// The first columns of a row, which contain numbers.
pub(super) fn whole_numbers<const N: usize>(row: &AnyRow) -> Result<[i64; N], sqlx::Error> {
    let mut numbers = [0; N];
    for (column, number) in numbers.iter_mut().enumerate() {
        *number = row.try_get(column)?;
    }
    Ok(numbers)
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
