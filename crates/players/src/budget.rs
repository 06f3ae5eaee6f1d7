//! The remaining time of both sides, and whether an answer is late.

use std::time::Duration;

use rules::{Side, TimeControl};
use sandbox::GRACE;

/// The limit of an answer if there is no clock: one day.
pub(crate) const FOREVER: Duration = Duration::from_secs(86_400);

/// The clocks of a game. A player is charged for wall time minus the time that it waited for a
/// processor.
#[derive(Debug)]
pub struct Budget {
    times: [TimeControl; 2],
    /// The time that each side has left for all its moves. This time includes [`sandbox::GRACE`],
    /// which a side gets once and not for each move.
    left: [Option<Duration>; 2],
}

impl Budget {
    /// The clocks of a game that begins, one for each side.
    #[must_use]
    pub fn new(times: [TimeControl; 2]) -> Budget {
        let left = times.map(|time| time.game.map(|game| game.saturating_add(GRACE)));
        Budget { times, left }
    }

    /// The time that a side has left for all its moves, if that is limited.
    #[must_use]
    pub fn left(&self, side: Side) -> Option<Duration> {
        self.left[side.index()].map(|left| left.saturating_sub(GRACE))
    }

    /// Whether an answer is late if this much time is charged for it.
    #[must_use]
    pub fn is_late(&self, side: Side, charged: Duration) -> bool {
        let each_move = self.times[side.index()].each_move.map(|time| time.saturating_add(GRACE));
        charged > self.left[side.index()].into_iter().chain(each_move).min().unwrap_or(FOREVER)
    }

    /// Charges a side for its answer.
    pub fn charge(&mut self, side: Side, charged: Duration) {
        let increment = self.times[side.index()].increment;
        let left = &mut self.left[side.index()];
        *left = left.map(|left| left.saturating_sub(charged).saturating_add(increment));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn each_move_has_its_grace() {
        let mut budget = Budget::new(
            [TimeControl { game: None, each_move: Some(ms(100)), increment: ms(0) }; 2],
        );
        for _ in 0..3 {
            assert!(!budget.is_late(Side::First, ms(120)) && budget.is_late(Side::First, ms(121)));
            budget.charge(Side::First, ms(120));
        }
        assert_eq!(budget.left(Side::First), None);
    }

    #[test]
    fn all_moves_together_have_it_once() {
        let time = TimeControl { game: Some(ms(100)), each_move: None, increment: ms(1) };
        let mut budget = Budget::new([TimeControl::each_move(ms(5)), time]);
        budget.charge(Side::Second, ms(90));
        assert_eq!([Side::First, Side::Second].map(|side| budget.left(side)), [None, Some(ms(11))]);
        budget.charge(Side::Second, ms(16));
        assert_eq!(budget.left(Side::Second), Some(ms(0)));
        assert!(!budget.is_late(Side::First, ms(25)) && budget.is_late(Side::First, ms(26)));
        assert!(!budget.is_late(Side::Second, ms(16)) && budget.is_late(Side::Second, ms(17)));
        let none = Budget::new([TimeControl { game: None, each_move: None, increment: ms(0) }; 2]);
        assert!(!none.is_late(Side::First, FOREVER) && none.is_late(Side::First, 2 * FOREVER));
    }
}
