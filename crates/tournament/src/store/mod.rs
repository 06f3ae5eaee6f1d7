//! The store of tournaments: the one truth about what was announced, what has to be played and what was played, for one machine in
//! a file of SQLite's, or for many machines in a PostgreSQL database.
//!
//! A tournament is played in *units*: a pair of games on one board. A worker *leases* a unit for a time, plays it, and *reports* it
//! in one transaction; no transaction is open while a game runs. A unit whose lease ends without a report is leased again, as its
//! next *attempt*. Whatever happens, a unit is done once, with the games of one attempt.

mod address;
mod db_error;
mod files;
mod games;
mod give_back;
mod health;
mod lease;
mod link;
mod pages;
mod pairs;
mod played;
pub(crate) mod put_aside;
mod report;
mod role;
mod schema;
mod sequence;
mod tallies;
pub(crate) mod tally;
mod tournaments;
mod units;
mod workers;

use std::fmt;
use std::time::Duration;

pub use address::Address;
pub use db_error::damage;
pub use games::{Games, StoredGame};
pub use lease::Lease;
pub use link::Access;
pub use pairs::{Pairs, StoredPair};
pub use played::DoneUnits;
pub use put_aside::put_aside;
pub use report::{Report, Reported, SetAside};
pub use role::WorkerRole;
pub use schema::init;
pub use tallies::{MatchTally, Tallies};
pub use tally::Tally;
pub use tournaments::{Announced, Entrant, Tournament, TournamentId};
pub use workers::{Machine, WorkerId};

use errors::Error;
use link::Link;

/// A store that is open. Each thread has its own.
pub struct Store {
    link: Link,
    /// The last unit leased at a server, behind which it looks for the next first.
    last: Option<(TournamentId, i64)>,
}

impl Store {
    /// Opens a store.
    ///
    /// # Errors
    /// When there is none, it cannot be had, or it is of another version.
    pub fn open(address: &Address, access: Access) -> Result<Store, Error> {
        let mut link = Link::new(address, access)?;
        schema::check(&mut link)?;
        Ok(Store { link, last: None })
    }

    /// Keeps it at this moment for whoever only reads: what others store from now on is not seen.
    ///
    /// # Errors
    /// When the store fails.
    pub fn hold_still(&mut self) -> Result<(), Error> {
        self.link.hold_still()
    }

    /// The same store with a connection of its own, which is made when it is first used.
    ///
    /// # Errors
    /// When the system has nothing left to wait with.
    pub fn another(&self) -> Result<Store, Error> {
        Ok(Store { link: self.link.another()?, last: None })
    }

    /// How long a PostgreSQL that was lost, or restarts, is waited for before anything fails; at first not at all. Whatever is done
    /// in the store may be done twice with the same effect, so it can be done again when the database is back.
    pub fn set_patience(&mut self, patience: Duration) {
        self.link.patience = patience;
    }

    /// Where it is.
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
