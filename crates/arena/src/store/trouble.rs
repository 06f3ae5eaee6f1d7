//! What may go wrong with a database, in plain words.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use super::address::{Address, Engine};
use super::{certificate, pgpass};
use crate::Refused;

/// What went wrong.
pub(super) enum Trouble {
    Sql(sqlx::Error),
    /// No answer for so long.
    Silence(Duration),
    /// The file cannot be opened.
    File(io::Error),
    Address(Refused),
}

/// Whether somebody else is at work in a file of SQLite's.
pub(super) fn is_busy(error: &sqlx::Error) -> bool {
    sqlite_code(error) == Some(sqlite::BUSY)
}

fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    let sqlx::Error::Database(error) = error else { return None };
    error.code()?.parse().ok().map(|code: u32| code & 0xff)
}

/// PostgreSQL's codes of what passes: the server is stopped, starts, or has too many visitors; two transactions met; one did not go on.
const PASSING: [&str; 9] = ["57P01", "57P02", "57P03", "53300", "40001", "40P01", "25006", "25P03", "08006"];

/// SQLite's numbers; a code's lowest byte is one of them (`sqlite.org/rescode.html`).
mod sqlite {
    pub(super) const ERROR: u32 = 1;
    pub(super) const BUSY: u32 = 5;
    pub(super) const READ_ONLY: u32 = 8;
    pub(super) const DISK: u32 = 10;
    pub(super) const DISK_WRITE: u32 = 10 | 3 << 8;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const FULL: u32 = 13;
    pub(super) const CANNOT_OPEN: u32 = 14;
    pub(super) const CONSTRAINT: u32 = 19;
    pub(super) const NO_DATABASE: u32 = 26;
}

impl Trouble {
    /// Whether it may be over soon.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Trouble::Silence(_) => true,
            Trouble::File(_) | Trouble::Address(_) => false,
            Trouble::Sql(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| PASSING.contains(&code.as_ref()))
            }
            Trouble::Sql(error) => {
                let is_lost = matches!(error, sqlx::Error::Io(_) | sqlx::Error::Protocol(_));
                is_lost && certificate::objection(error).is_none()
            }
        }
    }

    /// Whether SQLite could not make its files beside the store in this file, where nothing may be made or there is no room.
    pub(super) fn is_closed_folder(&self, store: &Path) -> bool {
        match self.sqlite_code() {
            Some(sqlite::CANNOT_OPEN | sqlite::READ_ONLY) => true,
            Some(sqlite::DISK) => is_full(store),
            _ => false,
        }
    }

    /// Whether the tables are not there.
    pub(super) fn is_empty(&self) -> bool {
        let Trouble::Sql(sqlx::Error::Database(error)) = self else { return false };
        matches!(error.code().as_deref(), Some("42P01" | "3F000")) || error.message().starts_with("no such table")
    }

    /// Whether a table is missing from a store that has been made: versions are counted in a table of their own. A PostgreSQL says
    /// the same to a role that may not see it.
    fn lacks_a_part(&self) -> bool {
        let Trouble::Sql(sqlx::Error::Database(error)) = self else { return false };
        error.message().starts_with("no such table") && !error.message().contains("_sqlx_migrations")
    }

    /// Whether the file is not as it was written. As long as it is, every statement makes sense, no constraint fails, and no value is of
    /// another type than asked for.
    fn is_damage(&self, engine: Engine) -> bool {
        // SQLite names columns as the schema does, and takes capital letters for small ones.
        let is_misread = matches!(
            self,
            Trouble::Sql(sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) | sqlx::Error::ColumnNotFound(_))
        );
        let code = self.sqlite_code();
        let is_said = matches!(code, Some(sqlite::ERROR | sqlite::CORRUPT | sqlite::CONSTRAINT));
        engine == Engine::Sqlite && (is_misread || is_said)
    }

    fn sqlite_code(&self) -> Option<u32> {
        let Trouble::Sql(error) = self else { return None };
        sqlite_code(error)
    }

    /// In a sentence. `waited` is how long it was tried.
    pub(super) fn refused(self, address: &Address, waited: Duration) -> Refused {
        if self.is_empty() && !self.lacks_a_part() {
            return not_made(address);
        }
        match &self {
            Trouble::Sql(_) if self.sqlite_code() == Some(sqlite::NO_DATABASE) => return no_database(address),
            Trouble::Sql(error) if self.is_damage(address.engine()) => return damage(&words(error), address),
            Trouble::Sql(_)
                if self.sqlite_code() == Some(sqlite::READ_ONLY) && address.path().is_some_and(has_strange_header) =>
            {
                return damage("its header is not that of a store", address);
            }
            _ => {}
        }
        let sentence = match (&self, address.engine()) {
            (Trouble::Address(_), _) => None,
            (Trouble::File(error), _) if error.kind() == io::ErrorKind::NotFound => return not_made(address),
            (Trouble::File(error), _) if error.kind() == io::ErrorKind::IsADirectory => {
                Some(format!("{address} is a folder: the store of a tournament is the file store.sqlite in its folder"))
            }
            (Trouble::File(error), _) => Some(format!("the store {address} cannot be opened: {error}")),
            (Trouble::Silence(limit), _) => {
                Some(format!("PostgreSQL at {address} has not answered for {} s{}", limit.as_secs(), tried(waited)))
            }
            (Trouble::Sql(error), Engine::Sqlite) => Some(in_file(self.sqlite_code(), error, address)),
            (Trouble::Sql(error), Engine::Postgres) => Some(at_server(error, address, waited)),
        };
        match (sentence, self) {
            (Some(sentence), _) => Refused::new(sentence),
            (None, Trouble::Address(refused)) => refused,
            (None, _) => unreachable!("only an address has its own sentence"),
        }
    }
}

pub(super) fn not_made(address: &Address) -> Refused {
    Refused::new(match address.engine() {
        Engine::Sqlite => format!("there is no store at {address} yet: `ludoteka store init` makes one"),
        // To a role without rights a server says the same.
        Engine::Postgres => format!(
            "there is no store at {address} that this role may see: `ludoteka store init` makes one, and lets workers in"
        ),
    })
}

fn tried(waited: Duration) -> String {
    if waited < Duration::from_secs(1) { String::new() } else { format!(" (tried for {} s)", waited.as_secs()) }
}

fn in_file(code: Option<u32>, error: &sqlx::Error, address: &Address) -> String {
    match code {
        Some(sqlite::FULL) => format!("the disk is full: the store {address} cannot grow"),
        // What SQLite keeps beside the file while it is open needs room too, also to read; it says no more than that it failed.
        Some(sqlite::DISK | sqlite::CANNOT_OPEN) if address.path().is_some_and(is_full) => {
            format!("the disk is full: SQLite has no room for the files that it keeps beside the store {address}")
        }
        Some(sqlite::READ_ONLY | sqlite::CANNOT_OPEN) => {
            format!("the store {address} cannot be written: the file or its folder is read-only")
        }
        Some(sqlite::BUSY) => format!("the store {address} has been kept by another process for a minute"),
        Some(sqlite::DISK) if is_write(error) => format!(
            "the disk under the store {address} does not obey, or a limit on the size of files (`ulimit -f`) does not let it \
             grow: {}",
            words(error)
        ),
        Some(sqlite::DISK) => format!("the disk under the store {address} does not obey: {}", words(error)),
        _ => format!("the store {address} cannot be used: {}", words(error)),
    }
}

/// Whether a file says of itself that an SQLite of a later form wrote it: this one would only read it. Nobody has written such a store.
fn has_strange_header(path: &Path) -> bool {
    const FORMS: [usize; 2] = [18, 19];
    let mut header = [0; 20];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && FORMS.iter().any(|&at| !matches!(header[at], 1 | 2))
}

/// Whether the disk under a file has no room for another one of the least size that SQLite asks for.
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

/// That the file is no database, or not any more.
fn no_database(address: &Address) -> Refused {
    let remedy =
        "if it was one, `ludoteka tournament` with its file and folder makes a new store of all that is whole in it";
    Refused::damage(format!("{address} is no store: it is no file of SQLite's"), remedy)
}

/// That the store at this address is damaged, and what can be done about it.
#[must_use]
pub fn damage(what: &str, address: &Address) -> Refused {
    let remedy = match address.engine() {
        Engine::Sqlite => {
            "`ludoteka tournament` with its file and folder makes a new store of all that is whole in it, and goes on"
        }
        Engine::Postgres => {
            "a backup of the database may be whole; results written before are if `ludoteka verify` says so of their folder, and in \
             a new database the tournament starts anew"
        }
    };
    Refused::damage(format!("the store {address} is damaged: {what}"), remedy)
}

/// Whether it was a write that the disk has not done; SQLite has a longer code for that.
fn is_write(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.and_then(|code| code.parse().ok()) == Some(sqlite::DISK_WRITE)
}

fn at_server(error: &sqlx::Error, address: &Address, waited: Duration) -> String {
    let code = error.as_database_error().and_then(|error| error.code());
    let words = words(error);
    if let Some(why) = certificate::objection(error) {
        return format!("the certificate of PostgreSQL at {address} is not accepted: {why}");
    }
    match (error, code.as_deref()) {
        (sqlx::Error::Io(_) | sqlx::Error::Protocol(_), _) => {
            format!("PostgreSQL at {address} cannot be reached: {words}{}", tried(waited))
        }
        (sqlx::Error::Tls(_), _) => format!("PostgreSQL at {address} and this machine agree on no encryption: {words}"),
        (_, Some("28P01" | "28000")) => {
            let passed_over = pgpass::passed_over().map_or_else(String::new, |path| {
                format!("; {0} is passed over, since others may read it: `chmod 600 {0}`", path.display())
            });
            format!("PostgreSQL at {address} lets nobody in by that role and password: {words}{passed_over}")
        }
        (_, Some("3D000")) => format!("PostgreSQL at {address} has no such database: {words}"),
        (_, Some("42501")) => format!("the role may not do that in the store {address}: {words}"),
        (_, Some("53100")) => format!("the disk is full under PostgreSQL at {address}: {words}"),
        (_, Some(code)) if PASSING.contains(&code) => {
            format!("PostgreSQL at {address} serves nobody now: {words}{}", tried(waited))
        }
        _ => format!("the store {address} cannot be used: {words}"),
    }
}

/// What the database says itself.
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
        init(&address, None).expect("a new store");
        let mut store = Store::open(&address, Access::Write).expect("it opens");
        let small = store.put_file(b"small").expect("there is room");
        // SQLite says the same of its own limit and of the disk's.
        let limit = "PRAGMA max_page_count = 50";
        store.link.work(async |connection| sqlx::raw_sql(limit).execute(connection).await.map(drop)).expect("a limit");
        let large = vec![7; 1 << 20];
        let refused = store.put_file(&large).expect_err("there is no room").to_string();
        assert!(refused.contains("the disk is full") && refused.contains("store"), "{refused}");
        // The limit was of that connection.
        let hash = store.put_file(&large).expect("there is room again");
        assert_eq!(store.file(&hash).expect("it is whole"), large);
        assert_eq!(store.file(&small).expect("it is still there"), b"small");
    }

    #[test]
    fn a_store_that_lacks_a_table_is_damaged_and_not_missing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let address = Address::file(folder.path().join("store"));
        init(&address, None).expect("a new store");
        let mut store = Store::open(&address, Access::Write).expect("it opens");
        let drop_it = "PRAGMA foreign_keys = OFF; DROP TABLE game";
        store
            .link
            .work(async |connection| sqlx::raw_sql(drop_it).execute(connection).await.map(drop))
            .expect("it is gone");
        let query = "SELECT count(*) FROM game";
        let asked = store.link.work(async |connection| sqlx::raw_sql(query).execute(connection).await.map(drop));
        let refused = asked.expect_err("there is no such table").to_string();
        assert!(refused.contains("is damaged: no such table: game; `ludoteka tournament`"), "{refused}");
    }

    #[test]
    fn what_passes_is_tried_again_and_what_does_not_is_not() {
        let of = |error: sqlx::Error| Trouble::Sql(error).may_pass();
        assert!(of(sqlx::Error::Io(io::ErrorKind::ConnectionRefused.into())));
        assert!(of(sqlx::Error::Protocol("unexpected end".to_string())));
        assert!(Trouble::Silence(Duration::ZERO).may_pass());
        assert!(!of(sqlx::Error::RowNotFound) && !Trouble::File(io::ErrorKind::NotFound.into()).may_pass());
    }
}
