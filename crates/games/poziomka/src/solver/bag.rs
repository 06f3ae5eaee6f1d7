//! What a side gets of many separate things of which the opponent takes some first.

/// The greatest value that a bag tells apart. A greater value counts as this one.
const MOST: usize = 39;

/// Things of different value.
///
/// Two sides take things in turn, and a side may take the most valuable thing left. If the opponent
/// takes up to `n` things at a time, the side gets at least the things number `n + 1`, `2n + 2` and
/// so on, counted from the most valuable one: before its turn number `t` at most `t(n + 1) - 1`
/// things are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bag {
    /// The number of things of each value.
    counts: [u8; MOST + 1],
    items: i32,
    /// The least and the greatest value of a thing in the bag.
    range: (usize, usize),
}

impl Bag {
    pub(super) const EMPTY: Bag = Bag { counts: [0; MOST + 1], items: 0, range: (MOST, 0) };

    /// A bag of equal things.
    pub(super) fn of(items: i32, value: i32) -> Bag {
        let mut bag = Bag::EMPTY;
        bag.add(items, value);
        bag
    }

    /// Puts some equal things into the bag; at most 255 of one value count.
    #[inline]
    pub(super) fn add(&mut self, items: i32, value: i32) {
        let value = (value as usize).min(MOST);
        let items = items.min(i32::from(u8::MAX - self.counts[value]));
        if items > 0 {
            self.counts[value] += items as u8;
            self.items += items;
            self.range = (self.range.0.min(value), self.range.1.max(value));
        }
    }

    /// The number of things.
    pub(super) fn items(&self) -> i32 {
        self.items
    }

    /// The least value of a thing; the bag is not empty.
    pub(super) fn least(&self) -> i32 {
        self.range.0 as i32
    }

    /// The sum of the things number `first`, `first + step` and so on, counted from 1 in descending
    /// order.
    #[inline]
    pub(super) fn every(&self, first: i32, step: i32) -> i32 {
        let taken = |items: i32| (items - first + step).max(0) / step;
        let (mut sum, mut above) = (0, 0);
        for value in (self.range.0..=self.range.1).rev() {
            let items = above + i32::from(self.counts[value]);
            sum += value as i32 * (taken(items) - taken(above));
            above = items;
        }
        sum
    }
}
