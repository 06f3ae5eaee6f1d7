//! Decides who is named first at each table, so that after the next round each participant can have
//! been named first as often as second.

use super::field::Field;
use crate::matching::cheapest;

/// Each pair of `pairs` begins with the better participant; each pair of the result begins with the
/// participant named first.
///
/// If all balances are 0, any order is good for this round. Each order gives each participant
/// the balance 1 or -1, so the next round has to pair participants of opposite balances. If the
/// usual order makes such pairs impossible, this function chooses a different order.
pub(super) fn named(field: &Field, pairs: &[[usize; 2]], lot: usize) -> Vec<[usize; 2]> {
    let usual = |(table, &[high, low]): (usize, &[usize; 2])| {
        field.order(high, low, (table + lot).is_multiple_of(2))
    };
    let usual: Vec<_> = pairs.iter().enumerate().map(usual).collect();
    if !field.is_level() || can_be_evened_out(field, &usual) {
        return usual;
    }
    far_sighted(field, &usual).unwrap_or(usual)
}

/// Whether in the next round every participant can meet an opponent of the opposite balance that it
/// has not met before.
fn can_be_evened_out(field: &Field, names: &[[usize; 2]]) -> bool {
    let mut is_first = vec![false; field.participants];
    names.iter().for_each(|&[first, _]| is_first[first] = true);
    next_round(field, names, |one, other| is_first[one] != is_first[other]).is_some()
}

/// Chooses who is named first in each pair, so that the next round can pair participants of
/// opposite balances. If these pairs are joined with the pairs of a next round, the participants
/// form rings of even length. Around each ring, the members are named first and second in turns.
/// Returns `None` if no next round is possible.
fn far_sighted(field: &Field, names: &[[usize; 2]]) -> Option<Vec<[usize; 2]>> {
    let next = next_round(field, names, |_, _| true)?;
    let now = mates(field, names);
    let mut is_first = vec![None; field.participants];
    for &[start, _] in names {
        let mut at = start;
        while is_first[at].is_none() {
            (is_first[at], is_first[now[at]]) = (Some(true), Some(false));
            at = next[now[at]];
        }
    }
    let turned = |&[one, other]: &[usize; 2]| {
        if is_first[one] == Some(true) { [one, other] } else { [other, one] }
    };
    Some(names.iter().map(turned).collect())
}

/// The opponent of each participant in a possible round after these matches. In that round no pair
/// has met before, and every pair satisfies `may`.
fn next_round(
    field: &Field,
    names: &[[usize; 2]],
    may: impl Fn(usize, usize) -> bool,
) -> Option<Vec<usize>> {
    let now = mates(field, names);
    let are_new = |one: usize, other: usize| now[one] != other && !field.have_met(one, other);
    cheapest(field.participants, |one, other| (are_new(one, other) && may(one, other)).then_some(0))
}

/// The opponent of each participant in these matches.
fn mates(field: &Field, names: &[[usize; 2]]) -> Vec<usize> {
    let mut mates = vec![0; field.participants];
    names.iter().for_each(|&[one, other]| (mates[one], mates[other]) = (other, one));
    mates
}
