//! The solver's board: a position with counts and a key that each move updates.
//!
//! For every lane of both sides the board counts the blocks that fit into the lane, the safe blocks
//! among them, and the squares that the lane's owner can still cover. A move changes these counts
//! in a few lanes only.

use rules::Side;

use super::super::evaluation::blocks;
use super::super::rules::{LONGEST, Position, Poziomka, run, starts};
use super::keys::Keys;

/// What the solver counts in one lane, or in all lanes of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// The number of blocks that the side could place if it played alone: its *real* moves.
    pub(super) real: i32,
    /// The number of blocks that the side can place whatever the opponent does: its *safe* moves.
    pub(super) safe: i32,
    /// The number of squares that the side could cover with one of its blocks.
    pub(super) area: i32,
}

/// A block: its lane, and its first square there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) lane: usize,
    pub(super) first: usize,
}

/// The board as one side sees it.
#[derive(Clone, Debug)]
pub(super) struct View {
    length: usize,
    lanes: usize,
    /// The free squares. Lane `i` has the index `i + 1`, so that the outermost lanes have
    /// neighbours too; these are full.
    free: [u32; LONGEST + 2],
    /// See [`View::exposed`].
    exposed: [u32; LONGEST],
    counts: [Counts; LONGEST],
    total: Counts,
}

impl View {
    fn new(length: usize, lanes: &[u32]) -> View {
        let mut free = [0; LONGEST + 2];
        free[1..=lanes.len()].copy_from_slice(lanes);
        let (counts, total) = ([Counts::default(); LONGEST], Counts::default());
        let exposed = [0; LONGEST];
        let mut view = View { length, lanes: lanes.len(), free, exposed, counts, total };
        (0..lanes.len()).for_each(|lane| view.count(lane));
        view
    }

    /// The number of squares of a block.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The number of lanes.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// The counts of all lanes together.
    #[inline]
    pub(super) fn total(&self) -> Counts {
        self.total
    }

    /// The free squares of a lane; none if the number is one too small (`usize::MAX`) or one too
    /// large.
    #[inline]
    pub(super) fn free(&self, lane: usize) -> u32 {
        self.free[lane.wrapping_add(1)]
    }

    /// The free squares of the lane at some distance from this one; none beyond the board.
    #[inline]
    pub(super) fn free_beside(&self, lane: usize, distance: isize) -> u32 {
        let index = lane.wrapping_add_signed(distance).wrapping_add(1);
        self.free.get(index).copied().unwrap_or(0)
    }

    /// The squares of a lane that the opponent could cover with one of its blocks.
    #[inline]
    pub(super) fn exposed(&self, lane: usize) -> u32 {
        self.exposed[lane]
    }

    #[inline]
    fn find_exposed(&self, lane: usize) -> u32 {
        if self.length == 2 {
            return self.free(lane) & (self.free[lane] | self.free[lane + 2]);
        }
        self.windows(lane).fold(0, |all, start| all | self.crossing(start, self.length))
    }

    /// The first lanes of all opponent's blocks that cover a square of this lane.
    #[inline]
    pub(super) fn windows(&self, lane: usize) -> std::ops::Range<usize> {
        let last = self.lanes.saturating_sub(self.length - 1);
        (lane + 1).saturating_sub(self.length)..(lane + 1).min(last)
    }

    /// Where the opponent can place a block whose squares lie in the `length` lanes from `start`
    /// on: one bit for each block.
    #[inline]
    pub(super) fn crossing(&self, start: usize, length: usize) -> u32 {
        let lanes = &self.free[start + 1..=start + length];
        lanes.iter().fold(u32::MAX, |all, &free| all & free)
    }

    /// Counts a lane again.
    #[inline]
    fn count(&mut self, lane: usize) {
        let free = self.free(lane);
        let exposed = self.find_exposed(lane);
        self.exposed[lane] = exposed;
        let counts = if self.length == 2 {
            let safe = free & !exposed;
            let area = (free & (free << 1 | free >> 1)).count_ones().cast_signed();
            Counts { real: pairs(free), safe: pairs(safe), area }
        } else {
            let firsts = starts(free, self.length);
            let safe = blocks(free & !exposed, self.length);
            let area = spread(firsts, self.length).count_ones().cast_signed();
            Counts { real: blocks(free, self.length), safe, area }
        };
        let before = std::mem::replace(&mut self.counts[lane], counts);
        self.total.real += counts.real - before.real;
        self.total.safe += counts.safe - before.safe;
        self.total.area += counts.area - before.area;
    }

    /// Counts a range of lanes, as far as they are on the board.
    fn count_all(&mut self, first: usize, end: usize) {
        (first..end.min(self.lanes)).for_each(|lane| self.count(lane));
    }

    /// Takes or frees the squares of a block of this side.
    #[inline]
    fn toggle_along(&mut self, block: Block) {
        self.free[block.lane + 1] ^= run(self.length) << block.first;
        let reach = self.length - 1;
        self.count_all(block.lane.saturating_sub(reach), block.lane + reach + 1);
    }

    /// Takes or frees the squares of a block of the opponent.
    #[inline]
    fn toggle_across(&mut self, block: Block) {
        for lane in block.first..block.first + self.length {
            self.free[lane + 1] ^= 1 << block.lane;
        }
        let reach = self.length - 1;
        self.count_all(block.first.saturating_sub(reach), block.first + self.length + reach);
    }
}

/// The squares of all blocks with these first squares.
#[inline]
pub(super) fn spread(firsts: u32, length: usize) -> u32 {
    (1..length).fold(firsts, |all, shift| all | firsts << shift)
}

/// The number of blocks of two squares that fit into a lane: half of each run of free squares.
// CITE: the sum that carries through a run to find where it began: G. Langdale, D. Lemire, "Parsing
// gigabytes of JSON per second", VLDB Journal 28, 2019, section 3.1.1.
#[inline]
fn pairs(free: u32) -> i32 {
    const EVEN: u32 = 0x5555_5555;
    let begins = free & !(free << 1);
    let begun_even = free & !(free + (begins & EVEN));
    let firsts = begun_even & EVEN | (free & !begun_even) & !EVEN;
    (firsts & free >> 1).count_ones().cast_signed()
}

/// A position with its counts and its key.
#[derive(Clone, Debug)]
pub(super) struct Board {
    views: [View; 2],
    turn: Side,
    keys: Keys,
}

impl Board {
    pub(super) fn new(game: &Poziomka, position: &Position) -> Board {
        let views = Side::BOTH.map(|side| View::new(game.length, game.lanes(position, side)));
        Board { views, turn: position.turn, keys: Keys::new(game, position) }
    }

    /// The view of the side to move.
    #[inline]
    pub(super) fn own(&self) -> &View {
        &self.views[self.turn.index()]
    }

    /// The view of the side that waits.
    #[inline]
    pub(super) fn other(&self) -> &View {
        &self.views[self.turn.other().index()]
    }

    /// The key, equal for positions that are reflections of each other.
    #[inline]
    pub(super) fn key(&self) -> u128 {
        self.keys.folded()
    }

    /// Makes a move of the side to move.
    #[inline]
    pub(super) fn play(&mut self, block: Block) {
        self.toggle(self.turn, block);
        self.turn = self.turn.other();
    }

    /// Takes back the last move.
    #[inline]
    pub(super) fn undo(&mut self, block: Block) {
        self.turn = self.turn.other();
        self.toggle(self.turn, block);
    }

    #[inline]
    fn toggle(&mut self, side: Side, block: Block) {
        self.views[side.index()].toggle_along(block);
        self.views[side.other().index()].toggle_across(block);
        self.keys.toggle(side, block.lane, block.first);
    }
}
