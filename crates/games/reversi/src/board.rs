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

/// The greatest margin.
pub(super) const MOST: i32 = (SIDE * SIDE) as i32;

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
///
/// Along a ray, the first square without a disc of `other` decides: all before it are flipped if it
/// has a disc of `own`.
#[inline]
pub(super) fn flips(disc: u64, own: u64, other: u64) -> u64 {
    let (up, down) = &RAYS[disc.trailing_zeros() as usize];
    let mut flipped = 0;
    for ray in up {
        let ends = ray & !other;
        let end = ends & ends.wrapping_neg() & own;
        flipped |= ray & end.wrapping_sub(u64::from(end != 0));
    }
    for ray in down {
        let ends = ray & !other;
        let end = (1 << 63 >> (ends | 1).leading_zeros()) & ray & own;
        flipped |= ray & (end << 1).wrapping_neg();
    }
    flipped
}

/// The squares on the four rays from a square towards higher bits, and on those towards lower bits;
/// none for the number 64.
static RAYS: [([u64; 4], [u64; 4]); 65] = rays();

const fn rays() -> [([u64; 4], [u64; 4]); 65] {
    const STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut rays = [([0; 4], [0; 4]); 65];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < 4 {
            let (right, down) = STEPS[line];
            rays[from].0[line] = ray(from as i32, right, down);
            rays[from].1[line] = ray(from as i32, -right, -down);
            line += 1;
        }
        from += 1;
    }
    rays
}

const fn ray(from: i32, right: i32, down: i32) -> u64 {
    let (mut column, mut row, mut ray) = (from / 8 + right, from % 8 + down, 0);
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        ray |= square(column as usize, row as usize);
        (column, row) = (column + right, row + down);
    }
    ray
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

/// The discs of the side to move, and those of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Discs {
    pub(super) own: u64,
    pub(super) other: u64,
}

impl Discs {
    /// The squares without a disc.
    #[inline]
    pub(super) fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// The squares where the side to move can place a disc.
    #[inline]
    pub(super) fn placements(self) -> u64 {
        placements(self.own, self.other)
    }

    /// The same discs with the other side to move.
    #[inline]
    pub(super) fn passed(self) -> Discs {
        Discs { own: self.other, other: self.own }
    }

    /// The discs after a new disc that flips these discs, with the other side to move.
    #[inline]
    pub(super) fn after(self, disc: u64, flipped: u64) -> Discs {
        Discs { own: self.other ^ flipped, other: self.own | disc | flipped }
    }

    /// The margin of the side to move if the game is over: empty squares count for the winner.
    #[inline]
    pub(super) fn margin(self) -> i32 {
        let [own, other] = [self.own, self.other].map(|set| set.count_ones().cast_signed());
        let empty = (SIDE * SIDE) as i32 - own - other;
        own - other + (own - other).signum() * empty
    }
}

/// The squares of a set, the lowest first, as sets of one square.
#[inline]
pub(super) fn each(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The squares of a set and all their neighbours.
#[inline]
pub(super) fn widened(set: u64) -> u64 {
    const NOT_ROW_1: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_ROW_8: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let tall = set | (set << 1 & NOT_ROW_1) | (set >> 1 & NOT_ROW_8);
    tall | tall << SIDE | tall >> SIDE
}
