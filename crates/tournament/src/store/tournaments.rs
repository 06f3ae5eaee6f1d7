//! Tournaments and their participants.

use std::fmt;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use sqlx::{Connection, Row};

use super::Store;
use errors::Error;

/// A tournament's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(pub(super) i64);

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
    /// All other terms of the tournament, as JSON, which the store does not interpret.
    pub announcement: String,
    /// The level of confinement that a worker must have.
    pub level: u8,
    /// The participants, in seeding order.
    pub participants: Vec<Participant>,
}

/// A participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The participant's name in tables.
    pub name: String,
    /// The participant's author, if known.
    pub author: Option<String>,
    /// The engine or program, as JSON, which the store does not interpret.
    pub description: String,
    /// The file in the store, if the participant is a program.
    pub file: Option<String>,
}

/// A tournament in the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The tournament's number.
    pub id: TournamentId,
    /// The time at which the tournament was announced, in milliseconds since 1970.
    pub created: u64,
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
    /// Fails if a participant's file is not in the store, or the store fails.
    pub fn register_tournament(&mut self, announced: &Announced) -> Result<TournamentId, Error> {
        self.link.work(async |connection| {
            // The digest is looked up first, since an insertion that fails would use up a number.
            let known = sqlx::query_scalar(KNOWN).bind(announced.digest.as_str());
            if let Some(id) = known.fetch_optional(&mut *connection).await? {
                return Ok(TournamentId(id));
            }
            let mut transaction = connection.begin().await?;
            let made: Option<i64> = sqlx::query_scalar(
                "INSERT INTO tournament (digest, title, announcement, level) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (digest) DO NOTHING RETURNING id",
            )
            .bind(announced.digest.as_str())
            .bind(announced.title.as_str())
            .bind(announced.announcement.as_str())
            .bind(i64::from(announced.level))
            .fetch_optional(&mut *transaction)
            .await?;
            let id = match made {
                Some(id) => {
                    enter(&mut transaction, id, &announced.participants).await?;
                    id
                }
                None => {
                    let known = sqlx::query_scalar(KNOWN);
                    known.bind(announced.digest.as_str()).fetch_one(&mut *transaction).await?
                }
            };
            transaction.commit().await?;
            Ok(TournamentId(id))
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
                "SELECT id, digest, title, announcement, level, is_over, created FROM tournament
                 WHERE id BETWEEN $1 AND $2 ORDER BY id",
            );
            let rows = rows.bind(first).bind(last).fetch_all(&mut *connection).await?;
            let mut tournaments = Vec::new();
            for row in &rows {
                let participants = participants(connection, row.try_get("id")?).await?;
                tournaments.push(tournament(row, participants)?);
            }
            Ok(tournaments)
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

async fn enter(
    connection: &mut AnyConnection,
    tournament: i64,
    participants: &[Participant],
) -> Result<(), sqlx::Error> {
    for (number, participant) in participants.iter().enumerate() {
        sqlx::query(
            "INSERT INTO participant (tournament, number, name, author, description, file) VALUES \
            ($1, $2, $3, $4, $5, $6)",
        )
        .bind(tournament)
        .bind(number as i64)
        .bind(participant.name.as_str())
        .bind(participant.author.as_deref())
        .bind(participant.description.as_str())
        .bind(participant.file.as_deref())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn participants(
    connection: &mut AnyConnection,
    tournament: i64,
) -> Result<Vec<Participant>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT name, author, description, file FROM participant WHERE tournament = $1 ORDER BY \
        number",
    );
    let rows = rows.bind(tournament).fetch_all(connection).await?;
    let participant = |row: &AnyRow| {
        Ok(Participant {
            name: row.try_get(0)?,
            author: row.try_get(1)?,
            description: row.try_get(2)?,
            file: row.try_get(3)?,
        })
    };
    rows.iter().map(participant).collect()
}

fn tournament(row: &AnyRow, participants: Vec<Participant>) -> Result<Tournament, sqlx::Error> {
    let announced = Announced {
        digest: row.try_get("digest")?,
        title: row.try_get("title")?,
        announcement: row.try_get("announcement")?,
        level: row.try_get::<i64, _>("level")? as u8,
        participants,
    };
    Ok(Tournament {
        id: TournamentId(row.try_get("id")?),
        created: row.try_get::<i64, _>("created")? as u64,
        is_over: row.try_get::<i64, _>("is_over")? != 0,
        announced,
    })
}
