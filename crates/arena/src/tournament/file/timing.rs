//! The clocks: `[time]`.

use std::time::Duration;

use rules::TimeControl;

use super::section::Section;
use crate::tournament::announcement::bank_share;

/// A day is longer than anybody waits.
const LONGEST_MS: u64 = 86_400_000;

/// What is shared out may be longer, since the square of a thousand entrants divides it.
const LARGEST_BANK_MS: u64 = LONGEST_MS * 1_000_000;

/// Positions for a move.
const MOST_NODES: u64 = 1_000_000_000_000;

const BANK: &[(&str, ())] = &[("inverse-square", ())];

/// What the file says of clocks.
pub(super) struct Timing {
    pub(super) time: TimeControl,
    pub(super) bank_ms: Option<u64>,
    pub(super) nodes: Option<u64>,
}

/// Reads it; so many take part, if that is known. What is not set is as usual.
pub(super) fn read(top: &Section<'_>, usual: TimeControl, entrants: Option<usize>) -> Timing {
    let Some(table) = top.table("time") else { return Timing { time: usual, bank_ms: None, nodes: None } };
    let ms = |key| table.whole(key, 1..=LONGEST_MS).map(Duration::from_millis);
    let (game, each_move, increment) = (ms("game-ms"), ms("move-ms"), ms("increment-ms"));
    let nodes = table.whole("nodes", 1..=MOST_NODES);
    let bank_ms = bank(&table);
    let shared = bank_ms.zip(entrants).map(|(bank, entrants)| bank_share(bank, entrants));
    let share = shared.filter(|share| share.as_millis() <= u128::from(LONGEST_MS));
    if shared != share {
        let sentence =
            format!("a game's share of it is more than a day: expected less than {LONGEST_MS} ms for a game");
        table.mistakes.note(table.place("total-ms"), sentence);
    }
    let is_usual = !["game-ms", "move-ms", "bank"].iter().any(|key| table.has(key));
    let base =
        if is_usual { usual } else { TimeControl { game: share.or(game), increment: Duration::ZERO, each_move } };
    if increment.is_some() && base.game.is_none() && bank_ms.is_none() && !table.has("game-ms") {
        let sentence = "increment-ms adds to the time for all moves of a game: set `game-ms` as well";
        table.mistakes.note(table.key_place("increment-ms"), sentence);
    }
    let time = TimeControl { increment: increment.unwrap_or(base.increment), ..base };
    table.close();
    Timing { time, bank_ms, nodes }
}

/// The bank that is shared out.
fn bank(table: &Section<'_>) -> Option<u64> {
    let kind = table.word("bank", BANK);
    let total = table.whole("total-ms", 1..=LARGEST_BANK_MS);
    if !table.has("bank") {
        if table.has("total-ms") {
            let sentence = "total-ms is what a bank shares out: set `bank = \"inverse-square\"` as well";
            table.mistakes.note(table.key_place("total-ms"), sentence);
        }
        return None;
    }
    if table.has("game-ms") {
        let sentence = "the bank sets the time for a game: expected `bank` or `game-ms`, and not both";
        table.mistakes.note(table.key_place("game-ms"), sentence);
    }
    kind?;
    total
        .or_else(|| table.lacks("total-ms", "the milliseconds that are divided by the square of the number of players"))
}
