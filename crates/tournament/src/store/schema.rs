//! The tables of a store, in versions.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AssertSqlSafe, SqlSafeStr};

use super::address::{Address, Engine};
use super::db_error::{damage, is_busy, not_made};
use super::link::Link;
use crate::verify::ENDINGS;
use errors::Error;

/// The statements that make each version from the previous one, for SQLite.
const VERSIONS: [&str; 1] = [include_str!("../../migrations/1_store.sql")];

/// SQLite's words in these statements, each with PostgreSQL's.
const WORDS: [[&str; 2]; 5] = [
    ["INTEGER PRIMARY KEY", "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"],
    ["INTEGER", "bigint"],
    ["BLOB", "bytea"],
    [") STRICT", ")"],
    // Games in play may be lost.
    ["CREATE TABLE running", "CREATE UNLOGGED TABLE running"],
];

/// A function with SQLite's name, so that both databases get the same statements. It also returns
/// fractions of a second, for which SQLite is asked.
const UNIXEPOCH: &str = "\
CREATE FUNCTION unixepoch(what text) RETURNS double precision LANGUAGE sql VOLATILE
    RETURN CAST(extract(epoch FROM clock_timestamp()) AS double precision);
";

/// The number of tables in an SQLite file, and whether the table of versions is among them.
const TABLES: &str = "\
SELECT count(*), count(*) FILTER (WHERE name = '_sqlx_migrations') FROM sqlite_master
WHERE type = 'table' AND name NOT LIKE 'sqlite%'";

/// The time to wait for other processes that make the same store, and the pause between attempts.
const MEETING: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(5);

fn migrator(engine: Engine) -> Migrator {
    let migration = |(sql, version): (&&str, i64)| {
        let sql = match engine {
            Engine::Sqlite => (*sql).to_string(),
            Engine::Postgres => at_server(sql, version),
        };
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, "store".into(), MigrationType::Simple, sql, false)
    };
    let mut migrator = Migrator::with_migrations(VERSIONS.iter().zip(1..).map(migration).collect());
    if engine == Engine::Postgres {
        migrator.create_schema("ludoteka");
    }
    migrator
}

/// The statements of a version in PostgreSQL's words.
fn at_server(sql: &str, version: i64) -> String {
    let begin = if version == 1 { UNIXEPOCH } else { "" };
    let words = |sql: String, [sqlite, postgres]: &[&str; 2]| sql.replace(sqlite, postgres);
    begin.to_string() + &WORDS.iter().fold(sql.to_string(), words)
}

/// Makes a store, or updates a store of an older version. An up-to-date store is left unchanged.
///
/// # Errors
/// Fails if the database cannot be opened, or if its store has a newer version.
pub fn init(address: &Address) -> Result<(), Error> {
    if let Some(path) = address.path() {
        make_file(path)?;
    }
    let mut link = Link::new(address)?;
    if link.engine() == Engine::Sqlite {
        let (tables, versions): (i64, i64) =
            link.work(async |connection| sqlx::query_as(TABLES).fetch_one(connection).await)?;
        if tables > 0 && versions == 0 {
            return Err(damage("it has tables, but none that says their version", address));
        }
        link.work(async |connection| write_ahead(connection).await)?;
    }
    let migrator = migrator(link.engine());
    let migrated = match link.work(async |connection| migrate(&migrator, connection).await) {
        // Another process has made the store in the meantime: SQLite locks each step, but not all
        // steps together.
        Err(_) if check(&mut link).is_ok() => Ok(()),
        migrated => migrated?,
    };
    match migrated {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(version)) => Err(too_new(address, version)),
        // The store is not in the state that its migrations produce.
        Err(error) => Err(damage(&error.to_string(), address)),
    }
}

/// Removes an SQLite store with the files beside it, if they exist.
///
/// # Errors
/// Fails if a file cannot be removed.
pub fn remove(path: &Path) -> Result<(), Error> {
    for ending in ENDINGS {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Error::file("remove", file.as_ref(), &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Makes SQLite keep a log; the setting is stored in the file. SQLite itself does not wait for
/// another process that makes the same change, so this function waits.
async fn write_ahead(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let start = Instant::now();
    loop {
        match sqlx::raw_sql("PRAGMA journal_mode = WAL").execute(&mut *connection).await {
            Err(error) if is_busy(&error) && start.elapsed() < MEETING => {
                tokio::time::sleep(PAUSE).await;
            }
            done => return done.map(drop),
        }
    }
}

/// Makes an empty file, which is an empty database, if there is no file.
fn make_file(path: &Path) -> Result<(), Error> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(Error::file("make the store", path, &error))
        }
        _ => Ok(()),
    }
}

async fn migrate(
    migrator: &Migrator,
    connection: &mut AnyConnection,
) -> Result<Result<(), MigrateError>, sqlx::Error> {
    match migrator.run_direct(None, connection, false).await {
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => Err(error),
        done => Ok(done),
    }
}

/// SQLite's own check, which reads the whole file, since a disk error may have changed it. A
/// PostgreSQL server checks its own files.
pub(super) fn check_file(link: &mut Link) -> Result<(), Error> {
    if link.engine() == Engine::Postgres {
        return Ok(());
    }
    let found: String = link.work(async |connection| {
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(connection).await
    })?;
    match &*found {
        "ok" => Ok(()),
        found => Err(damage(&found.replace('\n', " "), &link.address)),
    }
}

/// Checks that the store has the version that this program knows.
pub(super) fn check(link: &mut Link) -> Result<(), Error> {
    let version: Option<i64> = link.work(async |connection| {
        let found =
            sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(connection);
        found.await
    })?;
    let known = VERSIONS.len() as i64;
    match version {
        None => Err(not_made(&link.address)),
        Some(version) if version > known => Err(too_new(&link.address, version)),
        Some(version) if version < known => Err(Error::conflict(format!(
            "the store {} is of version {version}, and this Ludoteka works with version {known}: \
            `ludoteka store init` brings it up to date",
            link.address
        ))),
        Some(_) => Ok(()),
    }
}

fn too_new(address: &Address, version: i64) -> Error {
    let known = VERSIONS.len();
    Error::conflict(format!(
        "the store {address} is of version {version}, and this Ludoteka knows versions up to \
        {known}: a newer one made it"
    ))
}
