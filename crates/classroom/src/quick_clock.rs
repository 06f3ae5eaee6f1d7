//! The clock of a quick game: it breaks off a game that takes too long, without a verdict.

use std::time::Duration;

use matches::record::{Ending, Record};
use players::Foul;
use rules::TimeControl;
use sandbox::GRACE;

/// The greatest time of a quick game for both players together.
pub(crate) const QUICK_GAME: Duration = Duration::from_secs(15);

/// The clocks of a quick game: the game's own clocks, but each player has at most half of
/// [`QUICK_GAME`] for all moves.
pub(crate) fn quick(time: TimeControl) -> TimeControl {
    let half = QUICK_GAME / 2;
    let game = time.game.map_or(half, |game| game.min(half));
    let increment =
        if time.game.is_some_and(|game| game <= half) { time.increment } else { Duration::ZERO };
    TimeControl { game: Some(game), increment, ..time }
}

/// Whether a quick game ended only because it is quick: a player ran out of the time that the
/// game's own clocks would have given.
pub(crate) fn ran_out(record: &Record, own: TimeControl) -> bool {
    let Ending::Foul { foul: Foul::Late, .. } = &record.end else { return false };
    let charged = |answer: usize| {
        let clocks = &record.clocks;
        Duration::from_micros(clocks.wall_us[answer].saturating_sub(clocks.waited_us[answer]))
    };
    let Some(last) = record.clocks.wall_us.len().checked_sub(1) else { return false };
    let is_late_move = own.each_move.is_some_and(|limit| charged(last) > limit + GRACE);
    // A player whose own time is no longer than the quick time was late by its own clock.
    let is_own_time = own.game.is_some_and(|limit| limit <= QUICK_GAME / 2);
    !is_late_move && !is_own_time
}

/// Whether the player who ran out of time was silent: it waited or slept, since its last answer took
/// nearly no processor time. It would be as silent with more time.
pub(crate) fn was_silent(record: &Record) -> bool {
    let (cpu, wall) = (record.clocks.cpu_us.last(), record.clocks.wall_us.last());
    cpu.zip(wall).is_some_and(|(cpu, wall)| cpu * 10 < *wall)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_quick_game_is_never_longer_and_keeps_the_limit_of_a_move() {
        let half = QUICK_GAME / 2;
        let minute = TimeControl { increment: seconds(1), ..TimeControl::game(seconds(60)) };
        assert_eq!(quick(minute), TimeControl::game(half));
        let moves = TimeControl::each_move(seconds(1));
        assert_eq!(quick(moves), TimeControl { game: Some(half), ..moves });
        let short = TimeControl { increment: seconds(1), ..TimeControl::game(seconds(2)) };
        assert_eq!(quick(short), short);
    }
}
