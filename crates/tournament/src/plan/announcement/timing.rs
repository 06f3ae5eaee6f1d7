//! A bank of time that is shared among the games.

use std::time::Duration;

use rules::{TimeControl, time_text};

/// The shortest time for a game, in milliseconds. Even the start of a program takes a few
/// milliseconds.
const LEAST_MS: u64 = 100;

/// A game's share of a bank. The share is the bank divided by the square of the number of
/// participants, since the number of games is nearly proportional to that square. So a tournament
/// takes about the same time for any number of participants.
pub(crate) fn bank_share(bank_ms: u64, participants: usize) -> Duration {
    let participants = (participants as u64).max(1);
    Duration::from_millis((bank_ms / (participants * participants)).max(LEAST_MS))
}

/// A sentence that says how much time the bank gives a player for a game.
pub(super) fn remark(
    bank_ms: Option<u64>,
    time: TimeControl,
    participants: usize,
) -> Option<String> {
    let (bank, game) = (Duration::from_millis(bank_ms?), time.game?);
    let least = if game == Duration::from_millis(LEAST_MS) { ", and never less" } else { "" };
    let [bank, game] = [bank, game].map(time_text);
    Some(format!(
        "a player has {game} for a game: {bank} divided by the square of {participants} \
        participants{least}"
    ))
}
