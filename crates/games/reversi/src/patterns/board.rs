//! A position with the numbers of its patterns.

use rules::random::hash_words;
use search::Score;

use super::super::board::{Discs, MOST, flips};
use super::{Features, POINT, Weights};

/// A position with the numbers of its patterns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub(crate) discs: Discs,
    features: Features,
    /// 0 if black is to move, 1 if white is.
    side: usize,
}

impl Board {
    /// The discs of black and those of white, and who is to move.
    pub(crate) fn new(discs: [u64; 2], side: usize) -> Board {
        let (own, other) = (discs[side], discs[1 - side]);
        Board { discs: Discs { own, other }, features: Features::of(discs), side }
    }

    /// The position after a disc on the square of this set, or after a pass if the set is empty.
    #[inline]
    pub(crate) fn after(&self, square: u64) -> Board {
        let flipped = flips(square, self.discs.own, self.discs.other);
        Board {
            discs: self.discs.after(square, flipped),
            features: self.features.after(self.side, square, flipped),
            side: 1 - self.side,
        }
    }

    pub(crate) fn key(&self) -> u64 {
        hash_words([self.discs.own, self.discs.other])
    }

    pub(crate) fn empty(&self) -> u32 {
        self.discs.empty().count_ones()
    }

    /// The evaluation of the position for the side to move.
    #[inline]
    pub(crate) fn value(&self, weights: &Weights) -> Score {
        let discs = 64 - self.empty();
        let most = POINT * MOST;
        weights.value(&self.features, discs, self.side).clamp(1 - most, most - 1)
    }
}
