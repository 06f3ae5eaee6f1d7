//! The contents of the hash table for a position: bounds of its score, their depth, and the best
//! move.

use crate::{Limits, Score, UNBOUNDED, Value};

/// What a search to some depth has found about a position, for the side to move.
///
/// ```
/// use search::{Bounds, UNBOUNDED};
///
/// let before = Bounds { lower: 3, upper: UNBOUNDED, depth: 5, best: Some(0) };
/// let found = Bounds { upper: 7, ..Bounds::none(5) };
/// assert_eq!(found.after(before), Bounds { upper: 7, ..before });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound of the score; `-`[`UNBOUNDED`] if nothing is known.
    pub lower: Score,
    /// The upper bound of the score; [`UNBOUNDED`] if nothing is known.
    pub upper: Score,
    /// The depth in plies. The depth is [`SOLVED`] if the bounds rest on no evaluation, so that no
    /// deeper search will change them.
    pub depth: u8,
    /// The index of the best move in the order in which the game generates moves. An index of 4095
    /// or more is not stored.
    pub best: Option<u16>,
}

/// The depth of bounds that no deeper search will change.
pub const SOLVED: u8 = u8::MAX;

const _: () = assert!(Limits::NONE.depth < SOLVED as u32);

const SCORE_BITS: u32 = 26;
const BEST_BITS: u32 = 12;
/// The number that stands for no move.
const NO_MOVE: u128 = (1 << BEST_BITS) - 1;

impl Bounds {
    /// Bounds of this depth that allow every score.
    #[must_use]
    pub const fn none(depth: u8) -> Bounds {
        Bounds { lower: -UNBOUNDED, upper: UNBOUNDED, depth, best: None }
    }

    /// Combines this result with an earlier one. If both have the same depth and do not contradict
    /// each other, both are used. Otherwise, the new result replaces the earlier one, except that
    /// an estimate never replaces a solved bound.
    #[must_use]
    pub fn after(self, before: Bounds) -> Bounds {
        let best = self.best.or(before.best);
        let both = Bounds {
            lower: self.lower.max(before.lower),
            upper: self.upper.min(before.upper),
            depth: self.depth,
            best,
        };
        if self.depth == before.depth && both.lower <= both.upper {
            both
        } else if before.depth == SOLVED && self.depth != SOLVED {
            Bounds { best, ..before }
        } else {
            Bounds { best, ..self }
        }
    }
}

/// The lower bound is in bits 46..72, the upper bound in bits 20..46, the depth in bits 12..20, and
/// the move in bits 0..12.
impl Value for Bounds {
    fn pack(self) -> u128 {
        let score = |score: Score| (score.clamp(-UNBOUNDED, UNBOUNDED) + UNBOUNDED) as u128;
        let best = self.best.map_or(NO_MOVE, |best| u128::from(best).min(NO_MOVE));
        let depth = u128::from(self.depth) << BEST_BITS;
        let bounds = score(self.lower) << SCORE_BITS | score(self.upper);
        bounds << (8 + BEST_BITS) | depth | best
    }

    fn unpack(packed: u128) -> Bounds {
        let score = |shift: u32| {
            let bits = packed >> shift & ((1 << SCORE_BITS) - 1);
            bits as Score - UNBOUNDED
        };
        let best = packed & NO_MOVE;
        Bounds {
            lower: score(8 + BEST_BITS + SCORE_BITS),
            upper: score(8 + BEST_BITS),
            depth: (packed >> BEST_BITS) as u8,
            best: (best != NO_MOVE).then_some(best as u16),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WON;

    #[test]
    fn bounds_survive_packing() {
        for lower in [-UNBOUNDED, -WON - 77, -1, 0, WON + 77] {
            for upper in [lower, UNBOUNDED] {
                for (depth, best) in [(1, None), (SOLVED, Some(0)), (9, Some(4094))] {
                    let bounds = Bounds { lower, upper, depth, best };
                    assert_eq!(Bounds::unpack(bounds.pack()), bounds);
                    assert_eq!(bounds.pack() >> Bounds::BITS, 0);
                }
            }
        }
        let far = Bounds { best: Some(5000), ..Bounds::none(3) };
        assert_eq!(Bounds::unpack(far.pack()).best, None, "a move with a large index is not kept");
    }

    #[test]
    fn what_is_found_later_joins_what_was_known() {
        let bounds = |lower, upper, depth| Bounds { lower, upper, depth, best: None };
        assert_eq!(bounds(3, UNBOUNDED, 5).after(bounds(-9, 7, 5)), bounds(3, 7, 5));
        assert_eq!(bounds(3, 4, 6).after(bounds(-9, 7, 5)), bounds(3, 4, 6), "deeper");
        assert_eq!(
            bounds(3, 4, 6).after(bounds(5, 7, 6)),
            bounds(3, 4, 6),
            "the new one counts if they contradict each other"
        );
        assert_eq!(bounds(3, 4, 6).after(bounds(-2, 7, SOLVED)), bounds(-2, 7, SOLVED));
        assert_eq!(bounds(3, 9, SOLVED).after(bounds(-2, 7, SOLVED)), bounds(3, 7, SOLVED));
        let hinted = Bounds { best: Some(4), ..bounds(0, 1, 2) };
        assert_eq!(bounds(2, 2, 3).after(hinted).best, Some(4), "a move is better than none");
    }
}
