//! Proof and disproof numbers.

use super::keys::Key;

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
    /// No limit.
    pub(super) const ENDLESS: Numbers = Numbers { succeed: INFINITE, fail: INFINITE };

    pub(super) fn solved(self) -> Option<bool> {
        if self.succeed == 0 { Some(true) } else { (self.fail == 0).then_some(false) }
    }

    /// The numbers of the same position from the view of the other side.
    pub(super) fn reversed(self) -> Numbers {
        Numbers { succeed: self.fail, fail: self.succeed }
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

/// A move with its known facts.
pub(super) struct Child {
    pub(super) square: u16,
    /// The key of the position after it; `None` before its first visit.
    pub(super) key: Option<Key>,
    /// The numbers from the view of the side that moves next.
    pub(super) numbers: Numbers,
}

/// The numbers of a position from those after its moves, the index of the best move, and the limit
/// set by the second best.
///
/// Proving that all moves fail takes the effort for the hardest move, plus the effort for the
/// others divided by `share`. In the full sum, a position to which several moves lead would count
/// several times.
///
/// CITE: Ueda, Hashimoto, Hashimoto, Iida, "Weak proof-number search", 2008.
pub(super) fn sum(children: &[Child], share: u32) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
    let (mut all, mut hardest) = (0, 0);
    for (i, Child { numbers, .. }) in children.iter().enumerate() {
        all = (all + numbers.succeed).min(INFINITE - 1);
        hardest = hardest.max(numbers.succeed);
        if numbers.fail < least {
            (best, second, least) = (i, least, numbers.fail);
        } else {
            second = second.min(numbers.fail);
        }
    }
    (Numbers { succeed: least, fail: hardest + (all - hardest) / share }, best, second)
}

/// Enters the result of searching the best move. Returns the solution of the position if this
/// result solves it: the move succeeds, or the last open move has failed.
pub(super) fn enter(children: &mut Vec<Child>, best: usize, found: Numbers) -> Option<Numbers> {
    match found.solved() {
        Some(false) => return Some(Numbers::SUCCESS),
        Some(true) => drop(children.swap_remove(best)),
        None => children[best].numbers = found,
    }
    children.is_empty().then_some(Numbers::FAILURE)
}

/// Adds a move if its result is open. The error is the solution of the position if the move
/// succeeds.
pub(super) fn add_open(children: &mut Vec<Child>, child: Child) -> Result<(), Numbers> {
    match child.numbers.solved() {
        Some(false) => return Err(Numbers::SUCCESS),
        Some(true) => {}
        None => children.push(child),
    }
    Ok(())
}
