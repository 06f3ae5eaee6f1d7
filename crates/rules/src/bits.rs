//! A set of squares as a fixed number of 64-bit words: a bitboard for boards of any size.
//!
//! The game numbers its squares. Square `i` is bit `i % 64` of word `i / 64`:
//!
//! ```text
//! Bits<2>    word 0: squares 0..=63      word 1: squares 64..=127
//! ```

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of up to `64 * W` squares.
///
/// ```
/// use rules::bits::Bits;
///
/// let corners = Bits::<2>::one(0) | Bits::one(99);
/// assert!(corners.has(99) && !corners.has(50));
/// assert_eq!((corners.count(), corners.lowest()), (2, Some(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// No square.
    pub const EMPTY: Self = Bits([0; W]);

    /// The square `i` alone.
    #[must_use]
    #[inline]
    pub fn one(i: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(i);
        bits
    }

    /// The squares `0..n`.
    #[must_use]
    pub fn first(n: usize) -> Self {
        (0..n).collect()
    }

    /// Adds the square `i`.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Removes the square `i`.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// Whether the square `i` is in the set.
    #[must_use]
    #[inline]
    pub fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// The number of squares in the set.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The lowest square.
    #[must_use]
    #[inline]
    pub fn lowest(&self) -> Option<usize> {
        let word = self.0.iter().position(|&w| w != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The squares of this set that are not in `other`.
    #[must_use]
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The set with `n` added to the number of every square. Squares beyond the last one are lost.
    #[must_use]
    #[inline]
    pub fn up(self, n: usize) -> Self {
        if W == 1 {
            return Bits(self.0.map(|word| if n < 64 { word << n } else { 0 }));
        }
        let (words, bits) = (n / 64, n % 64);
        Bits(std::array::from_fn(|i| {
            let at = |back: usize| if i >= back { self.0[i - back] } else { 0 };
            let carried = if bits == 0 { 0 } else { at(words + 1) >> (64 - bits) };
            at(words) << bits | carried
        }))
    }

    /// The set with `n` subtracted from the number of every square. Squares below 0 are lost.
    #[must_use]
    #[inline]
    pub fn down(self, n: usize) -> Self {
        if W == 1 {
            return Bits(self.0.map(|word| if n < 64 { word >> n } else { 0 }));
        }
        let (words, bits) = (n / 64, n % 64);
        Bits(std::array::from_fn(|i| {
            let at = |ahead: usize| self.0.get(i + ahead).copied().unwrap_or(0);
            let carried = if bits == 0 { 0 } else { at(words + 1) << (64 - bits) };
            at(words) >> bits | carried
        }))
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |all, square| all | Self::one(square))
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = Squares<W>;

    fn into_iter(self) -> Squares<W> {
        Squares { bits: self, word: 0 }
    }
}

/// The squares of a set in ascending order; see [`Bits::into_iter`].
///
/// ```
/// use rules::bits::Bits;
///
/// assert!(Bits::<1>::first(3).into_iter().eq([0, 1, 2]));
/// ```
#[derive(Clone, Debug)]
pub struct Squares<const W: usize> {
    bits: Bits<W>,
    word: usize,
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = &mut self.bits.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bits.count();
        (left, Some(left))
    }

    #[inline]
    fn count(self) -> usize {
        self.bits.count()
    }
}

macro_rules! by_word {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Bits(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}
by_word!(BitAnd, bitand, &);
by_word!(BitOr, bitor, |);
by_word!(BitXor, bitxor, ^);

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bits(self.0.map(|w| !w))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeSet;

    type Set = BTreeSet<usize>;

    fn random_set(random: &mut Random) -> (Bits<3>, Set) {
        let set: Set = (0..random.below(40)).map(|_| random.below(192)).collect();
        let mut bits = Bits::EMPTY;
        set.iter().for_each(|&i| bits.insert(i));
        (bits, set)
    }

    #[test]
    fn bits_are_sets_of_squares() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let ((a, set_a), (b, set_b)) = (random_set(&mut random), random_set(&mut random));
            let n = random.below(200);
            let same = |bits: Bits<3>, set: Set| {
                assert_eq!(bits.count(), set.len());
                assert_eq!(bits.lowest(), set.first().copied());
                assert_eq!(bits.into_iter().collect::<Set>(), set);
            };
            same(a & b, &set_a & &set_b);
            same(a | b, &set_a | &set_b);
            same(a ^ b, &set_a ^ &set_b);
            same(a.without(b), &set_a - &set_b);
            same(a.up(n), set_a.iter().map(|i| i + n).filter(|&i| i < 192).collect());
            same(a.down(n), set_a.iter().filter(|&&i| i >= n).map(|i| i - n).collect());
            assert_eq!(a.is_empty(), set_a.is_empty());
            assert!((0..192).all(|i| a.has(i) == set_a.contains(&i)));
        }
        assert_eq!(Bits::<3>::first(65).count(), 65);
    }
}
