//! What is left of a store whose file is damaged: every row that can be read in any of its pages, whatever SQLite makes of the file.
//!
//! It is read page by page, without the trees that lead to the pages: one that is damaged takes its own rows with it and no others. What
//! the log beside the file has is read as well, also what SQLite would not take from it any more. So a row may be found in several
//! versions, those of before and those that have been deleted; nothing here is to be believed that has no checksum of its own.

mod pages;
mod row;
#[cfg(test)]
mod tests;

use std::path::Path;

#[cfg(test)]
pub(super) use pages::log_of;
use pages::{At, Pages};
pub(super) use pages::{FRAME_HEADER, LOG_HEADER, open_log};
use row::Value;

use crate::Refused;

/// What is left of a store.
#[derive(Default)]
pub struct Remains {
    /// By each size that its pages may have.
    readings: Vec<Pages>,
}

/// How SQLite keeps a table in mind.
const SCHEMA: &[u8] = b"CREATE TABLE set_aside (";

/// A page is one of those behind a single row, and stands in a log in a few versions; only a file made for it has so many rows to one,
/// and would take for ever.
const ROWS_TO_A_PAGE: u64 = 64;

/// Where a row was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowPlace {
    reading: usize,
    page: At,
    cell: u16,
    heed_log: bool,
}

/// A row that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A tournament.
    Tournament {
        /// Its number in the store.
        number: i64,
        /// What is said to tell it from others.
        digest: String,
        /// What was announced, as JSON.
        announcement: String,
        /// Whether nothing of it was leased any more.
        is_over: bool,
    },
    /// A player's file.
    File {
        /// What is said to be its SHA-256.
        hash: String,
        /// What is in it.
        bytes: Vec<u8>,
    },
    /// A game.
    Game {
        /// The number of its tournament.
        tournament: i64,
        /// The attempt at its unit.
        attempt: i64,
        /// Its record, as a line.
        record: String,
        /// Why it does not count, if it does not.
        why: Option<String>,
    },
}

impl Remains {
    /// Of the store in this file.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be opened.
    pub fn open(store: &Path) -> Result<Remains, Refused> {
        let read = |error| Refused::file("read", store, &error);
        let sizes = pages::sizes(store).map_err(read)?;
        let readings =
            sizes.into_iter().map(|size| Pages::open(store, size)).collect::<Result<_, _>>().map_err(read)?;
        Ok(Remains { readings })
    }

    /// Every row that can be read. Those that need other pages may come twice, as the log has these pages and as the file has them.
    pub fn rows(&self) -> impl Iterator<Item = (RowPlace, Row)> {
        self.readings.iter().enumerate().flat_map(|(reading, pages)| {
            let mut more = ROWS_TO_A_PAGE * (pages.count() + 1);
            pages.all().flat_map(move |at| rows_at(pages, reading, at, &mut more))
        })
    }

    /// Whether a table was made in it that only a store has, though no row may be left.
    pub fn has_schema(&self) -> bool {
        let has = |page: Vec<u8>| page.windows(SCHEMA.len()).any(|bytes| bytes == SCHEMA);
        self.readings.iter().any(|pages| pages.all_with_schema().any(|at| pages.read(at).is_some_and(has)))
    }

    /// The row at this place, once more.
    pub fn row(&self, place: RowPlace) -> Option<Row> {
        let pages = self.readings.get(place.reading)?;
        row_in(pages, &pages.read(place.page)?, place, &mut pages.count())
    }
}

fn rows_at(pages: &Pages, reading: usize, page: At, more: &mut u64) -> Vec<(RowPlace, Row)> {
    let Some(bytes) = pages.read(page) else { return Vec::new() };
    let places = row::cells(&bytes)
        .into_iter()
        .flat_map(|cell| [true, false].map(|heed_log| RowPlace { reading, page, cell, heed_log }));
    let mut rows: Vec<(RowPlace, Row)> =
        places.filter_map(|place| Some((place, row_in(pages, &bytes, place, more)?))).collect();
    rows.dedup_by(|(_, later), (_, earlier)| later == earlier);
    rows
}

fn row_in(pages: &Pages, bytes: &[u8], place: RowPlace, more: &mut u64) -> Option<Row> {
    let (number, values) = row::row(pages, bytes, place.cell, place.heed_log, more)?;
    shaped(number, &values)
}

/// Which row has these values: those of no two tables have the same types.
fn shaped(number: i64, values: &[Value]) -> Option<Row> {
    use Value::{Blob, Integer, Null, Text};
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
    match values {
        [Null, Text(digest), Text(_), Text(announcement), Integer(_), _, _, Integer(is_over), Integer(_)] => {
            let (digest, announcement, is_over) = (text(digest)?, text(announcement)?, *is_over != 0);
            Some(Row::Tournament { number, digest, announcement, is_over })
        }
        [Text(hash), Blob(bytes)] => Some(Row::File { hash: text(hash)?, bytes: bytes.clone() }),
        [Integer(tournament), Integer(_), Integer(_), Integer(attempt), Text(record)] => {
            Some(Row::Game { tournament: *tournament, attempt: *attempt, record: text(record)?, why: None })
        }
        [Null, Integer(tournament), Integer(_), Integer(attempt), Integer(_), Text(record), Text(why)] => {
            Some(Row::Game { tournament: *tournament, attempt: *attempt, record: text(record)?, why: Some(text(why)?) })
        }
        _ => None,
    }
}
