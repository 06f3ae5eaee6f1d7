//! How well a shallow search predicts a deep one.

use search::Score;

use super::super::patterns::POINT;

/// A shallow search that may replace a deep one.
pub(super) struct Cut {
    /// The depth of the shallow search.
    pub(super) depth: u32,
    /// By how much its value has to lie outside the window.
    pub(super) margin: Score,
}

/// The least depth of a search that may be replaced.
const LEAST: u32 = 3;

impl Cut {
    /// The shallow search in place of a search to this depth, if there is one.
    ///
    /// Both depths are even or both are odd, since values after an odd number of plies are higher.
    /// The values of the two searches differ by about three points, and by more if the depths lie
    /// farther apart.
    pub(super) fn at(depth: u32) -> Option<Cut> {
        let half = depth / 2;
        let shallow = half - (half + depth) % 2;
        let margin = POINT * (5 + (depth - shallow).cast_signed()) / 2;
        (depth >= LEAST).then_some(Cut { depth: shallow, margin })
    }
}
