//! A bank of time, shared out among the games.

use std::time::Duration;

use rules::{TimeControl, time_text};

/// No game is shorter, in milliseconds: a program needs a few only to be started.
const LEAST_MS: u64 = 100;

/// A game's share of a bank: inversely proportional to the square of the number of entrants, as is, nearly, the number of
/// games, so that a tournament lasts about as long whoever comes.
pub(crate) fn bank_share(bank_ms: u64, entrants: usize) -> Duration {
    let entrants = (entrants as u64).max(1);
    Duration::from_millis((bank_ms / (entrants * entrants)).max(LEAST_MS))
}

/// What the bank came to.
pub(super) fn remark(bank_ms: Option<u64>, time: TimeControl, entrants: usize) -> Option<String> {
    let (bank, game) = (Duration::from_millis(bank_ms?), time.game?);
    let least = if game == Duration::from_millis(LEAST_MS) { ", and never less" } else { "" };
    let [bank, game] = [bank, game].map(time_text);
    Some(format!("a player has {game} for a game: {bank} by the square of {entrants} entrants{least}"))
}
