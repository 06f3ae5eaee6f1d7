//! Swiss rounds, in the manner of the Dutch system (FIDE Handbook C.04.3).
//!
//! What is asked of a round, each before the next:
//! 1. nobody meets anybody twice, and nobody has two byes: a pairing that breaks this is never made;
//! 2. the bye goes to the lowest possible, by score, then by seed;
//! 3. nobody is named first two times more than second, or second two times more than first;
//! 4. those who meet have the same score, or if need be nearly the same: the squares of the distances, counted in groups of
//!    equal score, add up to as little as possible;
//! 5. of a group, the upper half meets the lower half, the best the best of it; who floats down is the lowest of a group, and
//!    meets the highest of the next: again as nearly as possible, by squares.
//!
//! The Dutch system goes through the groups from the top, and tries transpositions in a fixed order; here the whole field is
//! paired at once, at the least cost (`matching`), so that a round is never stuck where it can be paired at all.
//!
//! *How many rounds are always possible.* Count the bye as an entrant, so that there are `n`, an even number. Before round
//! `r + 1` everybody has `n - 1 - r` possible opponents left. If that is at least `n / 2`, they can all be paired (G. Dirac, "Some
//! theorems on abstract graphs", 1952). So up to `n / 2` rounds are never cut short; and in all but the last of them the bye goes
//! to the very lowest who has had none, since those who remain can be paired by the same theorem.

mod cost;
mod field;

pub(super) use field::Field;

use super::ledger::Ledger;
use super::{Next, Schedule};
use crate::Refused;

/// The open matches of the first round that is not complete.
pub(super) fn next(ledger: &mut Ledger<'_>, schedule: &Schedule, rounds: usize) -> Result<Next, Refused> {
    let (field, round) = replay(ledger, schedule, rounds)?;
    if round == rounds {
        return Ok(Next::Over);
    }
    let matches = field.pair(round, schedule.lot());
    Ok(matches.map_or(Next::OverEarly { rounds: round }, |matches| Next::Play(ledger.open(matches))))
}

/// What the rounds that are complete have made of the field, and how many there are.
pub(super) fn replay(ledger: &mut Ledger<'_>, schedule: &Schedule, rounds: usize) -> Result<(Field, usize), Refused> {
    let mut field = Field::new(schedule.entrants);
    let mut round = 0;
    while round < rounds && ledger.count(round) >= schedule.entrants / 2 {
        field.absorb(&ledger.take_round(round), schedule.points)?;
        round += 1;
    }
    Ok((field, round))
}
