//! Explains database errors in plain words.

use std::io;
use std::time::Duration;

use super::address::{Address, Engine};
use errors::Error;

/// What went wrong.
pub(super) enum DbError {
    Sql(sqlx::Error),
    /// The database has not answered for this time.
    Silence(Duration),
    /// The file cannot be opened.
    File(io::Error),
    Address(Error),
}

/// Whether another process is using an SQLite file.
pub(super) fn is_busy(error: &sqlx::Error) -> bool {
    sqlite_code(error) == Some(sqlite::BUSY)
}

fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// PostgreSQL's codes for temporary errors: the server is stopping or starting, or has too many
/// connections; two transactions are in conflict; a transaction was idle for too long.
const PASSING: [&str; 9] =
    ["57P01", "57P02", "57P03", "53300", "40001", "40P01", "25006", "25P03", "08006"];

/// SQLite's error numbers. The lowest byte of each error code is one of these numbers
/// (`sqlite.org/rescode.html`).
mod sqlite {
    pub(super) const ERROR: u32 = 1;
    pub(super) const BUSY: u32 = 5;
    pub(super) const READ_ONLY: u32 = 8;
    pub(super) const DISK: u32 = 10;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const FULL: u32 = 13;
    pub(super) const CANNOT_OPEN: u32 = 14;
    pub(super) const CONSTRAINT: u32 = 19;
    pub(super) const NO_DATABASE: u32 = 26;
}

impl DbError {
    /// Whether the error may be temporary.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            DbError::Silence(_) => true,
            DbError::File(_) | DbError::Address(_) => false,
            DbError::Sql(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| PASSING.contains(&code.as_ref()))
            }
            // A rejected certificate is reported as invalid data.
            DbError::Sql(sqlx::Error::Io(error)) => error.kind() != io::ErrorKind::InvalidData,
            DbError::Sql(error) => matches!(error, sqlx::Error::Protocol(_)),
        }
    }

    /// Explains the error. `waited` is the time that was spent on attempts to reach the database.
    pub(super) fn explain(self, address: &Address, waited: Duration) -> Error {
        let tried = match waited.as_secs() {
            0 => String::new(),
            seconds => format!(" (tried for {seconds} s)"),
        };
        match (self, address.engine()) {
            (DbError::Address(error), _) => error,
            (DbError::File(error), _) if error.kind() == io::ErrorKind::NotFound => {
                not_made(address)
            }
            (DbError::File(error), _) if error.kind() == io::ErrorKind::IsADirectory => {
                Error::input(format!("{address} is not a plain file"))
                    .with_hint("the store of a tournament is store.sqlite in its folder")
            }
            (DbError::File(error), _) => unusable(address, &error.to_string()),
            (DbError::Silence(limit), _) => Error::machine(format!(
                "PostgreSQL at {address} has not answered for {} s{tried}",
                limit.as_secs()
            )),
            (DbError::Sql(error), Engine::Sqlite) => in_file(&error, address),
            (DbError::Sql(error), Engine::Postgres) => at_server(&error, address, &tried),
        }
    }
}

pub(super) fn not_made(address: &Address) -> Error {
    let seen = match address.engine() {
        Engine::Sqlite => "yet",
        // To a role that has no rights to the store, a server reports that the store is missing.
        Engine::Postgres => "that this role may see",
    };
    Error::not_found(format!("there is no store at {address} {seen}"))
        .with_hint("`ludoteka store init` makes one")
}

/// The error that the file cannot be opened or written. SQLite needs the right to write, and room,
/// even to read: it keeps files beside the store. If it cannot make them, its message does not say
/// why.
fn unusable(address: &Address, why: &str) -> Error {
    let hint = "whoever runs the command needs room on the disk, and the right to read and write \
    the file and its folder; then the same command goes on, and nothing that was stored is lost";
    Error::machine(format!("the store {address} cannot be opened or written: {why}"))
        .with_hint(hint)
}

fn in_file(error: &sqlx::Error, address: &Address) -> Error {
    let message = words(error);
    let is_empty = message.ends_with("no such table: _sqlx_migrations");
    match sqlite_code(error) {
        Some(sqlite::ERROR) if is_empty => not_made(address),
        Some(sqlite::NO_DATABASE) => damage("it is not an SQLite file", address),
        // In an undamaged file every statement is valid, and no constraint fails.
        Some(sqlite::ERROR | sqlite::CORRUPT | sqlite::CONSTRAINT) => damage(&message, address),
        Some(sqlite::FULL) => unusable(address, "the disk is full"),
        Some(sqlite::BUSY) => unusable(address, "another process has locked it for a minute"),
        Some(sqlite::READ_ONLY | sqlite::CANNOT_OPEN | sqlite::DISK) => {
            unusable(address, &format!("{message}; it may be read-only, or the disk full"))
        }
        // In an undamaged file, every value has the requested type, and every column its name.
        None => damage(&message, address),
        Some(_) => Error::machine(format!("the store {address} cannot be used: {message}")),
    }
}

/// The error that the store at this address is damaged, with a hint about what to do.
pub(super) fn damage(what: &str, address: &Address) -> Error {
    let hint = match address.engine() {
        Engine::Sqlite => {
            "results that were published stay in their folder; `ludoteka tournament FILE -o FOLDER` \
            with a new folder starts anew"
        }
        Engine::Postgres => {
            "a backup of the database may be whole; in a new database the tournament starts anew, \
            with another folder for its results"
        }
    };
    Error::corrupt(format!("the store {address} is damaged: {what}")).with_hint(hint)
}

/// PostgreSQL's own message, with a hint if the role, the password or the encryption may be the
/// cause.
fn at_server(error: &sqlx::Error, address: &Address, tried: &str) -> Error {
    let code = error.as_database_error().and_then(|error| error.code()).unwrap_or_default();
    let words = words(error);
    let sentence = match error {
        sqlx::Error::Database(_) if ["42P01", "3F000"].contains(&&*code) => {
            return not_made(address);
        }
        sqlx::Error::Database(_) if PASSING.contains(&&*code) => {
            format!("PostgreSQL at {address} accepts no connections now: {words}{tried}")
        }
        // A code that begins with 28 means that PostgreSQL refused the connection. PostgreSQL
        // reports other codes only after it has accepted the connection.
        sqlx::Error::Database(_) if !code.starts_with("28") => {
            format!("PostgreSQL at {address} refuses: {words}")
        }
        _ => format!(
            "PostgreSQL at {address} cannot be reached: {words}{tried}; \
            docs/tournaments.md, \"Many machines\", explains addresses, passwords and certificates"
        ),
    };
    Error::machine(sentence)
}

/// The database's own message.
fn words(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_string(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Decode(error) => error.to_string(),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Store, init};
    use super::*;

    fn execute(store: &mut Store, sql: &'static str) -> Result<(), Error> {
        store.link.work(async |connection| sqlx::raw_sql(sql).execute(connection).await.map(drop))
    }

    #[test]
    fn a_full_disk_is_no_harm_and_a_missing_table_is_damage() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let address = Address::file(folder.path().join("store"));
        init(&address).expect("a new store");
        let mut store = Store::open(&address).expect("it opens");
        let small = store.put_file(b"small").expect("there is room");
        // When a store reaches this limit, SQLite gives the same error as for a full disk.
        execute(&mut store, "PRAGMA max_page_count = 50").expect("a limit");
        let large = vec![7; 1 << 20];
        let refused = store.put_file(&large).expect_err("there is no room").to_string();
        assert!(refused.contains("the disk is full") && refused.contains("store"), "{refused}");
        // The limit applied only to the connection that set it.
        let hash = store.put_file(&large).expect("there is room again");
        assert_eq!(store.file(&hash).expect("it is whole"), large);
        assert_eq!(store.file(&small).expect("it is still there"), b"small");

        execute(&mut store, "PRAGMA foreign_keys = OFF; DROP TABLE void_game").expect("it is gone");
        let asked = execute(&mut store, "SELECT count(*) FROM void_game");
        let refused = asked.expect_err("there is no such table").to_string();
        assert!(refused.contains("is damaged: no such table: void_game; "), "{refused}");
    }
}
