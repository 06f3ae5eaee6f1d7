//! Groups, in each of which everybody meets everybody.

use crate::finished::Pairing;
use crate::round_robin;

/// The group of a participant, from 0. Seeds are dealt to the groups there and back, so that the
/// groups are about equally strong, and their sizes differ by at most one.
#[must_use]
pub fn group_of(participant: usize, groups: usize) -> usize {
    let (row, column) = (participant / groups, participant % groups);
    if row.is_multiple_of(2) { column } else { groups - 1 - column }
}

/// The members of a group, in the order of seeds.
pub(crate) fn members(participants: usize, groups: usize, group: usize) -> Vec<usize> {
    (0..participants).filter(|&one| group_of(one, groups) == group).collect()
}

/// The number of members of the largest group.
pub(crate) fn largest(participants: usize, groups: usize) -> usize {
    participants.div_ceil(groups)
}

/// All matches, round by round; they can be played in any order. The tables of a round are numbered
/// through all groups.
pub(super) fn pairings(participants: usize, groups: usize, seed: u64) -> Vec<Pairing> {
    let of_group = |group: usize| {
        let members = members(participants, groups, group);
        round_robin::pairings(members.len(), 1, seed).map(move |pairing| {
            let [first, second] = pairing.players().map(|seat| members[seat]);
            Pairing { first, second, ..pairing }
        })
    };
    let mut all: Vec<Pairing> = (0..groups).flat_map(of_group).collect();
    // A stable sort: the groups stay in their order.
    all.sort_by_key(|pairing| pairing.round);
    for round in all.chunk_by_mut(|one, other| one.round == other.round) {
        round.iter_mut().enumerate().for_each(|(table, pairing)| pairing.table = table);
    }
    all
}
