//! A hash table of search results, in memory of a fixed size.
//!
//! A bucket is four slots in one cache line, and a position may be in any slot of its bucket. So a
//! lookup costs one memory access, and an expensive result is not lost at the first collision.
//!
//! CITE: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Replacement schemes for
//! transposition tables", ICCA Journal 17(4), 1994: keep the result that took the most nodes.

use std::ops::Range;

use crate::{Bounds, Value};

/// A transposition table of a fixed size that keeps expensive results. In a full bucket, a new
/// result replaces the one that took the fewest nodes. With each new search, the nodes of older
/// results count for only a quarter as much as before.
///
/// A slot has 16 bytes, which are zero while it is empty. The operating system provides zeroed
/// memory only when it is first used, so a short search does not pay for a large table. Forgetting
/// results does not overwrite them, since writing would touch the whole table. Their age shows that
/// they no longer count.
///
/// ```
/// use search::{Bounds, HashTable};
///
/// let mut table = HashTable::new(1 << 16);
/// table.put(77, Bounds { lower: 3, upper: 3, depth: 5, best: Some(0) }, 1000);
/// assert_eq!(table.get(77).map(|known| known.lower), Some(3));
/// ```
#[derive(Debug)]
pub struct HashTable<V = Bounds> {
    /// Each slot contains the effort in bits 0..6, the age in bits 6..14, and the high bits of the
    /// key in bits 14..56. The value is in the bits from 56 on.
    slots: Vec<u128>,
    /// The first slot that begins a cache line.
    first: usize,
    /// The number of buckets, a power of two.
    buckets: usize,
    /// The number of the current search, at most 255. New results get it as their age.
    age: u8,
    /// A result has been forgotten if its age is below this number.
    oldest: u8,
    value: std::marker::PhantomData<V>,
}

/// The slots of a bucket: a cache line of 64 bytes.
const WAYS: usize = 4;
const SLOT_BYTES: usize = size_of::<u128>();
const KEY_BITS: u32 = 42;

/// Each later search lowers the worth of a slot by this number. The worth of a new slot is the
/// logarithm of its nodes, plus one.
const LESS_EACH_SEARCH: i32 = 2;

/// The bits of a slot for the effort, the age and the key, without the value.
#[derive(Clone, Copy)]
struct Tag(u64);

impl Tag {
    fn new(key: u64, age: u8, effort: u64) -> Tag {
        let log = u64::from(effort.max(1).ilog2().min(62) + 1);
        Tag(key >> (64 - KEY_BITS) << 14 | u64::from(age) << 6 | log)
    }

    fn of(slot: u128) -> Tag {
        Tag(slot as u64 & ((1 << (KEY_BITS + 14)) - 1))
    }

    /// The effort: the logarithm of the nodes, plus one; 0 in an empty slot.
    fn log(self) -> u32 {
        (self.0 & 63) as u32
    }

    fn age(self) -> u8 {
        (self.0 >> 6) as u8
    }

    fn is_of(self, key: u64) -> bool {
        self.0 >> 14 == key >> (64 - KEY_BITS)
    }
}

/// Whether the system grants so much memory now.
fn is_granted(bytes: usize) -> bool {
    let mut probe: Vec<u8> = Vec::new();
    let granted = probe.try_reserve_exact(bytes).is_ok();
    // A compiler may leave out memory that nobody uses.
    std::hint::black_box(&probe);
    granted
}

impl<V: Value> HashTable<V> {
    /// A table that fits into `bytes`. The number of buckets is a power of two, and at least 1.
    #[must_use]
    pub fn new(bytes: usize) -> HashTable<V> {
        let buckets = buckets_in(bytes);
        let slots = vec![0_u128; (buckets + 1) * WAYS - 1];
        // The allocator decides where the memory begins. The place of the memory affects only the
        // speed.
        let first = slots.as_ptr().align_offset(WAYS * SLOT_BYTES).min(WAYS - 1);
        HashTable { slots, first, buckets, age: 0, oldest: 0, value: std::marker::PhantomData }
    }

    /// A table for `bytes`, or for less if the system does not grant so much: a contest may limit a
    /// program's memory.
    #[must_use]
    pub fn at_most(mut bytes: usize) -> HashTable<V> {
        while buckets_in(bytes) > 1 && !is_granted(bytes) {
            bytes /= 2;
        }
        HashTable::new(bytes)
    }

    /// The size in bytes of a table that keeps nearly all results of this many nodes. The results
    /// fill a quarter of the table.
    pub(crate) fn bytes_for(nodes: u64) -> usize {
        let slots = nodes.saturating_mul(4).min(1 << 40).next_power_of_two();
        usize::try_from(slots * SLOT_BYTES as u64).unwrap_or(usize::MAX)
    }

    /// Whether the table is at least as large as a new one for `bytes`.
    pub(crate) fn is_as_large(&self, bytes: usize) -> bool {
        self.buckets >= buckets_in(bytes)
    }

    /// The size of the table in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots.len() * SLOT_BYTES
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.age == u8::MAX {
            self.slots.fill(0);
            (self.age, self.oldest) = (0, 0);
        } else {
            self.age += 1;
            self.oldest = self.age;
        }
    }

    /// Begins another search: earlier results stay, but are replaced sooner.
    pub fn begin_search(&mut self) {
        // The age stops at its greatest value; the next call of `clear` resets it.
        self.age = self.age.saturating_add(1);
    }

    /// The stored result for the position with this key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<V> {
        let known = self.slots[self.bucket(key)].iter().find(|&&slot| self.holds(slot, key));
        known.map(|slot| V::unpack(slot >> (KEY_BITS + 14)))
    }

    /// Stores a result for the position with this key. The new result replaces an earlier one for
    /// that position, and the nodes of both are added.
    #[inline]
    pub fn put(&mut self, key: u64, value: V, nodes: u64) {
        let bucket = self.bucket(key);
        let slots = &self.slots[bucket.clone()];
        let known = slots.iter().position(|&slot| self.holds(slot, key));
        let place = known.or_else(|| (0..WAYS).min_by_key(|&way| self.worth(slots[way])));
        let place = bucket.start + place.unwrap_or(0);
        let before = if known.is_some() { 1 << (Tag::of(self.slots[place]).log() - 1) } else { 0 };
        let tag = Tag::new(key, self.age, nodes.saturating_add(before));
        debug_assert_eq!(value.pack() >> V::BITS, 0, "a value fits into its bits");
        self.slots[place] = value.pack() << (KEY_BITS + 14) | u128::from(tag.0);
    }

    /// Whether a slot holds a result for this key that has not been forgotten.
    fn holds(&self, slot: u128, key: u64) -> bool {
        let tag = Tag::of(slot);
        tag.is_of(key) && tag.log() > 0 && tag.age() >= self.oldest
    }

    /// How much it is worth to keep a slot's content. In a full bucket, the slot of the least worth
    /// is replaced.
    fn worth(&self, slot: u128) -> i32 {
        let tag = Tag::of(slot);
        if tag.log() == 0 || tag.age() < self.oldest {
            return i32::MIN;
        }
        tag.log().cast_signed() - LESS_EACH_SEARCH * i32::from(self.age - tag.age())
    }

    fn bucket(&self, key: u64) -> Range<usize> {
        let start = self.first + (key as usize & (self.buckets - 1)) * WAYS;
        start..start + WAYS
    }
}

fn buckets_in(bytes: usize) -> usize {
    1 << (bytes / (WAYS * SLOT_BYTES)).max(1).ilog2()
}
