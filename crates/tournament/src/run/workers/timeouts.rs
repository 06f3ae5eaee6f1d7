//! How long to wait for silent workers and databases.

use std::time::Duration;

/// The longest pause between heartbeats. This pause is short, so that the store shows which workers
/// are active.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How long to wait for silent workers and databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// After this time without a heartbeat, a worker's jobs are given to other workers.
    pub lease: Duration,
    /// A database that cannot be reached for longer than this is considered lost.
    pub database: Duration,
}

impl Timeouts {
    /// The pause between heartbeats. This pause is a third of the lease at most, so that two
    /// heartbeats may be lost.
    pub(super) fn heartbeat(&self) -> Duration {
        (self.lease / 3).min(HEARTBEAT)
    }
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { lease: Duration::from_secs(30), database: Duration::from_secs(60) }
    }
}
