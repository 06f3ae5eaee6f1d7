//! The search results: a table of bounded size that forgets results that were cheap to find.
//!
//! `search::GrowingTable` has no room for them: it keeps 42 bits of a value, but two proof numbers
//! take 62, and the search reads the exact effort back, which takes 32.

use super::keys::Key;
use super::numbers::Numbers;

/// The numbers of positions, in buckets of four; the table grows up to a maximum size.
pub(super) struct Table {
    buckets: Vec<[Entry; 4]>,
    entries: usize,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    check: u32,
    /// The number of positions searched to find the numbers, plus one, so that 0 means an empty
    /// place.
    effort: u32,
    numbers: Numbers,
}

impl Table {
    const SMALLEST: usize = 1 << 9;
    /// An entry has 24 bytes, and a bucket four entries: 200 MB at most.
    const LARGEST: usize = 1 << 21;

    pub(super) fn new() -> Table {
        Table { buckets: vec![Default::default(); Self::SMALLEST], entries: 0 }
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        let bucket = &self.buckets[self.place(key.0)];
        bucket.iter().find(|entry| entry.is(key)).map(|entry| entry.numbers)
    }

    /// About how many positions were searched below this one; 0 if it is not stored.
    pub(super) fn effort(&self, key: Key) -> u32 {
        let bucket = &self.buckets[self.place(key.0)];
        bucket.iter().find(|entry| entry.is(key)).map_or(0, |entry| entry.effort)
    }

    /// Stores the numbers of a position in place of its older numbers, or of the entry with the
    /// least effort.
    pub(super) fn put(&mut self, key: Key, numbers: Numbers, effort: u64) {
        if self.entries > 2 * self.buckets.len() && self.buckets.len() < Self::LARGEST {
            self.grow();
        }
        let effort = u32::try_from(effort + 1).unwrap_or(u32::MAX);
        let place = self.place(key.0);
        let bucket = &mut self.buckets[place];
        let known = bucket.iter().position(|entry| entry.is(key));
        let cheapest = (0..bucket.len()).min_by_key(|&i| bucket[i].effort).unwrap_or(0);
        let entry = &mut bucket[known.unwrap_or(cheapest)];
        self.entries += usize::from(entry.effort == 0);
        let effort = if known.is_some() { entry.effort.saturating_add(effort) } else { effort };
        *entry = Entry { key: key.0, check: key.1, effort, numbers };
    }

    fn grow(&mut self) {
        let larger = vec![Default::default(); self.buckets.len() * 4];
        for entry in std::mem::replace(&mut self.buckets, larger).into_iter().flatten() {
            let place = self.place(entry.key);
            let bucket = &mut self.buckets[place];
            if let Some(free) = bucket.iter_mut().find(|entry| entry.effort == 0) {
                *free = entry;
            }
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }
}

impl Entry {
    fn is(&self, key: Key) -> bool {
        self.effort > 0 && self.key == key.0 && self.check == key.1
    }
}
