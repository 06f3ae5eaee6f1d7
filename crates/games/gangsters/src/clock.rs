//! Divides the time of a whole game among the moves.

use std::time::Duration;

/// In few games, a player makes more moves than this number. A longer game does not run out of
/// time, since every move takes only a share of the time that is left.
const USUAL_MOVES: u32 = 20;

/// The shortest time for which a search is worth starting. A search reads its clock only about
/// every millisecond.
pub(super) const SHORTEST: Duration = Duration::from_millis(2);

/// The time for a whole game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// Time that no search uses. This time is kept for delays by pipes and by other programs on the
    /// machine, and for games with more moves than usual.
    reserve: Duration,
}

impl Clock {
    pub(super) fn new(total: Duration) -> Clock {
        Clock { reserve: (total / 4).min(Duration::from_secs(3)) }
    }

    /// The time for a search. `left` is the time left for this and all later moves. If the game has
    /// a limit of moves, `moves` is the number of the player's moves until the limit. Returns zero
    /// if there is no time to search.
    pub(super) fn budget(&self, left: Duration, moves: Option<u32>) -> Duration {
        // Even the last move uses only half of the time that is left, since a longer search would
        // gain little.
        let shares = moves.unwrap_or(USUAL_MOVES).clamp(2, USUAL_MOVES);
        let budget = left.saturating_sub(self.reserve) / shares;
        if budget < SHORTEST { Duration::ZERO } else { budget }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time left after a simulated game. Each move takes its whole budget, some delay, and a
    /// little time for sending.
    fn left_after(total_ms: u64, moves: u32, limit: bool) -> Option<Duration> {
        let (late, sent) = (Duration::from_millis(2), Duration::from_micros(400));
        let clock = Clock::new(Duration::from_millis(total_ms));
        let mut left = Duration::from_millis(total_ms);
        for made in 0..moves {
            let budget = clock.budget(left, limit.then_some(moves - made));
            let spent = if budget.is_zero() { sent } else { budget + late + sent };
            left = left.checked_sub(spent)?;
        }
        Some(left)
    }

    #[test]
    fn no_game_runs_out_of_time() {
        for total_ms in [200, 300, 500, 1000, 5000, 60_000, 600_000] {
            for moves in [1, 2, 10, 30, 50, 100, 200] {
                for limit in [false, true] {
                    let left = left_after(total_ms, moves, limit);
                    assert!(left.is_some(), "{moves} moves in {total_ms} ms, limit known: {limit}");
                }
            }
        }
    }

    #[test]
    fn most_of_the_time_is_used() {
        let left = left_after(60_000, 40, false).unwrap();
        assert!(left < Duration::from_secs(20), "{left:?}");
        assert_eq!(Clock::new(Duration::ZERO).budget(Duration::ZERO, None), Duration::ZERO);
    }
}
