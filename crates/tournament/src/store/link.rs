//! A connection that is opened on demand, and opened again after it was lost.

use std::fs::Metadata;
use std::io;
use std::path::Path;
use std::pin::{Pin, pin};
use std::thread;
use std::time::{Duration, Instant};

use sqlx::AnyConnection;
use sqlx::any::install_default_drivers;
use sqlx::{ConnectOptions, Connection};
use tokio::runtime::{Builder, Runtime};

use super::address::{Address, Engine};
use super::db_error::DbError;
use errors::Error;

/// The statement that begins a read-only transaction, which does not see what others store
/// meanwhile.
const LOOK: [&str; 2] = ["BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"];

/// How the store is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The store is only read, so it need not be writable.
    Read,
    /// The store is read and written.
    Write,
}

/// A server is considered lost if an answer takes longer than a limit between `LEAST_SILENCE` and
/// `SILENCE`. Answers that contain a program's file take by far the longest.
const SILENCE: Duration = Duration::from_secs(60);
const LEAST_SILENCE: Duration = Duration::from_secs(5);
/// The longest time that a server may take to accept a connection.
const ADMISSION: Duration = Duration::from_secs(10);
/// With `NORMAL`, a killed process loses nothing, and a power failure loses at most the last
/// commits, whose jobs are then played again. `FULL` would wait for the disk at every commit.
const WRITING: [&str; 2] = ["PRAGMA busy_timeout = 60000", "PRAGMA synchronous = NORMAL"];
/// The last statement reads the store. So connecting fails at once if SQLite cannot make its files
/// beside the store.
const READING: [&str; 2] = ["PRAGMA busy_timeout = 60000", "SELECT count(*) FROM sqlite_master"];
/// Jobs are leased and read in the order of an index. Without statistics, a server assumes that its
/// tables are small, and would read and sort a whole table for each request.
const AT_SERVER: [&str; 2] =
    ["SET search_path TO ludoteka, pg_temp", "SET enable_bitmapscan TO off"];
/// The shortest and the longest pause between attempts to reach a database.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

pub(super) struct Link {
    connection: Option<AnyConnection>,
    runtime: Runtime,
    pub(super) address: Address,
    access: Access,
    /// The time to wait for a lost database.
    pub(super) patience: Duration,
    /// Whether a read-only transaction is open. Such a transaction ends with its connection.
    is_still: bool,
}

impl Link {
    pub(super) fn new(address: &Address, access: Access) -> Result<Link, Error> {
        install_default_drivers();
        let mut runtime = Builder::new_current_thread();
        runtime.enable_time();
        if address.engine() == Engine::Postgres {
            // Only connections to a server use sockets. If the runtime does not watch sockets,
            // SQLite's thread wakes this thread faster.
            runtime.enable_io();
        }
        let runtime = runtime.build();
        let runtime = runtime
            .map_err(|error| Error::machine(format!("cannot wait for a database: {error}")))?;
        Ok(Link {
            connection: None,
            runtime,
            address: address.clone(),
            access,
            patience: Duration::ZERO,
            is_still: false,
        })
    }

    pub(super) fn another(&self) -> Result<Link, Error> {
        let mut link = Link::new(&self.address, self.access)?;
        link.patience = self.patience;
        Ok(link)
    }

    /// From now on, all reads show the same state of the store.
    pub(super) fn begin_snapshot(&mut self) -> Result<(), Error> {
        let begin = LOOK[self.engine() as usize];
        self.work(async |connection| sqlx::raw_sql(begin).execute(connection).await.map(drop))?;
        self.is_still = true;
        Ok(())
    }

    /// The database engine, for which the SQL has to be written.
    pub(super) fn engine(&self) -> Engine {
        self.address.engine()
    }

    /// Does the work, and repeats it if the database was lost meanwhile. So doing the work twice
    /// must have the same effect as doing it once.
    pub(super) fn work<T>(
        &mut self,
        mut work: impl AsyncFnMut(&mut AnyConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, Error> {
        let mut start = Instant::now();
        let mut pause = PAUSES[0];
        loop {
            let was_open = self.connection.is_some();
            let error = match self.once(&mut work) {
                Ok(result) => return Ok(result),
                Err(error) => error,
            };
            // The database rolls back the unfinished transaction.
            self.connection = None;
            // A snapshot ends with its connection: another connection would see a later state.
            let may_pass = error.may_pass() && !self.is_still;
            // A connection may have been lost long ago, because a firewall forgot it or this
            // process was stopped. Only a new connection shows whether the server is gone.
            let was_lost = was_open && may_pass;
            if was_lost {
                start = Instant::now();
            }
            if !may_pass || !was_lost && start.elapsed() + pause > self.patience {
                return Err(error.refused(&self.address, start.elapsed()));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSES[1]);
        }
    }

    fn once<T>(
        &mut self,
        work: &mut impl AsyncFnMut(&mut AnyConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, DbError> {
        // SQLite's own limit is `busy_timeout`.
        let limit = (self.engine() == Engine::Postgres).then(|| self.silence());
        if self.connection.is_none() {
            self.connection = Some(self.connect()?);
        }
        let connection = self.connection.as_mut().expect("it was just opened");
        let mut result = None;
        {
            let work = pin!(async { result = Some(work(connection).await) });
            wait(&self.runtime, work, limit)?;
        }
        result.expect("the work has ended").map_err(DbError::Sql)
    }

    /// The longest wait for an answer: half of `patience`, so that the other half is left for new
    /// connections.
    fn silence(&self) -> Duration {
        let is_told = !self.patience.is_zero();
        if is_told { (self.patience / 2).clamp(LEAST_SILENCE, SILENCE) } else { SILENCE }
    }

    /// How long a transaction may be idle before the server ends it. Ctrl-Z or a sleeping machine
    /// may suspend a worker within a transaction. The locks of this transaction keep other workers
    /// from its jobs. So the limit is the time that the worker itself would wait for an answer, and
    /// the worker repeats the transaction later. A connection that only reads blocks nobody, so it
    /// has no such limit.
    fn longest_rest(&self) -> String {
        let most = if self.access == Access::Write { self.silence() } else { Duration::ZERO };
        format!("SET idle_in_transaction_session_timeout TO {}", most.as_millis())
    }

    fn connect(&self) -> Result<AnyConnection, DbError> {
        match self.engine() {
            Engine::Postgres => self.admit("", &AT_SERVER),
            Engine::Sqlite => self.open_file(),
        }
    }

    fn open_file(&self) -> Result<AnyConnection, DbError> {
        let path = self.address.path().expect("SQLite has a path");
        // SQLite has the same message for a folder, for a missing file, and for a file that may not
        // be read.
        let found = std::fs::metadata(path).map_err(DbError::File)?;
        if found.is_dir() {
            return Err(DbError::File(io::ErrorKind::IsADirectory.into()));
        }
        if !found.is_file() {
            // Opening a pipe might wait for ever.
            return Err(DbError::File(io::Error::other("it is not a plain file")));
        }
        may_be_read(path).map_err(DbError::File)?;
        match self.access {
            Access::Write => {
                open_beside(path, &found);
                self.admit("mode=rw", &WRITING)
            }
            // If SQLite cannot make files beside the store, it can read the store only on the
            // assumption that nobody writes to it (`immutable`).
            Access::Read => self.admit("mode=ro", &READING).or_else(|error| {
                let mut unwritten = path.as_os_str().to_owned();
                unwritten.push("-wal");
                // SQLite's failed attempt to open the store may have left an empty log.
                let is_whole = std::fs::metadata(&unwritten).map_or(0, |its| its.len()) == 0;
                let is_still = is_whole && error.is_closed_folder(path);
                if is_still { self.admit("mode=ro&immutable=true", &READING) } else { Err(error) }
            }),
        }
    }

    fn admit(&self, query: &str, settings: &[&'static str]) -> Result<AnyConnection, DbError> {
        let options =
            self.address.options(query).map_err(DbError::Address)?.disable_statement_logging();
        let connect = async {
            let mut connection = options.connect().await?;
            for setting in settings {
                sqlx::raw_sql(*setting).execute(&mut connection).await?;
            }
            match self.engine() {
                Engine::Sqlite => check_schema(&mut connection).await?,
                Engine::Postgres => {
                    let rest = sqlx::AssertSqlSafe(self.longest_rest());
                    sqlx::raw_sql(rest).execute(&mut connection).await?;
                }
            }
            Ok(connection)
        };
        let limited = async {
            match self.engine() {
                // SQLite's own limit is `busy_timeout`.
                Engine::Sqlite => Ok(connect.await),
                Engine::Postgres => tokio::time::timeout(ADMISSION, connect).await,
            }
        };
        let admitted = self.runtime.block_on(limited);
        admitted.map_err(|_| DbError::Silence(ADMISSION))?.map_err(DbError::Sql)
    }
}

/// Waits until the work has ended, for at most this long. If the work were a type parameter, this
/// code and tokio's would be compiled anew for each statement.
fn wait(
    runtime: &Runtime,
    work: Pin<&mut dyn Future<Output = ()>>,
    limit: Option<Duration>,
) -> Result<(), DbError> {
    runtime.block_on(async {
        match limit {
            None => {
                work.await;
                Ok(())
            }
            Some(limit) => {
                let ended = tokio::time::timeout(limit, work).await;
                ended.map_err(|_| DbError::Silence(limit))
            }
        }
    })
}

/// Checks that SQLite's schema is text. If a disk error has changed the type of a column in the
/// schema, sqlx panics in one of its threads, and the caller would wait for that thread for ever.
async fn check_schema(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let schema = sqlx::query_scalar("SELECT CAST(coalesce(sql, '') AS BLOB) FROM sqlite_master");
    let schema: Vec<Vec<u8>> = schema.fetch_all(connection).await?;
    match schema.iter().all(|sql| str::from_utf8(sql).is_ok()) {
        true => Ok(()),
        false => Err(sqlx::Error::Decode("the schema of a table is not text".into())),
    }
}

/// Makes the files beside a store writable if the store is writable. SQLite creates these files
/// with the store's permissions: if the store was read-only at that time, they are read-only, too.
/// An error is ignored here, since SQLite reports later what it cannot write.
fn open_beside(store: &Path, about: &Metadata) {
    for ending in ["-wal", "-shm"] {
        let mut file = store.as_os_str().to_owned();
        file.push(ending);
        let is_closed = std::fs::metadata(&file).is_ok_and(|its| its.permissions().readonly());
        if is_closed && !about.permissions().readonly() {
            let _ = std::fs::set_permissions(&file, about.permissions());
        }
    }
}

/// Checks that a file may be read, without opening it. Closing the file would release all locks of
/// this process on the file (POSIX, `close`), including SQLite's own.
#[cfg(unix)]
fn may_be_read(path: &Path) -> io::Result<()> {
    Ok(rustix::fs::access(path, rustix::fs::Access::READ_OK)?)
}

#[cfg(not(unix))]
fn may_be_read(path: &Path) -> io::Result<()> {
    std::fs::File::open(path).map(drop)
}

impl Drop for Link {
    /// Waits until SQLite has cleaned up its files, or disconnects from a server.
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            let leave = async { tokio::time::timeout(ADMISSION, connection.close()).await };
            // Nothing can be done about an error here.
            let _ = self.runtime.block_on(leave);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::os::unix::fs::MetadataExt;

    use super::super::{Access, Address, Store, init};

    /// If this process lost its locks, another process that only reads would remove the log to
    /// which this process still writes.
    #[test]
    fn a_second_connection_leaves_the_locks_of_the_first() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store");
        let address = Address::file(&path);
        init(&address).expect("a new store");
        let mut first = Store::open(&address, Access::Write).expect("it opens");
        first.put_file(b"one").expect("there is room");
        let inode = format!(":{} ", fs::metadata(&path).expect("a file").ino());
        let is_locked = || fs::read_to_string("/proc/locks").expect("Linux tells").contains(&inode);
        assert!(is_locked(), "SQLite locks what it has open");
        let mut second = first.another().expect("it opens");
        second.put_file(b"two").expect("there is room");
        assert!(is_locked());
        Store::open(&address, Access::Read)
            .expect("it opens")
            .tournaments()
            .expect("it can be read");
        assert!(is_locked());
    }
}
