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
//! *How many rounds are always possible.* Count the bye as an participant, so that there are `n`, an even number. Before round
//! `r + 1` everybody has `n - 1 - r` possible opponents left. If that is at least `n / 2`, they can all be paired (G. Dirac, "Some
//! theorems on abstract graphs", 1952). So up to `n / 2` rounds are never cut short; and in all but the last of them the bye goes
//! to the very lowest who has had none, since those who remain can be paired by the same theorem.
//!
//! *How long everybody stays within one* of having been named first as often as second. An even number of participants: through the
//! same `n / 2` rounds.
//! - After an even number of rounds all are level, so any pairing will do.
//! - After an odd number, those who are one ahead must meet those who are one behind. They can if the round before was named with
//!   that in view (`names`): take any pairing of it that is possible, as by Dirac's theorem there is one, and name the two rounds'
//!   pairs in turns around the rings that they form.
//!
//! An odd number, of whom `m` sit at tables: through `m / 4 + 1` rounds (rounded down).
//! - After an even number of matches without a bye everybody is level; those who had a bye are one off, at most `r` after `r`
//!   rounds, half of them either way. Everybody may meet at least `m - 1 - r - r / 2` others, which is `m / 2` or more, so Dirac's
//!   theorem applies.
//! - After an odd number, those who have had a bye may meet either side. With these put on both, each side has `m / 2`, and
//!   everybody may meet at least `m / 2 - r` of the other: for `r` up to `m / 4` that is half of a side, so all can be paired
//!   (Hall, "On representatives of subsets", 1935).
//!
//! From 13 participants on that is at least the binary logarithm of their number, which is how many rounds find a winner. With fewer
//! it holds for that many rounds as well, for whatever is won and lost, as a test tries. In twice as many rounds somebody is rarely
//! two off, and in all that can be played at most three, as far as random tournaments of 2 to 200 have shown. What a player can
//! feel is balanced in any case: each of the two starts one game of every pair.

mod cost;
mod field;
mod names;
mod round;

pub(crate) use field::Field;

use crate::error::Error;
use crate::ledger::Ledger;
use crate::schedule::{Next, Schedule};
use round::pair;

/// The open matches of the first round that is not complete.
pub(super) fn next(ledger: &mut Ledger<'_>, schedule: &Schedule, rounds: usize) -> Result<Next, Error> {
    let (field, round) = replay(ledger, schedule, rounds)?;
    if round == rounds {
        return Ok(Next::Over);
    }
    let matches = pair(&field, round, schedule.lot());
    Ok(matches.map_or(Next::OverEarly { rounds: round }, |matches| Next::Play(ledger.open(matches))))
}

/// What the rounds that are complete have made of the field, and how many there are.
pub(super) fn replay(ledger: &mut Ledger<'_>, schedule: &Schedule, rounds: usize) -> Result<(Field, usize), Error> {
    let mut field = Field::new(schedule.participants);
    let mut round = 0;
    while round < rounds && ledger.count(round) >= schedule.participants / 2 {
        field.absorb(&ledger.take_round(round), schedule.points)?;
        round += 1;
    }
    Ok((field, round))
}
