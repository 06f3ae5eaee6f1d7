//! The store of tournaments: announcements, jobs and results. The store is an SQLite file on one
//! machine, or a PostgreSQL database for many machines.
//!
//! A tournament is played in *jobs*: a job is a pair of games on one board. A worker *leases* a job
//! for a time, plays it, and *reports* it in one transaction, alone or with other jobs; no
//! transaction is open while a game runs. A job whose lease ends without a report is leased again,
//! as its next *attempt*. A job is always done exactly once, with the games of one attempt.

/// The time by the database's clock, in milliseconds since 1970.
macro_rules! now {
    () => {
        "CAST(unixepoch('subsec') * 1000 AS bigint)"
    };
}

mod address;
mod db_error;
mod files;
mod jobs;
mod lease;
mod link;
mod pairs;
mod played;
mod report;
mod running_games;
mod schema;
mod sequence;
mod tallies;
mod tournaments;
mod workers;

use std::fmt;
use std::time::Duration;

pub use address::Address;
pub use lease::Lease;
pub use pairs::{Pairs, StoredPair};
pub use played::DoneJobs;
pub use report::{Report, VoidGame};
pub use running_games::RunningGame;
pub use schema::{init, remove};
pub use tallies::Tallies;
pub use tournaments::{Announced, Tournament, TournamentId};
pub use workers::{Machine, WorkerId};

use errors::Error;
use link::Link;

/// An open store. Each thread opens a store of its own.
pub struct Store {
    link: Link,
}

impl Store {
    /// Opens a store.
    ///
    /// # Errors
    /// Fails if the store does not exist, cannot be opened, or has another version.
    pub fn open(address: &Address) -> Result<Store, Error> {
        let mut link = Link::new(address)?;
        schema::check(&mut link)?;
        Ok(Store { link })
    }

    /// Lets SQLite check the whole file.
    ///
    /// # Errors
    /// Fails if the store is damaged or cannot be read. The error names the first damage.
    pub fn check(&mut self) -> Result<(), Error> {
        schema::check_file(&mut self.link)
    }

    /// The same store with a separate connection, which is opened on first use.
    ///
    /// # Errors
    /// Fails if the operating system lacks the resources to wait for a database.
    pub fn another(&self) -> Result<Store, Error> {
        Ok(Store { link: self.link.another()? })
    }

    /// Sets how long an operation waits for a PostgreSQL server that was lost or restarts; after
    /// that, the operation fails. The default is zero. All operations on the store can be repeated
    /// with the same effect, so they are repeated when the database is back.
    pub fn set_patience(&mut self, patience: Duration) {
        self.link.patience = patience;
    }

    /// The store's address.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.link.address
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("address", &self.link.address).finish_non_exhaustive()
    }
}
