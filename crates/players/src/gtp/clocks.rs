//! The time that a controller allows: main time, then periods for a number of moves each.

use std::time::Duration;

use rules::Side;

use crate::time_management;

/// What `time_settings` sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) main: Duration,
    /// The length of a period after the main time; zero if there are no periods.
    pub(super) period: Duration,
    /// The number of moves in a period.
    pub(super) stones: u32,
}

impl Settings {
    /// In the protocol, a period without moves means that there is no limit.
    fn is_limit(self) -> bool {
        self.period.is_zero() || self.stones > 0
    }

    fn has_periods(self) -> bool {
        !self.period.is_zero() && self.stones > 0
    }
}

/// The time that a side has left: main time, or a period in which some moves must still be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) time: Duration,
    /// The moves left in the period; 0 during the main time.
    pub(super) stones: u32,
}

/// Both sides' clocks, if the controller has set them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clocks {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

impl Clocks {
    /// Sets both clocks.
    pub(super) fn set(&mut self, settings: Settings) {
        self.settings = Some(settings);
        self.start_over();
    }

    /// Resets both clocks for a new game.
    pub(super) fn start_over(&mut self) {
        let limits = self.settings.filter(|settings| settings.is_limit());
        self.left = [limits.map(|settings| Left { time: settings.main, stones: 0 }); 2];
    }

    /// Sets a side's clock to the controller's value.
    pub(super) fn correct(&mut self, side: Side, left: Left) {
        self.left[side.index()] = Some(left);
    }

    /// The time to think about a move; `moves` is the likely number of moves that the player still
    /// has to make. `None` if the player's time is not limited.
    pub(super) fn budget(&self, side: Side, moves: u32) -> Option<Duration> {
        let left = self.left[side.index()]?;
        if left.stones > 0 {
            return Some(time_management::budget(left.time, left.stones));
        }
        let period =
            self.periods().map_or(Duration::ZERO, |s| time_management::budget(s.period, s.stones));
        time_management::share(Some(left.time), None, moves).map(|main| main + period)
    }

    /// Subtracts the time of a move from a side's clock.
    pub(super) fn spend(&mut self, side: Side, used: Duration) {
        let Some(left) = self.left[side.index()] else { return };
        let rest =
            Left { time: left.time.saturating_sub(used), stones: left.stones.saturating_sub(1) };
        let ended = if left.stones > 0 { rest.stones == 0 } else { rest.time.is_zero() };
        let fresh = self.periods().filter(|_| ended);
        self.left[side.index()] =
            Some(fresh.map_or(rest, |s| Left { time: s.period, stones: s.stones }));
    }

    fn periods(&self) -> Option<Settings> {
        self.settings.filter(|settings| settings.has_periods())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clocks(main: u32, period: u32, stones: u32) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(Settings { main: SECOND * main, period: SECOND * period, stones });
        clocks
    }

    #[test]
    fn no_limit_is_said_in_two_ways() {
        assert_eq!(Clocks::default().budget(Side::First, 25), None);
        assert_eq!(clocks(0, 1, 0).budget(Side::First, 25), None);
        assert_eq!(clocks(0, 0, 0).budget(Side::First, 25), Some(Duration::ZERO));
    }

    #[test]
    fn a_move_takes_a_share_of_the_main_time_and_of_a_period() {
        let alone = clocks(60, 0, 0).budget(Side::First, 25).unwrap();
        assert!(alone > SECOND && alone < 3 * SECOND, "{alone:?}");
        assert!(
            clocks(60, 0, 0).budget(Side::First, 5).unwrap() > 4 * alone,
            "if few moves are left, each gets much time"
        );
        let with_periods = clocks(60, 10, 4).budget(Side::First, 25).unwrap();
        assert_eq!(with_periods - alone, time_management::budget(10 * SECOND, 4));
        assert!(clocks(0, 10, 4).budget(Side::First, 25).unwrap() < 10 * SECOND / 4);
    }

    #[test]
    fn periods_follow_the_main_time_and_each_other() {
        let mut clocks = clocks(5, 10, 2);
        clocks.spend(Side::First, 6 * SECOND);
        assert_eq!(clocks.left[0], Some(Left { time: 10 * SECOND, stones: 2 }));
        clocks.spend(Side::First, 4 * SECOND);
        assert_eq!(clocks.left[0], Some(Left { time: 6 * SECOND, stones: 1 }));
        clocks.spend(Side::First, SECOND);
        assert_eq!(clocks.left[0], Some(Left { time: 10 * SECOND, stones: 2 }));
        assert_eq!(
            clocks.left[1],
            Some(Left { time: 5 * SECOND, stones: 0 }),
            "each side has its own clock"
        );
        clocks.correct(Side::Second, Left { time: SECOND, stones: 1 });
        assert!(clocks.budget(Side::Second, 25).unwrap() < SECOND);
        clocks.start_over();
        assert_eq!(clocks.left, [Some(Left { time: 5 * SECOND, stones: 0 }); 2]);
    }
}
