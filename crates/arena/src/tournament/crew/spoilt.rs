//! Games that were lost because the machine was overloaded, and not because a program was slow.

use super::super::announcement::{Fairness, Overloaded};
use crate::Foul;
use crate::record::{Ending, Record};

/// Why a game that has been played again so many times does not count, if it does not.
pub(super) fn why(record: &Record, fairness: &Fairness, replays: u64) -> Option<String> {
    let Ending::Foul { side, foul: Foul::Late, .. } = &record.end else { return None };
    if fairness.overloaded == Overloaded::Keep || replays >= fairness.replays {
        return None;
    }
    let (wall, waited) = answer(record);
    let is_spoilt = u128::from(waited) * 100 > u128::from(wall) * u128::from(fairness.waited_percent);
    let name = &record.players[record.contestant_at(*side)].name;
    is_spoilt.then(|| {
        let percent = u128::from(waited) * 100 / u128::from(wall.max(1));
        format!("{name} was late, but had waited for a processor for {percent} % of its time")
    })
}

/// How long the late answer took, and how much of it was spent waiting, in microseconds. Where the time for all moves may have run
/// out little by little, all answers of the game count.
fn answer(record: &Record) -> (u64, u64) {
    let clocks = &record.clocks;
    let last = |list: &[u64]| list.last().copied().unwrap_or(0);
    if record.time.game_ms.is_some() {
        (clocks.wall_us.iter().sum(), clocks.waited_us.iter().sum())
    } else {
        (last(&clocks.wall_us), last(&clocks.waited_us))
    }
}
