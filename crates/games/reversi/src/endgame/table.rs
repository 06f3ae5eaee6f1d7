//! The bounds found so far, in a hash table of a fixed size.
//!
//! A bucket is one cache line with three entries. An entry contains its whole position, so two
//! positions are never confused. `search::HashTable` keeps only a part of a key, and
//! `search::GrowingTable` does not tell results of earlier searches from new ones.

use rules::random::mix;

use super::super::board::{Discs, MOST};

/// What is known of a position: bounds of its margin, and the best move as a set of at most one
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(crate) best: u64,
}

impl Known {
    pub(super) const NOTHING: Known = Known { lower: -MOST, upper: MOST, best: 0 };
}

/// The number of entries in a bucket.
const WAYS: usize = 3;

/// The positions of a bucket, then the data of the entries, [`DATA_BITS`] each.
///
/// A bucket is an array of integers because the operating system provides zeroed arrays of integers
/// only when they are first used.
type Bucket = [u64; 8];

/// Bits 0..8 are the lower bound, bits 8..16 the upper bound, bits 16..24 the number of the best
/// square (64 if there is none), bits 24..32 the cost, which is 0 in an empty entry, and bits
/// 32..40 the age.
const DATA_BITS: u32 = 40;

/// A table of bounds.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of about this many bytes, at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let buckets = 1 << (bytes / size_of::<Bucket>()).max(1).ilog2();
        Table { buckets: vec![[0; 8]; buckets], age: 0 }
    }

    /// Makes the table as large as a search with this many empty squares needs, but at most this
    /// many bytes. A table that becomes larger forgets its contents.
    pub(crate) fn suit(&mut self, empty: u32, most: usize) {
        let bytes = (1_usize << (empty + 3).min(34)).min(most);
        if bytes > 2 * size_of::<Bucket>() * self.buckets.len() {
            *self = Table::new(bytes);
        }
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Table::new(0);
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, discs: Discs) -> Known {
        let bucket = &self.buckets[self.index(discs)];
        let way = (0..WAYS).find(|&way| is_at(bucket, way, discs));
        way.map_or(Known::NOTHING, |way| unpack(data(bucket, way)))
    }

    /// Stores what is known of a position, in place of an entry for the same position, of an
    /// earlier search, or of the fewest nodes.
    // CITE: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Replacement schemes for
    // transposition tables", ICCA Journal 17(4), 1994.
    pub(super) fn put(&mut self, discs: Discs, known: Known, nodes: u64) {
        let index = self.index(discs);
        let age = self.age;
        let bucket = &mut self.buckets[index];
        let same = (0..WAYS).find(|&way| is_at(bucket, way, discs));
        let worth = |way: &usize| {
            let data = data(bucket, *way);
            if (data >> 32) as u8 == age { data >> 24 & 0xff } else { 0 }
        };
        let way = same.or_else(|| (0..WAYS).min_by_key(worth)).unwrap_or(0);
        let cost = u128::from(nodes.max(1).ilog2() + 1);
        let fields = [known.lower as u8, known.upper as u8, known.best.trailing_zeros() as u8];
        let bounds = fields.iter().rev().fold(0, |all, &field| all << 8 | u128::from(field));
        let new = u128::from(age) << 32 | cost << 24 | bounds;
        let others = all_data(bucket) & !(((1 << DATA_BITS) - 1) << (DATA_BITS * way as u32));
        let all = others | new << (DATA_BITS * way as u32);
        (bucket[2 * way], bucket[2 * way + 1]) = (discs.own, discs.other);
        (bucket[6], bucket[7]) = (all as u64, (all >> 64) as u64);
    }

    fn index(&self, discs: Discs) -> usize {
        let hash = mix(discs.own ^ discs.other.rotate_left(31).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        hash as usize & (self.buckets.len() - 1)
    }
}

fn all_data(bucket: &Bucket) -> u128 {
    u128::from(bucket[7]) << 64 | u128::from(bucket[6])
}

fn data(bucket: &Bucket, way: usize) -> u128 {
    all_data(bucket) >> (DATA_BITS * way as u32) & ((1 << DATA_BITS) - 1)
}

fn is_at(bucket: &Bucket, way: usize, discs: Discs) -> bool {
    bucket[2 * way] == discs.own
        && bucket[2 * way + 1] == discs.other
        && data(bucket, way) >> 24 & 0xff != 0
}

fn unpack(data: u128) -> Known {
    let best = 1_u64.checked_shl((data >> 16) as u32 & 0xff).unwrap_or(0);
    Known { lower: i32::from(data as i8), upper: i32::from((data >> 8) as i8), best }
}
