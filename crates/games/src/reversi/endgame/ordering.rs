//! The order in which the endgame search tries moves.

use super::super::board::{Discs, each, flips, widened};
use super::super::patterns::{Features, POINT, Weights};
use super::super::ranked::Ranked;
use super::last::odd_quadrants;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Appends the moves of a position to a list. The squares of `best` come first.
///
/// The fewer moves the opponent has afterwards, the sooner a move is tried: its tree is small, and
/// such a move is often good. Corners count twice.
// CITE: fewest moves first: J. C. Weill, "The NegaC* search", ICCA Journal 15(1), 1992.
pub(super) fn list_moves(discs: Discs, best: u64, moves: &mut Vec<Ranked<Discs>>) {
    let odd = odd_quadrants(discs.empty());
    let empty = discs.empty().count_ones();
    let features = (empty >= EVALUATED).then(|| Features::of([discs.own, discs.other]));
    moves.extend(each(discs.placements()).map(|square| {
        let flipped = flips(square, discs.own, discs.other);
        let after = discs.after(square, flipped);
        let value = features.map_or(0, |features| {
            // The side to move counts as black here, so white is to move afterwards.
            -Weights::learned().value(&features.after(0, square, flipped), 65 - empty, 1)
        });
        let replies = after.placements();
        let liberties = widened(after.other) & after.empty();
        let rank = 100_000 * count(square & best) + value * WORTH / POINT
            - 16 * (count(replies) + count(replies & CORNERS))
            - 2 * count(liberties)
            + 8 * count(square & odd)
            + 16 * count(square & CORNERS);
        Ranked { square, after, rank }
    }));
}

/// The number of empty squares from which moves are ordered by their values as well, and what a
/// point is worth there.
const EVALUATED: u32 = 12;
const WORTH: i32 = 8;

fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}
