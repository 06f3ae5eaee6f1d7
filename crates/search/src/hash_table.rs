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

/// What is known of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Counted from this position.
    pub(crate) score: Score,
    /// Where the best move stood in the order in which the game generates them.
    pub(crate) best: u16,
    /// How deep the search below was, at least 1; [`SOLVED`] when it met no horizon.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

/// The depth of an entry whose score no deeper search will change.
pub(crate) const SOLVED: u8 = u8::MAX;

impl Entry {
    /// `score` in bits 32..64, `best` in 16..32, `depth` in 8..16, `bound` in 0..2; never 0, since no depth is. Bits
    /// 2..8 are left for the age.
    fn pack(self) -> u64 {
        let score = u64::from(self.score as u32);
        score << 32 | u64::from(self.best) << 16 | u64::from(self.depth) << 8 | self.bound as u64
    }

    fn unpack(packed: u64) -> Entry {
        let bound = match packed & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        };
        Entry { score: (packed >> 32) as Score, best: (packed >> 16) as u16, depth: (packed >> 8) as u8, bound }
    }
}

/// A transposition table of a fixed size. A slot holds the newest search of at least half the depth of the old one.
///
/// A slot is a key and a packed entry, 16 bytes, all zero while it is empty: the system hands such memory out only when
/// it is first touched, so a large table costs a short search nothing. For the same reason what is forgotten stays where
/// it is: its age tells that it no longer counts.
#[derive(Debug)]
pub struct HashTable {
    slots: Vec<[u64; 2]>,
    /// How often all has been forgotten, modulo [`AGES`].
    age: u64,
}

/// As many as six bits of an entry tell apart.
const AGES: u64 = 1 << 6;
const AGE_SHIFT: u32 = 2;

impl HashTable {
    /// A table that fits into `bytes`, with at least one slot and a power of two of them.
    #[must_use]
    pub fn new(bytes: usize) -> HashTable {
        HashTable { slots: vec![[0; 2]; slots_in(bytes)], age: 0 }
    }

    /// Bytes in which all is kept that so many nodes find out, but for a few: the table is filled to an eighth.
    pub(crate) fn bytes_for(nodes: u64) -> usize {
        let slots = nodes.saturating_mul(8).min(1 << 40).next_power_of_two();
        usize::try_from(slots * size_of::<[u64; 2]>() as u64).unwrap_or(usize::MAX)
    }

    /// Whether it is as large as a new one that fits into `bytes`.
    pub(crate) fn is_as_large(&self, bytes: usize) -> bool {
        self.slots.len() >= slots_in(bytes)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = (self.age + 1) % AGES;
        if self.age == 0 {
            self.slots.fill([0; 2]);
        }
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let [stored, packed] = self.slots[self.slot(key)];
        (stored == key && self.counts(packed)).then(|| Entry::unpack(packed))
    }

    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        let slot = self.slot(key);
        let [stored, packed] = self.slots[slot];
        let old = if self.counts(packed) { Entry::unpack(packed).depth } else { 0 };
        if stored == key || entry.depth >= old / 2 || old == SOLVED {
            self.slots[slot] = [key, entry.pack() | self.age << AGE_SHIFT];
        }
    }

    /// Whether there is something in a slot, and not forgotten.
    fn counts(&self, packed: u64) -> bool {
        packed != 0 && packed >> AGE_SHIFT & (AGES - 1) == self.age
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
}

fn slots_in(bytes: usize) -> usize {
    1 << (bytes / size_of::<[u64; 2]>()).max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: u8) -> Entry {
        Entry { score, best: 3, depth, bound: Bound::Exact }
    }

    #[test]
    fn a_slot_keeps_what_matters() {
        let mut table = HashTable::new(1000);
        assert_eq!(table.slots.len(), 32);
        assert!(table.get(0).is_none(), "an empty slot holds nothing, not even for the key 0");
        table.put(5, entry(70, 10));
        table.put(5 + 32, entry(1, 4));
        assert_eq!(table.get(5), Some(entry(70, 10)), "a shallow search does not displace a deep one");
        table.put(5 + 32, entry(1, 5));
        assert!(table.get(5).is_none() && table.get(5 + 32).is_some());
        table.clear();
        assert!(table.get(5 + 32).is_none());
    }

    #[test]
    fn there_is_room_for_a_search_and_no_number_of_nodes_is_too_large() {
        let slots = |nodes| HashTable::bytes_for(nodes) / size_of::<[u64; 2]>();
        assert_eq!([0, 1, 1024, 1025].map(slots), [1, 8, 8192, 16384]);
        assert!(slots(u64::MAX) >= 1 << 40);
        let table = HashTable::new(1000);
        assert!(table.is_as_large(1000) && table.is_as_large(1023) && !table.is_as_large(1024));
    }

    #[test]
    fn what_is_forgotten_never_comes_back_nor_stands_in_the_way() {
        let mut table = HashTable::new(16);
        table.put(5, entry(70, 200));
        for _ in 0..3 * AGES {
            table.clear();
            assert_eq!(table.get(5), None);
        }
        table.put(5, entry(70, 200));
        table.clear();
        table.put(6, entry(1, 1));
        assert_eq!(table.get(6), Some(entry(1, 1)), "a deep entry that is forgotten gives way to a shallow one");
    }

    #[test]
    fn entries_survive_packing() {
        for score in [0, 1, -1, crate::WON + 77, -crate::WON - 77] {
            for (best, depth, bound) in [(0, 1, Bound::Lower), (u16::MAX, SOLVED, Bound::Exact), (9, 9, Bound::Upper)] {
                let entry = Entry { score, best, depth, bound };
                assert_eq!(Entry::unpack(entry.pack()), entry);
                assert_ne!(entry.pack(), 0);
            }
        }
    }
}
