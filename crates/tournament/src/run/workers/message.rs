//! What slots tell the reporter.

use crate::store::{Lease, Report};

/// A message from a slot to the reporter.
pub(super) enum Message {
    /// The slot of this number wants this many jobs.
    Wants { slot: usize, jobs: usize },
    /// The results of its jobs, except the last ones, which are released.
    Played { played: Vec<(Lease, Report)>, left: Vec<Lease> },
    /// It has ended.
    Left,
}
