//! The last empty squares: no table and no ordering, except for parity.

use super::super::board::{Discs, each, flips, widened};

/// Less than every margin.
const NONE: i32 = i32::MIN + 1;

/// The number of empty squares up to which a position is searched without a table.
pub(super) const FEW: u32 = 7;

/// The margin of a position with at most [`FEW`] empty squares; `nodes` counts positions.
/// The margin is exact if it lies between `alpha` and `beta`; otherwise it is a bound.
pub(super) fn few(discs: Discs, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    match discs.empty().count_ones() {
        0 => discs.margin(),
        1 => {
            *nodes += 1;
            last_one(discs, discs.empty())
        }
        2 => last_two(discs, alpha, beta, nodes),
        _ => by_parity(discs, alpha, beta, nodes),
    }
}

/// The margin with at least three empty squares. Squares in quadrants with an odd number of
/// empty squares are tried first, since the side that begins there can make the last move
/// there.
fn by_parity(discs: Discs, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let empty = discs.empty();
    let odd = odd_quadrants(empty);
    let mut best = NONE;
    for squares in [empty & odd, empty & !odd] {
        for square in each(squares) {
            if widened(square) & discs.other == 0 {
                continue;
            }
            let flipped = flips(square, discs.own, discs.other);
            if flipped == 0 {
                continue;
            }
            let margin = -few(discs.after(square, flipped), -beta, -alpha, nodes);
            if margin > best {
                best = margin;
                if margin >= beta {
                    return margin;
                }
                alpha = alpha.max(margin);
            }
        }
    }
    if best != NONE {
        best
    } else if discs.passed().placements() == 0 {
        discs.margin()
    } else {
        -by_parity(discs.passed(), -beta, -alpha, nodes)
    }
}

/// The margin with two empty squares.
fn last_two(discs: Discs, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let margin = best_of_two(discs, beta);
    if margin != NONE {
        return margin;
    }
    match best_of_two(discs.passed(), -alpha) {
        NONE => discs.margin(),
        margin => -margin,
    }
}

/// The margin after the better move with two empty squares, or after the first move that reaches
/// `beta`; [`NONE`] without a move.
fn best_of_two(discs: Discs, beta: i32) -> i32 {
    let empty = discs.empty();
    let first = empty & empty.wrapping_neg();
    let mut best = NONE;
    for (square, left) in [(first, empty ^ first), (empty ^ first, first)] {
        if widened(square) & discs.other == 0 {
            continue;
        }
        let flipped = flips(square, discs.own, discs.other);
        if flipped != 0 {
            best = best.max(-last_one(discs.after(square, flipped), left));
            if best >= beta {
                break;
            }
        }
    }
    best
}

/// The margin with one empty square.
fn last_one(discs: Discs, square: u64) -> i32 {
    let own = discs.own.count_ones().cast_signed();
    let flipped = flips(square, discs.own, discs.other).count_ones().cast_signed();
    if flipped > 0 {
        return 2 * (own + flipped + 1) - 64;
    }
    let flipped = flips(square, discs.other, discs.own).count_ones().cast_signed();
    if flipped > 0 {
        return 2 * (own - flipped) - 64;
    }
    // With 63 discs one side has more, and gets the empty square.
    2 * (own + i32::from(own > 31)) - 64
}

/// The quadrants of the board with an odd number of these squares.
// CITE: parity in the endgame: B. Rose, "Othello: A Minute to Learn... A Lifetime to Master", 2005;
// quadrants as its measure: G. Andersson, "Writing an Othello program", 2003.
#[inline]
pub(super) fn odd_quadrants(squares: u64) -> u64 {
    // The quadrant of a1 has the low four bits of the low four bytes. The parity of four bits ends
    // up in the lowest of them, and the parity of four bytes in the lowest byte.
    let pairs = squares ^ squares >> 1;
    let rows = (pairs ^ pairs >> 2) & 0x1111_1111_1111_1111;
    let pairs = rows ^ rows >> 8;
    let quadrants = (pairs ^ pairs >> 16) & 0x0000_0011_0000_0011;
    quadrants.wrapping_mul(0x0f0f_0f0f)
}
