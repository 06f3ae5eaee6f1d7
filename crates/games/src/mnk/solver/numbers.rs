//! Proof and disproof numbers.

/// Estimates of how many positions must be solved to prove that the side to move succeeds, and that
/// it fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) succeed: u32,
    pub(super) fail: u32,
}

/// A number that is greater than any sum of proof numbers or disproof numbers.
pub(super) const INFINITE: u32 = 1 << 30;
impl Numbers {
    pub(super) const SUCCESS: Numbers = Numbers { succeed: 0, fail: INFINITE };
    pub(super) const FAILURE: Numbers = Numbers { succeed: INFINITE, fail: 0 };

    pub(super) fn solved(self) -> Option<bool> {
        if self.succeed == 0 { Some(true) } else { (self.fail == 0).then_some(false) }
    }

    /// The limits for searching a child, given the sum of all children, the child's own numbers and
    /// the limit set by the second best child.
    pub(super) fn for_child(self, sum: Numbers, child: Numbers, second: u32) -> Numbers {
        let succeed = self.fail.saturating_sub(sum.fail) + child.succeed;
        Numbers {
            succeed: succeed.max(child.succeed + 1),
            fail: self.succeed.min(second + second / 4 + 1),
        }
    }
}
