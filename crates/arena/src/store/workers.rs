//! Who plays: machines, and what they said of themselves.

use std::fmt;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::address::Engine;
use super::{Store, TournamentId};
use crate::Error;

/// A worker's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkerId(pub(super) i64);

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What a worker says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// What tells it from every other worker.
    pub name: String,
    /// How many processors it may use.
    pub cores: u32,
    /// The levels of its sandbox: one may be missing below another.
    pub levels: Vec<u8>,
    /// How fast it is, as it measured.
    pub speed: f64,
    /// Its version of Ludoteka.
    pub version: String,
}

/// A worker in the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    /// Its number.
    pub id: WorkerId,
    /// What it said of itself.
    pub machine: Machine,
    /// When it came, in milliseconds since 1970.
    pub first_seen: u64,
    /// When it was last heard of.
    pub last_seen: u64,
    /// How many units it has done.
    pub units: u64,
}

/// Whoever comes again may have changed, and declines nothing yet. PostgreSQL's function does this itself.
const FORGET: &str = "DELETE FROM declined WHERE worker = (SELECT id FROM worker WHERE name = $1)";

const ENTER: [&str; 2] = [
    "INSERT INTO worker (name, cores, levels, speed, version) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO UPDATE SET cores = excluded.cores, levels = excluded.levels, speed = excluded.speed,
         version = excluded.version, last_seen = CAST(unixepoch('subsec') * 1000 AS INTEGER)
     RETURNING id",
    "SELECT enter_worker($1, $2, $3, $4, $5)",
];

const GREET: [&str; 2] = [
    "UPDATE worker SET last_seen = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE id = $1 RETURNING id",
    "SELECT greet($1)",
];

const DECLINE: [&str; 2] = [
    "INSERT INTO declined (worker, tournament, why) VALUES ($1, $2, $3)
     ON CONFLICT (worker, tournament) DO UPDATE SET why = excluded.why RETURNING tournament",
    "SELECT decline($1, $2, $3)",
];

impl Store {
    /// Enters a worker; one of the same name is the same, and says now what it is.
    ///
    /// # Errors
    /// When the store fails.
    pub fn register_worker(&mut self, machine: &Machine) -> Result<WorkerId, Error> {
        let (engine, sql) = (self.link.engine(), self.sql(ENTER));
        let levels: String = machine.levels.iter().map(u8::to_string).collect();
        self.link.work(async |connection| {
            if engine == Engine::Sqlite {
                sqlx::query(FORGET).bind(machine.name.as_str()).execute(&mut *connection).await?;
            }
            let enter = sqlx::query_scalar(sql)
                .bind(machine.name.as_str())
                .bind(i64::from(machine.cores))
                .bind(&levels)
                .bind(machine.speed)
                .bind(machine.version.as_str());
            enter.fetch_one(connection).await.map(WorkerId)
        })
    }

    /// Says that a worker cannot play a tournament, and why: from now on it gets none of its games.
    ///
    /// # Errors
    /// When the store fails.
    pub fn decline(&mut self, worker: WorkerId, tournament: TournamentId, why: &str) -> Result<(), Error> {
        let sql = self.sql(DECLINE);
        self.link.work(async |connection| {
            let decline = sqlx::query(sql).bind(worker.0).bind(tournament.0).bind(why);
            decline.fetch_optional(connection).await.map(drop)
        })
    }

    /// Says that a worker is still there.
    ///
    /// # Errors
    /// When the store fails.
    pub fn greet(&mut self, worker: WorkerId) -> Result<(), Error> {
        let sql = GREET[self.link.engine() as usize];
        self.link.work(async |connection| sqlx::query(sql).bind(worker.0).fetch_optional(connection).await.map(drop))
    }

    /// The least and the greatest speed of the workers that have played in a tournament, where any has measured its own.
    ///
    /// # Errors
    /// When the store fails.
    pub fn speeds(&mut self, tournament: TournamentId) -> Result<Option<[f64; 2]>, Error> {
        self.link.work(async |connection| {
            let row = sqlx::query(
                "SELECT min(speed) AS slowest, max(speed) AS fastest FROM worker
                 WHERE speed > 0 AND id IN (SELECT worker FROM unit WHERE tournament = $1 AND state = 2)",
            );
            let row = row.bind(tournament.0).fetch_one(connection).await?;
            let [slowest, fastest] = ["slowest", "fastest"].map(|name| row.try_get::<Option<f64>, _>(name));
            Ok(slowest?.zip(fastest?).map(|(slowest, fastest)| [slowest, fastest]))
        })
    }

    /// Every worker that ever came.
    ///
    /// # Errors
    /// When the store fails.
    pub fn workers(&mut self) -> Result<Vec<Worker>, Error> {
        self.link.work(async |connection| {
            let rows = sqlx::query(
                "SELECT id, name, cores, levels, speed, version, first_seen, last_seen, coalesce(units, 0) AS units
                 FROM worker LEFT JOIN (SELECT worker, count(*) AS units FROM unit WHERE state = 2 GROUP BY worker) AS done
                     ON done.worker = worker.id
                 ORDER BY id",
            );
            rows.fetch_all(connection).await?.iter().map(worker).collect()
        })
    }
}

fn worker(row: &AnyRow) -> Result<Worker, sqlx::Error> {
    let number = |name: &str| row.try_get::<i64, _>(name);
    let machine = Machine {
        name: row.try_get("name")?,
        cores: number("cores")? as u32,
        levels: row.try_get::<String, _>("levels")?.bytes().map(|digit| digit.wrapping_sub(b'0')).collect(),
        speed: row.try_get("speed")?,
        version: row.try_get("version")?,
    };
    Ok(Worker {
        id: WorkerId(number("id")?),
        machine,
        first_seen: number("first_seen")? as u64,
        last_seen: number("last_seen")? as u64,
        units: number("units")? as u64,
    })
}
