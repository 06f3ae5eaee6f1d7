//! Swiss rounds, similar to the Dutch system (FIDE Handbook C.04.3).
//!
//! These are the rules for a round, the most important first:
//! 1. nobody meets anybody twice, and nobody has two byes; a pairing that breaks this is never
//!    made;
//! 2. the bye goes to the participant with the lowest score for whom that is possible; if scores
//!    are equal, the seed decides;
//! 3. each participant is named first as often as second, with a difference of at most one;
//! 4. participants who meet have the same score, or nearly the same if that is impossible. The
//!    distance of their scores is counted in groups of equal score, and the sum of the squared
//!    distances is least;
//! 5. in a group, the upper half meets the lower half, best against best. If one participant has to
//!    leave the group, the lowest leaves it and meets the highest of the next group. The sum of the
//!    squared deviations from this order is least.
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
//!
//! *How long balances stay within one.* A participant's balance is how often the participant was
//! named first, minus how often it was named second. With an even number of participants, the
//! balances are -1, 0 or 1 for the same `n / 2` rounds. After an even number of rounds, all
//! balances are 0, so any pairing keeps them within one. After an odd number of rounds,
//! participants with balance 1 must meet participants with balance -1. The module `names` makes
//! this possible by choosing who is named first in the round before. By Dirac's theorem the next
//! round has a pairing. The pairs of both rounds form rings. Around each ring, the participants are
//! named first and second in turns.
//!
//! With an odd number of participants, let `m` be the number of those who sit at tables in a round.
//! In this case, all balances are -1, 0 or 1 for `m / 4 + 1` rounds (rounded down).
//!
//! After an even number of rounds, participants without a bye have the balance 0. Of the
//! participants who had a bye, one half have the balance 1 and the other half have -1. After `r`
//! rounds at most `r` participants have had a bye. So at least `m - 1 - r - r / 2` opponents remain
//! for each participant. This number is `m / 2` or more, and Dirac's theorem applies.
//!
//! After an odd number of rounds, participants without a bye have the balance 1 or -1, and must
//! meet an opponent with the opposite balance. Participants who had a bye may meet an opponent with
//! any balance. Divide the participants who had a bye between the two sides, so that each side has
//! `m / 2` participants. Each participant may then meet at least `m / 2 - r` of the other side. If
//! `r` is at most `m / 4`, this number is at least half of a side, so all can be paired (Hall, "On
//! representatives of subsets", 1935).
//!
//! The number of rounds that it takes to find a winner is the binary logarithm of the number of
//! participants. From 13 participants on, the balances stay within one for at least this number of
//! rounds. For fewer participants, tests with random results show the same. Even in twice this
//! number of rounds, a balance rarely reaches two. In random tournaments of 2 to 200 participants
//! with all possible rounds, no balance passed three. An imbalance matters little, since each
//! participant starts one game of every pair.

mod cost;
mod field;
mod names;
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
    let matches = pair(&field, round, schedule.lot());
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
    while round < rounds && ledger.count(round) >= schedule.participants / 2 {
        field.absorb(&ledger.take_round(round), schedule.points)?;
        round += 1;
    }
    Ok((field, round))
}
