//! A table of results for solvers: it grows with the search, and keeps the whole key.

use std::marker::PhantomData;

use crate::Value;

/// A transposition table for a search that proves something. In contrast to a
/// [`HashTable`](crate::HashTable) it begins small and grows by four while it is half full, up to a
/// greatest size, and two positions are practically never confused: an entry keeps at least 88 bits
/// of a key of 128 bits, and all of them if the value has few bits. In a full bucket, a new result
/// replaces the one that took the fewest positions.
///
/// A value has at most 42 bits ([`Value::BITS`]).
///
/// ```
/// use search::{GrowingTable, Value};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Wins(bool);
///
/// impl Value for Wins {
///     const BITS: u32 = 1;
///     fn pack(self) -> u128 {
///         u128::from(self.0)
///     }
///     fn unpack(packed: u128) -> Wins {
///         Wins(packed != 0)
///     }
/// }
///
/// let mut table = GrowingTable::new(1 << 30);
/// table.put(77 << 64, Wins(true), 1000);
/// assert_eq!(table.get(77 << 64), Some(Wins(true)));
/// assert!(table.bytes() < 1 << 20, "it grows only as results come");
/// ```
// CITE: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Replacement schemes for
// transposition tables", ICCA Journal 17(4), 1994.
pub struct GrowingTable<V> {
    buckets: Vec<Bucket>,
    entries: usize,
    /// The greatest number of buckets, a power of two.
    largest: usize,
    value: PhantomData<V>,
}

/// The upper half of the key, and then from the lowest bit: the value, the cost, which is 0 in an
/// empty entry, and the bits of the key's lower half from [`INDEX_BITS`] on, as many as there is
/// room for. The lower bits of the key are part of the index of every bucket.
type Entry = [u64; 2];

/// The number of entries in a bucket, which fills a cache line.
const WAYS: usize = 4;

#[repr(align(64))]
#[derive(Clone, Copy, Default)]
struct Bucket([Entry; WAYS]);

/// The bits of the index in the smallest table, which has 256 KiB, and in the largest, with 1 GiB.
/// An entry keeps at least the bits in between, so that it can move to a larger table.
const INDEX_BITS: u32 = 12;
const MOST_INDEX_BITS: u32 = 24;

const COST_BITS: u32 = 10;
const MOST_COST: u64 = (1 << COST_BITS) - 1;

impl<V: Value> GrowingTable<V> {
    /// The first bit of an entry's second word that belongs to the key.
    const KEY_AT: u32 = {
        let at = V::BITS + COST_BITS;
        assert!(64 - at >= MOST_INDEX_BITS - INDEX_BITS, "the value has too many bits");
        at
    };

    /// An empty table that grows to at most this many bytes; the least are 256 KiB, and the most
    /// 1 GiB.
    #[must_use]
    pub fn new(most_bytes: usize) -> GrowingTable<V> {
        let largest = 1_usize << (most_bytes / size_of::<Bucket>()).max(1).ilog2();
        let largest = largest.clamp(1 << INDEX_BITS, 1 << MOST_INDEX_BITS);
        let buckets = vec![Bucket::default(); 1 << INDEX_BITS];
        GrowingTable { buckets, entries: 0, largest, value: PhantomData }
    }

    /// The size of the table in bytes, as it is now.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    /// The stored result for the position with this key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u128) -> Option<V> {
        let bucket = &self.buckets[key as usize & (self.buckets.len() - 1)].0;
        let found = bucket.iter().find(|entry| Self::is_at(entry, key))?;
        Some(V::unpack(u128::from(found[1] & ((1 << V::BITS) - 1))))
    }

    /// Stores a result, in place of an earlier one for the same position, or of the one that took
    /// the fewest positions.
    #[inline]
    pub fn put(&mut self, key: u128, value: V, positions: u64) {
        if self.entries > WAYS / 2 * self.buckets.len() && self.buckets.len() < self.largest {
            self.grow();
        }
        let index = key as usize & (self.buckets.len() - 1);
        let bucket = &mut self.buckets[index].0;
        let same = bucket.iter().position(|entry| Self::is_at(entry, key));
        let cheapest = || (0..WAYS).min_by_key(|&way| Self::cost(bucket[way]));
        let way = same.or_else(cheapest).unwrap_or(0);
        self.entries += usize::from(Self::cost(bucket[way]) == 0);
        debug_assert_eq!(value.pack() >> V::BITS, 0, "a value fits into its bits");
        let data = value.pack() as u64 | cost(positions) << V::BITS;
        bucket[way] = [(key >> 64) as u64, data | Self::rest(key)];
    }

    fn grow(&mut self) {
        let larger = vec![Bucket::default(); (4 * self.buckets.len()).min(self.largest)];
        let mask = larger.len() - 1;
        let smaller = std::mem::replace(&mut self.buckets, larger);
        for (index, bucket) in smaller.iter().enumerate() {
            for entry in bucket.0.iter().filter(|entry| Self::cost(**entry) != 0) {
                let low = index & ((1 << INDEX_BITS) - 1);
                let key = (entry[1] >> Self::KEY_AT << INDEX_BITS) as usize | low;
                let new = &mut self.buckets[key & mask].0;
                if let Some(free) = new.iter_mut().find(|entry| Self::cost(**entry) == 0) {
                    *free = *entry;
                }
            }
        }
    }

    /// The bits of the key that the second word keeps, at their place.
    #[inline]
    fn rest(key: u128) -> u64 {
        key as u64 >> INDEX_BITS << Self::KEY_AT
    }

    #[inline]
    fn is_at(entry: &Entry, key: u128) -> bool {
        let differs = (entry[1] ^ Self::rest(key)) >> Self::KEY_AT;
        (entry[0] ^ (key >> 64) as u64) | differs == 0 && Self::cost(*entry) != 0
    }

    #[inline]
    fn cost(entry: Entry) -> u64 {
        entry[1] >> V::BITS & MOST_COST
    }
}

/// A number from 1 to [`MOST_COST`] that grows with the number of positions, by 16 when that
/// doubles.
fn cost(positions: u64) -> u64 {
    let positions = positions.min(u64::MAX >> 1) + 16;
    let doubled = positions.ilog2() - 4;
    u64::from(doubled) * 16 + (positions >> doubled) - 15
}

#[cfg(test)]
mod tests {
    use rules::random::Random;

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Wide(u64);

    impl Value for Wide {
        const BITS: u32 = 42;
        fn pack(self) -> u128 {
            u128::from(self.0)
        }
        fn unpack(packed: u128) -> Wide {
            Wide(packed as u64)
        }
    }

    /// While a table grows, results move to their new buckets and stay what they were. A few are
    /// lost where a bucket is full.
    #[test]
    fn what_a_growing_table_finds_was_stored() {
        let mut random = Random::new(12);
        let word = |random: &mut Random| random.next();
        let mut table = GrowingTable::new(1 << 24);
        let all: Vec<(u128, Wide)> = (0..200_000)
            .map(|_| {
                let key = u128::from(word(&mut random)) << 64 | u128::from(word(&mut random));
                (key, Wide(word(&mut random) >> 22))
            })
            .collect();
        for &(key, value) in &all {
            table.put(key, value, 1 + value.0 % 1000);
        }
        assert!(table.bytes() > 1 << 20, "it has grown");
        let found = all.iter().filter_map(|&(key, value)| Some((table.get(key)?, value)));
        let found: Vec<_> = found.collect();
        assert!(found.len() > 180_000, "{}", found.len());
        assert!(found.iter().all(|(found, stored)| found == stored));
        let others = all.iter().filter(|(key, _)| table.get(key ^ 1 << 64).is_some());
        assert_eq!(others.count(), 0);
    }

    #[test]
    fn costs_grow_and_fit() {
        let positions = (0..64).map(|bit| 1 << bit).chain([0, u64::MAX]);
        assert!(positions.map(cost).all(|cost| (1..=MOST_COST).contains(&cost)));
        assert!(cost(100) < cost(110) && cost(1 << 40) < cost((1 << 40) + (1 << 37)));
    }
}
