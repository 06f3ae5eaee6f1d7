//! Disjoint areas of the board that a side can use, whatever the opponent does elsewhere.
//!
//! Seen by one side, a *safe* block cannot be hindered by the opponent. A *region* is a rectangle
//! of as many lanes as a block has squares, closed on one side: after a block in the lane at the
//! other side, the remaining lanes are safe. A *vulnerable* block is any other block; the
//! opponent's block may cross it.
//!
//! ```text
//! # # #     a region of rows with blocks of two: the taken row above closes it, and
//! . . #     after a block in the lower row the upper row is safe
//! . . #
//! ```
// CITE: packing the board with safe, protective and vulnerable areas: N. Bullock, "Domineering:
// Solving Large Combinatorial Search Spaces", M.Sc. thesis, University of Alberta, 2002. Blocks of
// more than two squares, and regions of more than two lanes, are ours.

use super::super::rules::{LONGEST, run, starts};
use super::bag::Bag;
use super::board::{View, spread};

/// The areas of one side. The areas have no square in common.
///
/// The worth of an area that the opponent could spoil is a number of squares: as many as a block
/// has for each move of the side, and one for each square that the opponent can no longer cover
/// after the side has used the area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    /// The number of safe blocks.
    pub(super) safe: i32,
    /// The number of regions. A block of the opponent touches at most one of them.
    pub(super) regions: i32,
    /// Vulnerable blocks of which the opponent's block may cross several, but at most
    /// [`Self::hit`].
    pub(super) joined: Bag,
    /// Vulnerable blocks that the opponent's block crosses only if it crosses no other area; also
    /// the options, which are no moves of their own.
    pub(super) single: Bag,
    /// The number of blocks in `single`.
    pub(super) single_blocks: i32,
    /// The greatest number of vulnerable blocks that a block of the opponent crosses; at least 2.
    pub(super) hit: i32,
}

/// The squares of each lane that are in some area that the opponent could cross.
type Used = [u32; LONGEST];

impl Packing {
    /// Packs the board as this side sees it. There may be better packings.
    pub(super) fn of(view: &View) -> Packing {
        // The compiler makes faster code for lengths that it knows.
        match view.length() {
            2 => Packing::with_length(view, 2),
            3 => Packing::with_length(view, 3),
            length => Packing::with_length(view, length),
        }
    }

    #[inline(always)]
    fn with_length(view: &View, length: usize) -> Packing {
        let mut used = [0; LONGEST];
        let regions = if length > 1 { pack_regions(view, length, &mut used) } else { 0 };
        let mut firsts = [0; LONGEST];
        let mut safe = 0;
        let lanes = used.iter_mut().zip(&mut firsts).enumerate().take(view.lanes());
        for (lane, (used, firsts)) in lanes {
            let free = view.free(lane) & !*used;
            let (blocks, vulnerable) = pack_lane(free, view.exposed(lane), length);
            safe += blocks;
            *firsts = vulnerable;
            *used |= spread(vulnerable, length);
        }
        // What a block of the opponent leaves of a region are vulnerable blocks.
        let hit = if regions > 0 { length as i32 } else { 2 };
        let (joined, single) = (Bag::EMPTY, Bag::EMPTY);
        let mut packing = Packing { safe, regions, joined, single, single_blocks: 0, hit };
        for (lane, &firsts) in firsts[..view.lanes()].iter().enumerate() {
            packing.classify(view, length, &used, lane, firsts);
        }
        (0..view.lanes()).for_each(|lane| packing.find_options(view, length, &mut used, lane));
        packing
    }

    /// Counts the vulnerable blocks of a lane in their classes.
    #[inline(always)]
    fn classify(&mut self, view: &View, length: usize, used: &Used, lane: usize, mut firsts: u32) {
        let exposed = view.exposed(lane);
        while firsts != 0 {
            let block = (run(length) << firsts.trailing_zeros()) & exposed;
            firsts &= firsts - 1;
            let squares = length as i32 + block.count_ones().cast_signed();
            let hit = most_hit(view, length, used, lane, block);
            if hit == 1 {
                self.single.add(1, squares + cut_off(view, length, lane, block));
                self.single_blocks += 1;
            } else {
                self.joined.add(1, squares);
                self.hit = self.hit.max(hit);
            }
        }
    }

    /// Finds the options of a lane. If free squares that are not packed lie beside safe squares,
    /// the side may place a safe block so that it covers them as well, as long as the opponent has
    /// not covered them.
    #[inline(always)]
    fn find_options(&mut self, view: &View, length: usize, used: &mut Used, lane: usize) {
        let (free, exposed) = (view.free(lane), view.exposed(lane));
        let safe = free & !exposed & !used[lane];
        let mut firsts = starts(safe, length);
        while firsts != 0 {
            let start = firsts.trailing_zeros() as usize;
            let end = start + (safe >> start).trailing_ones() as usize;
            firsts &= u32::MAX.checked_shl(end as u32).unwrap_or(0);
            let mut blocks = (end - start) / length;
            let open = free & exposed & !used[lane];
            // A block on these squares has safe squares too.
            let before = open.checked_shl(32 - start as u32).unwrap_or(0).leading_ones() as usize;
            let before = before.min(length - 1);
            let after = ((open >> end).trailing_ones() as usize).min(length - 1);
            for squares in [run(before) << (start - before), run(after) << end] {
                if blocks == 0 || squares == 0 {
                    continue;
                }
                used[lane] |= squares;
                if most_hit(view, length, used, lane, squares) == 1 {
                    let worth =
                        squares.count_ones().cast_signed() + cut_off(view, length, lane, squares);
                    self.single.add(1, worth);
                    blocks -= 1;
                } else {
                    used[lane] &= !squares;
                }
            }
        }
    }
}

/// How many squares beside these squares of a lane the opponent could cover only together with
/// them. These lie between the squares and a taken square that is near.
#[inline(always)]
fn cut_off(view: &View, length: usize, lane: usize, squares: u32) -> i32 {
    let side = |step: isize| {
        let beside = |distance| view.free_beside(lane, step * distance);
        let far = (1..=length as isize).fold(squares, |run, distance| run & beside(distance));
        let (mut near, mut count) = (squares & !far, 0);
        for distance in 1..length as isize {
            near &= beside(distance);
            count += near.count_ones().cast_signed();
        }
        count
    };
    side(-1) + side(1)
}

/// How many areas a block of the opponent crosses at most, if it crosses this block. The opponent's
/// block covers one square in each of its lanes, and a region counts once for each lane.
#[inline(always)]
fn most_hit(view: &View, length: usize, used: &Used, lane: usize, block: u32) -> i32 {
    if length == 2 {
        let before = if lane > 0 { used[lane - 1] } else { 0 };
        let after = used.get(lane + 1).copied().unwrap_or(0);
        return 1 + i32::from((before | after) & block != 0);
    }
    let crossed = |start: usize, column: u32| {
        let lanes = &used[start..start + length];
        lanes.iter().filter(|lane| *lane & column != 0).count() as i32
    };
    let mut most = 1;
    for start in view.windows(lane) {
        let mut columns = view.crossing(start, length) & block;
        while columns != 0 {
            most = most.max(crossed(start, columns & columns.wrapping_neg()));
            columns &= columns - 1;
        }
    }
    most
}

/// Packs regions, and marks their squares. Returns their number.
#[inline(always)]
fn pack_regions(view: &View, length: usize, used: &mut Used) -> i32 {
    let mut regions = 0;
    for start in 0..(view.lanes() + 1).saturating_sub(length) {
        let end = start + length;
        // A block of the opponent has as many squares as a region has lanes. It cannot touch two
        // regions if at least `length - 1` lanes lie between them. Earlier regions began earlier.
        let near = &used[(start + 1).saturating_sub(length)..end];
        let taken = near.iter().fold(0, |all, lane| all | lane);
        let closed =
            starts(!view.free(start.wrapping_sub(1)), length) | starts(!view.free(end), length);
        let mut firsts = starts(view.crossing(start, length) & !taken, length) & closed;
        while firsts != 0 {
            let first = firsts.trailing_zeros();
            regions += 1;
            used[start..end].iter_mut().for_each(|lane| *lane |= run(length) << first);
            firsts &= u32::MAX.checked_shl(first + length as u32).unwrap_or(0);
        }
    }
    regions
}

/// Packs the free squares of a lane: the number of safe blocks, and the first squares of vulnerable
/// blocks. As many blocks as possible are safe. Squares left over beside them, which the opponent
/// cannot cover, join the vulnerable blocks before or after them.
#[inline(always)]
fn pack_lane(free: u32, exposed: u32, length: usize) -> (i32, u32) {
    let (mut safe, mut vulnerable) = (0, 0);
    let mut rest = free;
    while rest != 0 {
        let start = rest.trailing_zeros() as usize;
        let end = start + (rest >> start).trailing_ones() as usize;
        rest &= u32::MAX.checked_shl(end as u32).unwrap_or(0);
        // Squares from `left` to `at` are not packed yet, and too few for a block.
        let (mut left, mut at) = (start, start);
        while at < end && end - left >= length {
            let is_exposed = exposed >> at & 1 != 0;
            let part = if is_exposed { exposed >> at } else { !exposed >> at };
            let until = end.min(at + part.trailing_ones() as usize);
            if is_exposed {
                while left + length <= until {
                    vulnerable |= 1 << left;
                    left += length;
                }
            } else {
                let mut over = (until - at) % length;
                if left < at && at - left + over >= length {
                    vulnerable |= 1 << left;
                    over -= length - (at - left);
                    left = until - over;
                } else if until - at >= length {
                    left = until - over;
                }
                safe += ((until - at) / length) as i32;
            }
            at = until;
        }
    }
    (safe, vulnerable)
}
