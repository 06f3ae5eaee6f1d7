//! Round robin by the circle method. Berger's tables decide who is named first.
//!
//! The tables come from J. Berger (FIDE Handbook C.05, annex 1). An odd number of seats lie on a
//! circle, and one seat lies off it. In round `r`, two seats on the circle meet if the sum of their
//! numbers is `r` modulo the circle's length. If by this rule a seat would meet itself, it meets
//! the seat off the circle, or has a bye if nobody sits there. Of two seats on the circle, the one
//! that is an odd number of steps behind the other is named first. The circle's length is odd, so
//! each seat is named first as often as second. The seat off the circle is named second in its
//! matches with the first half of the seats. So every participant is named first about as often as
//! second: the difference is at most one.

use crate::finished::Pairing;
use crate::lots::shuffle;

/// All matches, round by round; they can be played in any order.
pub(super) fn pairings(
    participants: usize,
    cycles: usize,
    seed: u64,
) -> impl Iterator<Item = Pairing> {
    let seats = draw_seats(participants, seed);
    let circle = participants.next_multiple_of(2) - 1;
    (0..cycles * circle).flat_map(move |round| {
        let (cycle, in_cycle) = (round / circle, round % circle);
        let swaps = cycle % 2 == 1;
        let pairs = meetings(participants, in_cycle).into_iter().enumerate();
        let seated = pairs.map(|(table, (one, other))| {
            let (one, other) = if swaps { (other, one) } else { (one, other) };
            Pairing { round, table, extra: 0, first: seats[one], second: seats[other] }
        });
        seated.collect::<Vec<_>>()
    })
}

/// Assigns the seats at random, from the seed.
fn draw_seats(participants: usize, seed: u64) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..participants).collect();
    shuffle(&mut seats, seed);
    seats
}

/// The pairs of seats that meet in a round. In each pair, the seat that is named first comes first.
fn meetings(participants: usize, round: usize) -> Vec<(usize, usize)> {
    let circle = participants.next_multiple_of(2) - 1;
    let off = (participants.is_multiple_of(2)).then_some(circle);
    let partner = |seat: usize| (round + circle - seat) % circle;
    let met =
        (0..circle).filter(|&seat| seat <= partner(seat)).filter_map(|seat| match partner(seat) {
            other if other == seat => {
                off.map(|off| if seat <= circle / 2 { (seat, off) } else { (off, seat) })
            }
            other if (other - seat) % 2 == 1 => Some((seat, other)),
            other => Some((other, seat)),
        });
    met.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Berger's tables for four and for six, where seats are counted from 1.
    const TABLES: [(usize, &str); 2] = [
        (4, "1-4 2-3, 4-3 1-2, 2-4 3-1"),
        (6, "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1"),
    ];

    #[test]
    fn who_meets_and_is_named_first_is_in_bergers_tables() {
        for (participants, rounds) in TABLES {
            for (round, table) in rounds.split(", ").enumerate() {
                let met = meetings(participants, round).into_iter();
                let mut met: Vec<_> = met.map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
                let mut table: Vec<_> = table.split(' ').collect();
                table.sort_unstable();
                met.sort_unstable();
                assert_eq!(met, table, "round {round} of {participants}");
            }
        }
    }
}
