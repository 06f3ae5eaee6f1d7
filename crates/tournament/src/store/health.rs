//! Checks that an SQLite file is usable, since a disk error may have changed it. A PostgreSQL
//! server checks its own files.

use super::Store;
use super::address::Engine;
use super::db_error::damage;
use errors::Error;

/// SQLite's own check, which reads the whole file.
const CHECK: &str = "PRAGMA quick_check(1)";

/// Finds jobs for which a tournament would wait for ever: jobs that are missing from the indices
/// for leasing, and jobs that can never be leased.
const STUCK: &str = "\
SELECT (SELECT coalesce(sum(pairs), 0) FROM pairing)
    <> (SELECT count(*) FROM job INDEXED BY job_open WHERE state = 0)
    + (SELECT count(*) FROM job INDEXED BY job_leased WHERE state = 1)
    + (SELECT count(*) FROM job INDEXED BY job_done WHERE state = 2)
    OR EXISTS (SELECT 1 FROM job LEFT JOIN pairing ON pairing.id = job.pairing AND \
    pairing.tournament = job.tournament
        WHERE attempt < 0 OR pair < 0 OR pair >= coalesce(pairs, 0))";

impl Store {
    /// Checks that the store is usable, as far as that is possible without reading its games.
    ///
    /// # Errors
    /// Fails if the store is damaged or cannot be read. The error names the first damage.
    pub fn check(&mut self) -> Result<(), Error> {
        if self.link.engine() == Engine::Postgres {
            return Ok(());
        }
        let (found, is_stuck) = self.link.work(async |connection| {
            let found: String = sqlx::query_scalar(CHECK).fetch_one(&mut *connection).await?;
            if found != "ok" {
                return Ok((found, false));
            }
            let is_stuck: i64 = sqlx::query_scalar(STUCK).fetch_one(connection).await?;
            Ok((found, is_stuck != 0))
        })?;
        match (found.as_str(), is_stuck) {
            ("ok", false) => Ok(()),
            ("ok", true) => Err(self.damaged("its matches do not fit their pairs of games")),
            _ => Err(self.damaged(&found.replace('\n', " "))),
        }
    }

    /// The error for a damaged store.
    #[must_use]
    pub fn damaged(&self, what: &str) -> Error {
        damage(what, self.address())
    }
}
