//! A connection that is opened on demand, and opened again after it was lost.

use std::io;
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

/// The beginning of a transaction that writes. In SQLite, this statement waits for other writers,
/// since a transaction that has begun to read cannot wait for them.
const BEGIN: [&str; 2] = ["BEGIN IMMEDIATE", "BEGIN"];

/// A server is considered lost if an answer takes longer than a limit between `LEAST_SILENCE` and
/// `SILENCE`. Answers that contain a program's file take by far the longest.
const SILENCE: Duration = Duration::from_secs(60);
const LEAST_SILENCE: Duration = Duration::from_secs(5);
/// The longest time that a server may take to accept a connection.
const ADMISSION: Duration = Duration::from_secs(10);
/// What each connection is told first.
///
/// In SQLite with `NORMAL`, a killed process loses nothing, and a power failure loses at most the
/// last commits, whose jobs are then played again; `FULL` would wait for the disk at every commit.
///
/// In PostgreSQL, jobs are leased and read in the order of an index. Without statistics, a server
/// assumes that its tables are small, and would read and sort a whole table for each request. A
/// worker may be suspended within a transaction, by Ctrl-Z or a sleeping machine; its locks must
/// not keep others from its jobs for ever.
const SETTINGS: [&str; 2] = [
    "PRAGMA busy_timeout = 60000; PRAGMA synchronous = NORMAL",
    "SET search_path TO ludoteka, pg_temp; SET enable_bitmapscan TO off;
    SET idle_in_transaction_session_timeout TO 60000",
];
/// The shortest and the longest pause between attempts to reach a database.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

pub(super) struct Link {
    connection: Option<AnyConnection>,
    runtime: Runtime,
    pub(super) address: Address,
    /// The time to wait for a lost database.
    pub(super) patience: Duration,
}

impl Link {
    pub(super) fn new(address: &Address) -> Result<Link, Error> {
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
        Ok(Link { connection: None, runtime, address: address.clone(), patience: Duration::ZERO })
    }

    pub(super) fn another(&self) -> Result<Link, Error> {
        let mut link = Link::new(&self.address)?;
        link.patience = self.patience;
        Ok(link)
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
            let may_pass = error.may_pass();
            // A connection may have been lost long ago, because a firewall forgot it or this
            // process was stopped. Only a new connection shows whether the server is gone.
            let was_lost = was_open && may_pass;
            if was_lost {
                start = Instant::now();
            }
            if !may_pass || !was_lost && start.elapsed() + pause > self.patience {
                return Err(error.explain(&self.address, start.elapsed()));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSES[1]);
        }
    }

    /// Does the work in one transaction, as [`work`](Link::work) does it.
    pub(super) fn write<T>(
        &mut self,
        mut work: impl AsyncFnMut(&mut AnyConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, Error> {
        let begin = BEGIN[self.engine() as usize];
        self.work(async |connection| {
            let mut transaction = connection.begin_with(begin).await?;
            let done = work(&mut transaction).await?;
            transaction.commit().await?;
            Ok(done)
        })
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
        if self.patience.is_zero() {
            SILENCE
        } else {
            (self.patience / 2).clamp(LEAST_SILENCE, SILENCE)
        }
    }

    fn connect(&self) -> Result<AnyConnection, DbError> {
        if let Some(path) = self.address.path() {
            // SQLite has the same message for a folder and for a missing file, and opening a pipe
            // might wait for ever.
            let found = std::fs::metadata(path).map_err(DbError::File)?;
            if !found.is_file() {
                return Err(DbError::File(io::ErrorKind::IsADirectory.into()));
            }
        }
        let options = self.address.options().map_err(DbError::Address)?.disable_statement_logging();
        let connect = async {
            let mut connection = options.connect().await?;
            let settings = SETTINGS[self.engine() as usize];
            sqlx::raw_sql(settings).execute(&mut connection).await?;
            if self.engine() == Engine::Sqlite {
                check_schema(&mut connection).await?;
            }
            Ok(connection)
        };
        self.runtime.block_on(async {
            match self.engine() {
                // SQLite's own limit is `busy_timeout`.
                Engine::Sqlite => connect.await.map_err(DbError::Sql),
                Engine::Postgres => match tokio::time::timeout(ADMISSION, connect).await {
                    Ok(connected) => connected.map_err(DbError::Sql),
                    Err(_) => Err(DbError::Silence(ADMISSION)),
                },
            }
        })
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
/// schema, sqlx panics in one of its threads, and the caller would wait for that thread for ever. As the
/// first read of the store, the check also fails if SQLite cannot make its files beside the store.
async fn check_schema(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let schema = sqlx::query_scalar("SELECT CAST(coalesce(sql, '') AS BLOB) FROM sqlite_master");
    let schema: Vec<Vec<u8>> = schema.fetch_all(connection).await?;
    match schema.iter().all(|sql| str::from_utf8(sql).is_ok()) {
        true => Ok(()),
        false => Err(sqlx::Error::Decode("the schema of a table is not text".into())),
    }
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
