//! Messages from slots to the reporter.

use crate::store::{Lease, Report};

/// A message from a slot to the reporter.
pub(super) enum Message {
    /// The slot with this number wants to lease this many jobs.
    Wants { slot: usize, jobs: usize },
    /// The results of a slot's jobs. The jobs in `left` were not played, and are released.
    Played { played: Vec<(Lease, Report)>, left: Vec<Lease> },
    /// A slot has ended.
    Left,
}
