//! Plays a tournament.
//!
//! `entry` puts a tournament into a store, and `follows` checks that a store is consistent. The
//! `coordinator` decides what is played next, `workers` play it, and `local` runs both in one
//! process.

mod coordinator;
pub(crate) mod entry;
pub(crate) mod follows;
mod local;
mod workers;

pub use coordinator::{Coordinator, Progress};
pub use entry::enter;
pub use follows::check_matches;
pub use local::run;
pub use workers::{Files, Notice, Notify, Participants, Timeouts, WorkerPool};
