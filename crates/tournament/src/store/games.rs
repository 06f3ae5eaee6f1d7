//! Reads stored games.

use std::collections::VecDeque;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::pages::Pages;
use super::{Store, TournamentId};
use errors::Error;

/// The number of games in a page.
macro_rules! length {
    () => {
        256
    };
}
const PAGE: i64 = length!();

/// A game in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The job to which the game belongs.
    pub job: i64,
    /// The game's number in the match.
    pub number: u64,
    /// A job may need several attempts. This is the number of the attempt in which the game was
    /// played.
    pub attempt: u64,
    /// The game's record, as one line in which invalid text is replaced.
    pub record: String,
    /// Why the game does not count; `None` if the game counts.
    pub why: Option<String>,
}

/// The games of a tournament, one after the other; only a few are in memory at a time.
pub struct Games<'a> {
    store: &'a mut Store,
    tournament: TournamentId,
    sql: &'static str,
    /// The job and the number of the last game on the page before.
    after: [i64; 2],
    pages: Pages<StoredGame>,
}

/// Records are read as bytes, since a damaged record may be invalid text.
macro_rules! games {
    ($record:literal) => {
        concat!(
            "SELECT job, number, attempt, ",
            $record,
            " AS record, NULL AS why, job AS key_1, number AS key_2 FROM game
WHERE tournament = $1 AND (job, number) > ($2, $3) ORDER BY job, number LIMIT ",
            length!()
        )
    };
}
macro_rules! void_game {
    ($record:literal) => {
        concat!(
            "SELECT job, number, attempt, ",
            $record,
            " AS record, why, job AS key_1, id AS key_2 FROM void_game
WHERE tournament = $1 AND (job, id) > ($2, $3) ORDER BY job, id LIMIT ",
            length!()
        )
    };
}

impl Store {
    /// Reads the games of a tournament that count: job by job, and in the order of their numbers.
    /// Games that are stored meanwhile may be missing.
    pub fn games(&mut self, tournament: TournamentId) -> Games<'_> {
        const SQL: [&str; 2] =
            [games!("CAST(record AS BLOB)"), games!("convert_to(record, 'UTF8')")];
        self.read(tournament, SQL)
    }

    /// Reads the games of a tournament that do not count: job by job, and in the order in which
    /// they were played.
    pub fn void_games(&mut self, tournament: TournamentId) -> Games<'_> {
        const SQL: [&str; 2] =
            [void_game!("CAST(record AS BLOB)"), void_game!("convert_to(record, 'UTF8')")];
        self.read(tournament, SQL)
    }

    fn read(&mut self, tournament: TournamentId, sql: [&'static str; 2]) -> Games<'_> {
        let sql = self.sql(sql);
        Games { store: self, tournament, sql, after: [0, 0], pages: Pages::new() }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<StoredGame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let Games { store, tournament, sql, after, pages } = self;
        pages.next(PAGE, || fetch(store, *tournament, sql, after))
    }
}

/// Reads the games after the keys `after`, and sets `after` to the keys of the last game.
fn fetch(
    store: &mut Store,
    tournament: TournamentId,
    sql: &'static str,
    after: &mut [i64; 2],
) -> Result<VecDeque<StoredGame>, Error> {
    let [job, number] = *after;
    let (page, last) = store.link.work(async |connection| {
        let games = sqlx::query(sql).bind(tournament.0).bind(job).bind(number);
        let rows = games.fetch_all(connection).await?;
        let last = rows
            .last()
            .map(|row| Ok::<_, sqlx::Error>([row.try_get("key_1")?, row.try_get("key_2")?]));
        Ok((rows.iter().map(game).collect::<Result<VecDeque<_>, _>>()?, last.transpose()?))
    })?;
    *after = last.unwrap_or(*after);
    Ok(page)
}

fn game(row: &AnyRow) -> Result<StoredGame, sqlx::Error> {
    Ok(StoredGame {
        job: row.try_get("job")?,
        number: row.try_get::<i64, _>("number")? as u64,
        attempt: row.try_get::<i64, _>("attempt")? as u64,
        record: String::from_utf8_lossy(&row.try_get::<Vec<u8>, _>("record")?).into_owned(),
        why: row.try_get("why")?,
    })
}
