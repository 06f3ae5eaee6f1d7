//! Workers: machines, and what they reported about themselves.

use std::fmt;

use super::{Store, TournamentId};
use errors::Error;

/// A worker's number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkerId(pub(crate) i64);

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What a worker reports about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// A name that no other worker has.
    pub name: String,
    /// The levels of confinement that the worker's machine has. A higher level does not imply the
    /// lower ones.
    pub levels: Vec<u8>,
    /// The name of the machine's processor.
    pub processor: String,
}

const ENTER: &str = "\
INSERT INTO worker (name, levels, processor) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET levels = excluded.levels, processor = excluded.processor
RETURNING id";

impl Store {
    /// Enters a worker. If the store already has a worker of this name, it is the same worker, and
    /// its data are updated.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn register_worker(&mut self, machine: &Machine) -> Result<WorkerId, Error> {
        let levels: String = machine.levels.iter().map(u8::to_string).collect();
        self.link.work(async |connection| {
            let enter = sqlx::query_scalar(ENTER)
                .bind(machine.name.as_str())
                .bind(&levels)
                .bind(machine.processor.as_str());
            enter.fetch_one(connection).await.map(WorkerId)
        })
    }

    /// The known processors of the workers that have played in a tournament. Each is listed once,
    /// and the list is sorted.
    ///
    /// # Errors
    /// Fails when the store fails.
    pub fn processors(&mut self, tournament: TournamentId) -> Result<Vec<String>, Error> {
        let mut found: Vec<String> = self.link.work(async |connection| {
            let names = sqlx::query_scalar(
                "SELECT DISTINCT processor FROM worker
                 WHERE processor <> '' AND id IN (SELECT worker FROM job WHERE tournament = $1 \
                 AND state = 2)",
            );
            names.bind(tournament.0).fetch_all(connection).await
        })?;
        // The names are sorted here, since each database has its own order.
        found.sort_unstable();
        Ok(found)
    }
}
