//! How long to think about a move, so that the time suffices for the whole game.

use std::time::{Duration, Instant};

use rules::Table;
use search::{EngineAtLevel, Handler, Limits, Outlook, SearchResult};

/// The number of moves that each player is expected to make, where no better estimate is known. Few
/// games are longer. A longer game does not run out of time, since every move takes only a share of
/// the remaining time.
pub(crate) const USUAL_MOVES: u32 = 25;

/// The least number of moves among which the time is shared, even if fewer moves are expected.
const FEWEST_MOVES: u32 = 2;

/// How much of the time for all moves is kept in reserve. This reserve is enough to send a hundred
/// more moves without thinking.
const KEPT: Duration = Duration::from_millis(50);

/// A search shorter than this is not begun, since a search reads the clock about once in a
/// millisecond.
const SHORTEST: Duration = Duration::from_millis(2);

/// The most time that is left unused for pipes and other delays.
const RESERVE: Duration = Duration::from_secs(1);

/// How long to think if this much time is left for about `moves` moves. Returns zero if there is no
/// time to think.
pub(crate) fn budget(left: Duration, moves: u32) -> Duration {
    let reserve = (left / 4).min(RESERVE);
    let budget = (left - reserve) / moves.max(1);
    if budget < SHORTEST { Duration::ZERO } else { budget }
}

/// How long to think, given the time left for all moves, their likely number, and the time for each
/// move.
pub(crate) fn share(
    left: Option<Duration>,
    each_move: Option<Duration>,
    moves: u32,
) -> Option<Duration> {
    let moves = moves.max(FEWEST_MOVES);
    let shares = [
        left.map(|left| budget(left.saturating_sub(KEPT), moves)),
        each_move.map(|time| budget(time, 1)),
    ];
    shares.into_iter().flatten().min()
}

/// Ends a search when its time is over, or when the remaining time is too short for another
/// iteration to be worth it.
struct Deadline {
    start: Instant,
    /// `None` if the time is not limited. In that case, only the search's own limits count.
    time: Option<Duration>,
}

impl Handler for Deadline {
    fn stop(&mut self, _nodes: u64) -> bool {
        self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    fn go_on(&mut self, outlook: &Outlook) -> bool {
        self.time.is_none_or(|time| outlook.is_worth_it(self.start.elapsed(), time))
    }
}

/// Lets an engine think about its move for this long, or up to these limits. Returns the result and
/// the time that the engine took.
pub(crate) fn think(
    engine: &mut EngineAtLevel,
    table: &dyn Table,
    moves: &[String],
    limits: Limits,
    time: Option<Duration>,
) -> (Option<SearchResult>, Duration) {
    let start = Instant::now();
    // If there is no time to think, the search ends when it first reads the clock.
    let mut handler = Deadline { start, time };
    let result = engine.choose(table, moves, limits, &mut handler);
    (result, start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates only the clock. A player thinks about each move for its whole budget, ends a
    /// little late, and then takes some time to send the move.
    fn left_after(total_ms: u64, moves: u32, expected: fn(u32) -> u32) -> Option<Duration> {
        let (late, sent) = (Duration::from_millis(2), Duration::from_micros(400));
        let mut left = Duration::from_millis(total_ms);
        for made in 0..moves {
            let budget = share(Some(left), None, expected(made)).unwrap_or_default();
            left = left.checked_sub(if budget.is_zero() { sent } else { budget + late + sent })?;
        }
        Some(left)
    }

    #[test]
    fn no_game_runs_out_of_time() {
        for total_ms in [200, 500, 1000, 5000, 60_000, 600_000] {
            for moves in [1, 10, 30, 50, 75, 100] {
                for expected in [|_| USUAL_MOVES, |_| 0, |made| 30_u32.saturating_sub(made)] {
                    assert!(
                        left_after(total_ms, moves, expected).is_some(),
                        "{moves} moves in {total_ms} ms"
                    );
                }
            }
        }
    }

    #[test]
    fn most_of_the_time_is_used() {
        let most = |left: Option<Duration>| left.is_some_and(|left| left < Duration::from_secs(20));
        assert!(
            most(left_after(60_000, 40, |_| USUAL_MOVES))
                && most(left_after(60_000, 30, |made| 30 - made))
        );
        assert_eq!(budget(Duration::ZERO, 0), Duration::ZERO);
        assert_eq!(budget(Duration::from_secs(10), 3), Duration::from_secs(3));
    }
}
