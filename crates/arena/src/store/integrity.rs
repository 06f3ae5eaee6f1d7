//! Whether SQLite finds everything in the file of a store: its pages, indices, and what rows refer to. An index that lacks a unit, say,
//! would have it waited for without end.

use super::Store;
use super::address::Engine;
use super::trouble::damage;
use crate::Refused;

/// It reads the whole file, once, when a tournament is gone on with.
const LOOK: &str = "PRAGMA integrity_check(1000)";
const STRAY: &str =
    "SELECT \"table\" || ' ' || rowid || ' refers to a ' || parent FROM pragma_foreign_key_check LIMIT 1";

impl Store {
    /// That a file of SQLite's is whole. A server sees to that itself.
    ///
    /// # Errors
    /// The first thing that is not whole, or when the store fails.
    pub fn check_file(&mut self) -> Result<(), Refused> {
        self.check_whole(|_| true)
    }

    /// That it is whole but for units with values that fit none: these can be given back ([`Store::misfits`]).
    ///
    /// # Errors
    /// As [`check_file`](Store::check_file).
    pub fn check_file_but_units(&mut self) -> Result<(), Refused> {
        self.check_whole(|flaw| flaw != "CHECK constraint failed in unit")
    }

    fn check_whole(&mut self, counts: impl Fn(&str) -> bool) -> Result<(), Refused> {
        if self.link.engine() == Engine::Postgres {
            return Ok(());
        }
        let (flaws, stray) = self.link.work(async |connection| {
            let flaws = sqlx::query_scalar::<_, String>(LOOK).fetch_all(&mut *connection).await?;
            let stray = sqlx::query_scalar::<_, String>(STRAY).fetch_optional(connection).await?;
            Ok((flaws, stray))
        })?;
        let flaw = flaws.into_iter().find(|flaw| flaw != "ok" && counts(flaw)).map(|flaw| flaw.replace('\n', " "));
        match flaw.or(stray.map(|stray| format!("{stray} that is not there"))) {
            Some(what) => Err(damage(&what, self.address())),
            None => Ok(()),
        }
    }
}
