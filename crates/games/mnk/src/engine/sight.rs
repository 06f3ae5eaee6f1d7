//! What one side sees on a board: the squares where a stone would do something.

use rules::bits::Bits;
use search::Score;

use super::combinations::{COMPLETING, Combination, DOUBLING, PREPARING, SETS, THREATENING};

/// The free squares of one side, by the combinations that a stone would make there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sight<const W: usize> {
    sets: [Bits<W>; SETS],
    /// How many free squares lie on a line that this side may still complete.
    pub(super) open: usize,
    /// The sum of the values of the combinations, if the side is to move, and if it waits.
    pub(super) value: [Score; 2],
}

impl<const W: usize> Sight<W> {
    /// No square.
    pub(super) const EMPTY: Sight<W> = Sight { sets: [Bits::EMPTY; SETS], open: 0, value: [0; 2] };

    /// The squares where a stone completes a line.
    pub(super) fn completing(&self) -> Bits<W> {
        self.sets[COMPLETING]
    }

    /// The squares where a stone leaves two squares that complete a line.
    pub(super) fn doubling(&self) -> Bits<W> {
        self.sets[DOUBLING]
    }

    /// The squares where a stone leaves a square that completes a line.
    pub(super) fn threatening(&self) -> Bits<W> {
        self.sets[THREATENING]
    }

    /// The squares where a stone makes an open three or more.
    pub(super) fn preparing(&self) -> Bits<W> {
        self.sets[PREPARING]
    }

    /// Counts a square with a combination in place of one with another combination. The combination
    /// with the number 0 counts for nothing.
    #[inline]
    pub(super) fn recount(&mut self, square: usize, before: &Combination, after: &Combination) {
        self.open = self.open + usize::from(after.is_open) - usize::from(before.is_open);
        for who in 0..2 {
            self.value[who] += Score::from(after.value[who]) - Score::from(before.value[who]);
        }
        if before.sets == after.sets {
            return;
        }
        for (set, squares) in self.sets.iter_mut().enumerate() {
            if after.sets >> set & 1 != 0 {
                squares.insert(square);
            } else {
                squares.remove(square);
            }
        }
    }
}
