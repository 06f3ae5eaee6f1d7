//! Whether a program was late because it is slow, or because it waited for a processor.

use super::{Ending, Record};
use crate::Foul;

/// Who waited for more of its time than this, of a hundred parts, may have been late for that alone.
pub(crate) const MUCH: u64 = 10;

/// The time that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lateness {
    /// In microseconds, on the wall.
    wall: u64,
    /// Of it, ready to run but waiting for a processor.
    waited: u64,
}

impl Record {
    /// The time of the answer that came too late, if that is how the game was lost. Where the time for all moves may have run out
    /// little by little, all answers of that side count: since sides take turns, every other one.
    #[must_use]
    pub fn lateness(&self) -> Option<Lateness> {
        let Ending::Foul { foul: Foul::Late, .. } = &self.end else { return None };
        let is_bank = self.time.game_ms.is_some();
        let count = if is_bank { usize::MAX } else { 1 };
        let of = |list: &[u64]| list.iter().rev().step_by(2).take(count).sum();
        Some(Lateness { wall: of(&self.clocks.wall_us), waited: of(&self.clocks.waited_us) })
    }

    /// What was done to lose the game, in words, if it was lost by a foul.
    #[must_use]
    pub fn foul(&self) -> Option<String> {
        let Ending::Foul { foul, .. } = &self.end else { return None };
        let was_busy = self.lateness().is_some_and(|lateness| lateness.waited_over(MUCH));
        let why = if was_busy { " while the machine was busy" } else { "" };
        Some(format!("{foul}{why}"))
    }
}

impl Lateness {
    /// Whether more than so many parts of a hundred were spent waiting.
    #[must_use]
    pub fn waited_over(&self, percent: u64) -> bool {
        u128::from(self.waited) * 100 > u128::from(self.wall) * u128::from(percent)
    }

    /// How many parts of a hundred were.
    #[must_use]
    pub fn waited_percent(&self) -> u128 {
        u128::from(self.waited) * 100 / u128::from(self.wall.max(1))
    }
}
