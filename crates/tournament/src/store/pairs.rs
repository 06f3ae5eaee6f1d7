//! Pairs of games that are done: which they are, and their records.

use std::collections::VecDeque;

use super::pages::Pages;
use super::units::pairing;
use super::{Store, TournamentId};
use errors::Error;
use pairing::Pairing;

/// Pairs are fetched so many at a time. The records of all of them go through the server in one piece, which PostgreSQL limits to 1 GB.
macro_rules! length {
    () => {
        32
    };
}
const PAGE: i64 = length!();

/// A pair of games in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPair {
    /// Its unit.
    pub unit: i64,
    /// The match.
    pub pairing: Pairing,
    /// Which pair of the match, from 0.
    pub pair: u64,
    /// How many of its games are said not to count.
    pub replays: u64,
    /// The name of the worker that reported it.
    pub worker: Option<String>,
    /// The records, as lines, where they are there.
    pub records: [Option<String>; 2],
}

/// The pairs of a tournament, one after the other, of which only a few are in memory at a time.
pub struct Pairs<'a> {
    store: &'a mut Store,
    tournament: TournamentId,
    /// The last unit read.
    after: i64,
    pages: Pages<StoredPair>,
}

/// The units behind a unit, and then what is to be known of each: a server that has not counted its tables yet might put all of them
/// together for each page. Casts, since what is damaged need not be of its column's type.
macro_rules! page {
    () => {
        concat!(
            "SELECT unit.id AS unit, unit.pair AS pair, CAST(round AS bigint) AS round, CAST(board AS bigint) AS board,
    CAST(extra AS bigint) AS extra, CAST(first AS bigint) AS first, CAST(second AS bigint) AS second,
    CAST(replays AS bigint) AS replays,
    CAST(worker.name AS text) AS worker, one.record AS one, two.record AS two
FROM (SELECT * FROM unit WHERE tournament = $1 AND state = 2 AND id > $2 ORDER BY id LIMIT ",
            length!(),
            ") AS unit
    LEFT JOIN pairing ON pairing.id = unit.pairing
    LEFT JOIN worker ON worker.id = unit.worker
    LEFT JOIN game AS one ON one.tournament = unit.tournament AND one.unit = unit.id AND one.number = 2 * unit.pair + 1
    LEFT JOIN game AS two ON two.tournament = unit.tournament AND two.unit = unit.id AND two.number = 2 * unit.pair + 2
ORDER BY unit.id"
        )
    };
}

/// What is said of a pair, its worker last. Lengths are those of the bytes that come.
macro_rules! said {
    ($array:literal, $one:literal, $two:literal) => {
        concat!(
            $array,
            "(",
            $array,
            "(unit, CAST(pair AS bigint), round, board, extra, first, second, octet_length(",
            $one,
            "), octet_length(",
            $two,
            "), replays), worker)"
        )
    };
}

/// A page as one row, since each costs a wait for SQLite's thread: what is said of the pairs as JSON, and all their records, one after
/// the other. Both as bytes: what is damaged need not be text.
const PAGES: [&str; 2] = [
    concat!(
        "SELECT CAST(json_group_array(",
        said!("json_array", "one", "two"),
        ") AS BLOB), CAST(coalesce(group_concat(coalesce(one, '') || coalesce(two, ''), ''), '') AS BLOB) FROM (",
        page!(),
        ")"
    ),
    concat!(
        "SELECT convert_to(coalesce(json_agg(",
        said!("json_build_array", "convert_to(one, 'UTF8')", "convert_to(two, 'UTF8')"),
        " ORDER BY unit)::text, '[]'), 'UTF8'),
    convert_to(coalesce(string_agg(coalesce(one, '') || coalesce(two, ''), '' ORDER BY unit), ''), 'UTF8') FROM (",
        page!(),
        ") AS page"
    ),
];

/// What [`said!`] has.
type Said = ([Option<i64>; 10], Option<String>);

impl Store {
    /// The pairs of a tournament that are done, in the order of their units. What is stored while they are read may be among them
    /// or not, as a whole.
    pub fn pairs(&mut self, tournament: TournamentId) -> Pairs<'_> {
        Pairs { store: self, tournament, after: 0, pages: Pages::new() }
    }

    /// Brings what has been stored to the disk, so that no power failure takes it away; a server has done so already.
    ///
    /// # Errors
    /// When the store fails.
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

/// The pairs behind this unit, which becomes that of the last one.
fn fetch(store: &mut Store, tournament: TournamentId, after: &mut i64) -> Result<VecDeque<StoredPair>, Error> {
    let (unit, sql) = (*after, store.sql(PAGES));
    let page = store.link.work(async |connection| {
        let page = sqlx::query_as(sql).bind(tournament.0).bind(unit).fetch_one(connection);
        let (said, records): (Vec<u8>, Vec<u8>) = page.await?;
        let said: Vec<Said> = serde_json::from_str(&lossy(&said)).map_err(|error| sqlx::Error::Decode(error.into()))?;
        let mut records = &records[..];
        said.into_iter().map(|said| stored(said, &mut records)).collect::<Result<VecDeque<_>, _>>()
    })?;
    *after = page.back().map_or(unit, |pair| pair.unit);
    Ok(page)
}

/// The pair of which this is said, whose records are the next ones.
fn stored((numbers, worker): Said, records: &mut &[u8]) -> Result<StoredPair, sqlx::Error> {
    let [unit, pair, round, table, extra, first, second, one, two, replays] = numbers;
    let given = |number: Option<i64>| number.ok_or_else(|| sqlx::Error::Decode("a unit lacks a number".into()));
    let mut record = |length: Option<i64>| {
        let Some(length) = length else { return Ok(None) };
        let found = records.split_off(..length as usize).map(lossy);
        found.map(Some).ok_or_else(|| sqlx::Error::Decode("records are shorter than they are said to be".into()))
    };
    let records = [record(one)?, record(two)?];
    Ok(StoredPair {
        unit: given(unit)?,
        pairing: pairing([given(round)?, given(table)?, given(extra)?, given(first)?, given(second)?]),
        pair: given(pair)? as u64,
        replays: replays.unwrap_or(0) as u64,
        worker,
        records,
    })
}

/// Bytes as text, in which what is none is replaced. Most is text, which is told faster than what is to be replaced is looked for.
fn lossy(bytes: &[u8]) -> String {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), str::to_string)
}
