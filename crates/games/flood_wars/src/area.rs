//! Sets of squares that grow. A set is a [`Bits`] in which word `r` is row `r` of the board.
//!
//! ```text
//!           bit 0 1 2 ...          To get the neighbours of all squares at once, the set is
//!  word 0     . # .                shifted by one bit to either side, and by one word up and
//!  word 1     # # #                down. Bits beyond the end of a row are masked away, since
//!  word 2     . # .                a row has at most 50 squares.
//! ```

use rules::bits::Bits;

/// The number of bits in a word. A board uses at most the first 50.
pub(super) const STRIDE: usize = 64;

/// The number of the bit that stands for a square in a set.
pub(super) const fn square(row: usize, column: usize) -> usize {
    row * STRIDE + column
}

/// The set of all squares of a board.
pub(super) fn whole<const W: usize>(rows: usize, columns: usize) -> Bits<W> {
    let row = (1 << columns) - 1;
    Bits(std::array::from_fn(|r| if r < rows { row } else { 0 }))
}

/// The squares of `within` that are in `area` or next to one of its squares.
#[inline]
pub(super) fn widened<const W: usize>(area: &Bits<W>, within: &Bits<W>) -> Bits<W> {
    let words = &area.0;
    Bits(std::array::from_fn(|r| {
        let above = if r > 0 { words[r - 1] } else { 0 };
        let below = if r + 1 < W { words[r + 1] } else { 0 };
        (words[r] | words[r] << 1 | words[r] >> 1 | above | below) & within.0[r]
    }))
}

/// The squares of `within` that are connected to `area` along rows and columns. `area` is a part of
/// `within`.
#[inline]
pub(super) fn grown<const W: usize>(mut area: Bits<W>, within: &Bits<W>) -> Bits<W> {
    loop {
        let wider = widened(&area, within);
        if wider == area {
            return area;
        }
        area = wider;
    }
}

/// Whether two sets share a square.
#[inline]
pub(super) fn meet<const W: usize>(one: &Bits<W>, other: &Bits<W>) -> bool {
    one.0.iter().zip(other.0).fold(0, |shared, (a, b)| shared | a & b) != 0
}
