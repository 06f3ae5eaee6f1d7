//! Explains database errors in plain words.

use std::io;
use std::path::Path;
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
    let sqlx::Error::Database(error) = error else { return None };
    error.code()?.parse().ok().map(|code: u32| code & 0xff)
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

    /// Whether SQLite could not make its files beside this store, because the folder is read-only
    /// or full.
    pub(super) fn is_closed_folder(&self, store: &Path) -> bool {
        match self.sqlite_code() {
            Some(sqlite::CANNOT_OPEN | sqlite::READ_ONLY) => true,
            Some(sqlite::DISK) => is_full(store),
            _ => false,
        }
    }

    /// Whether the store has no tables.
    pub(super) fn is_empty(&self) -> bool {
        let DbError::Sql(sqlx::Error::Database(error)) = self else { return false };
        matches!(error.code().as_deref(), Some("42P01" | "3F000"))
            || error.message().starts_with("no such table")
    }

    /// Whether an SQLite store lacks a table other than the table of versions. The result is always
    /// false in PostgreSQL, which also reports a table as missing if the role may not see it.
    fn lacks_a_part(&self) -> bool {
        let DbError::Sql(sqlx::Error::Database(error)) = self else { return false };
        error.message().starts_with("no such table")
            && !error.message().contains("_sqlx_migrations")
    }

    /// Says what is damaged, if the error shows that the file is damaged. In an undamaged file
    /// every statement is valid, no constraint fails, and every value has the requested type.
    fn damage(&self, address: &Address) -> Option<String> {
        let (DbError::Sql(error), Engine::Sqlite) = (self, address.engine()) else { return None };
        // If damage has changed the case of a column's name, SQLite still finds the column, but
        // sqlx does not.
        let is_misread = matches!(
            error,
            sqlx::Error::ColumnDecode { .. }
                | sqlx::Error::Decode(_)
                | sqlx::Error::ColumnNotFound(_)
        );
        match self.sqlite_code() {
            Some(sqlite::NO_DATABASE) => Some("it is not an SQLite file".to_string()),
            Some(sqlite::ERROR | sqlite::CORRUPT | sqlite::CONSTRAINT) => Some(words(error)),
            _ => is_misread.then(|| words(error)),
        }
    }

    fn sqlite_code(&self) -> Option<u32> {
        let DbError::Sql(error) = self else { return None };
        sqlite_code(error)
    }

    /// Explains the error. `waited` is the time that was spent on attempts to reach the database.
    pub(super) fn refused(self, address: &Address, waited: Duration) -> Error {
        if self.is_empty() && !self.lacks_a_part() {
            return not_made(address);
        }
        if let Some(what) = self.damage(address) {
            return damage(&what, address);
        }
        let code = self.sqlite_code();
        match (self, address.engine()) {
            (DbError::Address(refused), _) => refused,
            (DbError::File(error), _) if error.kind() == io::ErrorKind::NotFound => {
                not_made(address)
            }
            (DbError::File(error), _) if error.kind() == io::ErrorKind::IsADirectory => {
                Error::input(format!("{address} is a folder"))
                    .with_hint("the store of a tournament is store.sqlite in its folder")
            }
            (DbError::File(error), _) => {
                Error::machine(format!("the store {address} cannot be opened: {error}"))
                    .with_hint(RIGHTS)
            }
            (DbError::Silence(limit), _) => Error::machine(format!(
                "PostgreSQL at {address} has not answered for {} s{}",
                limit.as_secs(),
                tried(waited)
            )),
            (DbError::Sql(error), Engine::Sqlite) => in_file(code, &error, address),
            (DbError::Sql(error), Engine::Postgres) => {
                Error::machine(at_server(&error, address, waited))
            }
        }
    }
}

const RIGHTS: &str =
    "the user who runs the command needs the right to read and write the file and its folder";
const ROOM: &str = "make room, and give the same command again: nothing that was stored is lost";

pub(super) fn not_made(address: &Address) -> Error {
    let seen = match address.engine() {
        Engine::Sqlite => "yet",
        // To a role that has no rights to the store, a server reports that the store is missing.
        Engine::Postgres => "that this role may see",
    };
    Error::not_found(format!("there is no store at {address} {seen}"))
        .with_hint("`ludoteka store init` makes one")
}

fn tried(waited: Duration) -> String {
    if waited < Duration::from_secs(1) {
        String::new()
    } else {
        format!(" (tried for {} s)", waited.as_secs())
    }
}

fn in_file(code: Option<u32>, error: &sqlx::Error, address: &Address) -> Error {
    let (sentence, hint) = match code {
        Some(sqlite::FULL) => {
            (format!("the disk is full: the store {address} cannot grow"), Some(ROOM))
        }
        // Even to read a store, SQLite needs space for files beside it. If there is no space,
        // SQLite's message does not say so.
        Some(sqlite::DISK | sqlite::CANNOT_OPEN) if address.path().is_some_and(is_full) => (
            format!(
                "the disk is full: SQLite has no room for the files that it keeps beside the \
                store {address}"
            ),
            Some(ROOM),
        ),
        Some(sqlite::READ_ONLY | sqlite::CANNOT_OPEN) => (
            format!("the store {address} cannot be written: the file or its folder is read-only"),
            Some(RIGHTS),
        ),
        Some(sqlite::BUSY) => {
            (format!("the store {address} has been locked by another process for a minute"), None)
        }
        Some(sqlite::DISK) => {
            let hint = "the disk may be failing, or the limit on the size of files (`ulimit -f`) \
            may be too low";
            (
                format!("the store {address} cannot be written to the disk: {}", words(error)),
                Some(hint),
            )
        }
        _ => (format!("the store {address} cannot be used: {}", words(error)), None),
    };
    let refused = Error::machine(sentence);
    match hint {
        Some(hint) => refused.with_hint(hint),
        None => refused,
    }
}

/// Whether the file's disk has no room even for the smallest of the files that SQLite makes.
#[cfg(unix)]
fn is_full(path: &Path) -> bool {
    const LEAST: u64 = 64 << 10;
    rustix::fs::statvfs(path).is_ok_and(|disk| {
        let has_no_names = disk.f_files > 0 && disk.f_favail == 0;
        disk.f_bavail.saturating_mul(disk.f_frsize) < LEAST || has_no_names
    })
}

#[cfg(not(unix))]
fn is_full(_: &Path) -> bool {
    false
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
fn at_server(error: &sqlx::Error, address: &Address, waited: Duration) -> String {
    let code = error.as_database_error().and_then(|error| error.code()).unwrap_or_default();
    let (words, tried) = (words(error), tried(waited));
    match error {
        sqlx::Error::Database(_) if PASSING.contains(&code.as_ref()) => {
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
    }
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
    use super::super::{Access, Store, init};
    use super::*;

    #[test]
    fn a_full_disk_is_said_to_be_full_and_is_no_harm() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let address = Address::file(folder.path().join("store"));
        init(&address).expect("a new store");
        let mut store = Store::open(&address, Access::Write).expect("it opens");
        let small = store.put_file(b"small").expect("there is room");
        // When a store reaches this limit, SQLite gives the same error as for a full disk.
        let limit = "PRAGMA max_page_count = 50";
        store
            .link
            .work(async |connection| sqlx::raw_sql(limit).execute(connection).await.map(drop))
            .expect("a limit");
        let large = vec![7; 1 << 20];
        let refused = store.put_file(&large).expect_err("there is no room").to_string();
        assert!(refused.contains("the disk is full") && refused.contains("store"), "{refused}");
        // The limit applied only to the connection that set it.
        let hash = store.put_file(&large).expect("there is room again");
        assert_eq!(store.file(&hash).expect("it is whole"), large);
        assert_eq!(store.file(&small).expect("it is still there"), b"small");
    }

    #[test]
    fn a_store_that_lacks_a_table_is_damaged_and_not_missing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let address = Address::file(folder.path().join("store"));
        init(&address).expect("a new store");
        let mut store = Store::open(&address, Access::Write).expect("it opens");
        let drop_it = "PRAGMA foreign_keys = OFF; DROP TABLE void_game";
        store
            .link
            .work(async |connection| sqlx::raw_sql(drop_it).execute(connection).await.map(drop))
            .expect("it is gone");
        let query = "SELECT count(*) FROM void_game";
        let asked = store
            .link
            .work(async |connection| sqlx::raw_sql(query).execute(connection).await.map(drop));
        let refused = asked.expect_err("there is no such table").to_string();
        assert!(refused.contains("is damaged: no such table: void_game; "), "{refused}");
    }

    #[test]
    fn what_passes_is_tried_again_and_what_does_not_is_not() {
        let of = |error: sqlx::Error| DbError::Sql(error).may_pass();
        assert!(of(sqlx::Error::Io(io::ErrorKind::ConnectionRefused.into())));
        assert!(of(sqlx::Error::Protocol("unexpected end".to_string())));
        assert!(DbError::Silence(Duration::ZERO).may_pass());
        assert!(
            !of(sqlx::Error::RowNotFound)
                && !DbError::File(io::ErrorKind::NotFound.into()).may_pass()
        );
    }
}
