//! The winners found so far: a table of bounded size that forgets results that were cheap to find.

/// A result, and what it cost.
///
/// The key has 128 bits. All of them are stored, apart from those that say in which bucket the
/// entry lies. So two positions are confused only if all 128 bits agree.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The upper half of the key.
    upper: u64,
    /// The lower half of the key without the bits that every bucket number contains, then the cost
    /// and the result. The value 0 means that the entry is empty.
    lower: u64,
}

/// The number of entries in a bucket, which fills a cache line.
const BUCKET: usize = 4;

/// The bits of an entry's lower word that do not belong to the key.
const DATA_BITS: u32 = 12;

/// The smallest and the greatest number of buckets, 256 KiB and 1 GiB. A bucket number contains at
/// least the [`DATA_BITS`] lowest bits of the key.
const SMALLEST: usize = 1 << DATA_BITS;
const LARGEST: usize = 1 << 24;

#[repr(align(64))]
#[derive(Clone, Copy, Default)]
struct Bucket([Entry; BUCKET]);

pub(super) struct Table {
    buckets: Vec<Bucket>,
    entries: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { buckets: vec![Bucket::default(); SMALLEST], entries: 0 }
    }

    /// Whether the side to move wins, if that is known.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<bool> {
        let bucket = &self.buckets[key as usize & (self.buckets.len() - 1)].0;
        bucket.iter().find(|entry| entry.is(key)).map(|entry| entry.lower & 1 != 0)
    }

    /// Stores a result in place of the one that was found with the fewest positions.
    pub(super) fn put(&mut self, key: u128, wins: bool, positions: u64) {
        if self.entries > BUCKET / 2 * self.buckets.len() && self.buckets.len() < LARGEST {
            self.grow();
        }
        let index = key as usize & (self.buckets.len() - 1);
        let bucket = &mut self.buckets[index].0;
        let Some(entry) = bucket.iter_mut().min_by_key(|entry| entry.cost()) else { return };
        self.entries += usize::from(entry.lower == 0);
        *entry = Entry::new(key, wins, positions);
    }

    fn grow(&mut self) {
        let larger = vec![Bucket::default(); 4 * self.buckets.len()];
        let (mask, new_mask) = (self.buckets.len() - 1, larger.len() - 1);
        let smaller = std::mem::replace(&mut self.buckets, larger);
        for (index, bucket) in smaller.iter().enumerate() {
            for entry in bucket.0.iter().filter(|entry| entry.lower != 0) {
                let key = (entry.lower >> DATA_BITS << DATA_BITS) as usize & !mask | index;
                let new = &mut self.buckets[key & new_mask].0;
                if let Some(free) = new.iter_mut().find(|entry| entry.lower == 0) {
                    *free = *entry;
                }
            }
        }
    }
}

impl Entry {
    fn new(key: u128, wins: bool, positions: u64) -> Entry {
        let lower = key as u64 >> DATA_BITS << DATA_BITS;
        Entry { upper: (key >> 64) as u64, lower: lower | cost(positions) << 1 | u64::from(wins) }
    }

    #[inline]
    fn is(&self, key: u128) -> bool {
        let same_lower = (self.lower ^ key as u64) >> DATA_BITS == 0;
        self.upper == (key >> 64) as u64 && same_lower && self.lower & MOST_COST << 1 != 0
    }

    fn cost(&self) -> u64 {
        self.lower >> 1 & MOST_COST
    }
}

const MOST_COST: u64 = (1 << (DATA_BITS - 1)) - 1;

/// A number from 1 to [`MOST_COST`] that grows with the number of positions, by 16 when that
/// doubles.
fn cost(positions: u64) -> u64 {
    let positions = positions + 16;
    let doubled = positions.ilog2() - 4;
    u64::from(doubled) * 16 + (positions >> doubled) - 15
}
