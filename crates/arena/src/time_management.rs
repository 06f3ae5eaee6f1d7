//! How long to think about a move, so that the time lasts.

use std::time::{Duration, Instant};

use rules::Table;
use search::{EngineAtLevel, Limits, SearchResult, StopWhen};

/// A game seldom takes more moves of each player than this. One that does is still in time, since every move takes only
/// its share of what is left.
const USUAL_MOVES: u32 = 25;

/// A search that may not last so long is not worth beginning: it looks at its clock about every millisecond.
const SHORTEST: Duration = Duration::from_millis(2);

/// What thinking leaves alone at most: for pipes, and for whatever else the machine does.
const RESERVE: Duration = Duration::from_secs(1);

/// How long to think, when so much time is left for this move and `moves` in all; for the rest of the game if that is
/// not known. Zero when there is no time to think.
pub(crate) fn budget(left: Duration, moves: Option<u32>) -> Duration {
    let reserve = (left / 4).min(RESERVE);
    let budget = (left - reserve) / moves.unwrap_or(USUAL_MOVES).max(1);
    if budget < SHORTEST { Duration::ZERO } else { budget }
}

/// How long to think about a move, when so much is left for all moves and so much is given to each.
pub(crate) fn share(left: Option<Duration>, each_move: Option<Duration>) -> Option<Duration> {
    let shares = [left.map(|left| budget(left, None)), each_move.map(|time| budget(time, Some(1)))];
    shares.into_iter().flatten().min()
}

/// Lets an engine think about its move for so long, or up to its limits, and tells how long it took.
pub(crate) fn think(
    engine: &mut EngineAtLevel,
    table: &dyn Table,
    moves: &[String],
    limits: Limits,
    time: Option<Duration>,
) -> (Option<SearchResult>, Duration) {
    let start = Instant::now();
    // Without time to think, the first look at the clock ends the search.
    let mut handler = StopWhen(|_| time.is_some_and(|time| start.elapsed() >= time));
    let result = engine.choose(table, moves, limits, &mut handler);
    (result, start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the clock alone: each move thinks for its whole budget, is late by some, and costs a little to send.
    fn left_after(total_ms: u64, moves: u32) -> Option<Duration> {
        let (late, sent) = (Duration::from_millis(2), Duration::from_micros(400));
        let mut left = Duration::from_millis(total_ms);
        for _ in 0..moves {
            let budget = budget(left, None);
            left = left.checked_sub(if budget.is_zero() { sent } else { budget + late + sent })?;
        }
        Some(left)
    }

    #[test]
    fn no_game_runs_out_of_time() {
        for total_ms in [200, 500, 1000, 5000, 60_000, 600_000] {
            for moves in [1, 10, 30, 50, 75, 100] {
                assert!(left_after(total_ms, moves).is_some(), "{moves} moves in {total_ms} ms");
            }
        }
    }

    #[test]
    fn most_of_the_time_is_used() {
        assert!(left_after(60_000, 40).is_some_and(|left| left < Duration::from_secs(20)));
        assert_eq!(budget(Duration::ZERO, Some(0)), Duration::ZERO);
        assert_eq!(budget(Duration::from_secs(10), Some(3)), Duration::from_secs(3));
    }
}
