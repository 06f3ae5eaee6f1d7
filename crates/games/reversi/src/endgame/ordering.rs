//! The order in which the endgame search tries moves.

use search::Score;

use super::super::board::{Discs, each, flips, widened};
use super::super::patterns::{Board, POINT, Weights};
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
    let board = (empty >= EVALUATED).then(|| Board::new([discs.own, discs.other], 0));
    moves.extend(each(discs.placements()).map(|square| {
        let (after, value) = match board {
            None => (discs.after(square, flips(square, discs.own, discs.other)), 0),
            Some(board) => {
                let after = board.after(square);
                let value = if empty < REPLIED {
                    after.value(Weights::learned())
                } else {
                    value_after_reply(&after)
                };
                (after.discs, value)
            }
        };
        let replies = after.placements();
        let liberties = widened(after.other) & after.empty();
        let rank = 100_000 * count(square & best)
            - value * WORTH / POINT
            - 16 * (count(replies) + count(replies & CORNERS))
            - 2 * count(liberties)
            + 8 * count(square & odd)
            + 16 * count(square & CORNERS);
        Ranked { square, after, rank }
    }));
}

/// The numbers of empty squares from which moves are ordered by their values as well, and by their
/// values after the best reply; and what a point is worth there.
const EVALUATED: u32 = 12;
const REPLIED: u32 = 14;
const WORTH: i32 = 8;

/// The value of a position for the side to move after its best move there.
fn value_after_reply(board: &Board) -> Score {
    let weights = Weights::learned();
    let values = each(board.discs.placements()).map(|square| -board.after(square).value(weights));
    values.max().unwrap_or_else(|| board.value(weights))
}

fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}
