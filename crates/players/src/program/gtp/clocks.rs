//! Reports the clocks of a game to a program. The protocol counts whole seconds. It has a main
//! time, and then periods, in each of which a player has to make a given number of moves.
//!
//! A program that keeps to the reported time is never late:
//!
//! - The remaining time is rounded down. Below one second it is reported as 0, and then a program
//!   should move at once. The time that the program spent on the parameters is subtracted,
//!   unless it is negligible: if a negligible time were subtracted, rounding would turn one second
//!   into 0.
//! - `time_settings` says 1 instead of 0, since some programs take 0 for no limit. A program whose
//!   time is below one second has to observe `time_left`.
//! - An increment is reported as a period of one move after the main time. The real clock allows a
//!   little more time. An increment below one second is not reported.
//! - The protocol cannot express two limits at once. If there is a time for the game and a time for
//!   each move, a period of one move is reported. The reported period is the time for the move, or
//!   a fair share of the remaining time if this share is less.

use std::time::Duration;

use rules::{Side, TimeControl};

use super::record::colour;
use crate::time_management;

pub(super) const SETTINGS: &str = "time_settings";
pub(super) const LEFT: &str = "time_left";

/// A time below this bound is negligible. A program that counts whole seconds has to keep a reserve
/// for pipes and other delays, and this reserve is larger than the bound.
const NEXT_TO_NOTHING: Duration = Duration::from_millis(20);

/// How much of the time spent on the parameters is subtracted from the reported time.
pub(super) fn counted(readying: Duration) -> Duration {
    if readying < NEXT_TO_NOTHING { Duration::ZERO } else { readying }
}

/// A time, and the number of moves to be made in it; 0 means all remaining moves.
#[derive(Clone, Copy)]
struct Limit {
    time: Duration,
    moves: u32,
}

/// The time limit that applies now.
fn limit(left: Option<Duration>, each_move: Option<Duration>) -> Option<Limit> {
    match (left, each_move) {
        (None, None) => None,
        (Some(left), Some(each)) if each < left => Some(Limit {
            time: each.min(time_management::budget(left, time_management::USUAL_MOVES)),
            moves: 1,
        }),
        (Some(left), _) => Some(Limit { time: left, moves: 0 }),
        (None, Some(each)) => Some(Limit { time: each, moves: 1 }),
    }
}

/// The command that reports the clocks of a game.
pub(super) fn settings(time: TimeControl) -> String {
    let [main, period, stones] = match limit(time.game, time.each_move) {
        None => [0, 1, 0],
        Some(Limit { time: main, moves: 0 }) => {
            let increment = time.increment.as_secs();
            [main.as_secs().max(1), increment, increment.min(1)]
        }
        Some(Limit { time: period, moves }) => [0, period.as_secs().max(1), moves.into()],
    };
    format!("{SETTINGS} {main} {period} {stones}")
}

/// The command that reports a side's remaining time, if that is limited.
pub(super) fn left(
    side: Side,
    left: Option<Duration>,
    each_move: Option<Duration>,
) -> Option<String> {
    let limit = limit(left, each_move)?;
    Some(format!("{LEFT} {} {} {}", colour(side), limit.time.as_secs(), limit.moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const GAME: TimeControl = TimeControl::game(Duration::from_secs(60));
    const MOVE: TimeControl = TimeControl::each_move(Duration::from_secs(5));

    #[test]
    fn clocks_are_told_in_whole_seconds() {
        let none = TimeControl { game: None, ..GAME };
        assert_eq!(settings(none), "time_settings 0 1 0");
        assert_eq!(settings(GAME), "time_settings 60 0 0");
        assert_eq!(settings(MOVE), "time_settings 0 5 1");
        assert_eq!(settings(TimeControl { increment: 2 * SECOND, ..GAME }), "time_settings 60 2 1");
        assert_eq!(settings(TimeControl { increment: SECOND / 2, ..GAME }), "time_settings 60 0 0");
        assert_eq!(settings(TimeControl::each_move(SECOND / 10)), "time_settings 0 1 1");
        assert_eq!(settings(TimeControl::game(SECOND * 19 / 10)), "time_settings 1 0 0");
    }

    #[test]
    fn a_second_is_told_as_one_where_the_parameters_took_next_to_nothing() {
        let told = |took_ms| {
            left(Side::First, None, Some(SECOND - counted(Duration::from_millis(took_ms))))
        };
        assert_eq!([told(1), told(19)].map(Option::unwrap), ["time_left b 1 1"; 2]);
        assert_eq!([told(20), told(999)].map(Option::unwrap), ["time_left b 0 1"; 2]);
    }

    #[test]
    fn nobody_who_keeps_to_what_is_left_is_late() {
        assert_eq!(left(Side::First, None, None), None);
        let told = |game_ms: Option<u64>, move_ms: Option<u64>| {
            left(
                Side::Second,
                game_ms.map(Duration::from_millis),
                move_ms.map(Duration::from_millis),
            )
        };
        assert_eq!(told(Some(59_999), None).as_deref(), Some("time_left w 59 0"));
        assert_eq!(told(None, Some(900)).as_deref(), Some("time_left w 0 1"));
        // If both times are limited, these three calls report the time for the move, a share of the
        // remaining time, and all of the remaining time.
        assert_eq!(told(Some(600_000), Some(5_000)).as_deref(), Some("time_left w 5 1"));
        assert_eq!(told(Some(60_000), Some(5_000)).as_deref(), Some("time_left w 2 1"));
        assert_eq!(told(Some(4_000), Some(5_000)).as_deref(), Some("time_left w 4 0"));
        assert_eq!(
            settings(TimeControl { each_move: MOVE.each_move, ..GAME }),
            "time_settings 0 2 1"
        );
    }
}
