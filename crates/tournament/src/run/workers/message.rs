//! Messages from slots to the reporter.

use crate::store::{Lease, Report};

/// A message from a slot to the reporter.
pub(super) enum Message {
    /// The slot with this number wants a job.
    Wants(usize),
    /// The result of a job.
    Played(Lease, Report),
    /// A job that was not played, and is released.
    Returned(Lease),
    /// A slot has ended.
    Left,
}
