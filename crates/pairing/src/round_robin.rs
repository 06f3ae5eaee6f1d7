//! Everybody against everybody: the circle method, with colours as in Berger's tables.
//!
//! The tables are those of J. Berger (FIDE Handbook C.05, annex 1): seats on a circle of odd length, and one seat off it.
//! In round `r`, seats whose sum is `r` modulo the circle's length meet, and the one that is its own partner meets the seat off
//! the circle, or nobody if that is empty. Of two seats on the circle, that one is named first from which the other is an odd
//! number of steps ahead; since the length is odd, each seat is first as often as second. The seat off the circle is second
//! against the first half of the seats. So everybody is named first as often as second, or once more or less.

use crate::finished::Pairing;
use crate::lots::shuffle;

/// All matches, round by round; any of them can be played at any time.
pub(super) fn pairings(participants: usize, cycles: usize, seed: u64) -> impl Iterator<Item = Pairing> {
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

/// Who sits where, by lot.
fn draw_seats(participants: usize, seed: u64) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..participants).collect();
    shuffle(&mut seats, seed);
    seats
}

/// The seats that meet in a round, each pair with the one named first before the other.
fn meetings(participants: usize, round: usize) -> Vec<(usize, usize)> {
    let circle = participants.next_multiple_of(2) - 1;
    let off = (participants.is_multiple_of(2)).then_some(circle);
    let partner = |seat: usize| (round + circle - seat) % circle;
    let met = (0..circle).filter(|&seat| seat <= partner(seat)).filter_map(|seat| match partner(seat) {
        other if other == seat => off.map(|off| if seat <= circle / 2 { (seat, off) } else { (off, seat) }),
        other if (other - seat) % 2 == 1 => Some((seat, other)),
        other => Some((other, seat)),
    });
    met.collect()
}
