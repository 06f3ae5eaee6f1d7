//! What shapes and combinations are worth: in the value of a position, which is a sum over the free
//! squares, and in the order of moves.

use search::Score;

use super::kinds::{KINDS, Kind};
use super::shapes::{DIRECTIONS, SHAPES, Shape};

/// The value of each shape that a stone of a side would make, if the side is to move, and if it
/// waits.
const SHAPE_VALUES: [[Score; SHAPES]; 2] =
    [[0, 0, 0, 2, 5, 18, 30, 20, 0, 0], [0, 0, 0, 1, 3, 14, 28, 8, 0, 0]];
/// The value that the kind of a combination adds.
const KIND_VALUES: [[Score; KINDS]; 2] = [[0, 30, 60, 20, 65, 110, 0], [0, 55, 60, 45, 110, 80, 0]];
/// Having the move.
pub(super) const TEMPO: Score = 30;

/// The value of a shape for a side that waits or is to move.
pub(super) fn worth(shape: Shape, waits: bool) -> Score {
    SHAPE_VALUES[usize::from(waits)][usize::from(shape)]
}

/// The value that the kind of a combination adds.
pub(super) fn bonus(kind: Kind, waits: bool) -> Score {
    KIND_VALUES[usize::from(waits)][kind as usize]
}

/// The unit of the values that people see.
pub(super) const POINT: Score = 100;

/// The weights of a shape for the side that makes it, and for the opponent, who prevents it.
const SHAPE_WEIGHTS: [[i16; SHAPES]; 2] =
    [[0, 1, 4, 8, 22, 26, 80, 60, 400, 900], [0, 1, 3, 6, 15, 14, 50, 30, 300, 800]];
/// What the kind of a combination adds, for the side that makes it and for the opponent.
const KIND_WEIGHTS: [[i16; KINDS]; 2] = [[0, 120, 40, 0, 40, 300, 0], [0, 90, 20, 0, 30, 200, 0]];

/// The weight of a stone that makes, or prevents, a combination.
pub(super) fn weight(shapes: [Shape; DIRECTIONS], kind: Kind, defends: bool) -> i16 {
    let who = usize::from(defends);
    let each: i16 = shapes.into_iter().map(|shape| SHAPE_WEIGHTS[who][usize::from(shape)]).sum();
    each + KIND_WEIGHTS[who][kind as usize]
}
