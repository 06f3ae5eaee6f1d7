//! Tournaments.

use std::fmt;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::Store;
use errors::Error;

/// A tournament's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(pub(crate) i64);

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The announcement of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Announced {
    /// A checksum of the whole announcement, which identifies the tournament.
    pub digest: String,
    /// The tournament's name.
    pub title: String,
    /// The whole announcement, as JSON, which the store does not interpret.
    pub announcement: String,
    /// The level of confinement that a worker must have.
    pub level: u8,
}

/// A tournament in the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The tournament's number.
    pub id: TournamentId,
    /// Whether the tournament is closed, so that no more of its jobs are leased.
    pub is_over: bool,
    /// The announcement.
    pub announced: Announced,
}

const KNOWN: &str = "SELECT id FROM tournament WHERE digest = $1";

impl Store {
    /// Adds a tournament to the store. If the store already has a tournament with the same digest,
    /// that tournament is returned.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn register_tournament(&mut self, announced: &Announced) -> Result<TournamentId, Error> {
        self.link.work(async |connection| {
            // The digest is looked up first, since an insertion that fails would use up a number.
            let known = sqlx::query_scalar(KNOWN).bind(announced.digest.as_str());
            if let Some(id) = known.fetch_optional(&mut *connection).await? {
                return Ok(TournamentId(id));
            }
            let made = sqlx::query_scalar(
                "INSERT INTO tournament (digest, title, announcement, level) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest RETURNING id",
            );
            let made = made
                .bind(announced.digest.as_str())
                .bind(announced.title.as_str())
                .bind(announced.announcement.as_str())
                .bind(i64::from(announced.level));
            made.fetch_one(connection).await.map(TournamentId)
        })
    }

    /// The tournament with this digest; `None` if the store does not have it.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn entered(&mut self, digest: &str) -> Result<Option<TournamentId>, Error> {
        self.link.work(async |connection| {
            let known = sqlx::query_scalar(KNOWN).bind(digest).fetch_optional(connection).await?;
            Ok(known.map(TournamentId))
        })
    }

    /// All tournaments, in the order in which they were announced.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn tournaments(&mut self) -> Result<Vec<Tournament>, Error> {
        self.announced(0, i64::MAX)
    }

    /// One tournament.
    ///
    /// # Errors
    /// Fails if there is no such tournament, or the store fails.
    pub fn tournament(&mut self, id: TournamentId) -> Result<Tournament, Error> {
        let found = self.announced(id.0, id.0)?.pop();
        found.ok_or_else(|| {
            Error::not_found(format!("the store {} has no tournament {id}", self.address()))
        })
    }

    fn announced(&mut self, first: i64, last: i64) -> Result<Vec<Tournament>, Error> {
        self.link.work(async |connection| {
            let rows = sqlx::query(
                "SELECT id, digest, title, announcement, level, is_over FROM tournament
                 WHERE id BETWEEN $1 AND $2 ORDER BY id",
            );
            let rows = rows.bind(first).bind(last).fetch_all(connection).await?;
            rows.iter().map(tournament).collect()
        })
    }

    /// Whether a tournament is closed, so that no more of its jobs are leased.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn is_over(&mut self, tournament: TournamentId) -> Result<bool, Error> {
        self.link.work(async |connection| {
            let asked =
                sqlx::query_scalar::<_, i64>("SELECT is_over FROM tournament WHERE id = $1")
                    .bind(tournament.0);
            asked.fetch_one(connection).await.map(|is_over| is_over != 0)
        })
    }

    /// Closes a tournament, so that no more of its jobs are leased, or opens it again.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn set_over(&mut self, tournament: TournamentId, is_over: bool) -> Result<(), Error> {
        self.link.work(async |connection| {
            let end = sqlx::query("UPDATE tournament SET is_over = $2 WHERE id = $1");
            end.bind(tournament.0).bind(i64::from(is_over)).execute(connection).await.map(drop)
        })
    }
}

fn tournament(row: &AnyRow) -> Result<Tournament, sqlx::Error> {
    let announced = Announced {
        digest: row.try_get("digest")?,
        title: row.try_get("title")?,
        announcement: row.try_get("announcement")?,
        level: row.try_get::<i64, _>("level")? as u8,
    };
    Ok(Tournament {
        id: TournamentId(row.try_get("id")?),
        is_over: row.try_get::<i64, _>("is_over")? != 0,
        announced,
    })
}
