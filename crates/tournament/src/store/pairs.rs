//! The finished pairs of games, and their records.

use std::collections::VecDeque;

use super::jobs::pairing;
use super::pages::Pages;
use super::{Store, TournamentId};
use errors::Error;
use pairing::Pairing;

/// The number of pairs in a page. The records of a page go through the server as one value, which
/// PostgreSQL limits to 1 GB.
macro_rules! length {
    () => {
        32
    };
}
const PAGE: i64 = length!();

/// A pair of games in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPair {
    /// The job.
    pub job: i64,
    /// The match.
    pub pairing: Pairing,
    /// The number of the pair in the match, from 0.
    pub pair: u64,
    /// The number of this pair's games that do not count, according to the store.
    pub replays: u64,
    /// The name of the worker that reported this pair.
    pub worker: Option<String>,
    /// The records of the pair as lines, if the records exist.
    pub records: [Option<String>; 2],
}

/// The pairs of a tournament, one after the other; only a few are in memory at a time.
pub struct Pairs<'a> {
    store: &'a mut Store,
    tournament: TournamentId,
    /// The number of the last job that was read.
    after: i64,
    pages: Pages<StoredPair>,
}

/// Selects first the jobs after a given one, and then the data of each: without statistics, a
/// server might join all jobs for each page. The values are cast, since damaged values may have
/// another type.
macro_rules! page {
    () => {
        concat!(
            "SELECT job.id AS job, job.pair AS pair, CAST(round AS bigint) AS round, CAST(board \
            AS bigint) AS board,
    CAST(extra AS bigint) AS extra, CAST(first AS bigint) AS first, CAST(second AS bigint) AS \
    second,
    CAST(replays AS bigint) AS replays,
    CAST(worker.name AS text) AS worker, one.record AS one, two.record AS two
FROM (SELECT * FROM job WHERE tournament = $1 AND state = 2 AND id > $2 ORDER BY id LIMIT ",
            length!(),
            ") AS job
    LEFT JOIN pairing ON pairing.id = job.pairing
    LEFT JOIN worker ON worker.id = job.worker
    LEFT JOIN game AS one ON one.tournament = job.tournament AND one.job = job.id AND one.number \
    = 2 * job.pair + 1
    LEFT JOIN game AS two ON two.tournament = job.tournament AND two.job = job.id AND two.number \
    = 2 * job.pair + 2
ORDER BY job.id"
        )
    };
}

/// The data of a pair, with the worker last. The data include the lengths of the pair's two
/// records. The bytes of the records are in the second column of the page.
macro_rules! said {
    ($array:literal, $one:literal, $two:literal) => {
        concat!(
            $array,
            "(",
            $array,
            "(job, CAST(pair AS bigint), round, board, extra, first, second, octet_length(",
            $one,
            "), octet_length(",
            $two,
            "), replays), worker)"
        )
    };
}

/// Selects a page as one row, since each row costs a wait for SQLite's thread. The first column has
/// the data of the pairs as JSON, and the second has all their records. Both are bytes, since
/// damaged data may be invalid text.
const PAGES: [&str; 2] = [
    concat!(
        "SELECT CAST(json_group_array(",
        said!("json_array", "one", "two"),
        ") AS BLOB), CAST(coalesce(group_concat(coalesce(one, '') || coalesce(two, ''), ''), '') \
        AS BLOB) FROM (",
        page!(),
        ")"
    ),
    concat!(
        "SELECT convert_to(coalesce(json_agg(",
        said!("json_build_array", "convert_to(one, 'UTF8')", "convert_to(two, 'UTF8')"),
        " ORDER BY job)::text, '[]'), 'UTF8'),
    convert_to(coalesce(string_agg(coalesce(one, '') || coalesce(two, ''), '' ORDER BY job), ''), \
    'UTF8') FROM (",
        page!(),
        ") AS page"
    ),
];

/// The data of a pair, as [`said!`] selects them.
type Said = ([Option<i64>; 10], Option<String>);

impl Store {
    /// The finished pairs of a tournament, in the order of their jobs. A pair that is stored during
    /// the reading is included as a whole or not at all.
    pub fn pairs(&mut self, tournament: TournamentId) -> Pairs<'_> {
        Pairs { store: self, tournament, after: 0, pages: Pages::new() }
    }

    /// Flushes stored data to the disk, so that a power failure loses nothing. A database server
    /// has already flushed them.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub fn settle(&mut self) -> Result<(), Error> {
        let sql = self.sql(["PRAGMA wal_checkpoint(PASSIVE)", "SELECT 1"]);
        self.link.work(async |connection| sqlx::raw_sql(sql).execute(connection).await.map(drop))
    }
}

impl Iterator for Pairs<'_> {
    type Item = Result<StoredPair, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let Pairs { store, tournament, after, pages } = self;
        pages.next(PAGE, || fetch(store, *tournament, after))
    }
}

/// Reads the pairs after the job `after`, and sets `after` to the job of the last pair.
fn fetch(
    store: &mut Store,
    tournament: TournamentId,
    after: &mut i64,
) -> Result<VecDeque<StoredPair>, Error> {
    let (job, sql) = (*after, store.sql(PAGES));
    let page = store.link.work(async |connection| {
        let page = sqlx::query_as(sql).bind(tournament.0).bind(job).fetch_one(connection);
        let (said, records): (Vec<u8>, Vec<u8>) = page.await?;
        let said: Vec<Said> = serde_json::from_str(&lossy(&said))
            .map_err(|error| sqlx::Error::Decode(error.into()))?;
        let mut records = &records[..];
        said.into_iter().map(|said| stored(said, &mut records)).collect::<Result<VecDeque<_>, _>>()
    })?;
    *after = page.back().map_or(job, |pair| pair.job);
    Ok(page)
}

/// The pair with these data. The pair's records are the next ones in `records`.
fn stored((numbers, worker): Said, records: &mut &[u8]) -> Result<StoredPair, sqlx::Error> {
    let [job, pair, round, table, extra, first, second, one, two, replays] = numbers;
    let given = |number: Option<i64>| {
        number.ok_or_else(|| sqlx::Error::Decode("a job lacks a number".into()))
    };
    let mut record = |length: Option<i64>| {
        let Some(length) = length else { return Ok(None) };
        let found = records.split_off(..length as usize).map(lossy);
        found.map(Some).ok_or_else(|| {
            sqlx::Error::Decode("the records are shorter than their lengths say".into())
        })
    };
    let records = [record(one)?, record(two)?];
    Ok(StoredPair {
        job: given(job)?,
        pairing: pairing([
            given(round)?,
            given(table)?,
            given(extra)?,
            given(first)?,
            given(second)?,
        ]),
        pair: given(pair)? as u64,
        replays: replays.unwrap_or(0) as u64,
        worker,
        records,
    })
}

/// Bytes as text, with invalid bytes replaced. Usually all bytes are valid, and a check is faster
/// than replacing invalid bytes.
fn lossy(bytes: &[u8]) -> String {
    str::from_utf8(bytes)
        .map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), str::to_string)
}
