//! Who is named first at each table, with a view to the next round.

use super::field::Field;
use crate::matching::cheapest;

/// Of each pair, the better one first, who is named first and who second.
///
/// Where all have been first as often as second, any order will do for this round. It leaves everybody one ahead or one behind,
/// and the next round has to pair those with these: where the usual order leaves no way to do so, one is taken that does.
pub(super) fn named(field: &Field, pairs: &[[usize; 2]], lot: usize) -> Vec<[usize; 2]> {
    let usual = |(table, &[high, low]): (usize, &[usize; 2])| field.order(high, low, (table + lot).is_multiple_of(2));
    let usual: Vec<_> = pairs.iter().enumerate().map(usual).collect();
    if !field.is_level() || can_be_evened_out(field, &usual) {
        return usual;
    }
    far_sighted(field, &usual).unwrap_or(usual)
}

/// Whether after these matches everybody can meet somebody new of the other side.
fn can_be_evened_out(field: &Field, names: &[[usize; 2]]) -> bool {
    let mut is_first = vec![false; field.participants];
    names.iter().for_each(|&[first, _]| is_first[first] = true);
    next_round(field, names, |one, other| is_first[one] != is_first[other]).is_some()
}

/// An order after which everybody can. These pairs and those of any next round are the links of rings of an even length: all
/// around a ring its members are named first and second in turns. `None` where there is no next round.
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
    let turned = |&[one, other]: &[usize; 2]| if is_first[one] == Some(true) { [one, other] } else { [other, one] };
    Some(names.iter().map(turned).collect())
}

/// Everybody's opponent in some round after these matches, of those who `may` meet and have not met.
fn next_round(field: &Field, names: &[[usize; 2]], may: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let now = mates(field, names);
    let are_new = |one: usize, other: usize| now[one] != other && !field.have_met(one, other);
    cheapest(field.participants, |one, other| (are_new(one, other) && may(one, other)).then_some(0))
}

/// Everybody's opponent in these matches.
fn mates(field: &Field, names: &[[usize; 2]]) -> Vec<usize> {
    let mut mates = vec![0; field.participants];
    names.iter().for_each(|&[one, other]| (mates[one], mates[other]) = (other, one));
    mates
}
