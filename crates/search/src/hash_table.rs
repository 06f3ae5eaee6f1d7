//! What has been found out about positions, by hash key, in memory of a fixed size.

use crate::Score;

/// On which side of the true score a stored one lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
    /// The score is this.
    Exact,
}

/// What is known of one position: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    /// Counted from this position.
    pub(crate) score: Score,
    /// Where the best move stood in the order in which the game generates them.
    pub(crate) best: u16,
    /// How deep the search below was; [`SOLVED`] when it met no horizon.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

/// The depth of an entry whose score no deeper search will change.
pub(crate) const SOLVED: u8 = u8::MAX;

const EMPTY: Entry = Entry { key: 0, score: 0, best: 0, depth: 0, bound: Bound::Lower };

/// A transposition table of a fixed size. A slot holds the newest search of at least half the depth of the old one.
#[derive(Debug)]
pub struct HashTable {
    slots: Vec<Entry>,
}

impl HashTable {
    /// A table that fits into `bytes`, with at least one slot and a power of two of them.
    #[must_use]
    pub fn new(bytes: usize) -> HashTable {
        let fit = (bytes / size_of::<Entry>()).max(1);
        HashTable { slots: vec![EMPTY; 1 << fit.ilog2()] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Entry> {
        let entry = &self.slots[self.slot(key)];
        (entry.key == key && entry.depth > 0).then_some(entry)
    }

    pub(crate) fn put(&mut self, key: u64, score: Score, best: usize, depth: u8, bound: Bound) {
        let slot = self.slot(key);
        let old = &mut self.slots[slot];
        if old.key == key || depth >= old.depth / 2 || old.depth == SOLVED {
            *old = Entry { key, score, best: u16::try_from(best).unwrap_or(0), depth, bound };
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_small_and_keeps_what_matters() {
        assert_eq!(size_of::<Entry>(), 16);
        let mut table = HashTable::new(1000);
        assert_eq!(table.slots.len(), 32);
        table.put(5, 70, 3, 10, Bound::Exact);
        table.put(5 + 32, 1, 0, 4, Bound::Exact);
        assert_eq!(
            table.get(5).map(|e| (e.score, e.best)),
            Some((70, 3)),
            "a shallow search does not displace a deep one"
        );
        table.put(5 + 32, 1, 0, 5, Bound::Exact);
        assert!(table.get(5).is_none() && table.get(5 + 32).is_some());
        table.clear();
        assert!(table.get(5 + 32).is_none());
    }
}
