//! What the solver's table keeps of a state.

use search::Value;

/// What is known of a state: bounds of what the side to move still gains, the half-moves that each
/// bound needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) needs: [u8; 2],
}

/// No board has more squares.
const MOST: i32 = 2500;

impl Known {
    pub(super) const NOTHING: Known = Known { lower: -MOST, upper: MOST, needs: [0; 2] };
}

/// The bits of a bound.
const BOUND_BITS: u32 = 13;

/// In bits 0..13 and 13..26 the bounds, in bits 26..42 what they need.
impl Value for Known {
    const BITS: u32 = 2 * BOUND_BITS + 16;

    #[inline]
    fn pack(self) -> u128 {
        let [lower, upper] = [self.lower, self.upper].map(|bound| (bound + MOST) as u64);
        let needs = u64::from(u16::from_le_bytes(self.needs));
        u128::from(lower | upper << BOUND_BITS | needs << (2 * BOUND_BITS))
    }

    #[inline]
    fn unpack(packed: u128) -> Known {
        let bound = |at: u32| (packed as u64 >> at & ((1 << BOUND_BITS) - 1)) as i32 - MOST;
        let needs = (packed >> (2 * BOUND_BITS)) as u16;
        Known { lower: bound(0), upper: bound(BOUND_BITS), needs: needs.to_le_bytes() }
    }
}
