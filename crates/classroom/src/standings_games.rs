//! Plays the pairs of the standings, one after the other, when no trial waits.

use std::sync::PoisonError;

use errors::Error;
use rules::random::hash_words;

use crate::finale::FinalState;
use crate::pair_player::{Occasion, PairPlayer};
use crate::place::Place;
use crate::quick_clock::quick;
use crate::room::Room;
use crate::roster::Roster;

/// Plays the next pair of a contest. Returns false if there is none, or trials come first.
///
/// # Errors
/// Fails if this machine cannot play it, or it cannot be kept.
pub(crate) fn play_next(
    player: &mut PairPlayer,
    place: &Place,
    roster: &Roster,
    room: &Room,
) -> Result<bool, Error> {
    let (contest, entrants) = (room.contest(), room.entrants(place, roster));
    let each = u64::from(contest.keys.standings_games / 2);
    let standings = room.ranked(&entrants)?;
    let is_over = room.final_state() != FinalState::Waiting;
    if is_over || place.desk.is_busy() {
        return Ok(false);
    }
    let next = {
        let pairs = room.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        standings.next(each, &pairs)
    };
    let Some(key) = next else { return Ok(false) };
    let name = &contest.keys.name;
    let seed = name.bytes().fold(0, |seed, byte| hash_words([seed, byte.into()]));
    let occasion = Occasion {
        name,
        training: &contest.training,
        time: quick(contest.standings_time),
        seed: seed >> 16,
    };
    let Some(games) = player.play(place, occasion, key)? else { return Ok(false) };
    room.pairs.lock().unwrap_or_else(PoisonError::into_inner).add(key, &games)?;
    room.rank(&entrants)?;
    Ok(true)
}
