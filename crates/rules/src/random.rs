//! Random numbers that stay the same: the same seed gives the same board in every version of this
//! crate.
//!
//! No library is used, because a library might change its numbers. The generator is SplitMix64
//! (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).

/// A stream of random numbers from a seed.
///
/// ```
/// use rules::random::Random;
///
/// let mut dice = Random::new(7);
/// let thrown = [dice.between(1, 6), dice.between(1, 6), dice.between(1, 6)];
/// let mut again = Random::new(7);
/// assert_eq!(thrown.map(|_| again.between(1, 6)), thrown);
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The stream of random numbers that belongs to this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// A number from 0 to `n - 1`. The bias of the multiply-shift is below `n / 2^64`.
    ///
    /// # Panics
    /// Panics if `n` is 0.
    pub const fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        ((self.next() as u128 * n as u128) >> 64) as usize
    }

    /// A number from `min` to `max`, both included.
    pub const fn between(&mut self, min: usize, max: usize) -> usize {
        min + self.below(max - min + 1)
    }

    /// Returns `true` with a probability of one in `n`.
    pub const fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A random item of `items`; `None` if there are no items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}

/// Spreads the bits of a number: SplitMix64's finaliser, a bijection of 64-bit numbers.
#[must_use]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A hash of some words that depends on their order.
pub fn hash_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(GOLDEN, |hash, word| mix(hash.wrapping_add(GOLDEN) ^ word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_splitmix64() {
        // These are the first outputs for seed 1234567, as published with the reference
        // implementation.
        let mut random = Random::new(1_234_567);
        let published: [u64; 3] =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(published.map(|_| random.next()), published);
    }

    #[test]
    fn numbers_below_n_are_all_drawn() {
        let mut random = Random::new(1);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[random.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(random.between(3, 3), 3);
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}
