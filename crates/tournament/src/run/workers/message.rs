//! What slots tell the reporter.

use crate::store::{Lease, Report};

/// What a slot asks of the reporter.
pub(super) enum Message {
    /// The slot of this number wants so many units.
    Wants { slot: usize, units: usize },
    /// What came of its units, but for the last ones, which are given back.
    Played { played: Vec<(Lease, Report)>, left: Vec<Lease> },
    /// It has ended.
    Left,
}
