//! How a tournament is played.
//!
//! `entry` puts it into a store, and `follows` checks that a store is consistent. The `director` decides what is played
//! next, `workers` play it, and `hold` has both in one process.

mod director;
pub(crate) mod entry;
pub(crate) mod follows;
mod hold;
mod workers;

pub use director::{Director, Progress};
pub use entry::enter;
pub use follows::check_matches;
pub use hold::hold;
pub use workers::{Files, Notice, Notify, Participants, Timeouts, WorkerPool};
