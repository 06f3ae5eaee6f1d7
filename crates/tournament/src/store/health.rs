//! Checks that SQLite finds no damage in a file, since a disk error may have changed it. A
//! PostgreSQL server checks its own files.

use super::Store;
use super::address::Engine;
use super::db_error::damage;
use errors::Error;

/// SQLite's own check, which reads the whole file.
const CHECK: &str = "PRAGMA quick_check(1)";

impl Store {
    /// Lets SQLite check the file.
    ///
    /// # Errors
    /// Fails if the store is damaged or cannot be read. The error names the first damage.
    pub fn check(&mut self) -> Result<(), Error> {
        if self.link.engine() == Engine::Postgres {
            return Ok(());
        }
        let found: String = self
            .link
            .work(async |connection| sqlx::query_scalar(CHECK).fetch_one(connection).await)?;
        if found == "ok" {
            return Ok(());
        }
        Err(damage(&found.replace('\n', " "), self.address()))
    }
}
