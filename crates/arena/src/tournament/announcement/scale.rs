//! More time on slower machines.

use std::time::Duration;

use rules::TimeControl;

use super::Workers;
use crate::record::TimeRecord;

/// Time is scaled by no more than this, so that no game lasts for ever.
const GREATEST_FACTOR: f64 = 100.0;

impl Workers {
    /// Says why time cannot be scaled, where it is to be.
    pub(crate) fn check(&self) -> Result<(), String> {
        if !self.scale_time {
            return Ok(());
        }
        let Some([least, greatest]) = self.speed else {
            return Err("scale-time gives slower machines more time: set `speed`, the least and the greatest, as well"
                .to_string());
        };
        let is_fair = least > 0.0 && greatest.is_finite() && greatest / least <= GREATEST_FACTOR;
        let why = || format!("where time is scaled, the greatest speed is at most {GREATEST_FACTOR} times the least");
        if is_fair { Ok(()) } else { Err(why()) }
    }

    /// The clocks on a machine of this speed. Those that are announced are those of the fastest machine that may play.
    pub(crate) fn time_at(&self, speed: f64, announced: TimeControl) -> TimeControl {
        let factor = match self.speed {
            Some([least, greatest]) if self.scale_time => greatest / speed.clamp(least, greatest),
            _ => return announced,
        };
        TimeControl {
            game: announced.game.map(|time| scaled(time, factor)),
            increment: scaled(announced.increment, factor),
            each_move: announced.each_move.map(|time| scaled(time, factor)),
        }
    }

    /// Whether a machine that may play can have had these clocks.
    pub(crate) fn may_have_played(&self, announced: TimeControl, clocks: &TimeRecord) -> bool {
        let least = TimeRecord::from(announced);
        let most = match self.speed {
            Some([slowest, _]) => TimeRecord::from(self.time_at(slowest, announced)),
            None => TimeRecord::from(announced),
        };
        let is_within = |[least, most, time]: [Option<u64>; 3]| match (least, most, time) {
            (Some(least), Some(most), Some(time)) => (least..=most).contains(&time),
            (None, None, None) => true,
            _ => false,
        };
        [
            [least.game_ms, most.game_ms, clocks.game_ms],
            [least.increment_ms, most.increment_ms, clocks.increment_ms],
            [least.move_ms, most.move_ms, clocks.move_ms],
        ]
        .into_iter()
        .all(is_within)
    }
}

/// In whole milliseconds, as records have it.
fn scaled(time: Duration, factor: f64) -> Duration {
    Duration::from_millis((time.as_millis() as f64 * factor) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: TimeControl = TimeControl {
        game: Some(Duration::from_secs(60)),
        increment: Duration::from_millis(333),
        each_move: Some(Duration::from_millis(1000)),
    };

    fn clocks(workers: &Workers, speed: f64) -> [Option<u64>; 3] {
        let TimeRecord { game_ms, increment_ms, move_ms } = workers.time_at(speed, MINUTE).into();
        [game_ms, increment_ms, move_ms]
    }

    #[test]
    fn a_slower_machine_has_more_time_and_no_machine_less() {
        let scaling = Workers { speed: Some([500.0, 2000.0]), scale_time: true };
        assert_eq!(clocks(&scaling, 2000.0), [Some(60_000), Some(333), Some(1000)]);
        assert_eq!(clocks(&scaling, 1500.0), [Some(80_000), Some(444), Some(1333)]);
        assert_eq!(clocks(&scaling, 500.0), [Some(240_000), Some(1332), Some(4000)]);
        // The store gives such machines nothing to play.
        assert_eq!(clocks(&scaling, 4000.0), clocks(&scaling, 2000.0));
        assert_eq!(clocks(&scaling, 0.0), clocks(&scaling, 500.0));
        let strict = Workers { scale_time: false, ..scaling };
        assert_eq!(clocks(&strict, 500.0), clocks(&scaling, 2000.0));
    }

    #[test]
    fn clocks_are_accepted_between_the_fastest_and_the_slowest_machine() {
        let scaling = Workers { speed: Some([500.0, 2000.0]), scale_time: true };
        let strict = Workers { scale_time: false, ..scaling };
        let announced = TimeControl { increment: Duration::ZERO, each_move: None, ..MINUTE };
        let clocks = |game_ms| TimeRecord { game_ms, increment_ms: None, move_ms: None };
        for (game_ms, if_scaled, if_not) in [
            (Some(59_999), false, false),
            (Some(60_000), true, true),
            (Some(60_001), true, false),
            (Some(240_000), true, false),
            (Some(240_001), false, false),
            (None, false, false),
        ] {
            assert_eq!(scaling.may_have_played(announced, &clocks(game_ms)), if_scaled, "{game_ms:?}");
            assert_eq!(strict.may_have_played(announced, &clocks(game_ms)), if_not, "{game_ms:?}");
        }
        let more = TimeRecord { move_ms: Some(1000), ..clocks(Some(60_000)) };
        assert!(!scaling.may_have_played(announced, &more), "a clock that was not announced");
        assert!(strict.check().is_ok() && Workers::default().may_have_played(announced, &clocks(Some(60_000))));
    }

    #[test]
    fn no_machine_has_time_without_end() {
        for speed in [None, Some([0.0, 0.0]), Some([0.0, 1.0]), Some([1.0, 100.5]), Some([f64::NAN, 1.0])] {
            assert!(Workers { speed, scale_time: true }.check().is_err(), "{speed:?}");
            assert!(Workers { speed, scale_time: false }.check().is_ok(), "{speed:?}");
        }
        assert!(Workers { speed: Some([1.0, 100.0]), scale_time: true }.check().is_ok());
    }
}
