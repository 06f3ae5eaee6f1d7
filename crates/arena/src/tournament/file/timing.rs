//! The clocks: `[time]`.

use std::time::Duration;

use rules::TimeControl;

use super::keys::{LONGEST_MS, TimeKeys};
use super::source::Source;
use crate::Error;
use crate::tournament::announcement::bank_share;

/// The clocks of a tournament with so many entrants, and what was shared out. What is not set is as usual.
pub(super) fn clocks(
    source: &Source<'_>,
    keys: &TimeKeys,
    usual: TimeControl,
    entrants: usize,
) -> Result<(TimeControl, Option<u64>), Error> {
    let (game_ms, move_ms) = (keys.game_ms.map(|ms| ms.0), keys.move_ms.map(|ms| ms.0));
    let wrong = |key: &str, sentence: &str| Err(source.wrong(&format!("time.{key}"), sentence));
    let bank_ms = match (&keys.bank, keys.total_ms) {
        (None, None) => None,
        (None, Some(_)) => return wrong("total-ms", "a bank shares it out: set `bank = \"inverse-square\"` as well"),
        (Some(_), None) => {
            return wrong("bank", "expected `total-ms` as well, which the square of the number of players divides");
        }
        (Some(_), Some(_)) if game_ms.is_some() => {
            return wrong("game-ms", "the bank sets the time for a game: expected `bank` or `game-ms`, and not both");
        }
        (Some(_), Some(total)) => Some(total.0),
    };
    let share = bank_ms.map(|bank| bank_share(bank, entrants));
    if share.is_some_and(|share| share > Duration::from_millis(LONGEST_MS)) {
        let sentence = format!("a game's share is more than a day: expected at most {LONGEST_MS} ms for a game");
        return wrong("total-ms", &sentence);
    }
    let game = share.or(game_ms.map(Duration::from_millis));
    let each_move = move_ms.map(Duration::from_millis);
    let is_usual = game.is_none() && each_move.is_none();
    let mut time = if is_usual { usual } else { TimeControl { game, increment: Duration::ZERO, each_move } };
    if let Some(increment) = keys.increment_ms {
        if time.game.is_none() {
            return wrong("increment-ms", "it adds to the time for all moves of a game: set `game-ms` as well");
        }
        time.increment = Duration::from_millis(increment.0);
    }
    Ok((time, bank_ms))
}
