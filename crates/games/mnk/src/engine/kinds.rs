//! The kinds of combinations of four shapes, as far as a combination is more than its shapes.

use super::shapes::{DIRECTIONS, FOUR, OPEN_FOUR, OPEN_THREE, OPEN_TWO, Shape};

/// A kind of combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    /// Two open threes or more.
    ThreeThree,
    /// An open three, and a three or an open two.
    ThreeMore,
    /// A four alone.
    Four,
    /// A four, and a three or an open two.
    FourMore,
    /// A four and an open three.
    FourThree,
    /// A stone that leaves two squares that complete a line, or completes one.
    Winning,
}

/// The number of kinds.
pub(super) const KINDS: usize = Kind::Winning as usize + 1;

impl Kind {
    /// The kind of a combination.
    pub(super) fn of(shapes: [Shape; DIRECTIONS]) -> Kind {
        let count = |least: Shape| shapes.into_iter().filter(|&shape| shape >= least).count();
        let has_more = count(OPEN_TWO) > 1;
        match (count(FOUR), count(OPEN_THREE)) {
            _ if count(OPEN_FOUR) > 0 => Kind::Winning,
            (2.., _) => Kind::Winning,
            (1, 2..) => Kind::FourThree,
            (1, _) if has_more => Kind::FourMore,
            (1, _) => Kind::Four,
            (_, 2..) => Kind::ThreeThree,
            (_, 1) if has_more => Kind::ThreeMore,
            _ => Kind::Plain,
        }
    }
}
