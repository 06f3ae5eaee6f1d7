//! The hash table compared with a plain map.

use std::collections::HashMap;

use rules::random::{Random, mix};
use search::{Bounds, HashTable, SOLVED, UNBOUNDED, Value};

fn bounds(lower: i32) -> Bounds {
    Bounds { lower, upper: UNBOUNDED, depth: 3, best: Some(1) }
}

/// For each key, the table returns the last result that was stored for the key, or nothing. A large
/// table keeps all results.
#[test]
fn it_tells_what_a_map_tells() {
    for (bytes, keys) in [(64, 40), (1 << 12, 1000), (1 << 20, 5000)] {
        let mut random = Random::new(bytes as u64);
        let mut table = HashTable::new(bytes);
        let mut map = HashMap::new();
        let (mut told, mut missing) = (0, 0);
        for step in 0..200_000 {
            let key = mix(random.below(keys) as u64);
            match random.below(1000) {
                0 if step % 7 == 0 => {
                    table.clear();
                    map.clear();
                }
                1 => table.begin_search(),
                2..=499 => {
                    let value = bounds(step);
                    table.put(key, value, random.below(1000) as u64);
                    map.insert(key, value);
                }
                _ => match table.get(key) {
                    Some(value) => {
                        assert_eq!(Some(&value), map.get(&key), "table of {bytes} bytes");
                        told += 1;
                    }
                    None => missing += usize::from(map.contains_key(&key)),
                },
            }
        }
        assert!(told > 5000, "a table of {bytes} bytes keeps some results");
        assert_eq!(missing == 0, bytes == 1 << 20, "a table with enough room keeps all results");
    }
}

/// A key for each number. In any table of at most 2^40 buckets, all these keys have the same
/// bucket.
fn key(number: u64) -> u64 {
    number << 40
}

#[test]
fn what_took_the_most_nodes_stays() {
    let mut table = HashTable::new(1 << 12);
    table.put(key(0), Bounds { depth: SOLVED, ..bounds(70) }, 1_000_000);
    for number in 1..100 {
        table.put(key(number), bounds(1), 10);
        assert_eq!(table.get(key(number)), Some(bounds(1)), "the newest result is always stored");
        assert_eq!(table.get(key(0)).map(|known| known.lower), Some(70));
    }
    let kept = (0..100).filter(|&number| table.get(key(number)).is_some()).count();
    assert_eq!(kept, 4, "a bucket has four slots");
}

#[test]
fn nodes_of_the_same_position_add_up() {
    let mut table = HashTable::new(64);
    (0..8).for_each(|_| table.put(key(9), bounds(1), 512));
    (0..4).for_each(|number| table.put(key(number), bounds(2), 1000));
    assert!(table.get(key(9)).is_some(), "8 times 512 nodes are more than 1,000");
}

#[test]
fn what_is_old_gives_way_to_what_is_cheaper() {
    let mut table = HashTable::new(64);
    (0..4).for_each(|number| table.put(key(number), bounds(1), 10_000));
    (0..8).for_each(|_| table.begin_search());
    assert!(
        (0..4).all(|number| table.get(key(number)).is_some()),
        "the old results are kept until something replaces them"
    );
    (4..8).for_each(|number| table.put(key(number), bounds(1), 100));
    assert!((0..4).all(|number| table.get(key(number)).is_none()));
    assert!((4..8).all(|number| table.get(key(number)).is_some()));
}

#[test]
fn what_is_forgotten_never_comes_back_nor_stands_in_the_way() {
    let mut table = HashTable::new(64);
    assert_eq!(table.get(0), None, "an empty slot holds no result, not even for the key 0");
    for round in 0..1000 {
        table.put(key(0), bounds(round), u64::MAX);
        assert_eq!(table.get(key(0)), Some(bounds(round)));
        table.clear();
        assert_eq!(table.get(key(0)), None);
    }
    (0..4).for_each(|number| table.put(key(number), bounds(1), u64::MAX));
    table.clear();
    (4..8).for_each(|number| table.put(key(number), bounds(1), 1));
    assert!(
        (4..8).all(|number| table.get(key(number)).is_some()),
        "forgotten results are replaced"
    );
}

/// A game's own solver may store other values than bounds.
#[test]
fn it_keeps_values_of_other_kinds() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Numbers(u32, u32);
    impl Value for Numbers {
        fn pack(self) -> u128 {
            u128::from(self.0) << 32 | u128::from(self.1)
        }
        fn unpack(packed: u128) -> Numbers {
            Numbers((packed >> 32) as u32, packed as u32)
        }
    }
    let mut table = HashTable::new(1 << 10);
    table.put(5, Numbers(u32::MAX, 7), 1);
    assert_eq!(table.get(5), Some(Numbers(u32::MAX, 7)));
    assert!(table.bytes() <= 1 << 11);
}

/// A table that grows keeps nearly all results, and each is still what was stored.
#[test]
fn what_a_growing_table_finds_was_stored() {
    let (least, count) = (HashTable::<Bounds>::growing(1 << 30).bytes(), 3_000_000);
    let mut table = HashTable::growing(2 * least);
    let key = |number: i32| mix(number as u64 + 1);
    (0..count).for_each(|number| table.put(key(number), bounds(number), 1));
    assert!(table.bytes() >= 2 * (least - 64), "it has grown");
    let (mut kept, mut others) = (0, 0);
    for number in 0..count {
        let found = table.get(key(number));
        assert!(found.is_none_or(|found| found == bounds(number)));
        kept += usize::from(found.is_some());
        others += usize::from(table.get(key(number) ^ 1 << 21).is_some());
    }
    assert!(kept > 2_800_000, "{kept}");
    assert_eq!(others, 0, "a bit of the key is missing");
    assert!(HashTable::<Bounds>::growing(1 << 12).bytes() <= 1 << 13, "the bound counts");
}
