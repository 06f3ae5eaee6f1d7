//! Finds games that are copies of each other: players without random choices repeat the same game
//! on the same board.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Record;

/// A few bytes that identify a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameDigest {
    /// The seed of its match.
    pub seed: u64,
    number: u64,
    /// Which contestant, 0 or 1, moved first.
    first: usize,
    /// The margin of contestant 0.
    margin: i64,
    board: u64,
    /// A digest of the moves and the result.
    played: u64,
}

impl GameDigest {
    /// The digest of a game.
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

/// Finds pairs of games that copy an earlier pair of the same two players move by move. A copy
/// proves nothing new.
///
/// Players with random choices may also repeat a pair, on a small board or if one of them often
/// fails at its first move. Such a pair is a valid observation: if it were left out, a frequent
/// result would count no more than a rare one. So repeated pairs are copies only until the two
/// players play a pair differently on the same board. This difference shows that one of the players
/// makes random choices. From then on, no pair of these players is a copy, so that all boards count
/// equally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicates<K: Eq + Hash> {
    /// The first game of an incomplete pair, and its players.
    open: Option<([usize; 2], GameDigest)>,
    /// The digest of the first pair on each board. The key is a digest of the two players and the
    /// board.
    boards: HashMap<u64, u64>,
    rivals: HashMap<[usize; 2], Rivals<K>>,
}

/// Whether two players make random choices.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rivals<K: Eq + Hash> {
    /// Whenever the two players have met again on the same board, they have repeated their games.
    /// For each match and each combination of two margins, the map has the number of copied pairs.
    Alike(HashMap<(K, [i64; 2]), u64>),
    /// At least one of the two players makes random choices.
    Varied,
}

/// Copies that belong to one match and have the same margins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies<K> {
    /// The match.
    pub of: K,
    /// The number of pairs.
    pub pairs: u64,
    /// The margins of both games of each pair, for the player named first.
    pub margins: [i64; 2],
}

/// How a new game changes the number of copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison<K> {
    /// The number of copies stays the same.
    Nothing,
    /// The game completes a pair that is a copy.
    Copy(Copies<K>),
    /// The game completes a pair that differs from an earlier pair on its board. So the pairs in
    /// this list, which counted as copies, are not copies after all.
    Chance(Vec<Copies<K>>),
}

impl<K: Eq + Hash> Default for Duplicates<K> {
    fn default() -> Self {
        Duplicates { open: None, boards: HashMap::new(), rivals: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash> Duplicates<K> {
    /// Takes the next game of two players. The games of a match must come in order.
    pub fn see(&mut self, of: K, players: [usize; 2], game: GameDigest) -> Comparison<K> {
        if !game.number.is_multiple_of(2) {
            self.open = Some((players, game));
            return Comparison::Nothing;
        }
        match self.open.take() {
            Some((whose, first))
                if whose == players
                    && first.seed == game.seed
                    && first.number + 1 == game.number =>
            {
                self.see_pair(of, players, [first, game])
            }
            _ => Comparison::Nothing,
        }
    }

    fn see_pair(&mut self, of: K, players: [usize; 2], games: [GameDigest; 2]) -> Comparison<K> {
        // Another match may name the same two players in the opposite order.
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
                let none = copies
                    .drain()
                    .map(|((of, margins), pairs)| Copies { of, pairs, margins })
                    .collect();
                *rivals = Rivals::Varied;
                Comparison::Chance(none)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games seen so far, and the number of the last game.
    struct Table(Duplicates<char>, u64);

    impl Table {
        fn see(
            &mut self,
            of: char,
            players: [usize; 2],
            board: u64,
            played: [u64; 2],
        ) -> Comparison<char> {
            self.1 += 2;
            let [one, other] = [(1, 0), (0, 1)].map(|(back, first)| {
                let (number, played) = (self.1 - back, played[first]);
                GameDigest { seed: 1, number, first, margin: 3, board, played }
            });
            assert_eq!(
                self.0.see(of, players, one),
                Comparison::Nothing,
                "half a pair says nothing"
            );
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
        assert_eq!(
            table.see('c', [1, 0], 5, [8, 7]),
            copy('c'),
            "the same players in the opposite order"
        );
        let turned = table.see('c', [1, 0], 6, [7, 8]);
        assert!(
            matches!(turned, Comparison::Chance(_)),
            "the same results, but the players have exchanged sides: {turned:?}"
        );
    }

    #[test]
    fn where_one_pair_differs_none_is_a_copy() {
        let mut table = Table(Duplicates::default(), 0);
        for (of, board) in [('a', 5), ('a', 5), ('a', 5), ('b', 5), ('a', 6), ('a', 6)] {
            table.see(of, [0, 1], board, [7, 8]);
        }
        let counted = |of, pairs| Copies { of, pairs, margins: [3, 3] };
        table.see('c', [0, 2], 5, [7, 8]);
        let Comparison::Chance(mut none) = table.see('b', [0, 1], 5, [7, 9]) else {
            panic!("there is chance")
        };
        none.sort_unstable_by_key(|its| its.of);
        assert_eq!(none, [counted('a', 3), counted('b', 1)], "on both boards");
        for board in [5, 6] {
            assert_eq!(table.see('a', [0, 1], board, [7, 8]), Comparison::Nothing);
        }
        assert_eq!(
            table.see('c', [0, 2], 5, [7, 8]),
            Comparison::Copy(counted('c', 1)),
            "others always play the same"
        );
    }
}
