//! The slots of one machine: they lease jobs of a store's tournaments, play them, and report.

mod batch;
mod job_runner;
mod notify;
mod participants;
mod pool;
mod running_pair;
mod slot_loop;

pub(crate) use job_runner::JobRunner;
pub use notify::Notify;
pub use participants::{Files, Participants};
pub use pool::{Notice, Timeouts, WorkerPool};
