//! The clocks: `[time]`.

use std::time::Duration;

use rules::{DAY, TimeControl, time_text};

use super::keys::TimeKeys;
use super::source::Source;
use crate::plan::announcement::bank_share;
use errors::Error;
use players::TimeRecord;

/// The clocks of a tournament with this many participants, and the bank in milliseconds if there is
/// one. Values that are not set have their defaults.
pub(super) fn clocks(
    source: &Source<'_>,
    keys: &TimeKeys,
    usual: TimeControl,
    participants: usize,
) -> Result<(TimeControl, Option<u64>), Error> {
    let wrong = |key: &str, sentence: &str| Err(source.wrong(&format!("time.{key}"), sentence));
    let bank = match (&keys.bank, keys.total) {
        (None, None) => None,
        (None, Some(_)) => {
            return wrong(
                "total",
                "a bank shares out `total`: set `bank = \"inverse-square\"` as well",
            );
        }
        (Some(_), None) => {
            return wrong(
                "bank",
                "expected `total` as well: a game gets it divided by the square of the number of \
                players",
            );
        }
        (Some(_), Some(_)) if keys.game.is_some() => {
            return wrong(
                "game",
                "the bank sets the time for a game: expected `bank` or `game`, and not both",
            );
        }
        (Some(_), Some(total)) => Some(total.0),
    };
    let bank_ms = bank.map(|bank| u64::try_from(bank.as_millis()).unwrap_or(u64::MAX));
    let share = bank_ms.map(|bank| bank_share(bank, participants));
    if let Some(share) = share.filter(|&share| share > DAY) {
        return wrong(
            "total",
            &format!("a game's share is {}: expected at most {}", time_text(share), time_text(DAY)),
        );
    }
    let game = share.or(keys.game.map(|time| time.0));
    let each_move = keys.each_move.map(|time| time.0);
    let is_usual = game.is_none() && each_move.is_none();
    let mut time =
        if is_usual { usual } else { TimeControl { game, increment: Duration::ZERO, each_move } };
    if let Some(increment) = keys.increment {
        if time.game.is_none() {
            return wrong(
                "increment",
                "an increment adds to the time for all moves of a game: set `game` as well",
            );
        }
        time.increment = increment.0;
    }
    Ok((time, bank_ms))
}

/// The clock that a player has alone; `None` if its keys set none.
pub(super) fn own(
    source: &Source<'_>,
    table: &str,
    keys: &TimeKeys,
) -> Result<Option<TimeRecord>, Error> {
    let wrong = |key: &str, sentence| Err(source.wrong(&format!("{table}.time.{key}"), sentence));
    let shared = [("bank", keys.bank.is_some()), ("total", keys.total.is_some())];
    if let Some((key, _)) = shared.iter().find(|(_, is_set)| *is_set) {
        return wrong(key, "a bank is shared out to all players alike: expected `game` or `move`");
    }
    let [game_ms, increment_ms, move_ms] = [keys.game, keys.increment, keys.each_move]
        .map(|time| time.map(|time| time.0.as_millis() as u64));
    if increment_ms.is_some() && game_ms.is_none() {
        let sentence = "an increment adds to the time for all moves of a game: set `game` as well";
        return wrong("increment", sentence);
    }
    let time = TimeRecord { game_ms, increment_ms, move_ms };
    Ok((time != TimeRecord::default()).then_some(time))
}
