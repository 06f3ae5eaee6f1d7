//! The bounds found so far: a table that grows up to a greatest size, and then forgets what was
//! cheap to find.

/// What is known of a state: bounds of what the side to move still gains, the half-moves that each
/// bound needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) needs: [u8; 2],
}

/// No board has more squares.
const MOST: i32 = 2500;

impl Known {
    pub(super) const NOTHING: Known = Known { lower: -MOST, upper: MOST, needs: [0; 2] };
}

/// The upper half of the key, and then the data: in bits 0..13 and 13..26 the bounds, in bits
/// 26..34 and 34..42 what they need, in bits 42..48 the cost, which is 0 in an empty entry, and in
/// bits 52..64 the bits 12..24 of the key. So two states are confused only if 88 bits of their keys
/// agree.
type Entry = [u64; 2];

/// The number of entries in a bucket, which fills a cache line.
const WAYS: usize = 4;

/// The bits of a bound.
const BOUND_BITS: u32 = 13;

/// The smallest and the greatest number of buckets: 256 KiB and 1 GiB.
const SMALLEST: usize = 1 << 12;
const LARGEST: usize = 1 << 24;

#[repr(align(64))]
#[derive(Clone, Copy, Default)]
struct Bucket([Entry; WAYS]);

pub(super) struct Table {
    buckets: Vec<Bucket>,
    entries: usize,
    largest: usize,
}

impl Table {
    /// An empty table that grows to at most this many bytes.
    pub(super) fn new(most_bytes: usize) -> Table {
        let largest = 1 << (most_bytes / size_of::<Bucket>()).max(1).ilog2();
        let largest = largest.clamp(SMALLEST, LARGEST);
        Table { buckets: vec![Bucket::default(); SMALLEST], entries: 0, largest }
    }

    /// What is known of the state with this key.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Known {
        let bucket = &self.buckets[key as usize & (self.buckets.len() - 1)].0;
        let found = bucket.iter().find(|entry| is_at(entry, key));
        found.map_or(Known::NOTHING, |&[_, data]| unpack(data))
    }

    /// Stores what is known of a state, in place of an entry for the same state, or of the one that
    /// took the fewest positions.
    // CITE: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Replacement schemes for
    // transposition tables", ICCA Journal 17(4), 1994.
    #[inline]
    pub(super) fn put(&mut self, key: u128, known: Known, positions: u64) {
        if self.entries > WAYS / 2 * self.buckets.len() && self.buckets.len() < self.largest {
            self.grow();
        }
        let index = key as usize & (self.buckets.len() - 1);
        let bucket = &mut self.buckets[index].0;
        let same = bucket.iter().position(|entry| is_at(entry, key));
        let way = same.or_else(|| (0..WAYS).min_by_key(|&way| cost(bucket[way]))).unwrap_or(0);
        self.entries += usize::from(cost(bucket[way]) == 0);
        let cost = u64::from(positions.max(1).ilog2() + 1);
        let rest = (key as u64 >> KEY_FROM) << KEY_AT;
        bucket[way] = [(key >> 64) as u64, pack(known) | cost << COST_AT | rest];
    }

    fn grow(&mut self) {
        let larger = vec![Bucket::default(); (4 * self.buckets.len()).min(self.largest)];
        let mask = larger.len() - 1;
        let smaller = std::mem::replace(&mut self.buckets, larger);
        for (index, bucket) in smaller.iter().enumerate() {
            for entry in bucket.0.iter().filter(|entry| cost(**entry) != 0) {
                let rest = (entry[1] >> KEY_AT << KEY_FROM) as usize | index & (SMALLEST - 1);
                let new = &mut self.buckets[rest & mask].0;
                if let Some(free) = new.iter_mut().find(|entry| cost(**entry) == 0) {
                    *free = *entry;
                }
            }
        }
    }
}

const NEEDS_AT: u32 = 2 * BOUND_BITS;
const COST_AT: u32 = NEEDS_AT + 16;

/// The lowest bit of the key that an entry keeps, and where.
const KEY_FROM: u32 = 12;
const KEY_AT: u32 = 52;

#[inline]
fn is_at([upper, data]: &Entry, key: u128) -> bool {
    let rest = key as u64 >> KEY_FROM << KEY_AT;
    (upper ^ (key >> 64) as u64) | (data ^ rest) >> KEY_AT == 0 && cost([*upper, *data]) != 0
}

#[inline]
fn cost(entry: Entry) -> u64 {
    entry[1] >> COST_AT & 63
}

fn pack(Known { lower, upper, needs }: Known) -> u64 {
    let [lower, upper] = [lower, upper].map(|bound| (bound + MOST) as u64);
    let needs = u64::from(u16::from_le_bytes(needs));
    lower | upper << BOUND_BITS | needs << NEEDS_AT
}

fn unpack(data: u64) -> Known {
    let bound = |at: u32| (data >> at & ((1 << BOUND_BITS) - 1)) as i32 - MOST;
    Known {
        lower: bound(0),
        upper: bound(BOUND_BITS),
        needs: ((data >> NEEDS_AT) as u16).to_le_bytes(),
    }
}
