//! The slots of one machine: they lease jobs of a store's tournaments, play them, and report.

mod job_runner;
mod message;
mod notify;
mod participants;
mod pool;
mod reporter;
mod running_pair;
mod timeouts;
mod work;
mod worker_loop;

pub use notify::Notify;
pub use participants::{Files, Participants};
pub use pool::{Notice, WorkerPool};
pub use timeouts::Timeouts;
