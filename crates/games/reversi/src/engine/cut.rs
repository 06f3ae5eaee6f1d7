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

/// The numbers of discs at which the rows of [`ERRORS`] begin.
const ROWS: [u32; 3] = [0, 24, 36];

/// By how much the value of a search to a depth, from [`LEAST`] on, differs from that of the
/// shallow search, as root of the mean square, in tenths of a point. Greater depths take
/// the last number.
///
/// `cargo bench -p ludoteka-reversi --bench reversi_cuts` measures them.
const ERRORS: [[Score; 10]; ROWS.len()] = [
    [27, 23, 34, 29, 27, 23, 30, 26, 23, 21],
    [31, 27, 37, 32, 30, 28, 34, 31, 29, 27],
    [32, 28, 40, 36, 37, 34, 42, 40, 35, 37],
];

impl Cut {
    /// The shallow search in place of a search to this depth from a position with this number of
    /// discs, if there is one.
    ///
    /// Both depths are even or both are odd, since values after an odd number of plies are higher.
    pub(super) fn at(discs: u32, depth: u32) -> Option<Cut> {
        let half = depth / 2;
        let shallow = half - (half + depth) % 2;
        let row = ROWS.iter().rposition(|&first| discs >= first)?;
        let column = (depth.checked_sub(LEAST)? as usize).min(ERRORS[row].len() - 1);
        Some(Cut { depth: shallow, margin: POINT * ERRORS[row][column] / 10 })
    }
}
