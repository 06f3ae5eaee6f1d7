//! Whether games are copies of each other: players that leave nothing to chance play the same game on the same board again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Record;

/// What tells a game from another one, in a few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameDigest {
    /// The seed of its match.
    pub seed: u64,
    number: u64,
    /// Which contestant, 0 or 1, moved first.
    first: usize,
    /// Of contestant 0.
    margin: i64,
    board: u64,
    /// Moves and result.
    played: u64,
}

impl GameDigest {
    /// Of a game.
    #[must_use]
    pub fn of(record: &Record) -> GameDigest {
        let Record { parameters, opening, moves, margin, .. } = record;
        GameDigest {
            seed: record.seed,
            number: record.number,
            first: record.first,
            margin: record.margin_of(0).into(),
            board: digest(&(parameters, opening)),
            played: digest(&(moves, margin)),
        }
    }
}

fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Finds the pairs of games that copy an earlier pair of the same two, move by move, and so show nothing that was not known.
///
/// Players who leave something to chance may well play a pair again, on a small board or where one of them often fails at
/// once. Such a pair is as good an observation as any; to leave it out would make what is frequent count for no more than
/// what is rare. So pairs are copies as long as the same two have always played the same on the same board. The first pair
/// that differs from an earlier one on its board shows that chance is at work between them, and none is a copy any more, on
/// whatever board: to count one of them on this board and all on that would make the boards unequal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicates<K: Eq + Hash> {
    /// The first game of a pair, and whose.
    open: Option<([usize; 2], GameDigest)>,
    /// The first pair on a board, by digests of two players and the board.
    boards: HashMap<u64, u64>,
    rivals: HashMap<[usize; 2], Rivals<K>>,
}

/// How two players play, the lower number first.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rivals<K: Eq + Hash> {
    /// Always the same on the same board: so many pairs, by their match and margins, have been copies.
    Alike(HashMap<(K, [i64; 2]), u64>),
    /// As chance will have it.
    Varied,
}

/// Copies that belong to one match and ended alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies<K> {
    /// Which match.
    pub of: K,
    /// How many pairs.
    pub pairs: u64,
    /// The margins of both games of each, those of the player named first.
    pub margins: [i64; 2],
}

/// What a game says of copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison<K> {
    /// There are as many as before.
    Nothing,
    /// The pair that it ends is one.
    Copy(Copies<K>),
    /// The pair that it ends differs from an earlier one on its board, so that these are none after all.
    Chance(Vec<Copies<K>>),
}

impl<K: Eq + Hash> Default for Duplicates<K> {
    fn default() -> Self {
        Duplicates { open: None, boards: HashMap::new(), rivals: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash> Duplicates<K> {
    /// Looks at the next game of two players in a match; those of a match come in their order.
    pub fn see(&mut self, of: K, players: [usize; 2], game: GameDigest) -> Comparison<K> {
        if !game.number.is_multiple_of(2) {
            self.open = Some((players, game));
            return Comparison::Nothing;
        }
        match self.open.take() {
            Some((whose, first)) if whose == players && first.seed == game.seed && first.number + 1 == game.number => {
                self.see_pair(of, players, [first, game])
            }
            _ => Comparison::Nothing,
        }
    }

    fn see_pair(&mut self, of: K, players: [usize; 2], games: [GameDigest; 2]) -> Comparison<K> {
        // The same two may be named the other way round in another match.
        let [one, other] = players;
        let names = [one.min(other), one.max(other)];
        let rivals = self.rivals.entry(names).or_insert_with(|| Rivals::Alike(HashMap::new()));
        let Rivals::Alike(copies) = rivals else { return Comparison::Nothing };
        let mut played = games.map(|its| (players[its.first], its.played));
        played.sort_unstable();
        let pair = digest(&played);
        let margins = games.map(|its| its.margin);
        match self.boards.entry(digest(&(names, games.map(|its| its.board)))) {
            Entry::Vacant(unknown) => {
                unknown.insert(pair);
                Comparison::Nothing
            }
            Entry::Occupied(known) if *known.get() == pair => {
                *copies.entry((of, margins)).or_default() += 1;
                Comparison::Copy(Copies { of, pairs: 1, margins })
            }
            Entry::Occupied(_) => {
                let none = copies.drain().map(|((of, margins), pairs)| Copies { of, pairs, margins }).collect();
                *rivals = Rivals::Varied;
                Comparison::Chance(none)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first match sees pairs on boards: those of these two players, by what was played in both games.
    struct Table(Duplicates<char>, u64);

    impl Table {
        fn see(&mut self, of: char, players: [usize; 2], board: u64, played: [u64; 2]) -> Comparison<char> {
            self.1 += 2;
            let [one, other] = [(1, 0), (0, 1)].map(|(back, first)| {
                let (number, played) = (self.1 - back, played[first]);
                GameDigest { seed: 1, number, first, margin: 3, board, played }
            });
            assert_eq!(self.0.see(of, players, one), Comparison::Nothing, "half a pair says nothing");
            self.0.see(of, players, other)
        }
    }

    #[test]
    fn only_pairs_of_the_same_two_on_the_same_board_copy_each_other() {
        let mut table = Table(Duplicates::default(), 0);
        let copy = |of| Comparison::Copy(Copies { of, pairs: 1, margins: [3, 3] });
        assert_eq!(table.see('a', [0, 1], 5, [7, 8]), Comparison::Nothing);
        assert_eq!(table.see('a', [0, 1], 5, [7, 8]), copy('a'));
        assert_eq!(table.see('a', [0, 1], 6, [7, 8]), Comparison::Nothing, "another board");
        assert_eq!(table.see('b', [0, 2], 5, [7, 8]), Comparison::Nothing, "other players");
        assert_eq!(table.see('c', [1, 0], 5, [8, 7]), copy('c'), "the same two, the other way round");
        let turned = table.see('c', [1, 0], 6, [7, 8]);
        assert!(matches!(turned, Comparison::Chance(_)), "each started the other game: {turned:?}");
    }

    #[test]
    fn where_one_pair_differs_none_is_a_copy() {
        let mut table = Table(Duplicates::default(), 0);
        for (of, board) in [('a', 5), ('a', 5), ('a', 5), ('b', 5), ('a', 6), ('a', 6)] {
            table.see(of, [0, 1], board, [7, 8]);
        }
        let counted = |of, pairs| Copies { of, pairs, margins: [3, 3] };
        table.see('c', [0, 2], 5, [7, 8]);
        let Comparison::Chance(mut none) = table.see('b', [0, 1], 5, [7, 9]) else { panic!("there is chance") };
        none.sort_unstable_by_key(|its| its.of);
        assert_eq!(none, [counted('a', 3), counted('b', 1)], "on both boards");
        for board in [5, 6] {
            assert_eq!(table.see('a', [0, 1], board, [7, 8]), Comparison::Nothing);
        }
        assert_eq!(table.see('c', [0, 2], 5, [7, 8]), Comparison::Copy(counted('c', 1)), "others play always the same");
    }
}
