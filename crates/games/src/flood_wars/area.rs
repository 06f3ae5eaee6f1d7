//! Sets of squares that grow: a board of at most `W` rows, in which row `r` is word `r` of a
//! [`Bits`].
//!
//! ```text
//!           bit 0 1 2 ...          the neighbours of all squares at once are the set
//!  word 0     . # .                shifted by one bit to either side and by one word
//!  word 1     # # #                up and down; what falls off a row's end is masked away,
//!  word 2     . # .                for rows have at most 50 squares, not 64
//! ```

use rules::bits::Bits;

/// The bits of a word, of which a board uses at most the first 50.
pub(super) const STRIDE: usize = 64;

/// The number of a square in a set.
pub(super) const fn square(row: usize, column: usize) -> usize {
    row * STRIDE + column
}

/// The squares of a board of this size.
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
