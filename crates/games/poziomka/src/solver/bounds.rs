//! Who certainly wins: one side has more blocks in hand than the other can ever place.
//!
//! The side that plans has areas of its own ([`Packing`]). It first uses those that the opponent
//! could spoil: when the opponent has spoiled areas of one class, it answers in that class. Its
//! safe blocks come last. So it makes some number of moves for certain, and takes some squares from
//! the opponent for certain. The plan works if the moves outnumber what the opponent can place
//! then. That number is bounded in two ways:
//!
//! - by the blocks that would fit into the opponent's lanes. Each region that is filled lies at the
//!   end of runs of free squares in as many of these lanes as a block has squares, and so takes one
//!   block from each of them;
//! - by the squares that the opponent could cover, less those that the plan takes.
//!
//! Both bounds make each area worth a number, and the plan works if the sum of what the side gets
//! is large enough. In the first bound the unit is a block. In the second bound the unit is a
//! square: a move counts as many squares as a block has, since the opponent needs so many for an
//! answer.

use super::bag::Bag;
use super::board::{Board, Counts};
use super::packing::Packing;

/// The side that certainly wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The side to move wins.
    Wins,
    /// The side to move loses.
    Loses,
}

/// The verdict of the safe blocks alone. A side wins if it has at least as many safe blocks as the
/// opponent can place at all; the side to move needs one more, since it moves first.
#[inline]
pub(super) fn by_safe_blocks(own: Counts, other: Counts) -> Option<Verdict> {
    if own.safe > other.real {
        Some(Verdict::Wins)
    } else if other.safe >= own.real {
        Some(Verdict::Loses)
    } else {
        None
    }
}

/// The verdict of the packings of both sides.
pub(super) fn by_packing(board: &Board) -> Option<Verdict> {
    let (own, other) = (board.own(), board.other());
    let length = own.length() as i32;
    // The side that moves first needs one move more than the opponent.
    let packing = Packing::of(own);
    if packing.by_blocks(length).first() > other.total().real
        || packing.by_squares(length).first() > other.total().area
    {
        return Some(Verdict::Wins);
    }
    // The side that moves second needs as many moves as the opponent. The opponent's last block may
    // lack squares.
    let packing = Packing::of(other);
    let loses = packing.by_blocks(length).second() >= own.total().real
        || packing.by_squares(length).second() + length > own.total().area;
    loses.then_some(Verdict::Loses)
}

impl Packing {
    /// The areas and their worth in blocks: the moves, and the opponent's blocks that a region
    /// takes.
    fn by_blocks(&self, length: i32) -> Worth {
        Worth {
            safe: self.safe,
            regions: self.regions,
            region: 2 * length,
            lanes: length,
            lane: 1,
            joined: Bag::of(self.joined.items(), 1),
            single: Bag::of(self.single_blocks, 1),
            hit: self.hit,
        }
    }

    /// The areas and their worth in squares.
    fn by_squares(&self, length: i32) -> Worth {
        Worth {
            safe: self.safe * length,
            regions: self.regions,
            region: 2 * length * length,
            lanes: length,
            lane: 2 * length,
            joined: self.joined,
            single: self.single,
            hit: self.hit,
        }
    }
}

/// What the areas of one side are worth to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// All safe blocks together.
    pub(super) safe: i32,
    /// The number of regions. The opponent spoils one at a time.
    pub(super) regions: i32,
    /// A region.
    pub(super) region: i32,
    /// The number of lanes of a region.
    pub(super) lanes: i32,
    /// A lane of a region, as a joined block.
    pub(super) lane: i32,
    /// The areas of which the opponent spoils up to `hit` at a time.
    pub(super) joined: Bag,
    /// The areas of which the opponent spoils one at a time.
    pub(super) single: Bag,
    /// See `joined`.
    pub(super) hit: i32,
}

impl Worth {
    /// What the side gets at least if the opponent moves first.
    pub(super) fn second(mut self) -> i32 {
        if self.regions % 2 != 0 {
            // A region without a partner serves as joined blocks.
            self.joined.add(self.lanes, self.lane);
        }
        let step = self.hit + 1;
        let sum = self.joined.every(step, step) + self.single.every(2, 2);
        self.pairs(self.regions) + sum + self.left_over(self.joined.items(), self.single.items())
    }

    /// What the side gets at least if it moves first.
    pub(super) fn first(self) -> i32 {
        let mut most = 0;
        if self.regions > 0 {
            let rest = Worth { regions: self.regions - 1, ..self };
            most = self.region + rest.second();
        }
        let mut now = self;
        if now.regions % 2 != 0 {
            now.joined.add(now.lanes, now.lane);
        }
        let (step, safe) = (now.hit + 1, now.pairs(now.regions));
        let [joined, single] = [now.joined.items(), now.single.items()];
        if joined > 0 {
            let sum = now.joined.every(1, step) + now.single.every(2, 2);
            most = most.max(safe + sum + now.left_over(joined - 1, single));
        }
        if single > 0 {
            let sum = now.joined.every(step, step) + now.single.every(1, 2);
            most = most.max(safe + sum + now.left_over(joined, single - 1));
        }
        most.max(safe)
    }

    /// The safe blocks, and one of every two regions.
    fn pairs(&self, regions: i32) -> i32 {
        self.safe + regions / 2 * self.region
    }

    /// If areas of both classes are left over when the others have been shared out, the opponent
    /// cannot spoil both classes at a time.
    fn left_over(&self, joined: i32, single: i32) -> i32 {
        let both = joined % (self.hit + 1) != 0 && single % 2 != 0;
        if both { self.joined.least().min(self.single.least()) } else { 0 }
    }
}
