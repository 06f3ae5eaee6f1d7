//! How long who is silent is waited for.

use std::time::Duration;

/// Signs of life are not rarer than this: in the store one sees who is there.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How long who is silent is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// After so long without a sign of life a worker's units are given to others.
    pub lease: Duration,
    /// A database that is gone for longer is not coming back.
    pub database: Duration,
}

impl Timeouts {
    /// Two signs of life may be lost.
    pub(super) fn heartbeat(&self) -> Duration {
        (self.lease / 3).min(HEARTBEAT)
    }
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { lease: Duration::from_secs(30), database: Duration::from_secs(60) }
    }
}
