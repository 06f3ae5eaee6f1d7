//! What a stone on a free square does along all directions together.
//!
//! A combination is the shapes of the four directions, written as a decimal number of four digits.
//! A table holds what is known about each combination.

use std::sync::LazyLock;

use search::Score;

use super::evaluation::{bonus, weight, worth};
use super::kinds::Kind;
use super::shapes::{DIRECTIONS, FIVE, FOUR, OPEN_FOUR, OPEN_THREE, SHAPES, Shape};

/// The number of combinations.
const COMBINATIONS: usize = SHAPES.pow(DIRECTIONS as u32);

/// The sets of squares that a combination puts a square into; see [`Combination::sets`].
pub(super) const SETS: usize = 4;
/// A stone completes a line.
pub(super) const COMPLETING: usize = 0;
/// A stone leaves two squares that complete a line.
pub(super) const DOUBLING: usize = 1;
/// A stone leaves a square that completes a line.
pub(super) const THREATENING: usize = 2;
/// After a stone, the next one can leave two squares that complete a line.
pub(super) const PREPARING: usize = 3;

/// What is known about a combination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combination {
    /// A bit for each of the sets above.
    pub(super) sets: u8,
    /// Whether a line through the square may still be completed.
    pub(super) is_open: bool,
    /// The weight in move ordering, for the side that would make it, and for its opponent.
    pub(super) weight: [i16; 2],
    /// The value of a free square with this combination for a side that is to move, and for a side
    /// that waits.
    pub(super) value: [i16; 2],
}

/// All combinations, by their numbers.
pub(super) fn all() -> &'static [Combination] {
    static ALL: LazyLock<Vec<Combination>> =
        LazyLock::new(|| (0..COMBINATIONS).map(|number| combination(shapes(number))).collect());
    &ALL
}

/// The shapes of a combination.
fn shapes(number: usize) -> [Shape; DIRECTIONS] {
    std::array::from_fn(|direction| (number / SHAPES.pow(direction as u32) % SHAPES) as Shape)
}

fn combination(shapes: [Shape; DIRECTIONS]) -> Combination {
    let count = |least: Shape| shapes.into_iter().filter(|&shape| shape >= least).count();
    let completes = count(FIVE) > 0;
    let doubles = count(OPEN_FOUR) > 0 || count(FOUR) > 1;
    let prepares = shapes.contains(&OPEN_THREE);
    let sets = [completes, doubles, count(FOUR) > 0, prepares];
    let kind = Kind::of(shapes);
    let value = [0, 1].map(|waits| -> Score {
        let each: Score = shapes.into_iter().map(|shape| worth(shape, waits == 1)).sum();
        each + bonus(kind, waits == 1)
    });
    Combination {
        sets: sets.into_iter().enumerate().map(|(set, is_in)| u8::from(is_in) << set).sum(),
        is_open: shapes != [0; DIRECTIONS],
        weight: [0, 1].map(|defends| weight(shapes, kind, defends == 1)),
        value: value.map(|value| value as i16),
    }
}
