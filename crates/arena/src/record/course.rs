//! Whether games are copies of each other: players that leave nothing to chance play the same game on the same board again.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Record;

/// What tells a game from another one, in a few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// The seed of its series.
    pub seed: u64,
    number: u64,
    /// Which contestant, 0 or 1, moved first.
    first: usize,
    /// Of contestant 0.
    margin: i64,
    /// Of board, moves and result.
    digest: u64,
}

impl Course {
    /// Of a game.
    #[must_use]
    pub fn of(record: &Record) -> Course {
        let Record { parameters, opening, moves, margin, .. } = record;
        Course {
            seed: record.seed,
            number: record.number,
            first: record.first,
            margin: record.margin_of(0).into(),
            digest: digest(&(parameters, opening, moves, margin)),
        }
    }
}

fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Finds the pairs of games that repeat an earlier pair of the same two, move by move: they show nothing that was not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    /// The first game of a pair, and whose.
    open: Option<([usize; 2], Course)>,
    seen: HashSet<u64>,
}

impl Repeats {
    /// Looks at the next game of two players; those of a match come in their order. With the second game of a pair that repeats an
    /// earlier one, the margins of both games, those of the player named first.
    pub fn see(&mut self, players: [usize; 2], game: Course) -> Option<[i64; 2]> {
        if !game.number.is_multiple_of(2) {
            self.open = Some((players, game));
            return None;
        }
        let (whose, first) = self.open.take()?;
        if whose != players || first.seed != game.seed || first.number + 1 != game.number {
            return None;
        }
        // By who starts: the same two may be named the other way round in another match.
        let mut games = [first, game].map(|its| (players[its.first], its.digest));
        games.sort_unstable();
        let is_new = self.seen.insert(digest(&(players.iter().min(), players.iter().max(), games)));
        (!is_new).then_some([first.margin, game.margin])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pairs_of_the_same_two_repeat_each_other() {
        let course =
            |number: u64, digest| Course { seed: 1, number, first: (number as usize + 1) % 2, margin: 3, digest };
        let mut repeats = Repeats::default();
        let mut pair = |players, number, [one, other]: [u64; 2]| {
            assert_eq!(repeats.see(players, course(number, one)), None, "half a pair says nothing");
            repeats.see(players, course(number + 1, other)).is_some()
        };
        assert!(!pair([0, 1], 1, [7, 8]));
        assert!(pair([0, 1], 3, [7, 8]));
        assert!(!pair([0, 1], 5, [8, 7]), "each started the other game");
        assert!(pair([1, 0], 7, [8, 7]), "the same two, the other way round");
        assert!(!pair([0, 2], 9, [7, 8]) && !pair([0, 1], 11, [7, 9]));
    }
}
