//! Swiss rounds, similar to the Dutch system (FIDE Handbook C.04.3).
//!
//! These are the rules for a round, the most important first:
//! 1. nobody meets anybody twice, and nobody has two byes; a pairing that breaks this is never
//!    made;
//! 2. the bye goes to the participant with the lowest score for whom that is possible; if scores
//!    are equal, the seed decides;
//! 3. participants who meet have the same score, or nearly the same if that is impossible. The
//!    distance of their scores is counted in groups of equal score, and the sum of the squared
//!    distances is least;
//! 4. in a group, the upper half meets the lower half, best against best. If one participant has to
//!    leave the group, the lowest leaves it and meets the highest of the next group. The sum of the
//!    squared deviations from this order is least.
//!
//! Unlike in chess, who is named first decides nothing here, since each participant starts one game
//! of every pair. So the pairing ignores it, and scores alone decide who meets. Afterwards the one
//! of two opponents who was named first less often is named first.
//!
//! The Dutch system goes through the groups from the top, and tries transpositions in a fixed
//! order. Here the whole field is paired at once, at the least cost (`matching`), so a round is
//! paired whenever that is possible.
//!
//! *How many rounds are always possible.* Count the bye as a participant, so that the number `n` of
//! participants is even. Before round `r + 1`, each participant has `n - 1 - r` possible opponents
//! left. If this number is at least `n / 2`, all participants can be paired (G. Dirac, "Some
//! theorems on abstract graphs", 1952). So up to `n / 2` rounds are always possible. In each of
//! these rounds except the last, the bye goes to the lowest participant who has had no bye, because
//! the same theorem says that the others can be paired.

mod cost;
mod field;
mod round;

pub(crate) use field::Field;

use crate::error::Error;
use crate::ledger::Ledger;
use crate::schedule::{Next, Schedule};
use round::pair;

/// The open matches of the first incomplete round.
pub(super) fn next(
    ledger: &mut Ledger<'_>,
    schedule: &Schedule,
    rounds: usize,
) -> Result<Next, Error> {
    let (field, round) = replay(ledger, schedule, rounds)?;
    if round == rounds {
        return Ok(Next::Over);
    }
    let matches = pair(&field, &schedule.present(round), round, schedule.lot());
    Ok(matches
        .map_or(Next::OverEarly { rounds: round }, |matches| Next::Play(ledger.open(matches))))
}

/// The field after all complete rounds, and the number of these rounds.
pub(super) fn replay(
    ledger: &mut Ledger<'_>,
    schedule: &Schedule,
    rounds: usize,
) -> Result<(Field, usize), Error> {
    let mut field = Field::new(schedule.participants);
    let mut round = 0;
    while round < rounds {
        let present = schedule.present(round);
        if present.len() < 2 || ledger.count(round) < present.len() / 2 {
            break;
        }
        field.absorb(&ledger.take_round(round), &present, schedule.points)?;
        round += 1;
    }
    Ok((field, round))
}
