//! The engine's evaluation. It weighs mobility, corners, and discs that cannot be flipped. Near the
//! end of the game, it also counts the discs.

use search::{Evaluate, Score, Slips};

use super::board::{SIDE, placements, widened};
use super::rules::{Move, Position, Reversi};

/// The evaluation, which weighs mobility, corners, the squares beside corners, and the empty
/// squares beside discs of the opponent. Towards the end, the number of discs counts more and more.
#[derive(Clone, Copy, Debug)]
pub struct Phases;

/// The edges of the board: columns a and h, then rows 1 and 8.
const EDGES: [u64; 2] = [0xff00_0000_0000_00ff, 0x8181_8181_8181_8181];
const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The X-squares b2, b7, g2 and g7. A disc on an X-square gives the opponent access to the corner
/// beside it.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The C-squares: the squares on the edges that are next to a corner.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;

// The weights were chosen by matches with 2,048 nodes for each move.

/// The value of a disc in a corner. The discs that this disc makes safe count in addition.
const CORNER: Score = 60;
/// The value of a disc that can never be flipped.
const SAFE: Score = 25;
/// The value of a square where a disc can be placed.
const MOBILITY: Score = 9;
/// The value of an empty square next to an opponent's disc, where a move may become possible.
const LIBERTY: Score = 9;
/// The values of a disc beside an empty corner: first on an X-square, then on a C-square.
const BESIDE_EMPTY_CORNER: [Score; 2] = [-45, -15];
/// The value of being the side to move.
const TEMPO: Score = 10;
/// Discs count when fewer than this many squares are empty. The fewer squares are empty, the more
/// each disc counts.
const ENDING: Score = 10;

/// With this number of empty squares, the engine searches to the end of the game in a moment.
const SOON_SEEN: u32 = 10;

impl Evaluate<Reversi> for Phases {
    const EVERY_POINT_COUNTS: bool = true;
    const ORDERS_WELL: bool = true;
    /// The value is a least-squares fit of results to evaluations, for 960 positions from 23 games
    /// of the engine against itself.
    const POINT: Score = 16;
    const SLIPS: Slips = Slips {
        errors: [50 * Self::POINT, 16 * Self::POINT, 6 * Self::POINT, 3 * Self::POINT],
        ..Slips::in_points(Self::POINT)
    };

    fn evaluate(&self, _game: &Reversi, position: &Position) -> Score {
        let (own, other) = position.own_and_other();
        points(own, other) - points(other, own) + TEMPO
    }

    /// Half the number of empty squares beyond ten, plus two. With ten empty squares left, the
    /// engine searches to the end in a moment.
    fn moves_left(&self, _game: &Reversi, position: &Position) -> u32 {
        let [black, white] = position.count();
        (64 - black - white).saturating_sub(SOON_SEEN) / 2 + 2
    }

    /// Corners are best, then moves that leave the opponent few moves and no corner. Squares beside
    /// corners are worst.
    fn move_score(&self, _game: &Reversi, position: &Position, mv: Move) -> i32 {
        let replies = position.after(mv).placements();
        let place = 30 * count(mv.set() & CORNERS)
            - 8 * count(mv.set() & X_SQUARES)
            - 4 * count(mv.set() & C_SQUARES);
        place - 2 * count(replies) - 6 * count(replies & CORNERS)
    }
}

/// The value of the discs and the possible moves of one side.
fn points(own: u64, other: u64) -> Score {
    let empty = !(own | other);
    let beside_corner = own & widened(empty & CORNERS);
    let [x, c] = BESIDE_EMPTY_CORNER;
    CORNER * count(own & CORNERS)
        + SAFE * count(safe(own))
        + MOBILITY * count(placements(own, other))
        + LIBERTY * count(empty & widened(other))
        + x * count(beside_corner & X_SQUARES)
        + c * count(beside_corner & C_SQUARES)
        + (ENDING - count(empty)).max(0) * count(own)
}

/// The discs in unbroken lines from a corner along an edge. They can never be flipped.
fn safe(own: u64) -> u64 {
    let mut safe = own & CORNERS;
    loop {
        // From the end of a column, a shift by one bit leads to the next column. If that
        // column is an edge, the new square is a corner, which is safe anyway.
        let [along_column, along_row] = [safe << 1 | safe >> 1, safe << SIDE | safe >> SIDE];
        let grown = safe | own & (EDGES[0] & along_column | EDGES[1] & along_row);
        if grown == safe {
            return safe;
        }
        safe = grown;
    }
}

fn count(set: u64) -> Score {
    set.count_ones().cast_signed()
}
