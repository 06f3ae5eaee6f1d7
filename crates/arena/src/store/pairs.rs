//! Pairs of games that are done: what their units say of them, and their records.

use std::collections::VecDeque;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::pages::Pages;
use super::units::pairing;
use super::{Store, TournamentId};
use crate::Refused;
use crate::schedule::Pairing;
use crate::tournament::Tally;

/// Pairs are fetched so many at a time.
const PAGE: i64 = 128;

/// A pair of games in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPair {
    /// Its unit.
    pub unit: i64,
    /// The match.
    pub pairing: Pairing,
    /// Which pair of the match, from 0.
    pub pair: u64,
    /// What it is said to add up to.
    pub tally: Tally,
    /// Whether all of that is said; what is not said is 0.
    pub is_whole: bool,
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

/// Records as bytes: a damaged one need not be text.
macro_rules! pairs {
    ($bytes:literal, $of_text:literal) => {
        concat!(
            "SELECT unit.id AS its_unit, unit.pair AS its_pair, round, board, extra, first, second, worker.name AS its_worker,
    coalesce(CAST(first_wins AS bigint), 0) AS first_wins, coalesce(CAST(second_wins AS bigint), 0) AS second_wins,
    coalesce(CAST(draws AS bigint), 0) AS draws,
    coalesce(CAST(first_fouls AS bigint), 0) AS first_fouls, coalesce(CAST(second_fouls AS bigint), 0) AS second_fouls,
    coalesce(CAST(half_points AS bigint), 0) AS half_points, coalesce(CAST(margin AS bigint), 0) AS margin,
    coalesce(CAST(replays AS bigint), 0) AS replays,
    CASE WHEN first_wins IS NULL OR second_wins IS NULL OR draws IS NULL OR first_fouls IS NULL OR second_fouls IS NULL
        OR half_points IS NULL OR margin IS NULL OR replays IS NULL THEN 0 ELSE 1 END AS is_whole, ",
            $bytes, "one.record", $of_text, " AS record_1, ",
            $bytes, "two.record", $of_text, " AS record_2
FROM unit JOIN pairing ON pairing.id = unit.pairing
    LEFT JOIN worker ON worker.id = unit.worker
    LEFT JOIN game AS one ON one.tournament = unit.tournament AND one.unit = unit.id AND one.number = 2 * unit.pair + 1
    LEFT JOIN game AS two ON two.tournament = unit.tournament AND two.unit = unit.id AND two.number = 2 * unit.pair + 2
WHERE unit.tournament = $1 AND unit.state = 2 AND unit.id > $2 ORDER BY unit.id LIMIT $3"
        )
    };
}
const PAIRS: [&str; 2] = [pairs!("CAST(", " AS BLOB)"), pairs!("convert_to(", ", 'UTF8')")];

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
    pub fn settle(&mut self) -> Result<(), Refused> {
        let sql = self.sql(["PRAGMA wal_checkpoint(PASSIVE)", "SELECT 1"]);
        self.link.work(async |connection| sqlx::raw_sql(sql).execute(connection).await.map(drop))
    }

    /// How many games of a tournament it has, or had before they were given back.
    ///
    /// # Errors
    /// When the store fails.
    pub fn known_games(&mut self, tournament: TournamentId) -> Result<u64, Refused> {
        const DONE_ONCE: &str =
            "SELECT count(*) FROM unit WHERE tournament = $1 AND (state = 2 OR half_points IS NOT NULL)";
        let pairs: i64 = self
            .link
            .work(async |connection| sqlx::query_scalar(DONE_ONCE).bind(tournament.0).fetch_one(connection).await)?;
        Ok(2 * pairs as u64)
    }
}

impl Iterator for Pairs<'_> {
    type Item = Result<StoredPair, Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        let Pairs { store, tournament, after, pages } = self;
        pages.next(PAGE, || fetch(store, *tournament, after))
    }
}

/// The pairs behind this unit, which becomes that of the last one.
fn fetch(store: &mut Store, tournament: TournamentId, after: &mut i64) -> Result<VecDeque<StoredPair>, Refused> {
    let (unit, sql) = (*after, store.sql(PAIRS));
    let page = store.link.work(async |connection| {
        let rows = sqlx::query(sql).bind(tournament.0).bind(unit).bind(PAGE).fetch_all(connection).await?;
        rows.iter().map(stored).collect::<Result<VecDeque<_>, _>>()
    })?;
    *after = page.back().map_or(unit, |pair| pair.unit);
    Ok(page)
}

fn stored(row: &AnyRow) -> Result<StoredPair, sqlx::Error> {
    let number = |name: &str| row.try_get::<i64, _>(name);
    let count = |name: &str| number(name).map(|count| count as u64);
    let text = |name: &str| {
        let bytes = row.try_get::<Option<Vec<u8>>, _>(name)?;
        Ok::<_, sqlx::Error>(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    };
    let mut tally = Tally {
        wins: [count("first_wins")?, count("second_wins")?],
        draws: count("draws")?,
        fouls: [count("first_fouls")?, count("second_fouls")?],
        margin: number("margin")?,
        ..Tally::default()
    };
    tally.margin_squares = tally.margin.unsigned_abs().saturating_pow(2);
    if let Some(pairs) = tally.pairs.get_mut(number("half_points")? as usize) {
        *pairs = 1;
    }
    let numbers = [number("round")?, number("board")?, number("extra")?, number("first")?, number("second")?];
    Ok(StoredPair {
        unit: number("its_unit")?,
        pairing: pairing(numbers),
        pair: count("its_pair")?,
        tally,
        is_whole: number("is_whole")? == 1,
        replays: count("replays")?,
        worker: row.try_get("its_worker")?,
        records: [text("record_1")?, text("record_2")?],
    })
}
