//! Who certainly wins: one side has more blocks in hand than the other can ever place.
//!
//! Both counts follow from one plan. The side that plans ([`Packing`] describes what it has) first
//! uses the areas that the opponent could spoil, answering in the class of areas in which the
//! opponent has just spoiled one, and at last its safe blocks. So it makes some number of moves for
//! certain, and takes some squares from the opponent for certain. The opponent's moves are then
//! bounded in two ways: by the blocks that would fit into its lanes if it played alone, and by the
//! number of squares that it could cover.

use super::board::{Board, Counts};
use super::packing::{Packing, Vulnerable};

/// The side that certainly wins, if the counts of the two sides show it.
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

/// The verdict of the whole packing of both sides.
pub(super) fn by_packing(board: &Board) -> Option<Verdict> {
    let (own, other) = (board.own().total(), board.other().total());
    let length = board.own().length() as i32;
    if Packing::of(board.own()).wins_first(other, length) {
        Some(Verdict::Wins)
    } else if Packing::of(board.other()).wins_second(own, length) {
        Some(Verdict::Loses)
    } else {
        None
    }
}

/// What a side has for certain so far: its moves, and what they take from the opponent.
#[derive(Clone, Copy, Debug, Default)]
struct Certain {
    /// The moves, including those that became safe.
    moves: i32,
    /// The regions among them, each filled with as many blocks as it has lanes.
    regions: i32,
    /// The squares taken that the opponent could have covered.
    squares: i32,
}

impl Packing {
    /// Whether the side with this packing wins if it moves first.
    fn wins_first(self, opponent: Counts, length: i32) -> bool {
        let wins = |rest: Packing, gained: Certain| {
            let certain = rest.certain(gained, length);
            certain.moves > most_moves(certain, opponent, length)
        };
        let block = Certain { moves: 1, regions: 0, squares: length };
        let region = Certain { moves: length, regions: 1, squares: length * length };
        let sheltered = Certain { squares: 1, ..block };
        // Blocks that are not sheltered take the most squares.
        let used = |class: Vulnerable| {
            let is_open = class.blocks > class.sheltered;
            let rest = Vulnerable {
                blocks: class.blocks - 1,
                sheltered: class.sheltered - i32::from(!is_open),
            };
            (rest, if is_open { block } else { sheltered })
        };
        let (joined, by_joined) = used(self.joined);
        let (single, by_single) = used(self.single);
        self.regions > 0 && wins(Packing { regions: self.regions - 1, ..self }, region)
            || self.joined.blocks > 0 && wins(Packing { joined, ..self }, by_joined)
            || self.single.blocks > 0 && wins(Packing { single, ..self }, by_single)
            || wins(
                Packing { safe: self.safe - 1, ..self },
                Certain { moves: 1, ..Certain::default() },
            ) && self.safe > 0
    }

    /// Whether the side with this packing wins if the opponent moves first.
    fn wins_second(self, opponent: Counts, length: i32) -> bool {
        let certain = self.certain(Certain::default(), length);
        certain.moves >= most_moves(certain, opponent, length)
    }

    /// The moves that the side has for certain if the opponent moves next.
    #[cfg(test)]
    pub(super) fn certain_moves(self, length: i32) -> i32 {
        self.certain(Certain::default(), length).moves
    }

    /// What the side has for certain if the opponent moves next, on top of what it has gained.
    ///
    /// Of two regions the side gets one. The opponent's block crosses at most `hit` joined blocks,
    /// and then the side places one: it gets one of every `hit + 1`. In the same way it gets one of
    /// two single blocks. If blocks of both classes are left over, the opponent cannot spoil both
    /// classes with one block.
    fn certain(self, gained: Certain, length: i32) -> Certain {
        let halves = self.regions / 2;
        let (mut joined, hit) = (self.joined, self.hit);
        if self.regions % 2 != 0 {
            // A region is also as many vulnerable blocks as it has lanes.
            joined.blocks += length;
        }
        let single = self.single;
        let [by_joined, by_single] = [joined.blocks / (hit + 1), single.blocks / 2];
        let both = joined.blocks % (hit + 1) != 0 && single.blocks % 2 != 0;
        let vulnerable = by_joined + by_single + i32::from(both);
        // The side places blocks that are not sheltered first. The others take one square at least.
        let open = |class: Vulnerable, of: i32| (class.blocks - class.sheltered) / of;
        let sheltered = by_joined - open(joined, hit + 1)
            + (by_single - open(single, 2))
            + i32::from(both && joined.sheltered + single.sheltered > 0);
        Certain {
            moves: gained.moves + self.safe + halves * length + vulnerable,
            regions: gained.regions + halves,
            squares: gained.squares + halves * length * length + vulnerable * length
                - sheltered * (length - 1),
        }
    }
}

/// The greatest number of blocks that the opponent can place against this plan.
///
/// A region lies at the end of runs of free squares in as many lanes of the opponent as it has
/// columns. So when the side fills it, each of these lanes has room for one block less.
fn most_moves(certain: Certain, opponent: Counts, length: i32) -> i32 {
    let by_lanes = opponent.real - certain.regions * length;
    let by_squares = (opponent.area - certain.squares) / length;
    by_lanes.min(by_squares)
}
