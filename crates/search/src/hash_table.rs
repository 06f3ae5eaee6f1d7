//! A hash table of search results, in memory of a fixed size, or of a size that grows to a bound.
//!
//! A bucket is four slots in one cache line, and a position may be in any slot of its bucket. So a
//! lookup costs one memory access, and an expensive result is not lost at the first collision.
//!
//! CITE: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Replacement schemes for
//! transposition tables", ICCA Journal 17(4), 1994: keep the result that took the most nodes.

use std::marker::PhantomData;
use std::ops::Range;

use crate::{Bounds, Value};

/// A transposition table that keeps expensive results. In a full bucket, a new result replaces the
/// one that took the fewest nodes. With each new search, the nodes of older results count for only
/// a quarter as much as before.
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
    /// Each slot contains the effort in bits 0..5, the age in bits 5..12, and the high bits of the
    /// key in bits 12..56. The value is in the bits from 56 on.
    slots: Vec<u128>,
    /// The first slot that begins a cache line.
    first: usize,
    /// The number of buckets, a power of two.
    buckets: usize,
    /// The number of slots that are not empty, and the number at which the table grows.
    filled: usize,
    grow_at: usize,
    /// The greatest number of buckets.
    most_buckets: usize,
    /// The number of the current search, at most [`LAST_AGE`]. New results get it as their age.
    age: u8,
    /// A result has been forgotten if its age is below this number.
    oldest: u8,
    value: PhantomData<V>,
}

/// The slots of a bucket: a cache line of 64 bytes.
const WAYS: usize = 4;
const SLOT_BYTES: usize = size_of::<u128>();
const EFFORT_BITS: u32 = 5;
const AGE_BITS: u32 = 7;
const LAST_AGE: u8 = (1 << AGE_BITS) - 1;
const KEY_BITS: u32 = 44;
/// Where the parts of a slot begin.
const KEY_AT: u32 = EFFORT_BITS + AGE_BITS;
const VALUE_AT: u32 = KEY_AT + KEY_BITS;

/// The buckets of the smallest table that can grow, which has 64 MiB. A slot keeps the other bits
/// of the key, and the number of its bucket has these, so that it can move to a larger table.
const LEAST_GROWING: usize = 1 << (64 - KEY_BITS);

/// Each later search lowers the worth of a slot by this number. The worth of a new slot is the
/// logarithm of its nodes, plus one.
const LESS_EACH_SEARCH: i32 = 2;

/// The bits of a slot for the effort, the age and the key, without the value.
#[derive(Clone, Copy)]
struct Tag(u64);

impl Tag {
    fn new(key: u64, age: u8, effort: u64) -> Tag {
        let log = u64::from(effort.max(1).ilog2() + 1).min((1 << EFFORT_BITS) - 1);
        Tag(key >> (64 - KEY_BITS) << KEY_AT | u64::from(age) << EFFORT_BITS | log)
    }

    fn of(slot: u128) -> Tag {
        Tag(slot as u64 & ((1 << VALUE_AT) - 1))
    }

    /// The effort: the logarithm of the nodes, plus one; 0 in an empty slot.
    fn log(self) -> u32 {
        (self.0 & ((1 << EFFORT_BITS) - 1)) as u32
    }

    fn age(self) -> u8 {
        (self.0 >> EFFORT_BITS) as u8 & LAST_AGE
    }

    /// The high bits of the key.
    fn key(self) -> u64 {
        self.0 >> KEY_AT
    }

    fn is_of(self, key: u64) -> bool {
        self.key() == key >> (64 - KEY_BITS)
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
        HashTable::with_buckets(buckets_in(bytes), buckets_in(bytes))
    }

    /// A table for a search whose length is not known. It begins with 64 MiB and doubles while half
    /// of its slots are filled, up to `most_bytes`.
    #[must_use]
    pub fn growing(most_bytes: usize) -> HashTable<V> {
        let most = buckets_in(most_bytes);
        HashTable::with_buckets(most.min(LEAST_GROWING), most)
    }

    fn with_buckets(buckets: usize, most_buckets: usize) -> HashTable<V> {
        let slots = vec![0_u128; (buckets + 1) * WAYS - 1];
        // The allocator decides where the memory begins. The place of the memory affects only the
        // speed.
        let first = slots.as_ptr().align_offset(WAYS * SLOT_BYTES).min(WAYS - 1);
        let grow_at = if buckets < most_buckets { buckets * WAYS / 2 } else { usize::MAX };
        let (filled, age, oldest, value) = (0, 0, 0, PhantomData);
        HashTable { slots, first, buckets, filled, grow_at, most_buckets, age, oldest, value }
    }

    /// Moves all results that are not forgotten to a table of twice the size. A result for which
    /// its new bucket has no room is lost.
    fn grow(&mut self) {
        let mut larger = HashTable::<V>::with_buckets(2 * self.buckets, self.most_buckets);
        let old = &self.slots[self.first..self.first + self.buckets * WAYS];
        for (bucket, slots) in old.chunks_exact(WAYS).enumerate() {
            for &slot in slots {
                let tag = Tag::of(slot);
                if tag.log() == 0 || tag.age() < self.oldest {
                    continue;
                }
                let low = (bucket & (LEAST_GROWING - 1)) as u64;
                let bucket = larger.bucket(tag.key() << (64 - KEY_BITS) | low);
                let room = larger.slots[bucket].iter_mut().find(|slot| **slot == 0);
                if let Some(room) = room {
                    *room = slot;
                    larger.filled += 1;
                }
            }
        }
        (larger.age, larger.oldest) = (self.age, self.oldest);
        *self = larger;
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
        if self.age == LAST_AGE {
            self.slots.fill(0);
            (self.age, self.oldest, self.filled) = (0, 0, 0);
        } else {
            self.age += 1;
            self.oldest = self.age;
        }
    }

    /// Begins another search: earlier results stay, but are replaced sooner.
    pub fn begin_search(&mut self) {
        // The age stops at its greatest value; the next call of `clear` resets it.
        self.age = (self.age + 1).min(LAST_AGE);
    }

    /// The stored result for the position with this key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<V> {
        let known = self.slots[self.bucket(key)].iter().find(|&&slot| self.holds(slot, key));
        known.map(|slot| V::unpack(slot >> VALUE_AT))
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
        self.filled += usize::from(self.slots[place] == 0);
        self.slots[place] = value.pack() << VALUE_AT | u128::from(tag.0);
        if self.filled > self.grow_at {
            self.grow();
        }
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
