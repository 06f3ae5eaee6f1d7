//! Plays a tournament.
//!
//! `entry` puts a tournament into a store. The `coordinator` decides what is played next, `workers`
//! play it, and `local` runs both in one process.

mod coordinator;
mod entry;
mod local;
mod workers;

pub(crate) use coordinator::pairs_wanted;
pub use coordinator::{Coordinator, Progress};
pub use entry::enter;
pub use local::run;
pub(crate) use workers::JobRunner;
pub use workers::{Files, Notice, Notify, Participants, Timeouts, WorkerPool};
