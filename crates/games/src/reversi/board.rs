//! Sets of squares as 64-bit words, and the discs that a new disc flips.
//!
//! A square is the bit with the number `column * 8 + row`, so ascending bits give the order of the
//! names: a1, a2, ..., a8, b1, ..., h8.
//!
//! ```text
//!    a  b  c  d  e  f  g  h
//! 1  0  8 16 24 32 40 48 56
//! 2  1  9 17 25 33 41 49 57        a step down adds 1, a step to the right adds 8,
//! 3  2 10 18 26 34 42 50 58        and a diagonal step to the right adds 7 or 9
//! 4  3 11 19 27 35 43 51 59
//! 5  4 12 20 28 36 44 52 60
//! 6  5 13 21 29 37 45 53 61
//! 7  6 14 22 30 38 46 54 62
//! 8  7 15 23 31 39 47 55 63
//! ```

/// The number of squares along an edge of the board.
pub(super) const SIDE: usize = 8;

/// Rows 2 to 7. Without this limit, a line would go on from row 1 or 8 into a neighbouring column.
const INNER_ROWS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// For each of the four lines through a square: the distance between the bits of neighbouring
/// squares, and a limit, which is the set of squares from which the line may go on. The line along
/// a row, with steps of 8, needs no limit, since it ends where the word ends.
const LINES: [(u32, u64); 4] = [(1, INNER_ROWS), (7, INNER_ROWS), (8, !0), (9, INNER_ROWS)];

/// A set that contains one square. Its column and row are counted from 0.
pub(super) const fn square(column: usize, row: usize) -> u64 {
    1 << (column * SIDE + row)
}

/// The empty squares where a disc of `own` would flip some discs of `other`.
#[inline]
pub(super) fn placements(own: u64, other: u64) -> u64 {
    let mut ends = 0;
    for (step, inside) in LINES {
        let between = other & inside;
        ends |= run_up(own, between, step) << step | run_down(own, between, step) >> step;
    }
    ends & !(own | other)
}

/// The discs of `other` that a new disc of `own` flips; none if `disc` is an empty set.
#[inline]
pub(super) fn flips(disc: u64, own: u64, other: u64) -> u64 {
    let mut flipped = 0;
    for (step, inside) in LINES {
        let between = other & inside;
        let (up, down) = (run_up(disc, between, step), run_down(disc, between, step));
        flipped |= if own & (up << step) == 0 { 0 } else { up };
        flipped |= if own & (down >> step) == 0 { 0 } else { down };
    }
    flipped
}

/// The squares of `between` in unbroken runs towards higher bits. Each run begins one step from a
/// square of `from`.
///
/// A run has at most 6 squares, so two single steps and then two double steps reach its end.
#[inline]
fn run_up(from: u64, between: u64, step: u32) -> u64 {
    let mut run = between & (from << step);
    run |= between & (run << step);
    let pairs = between & (between << step);
    run |= pairs & (run << (2 * step));
    run | pairs & (run << (2 * step))
}

/// The same as [`run_up`], but towards lower bits.
#[inline]
fn run_down(from: u64, between: u64, step: u32) -> u64 {
    let mut run = between & (from >> step);
    run |= between & (run >> step);
    let pairs = between & (between >> step);
    run |= pairs & (run >> (2 * step));
    run | pairs & (run >> (2 * step))
}

/// The squares of a set and all their neighbours.
#[inline]
pub(super) fn widened(set: u64) -> u64 {
    const NOT_ROW_1: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_ROW_8: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let tall = set | (set << 1 & NOT_ROW_1) | (set >> 1 & NOT_ROW_8);
    tall | tall << SIDE | tall >> SIDE
}
