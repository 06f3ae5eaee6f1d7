//! Keys of 128 bits for positions. Positions that are reflections of each other have one key.
//!
//! A reflection in either axis of the board turns no column into a row, so it changes neither whose
//! turn it is nor who wins.
// CITE: one random word for each square: A. L. Zobrist, "A new hashing method with application for
// game playing", 1970.

use std::sync::Arc;

use rules::Side;
use rules::random::Random;

use super::super::rules::{LONGEST, Position, Poziomka};

/// A word for the position and for each of its reflections.
type Four = [u128; 4];

/// The keys of a position and of its reflections.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    keys: Four,
    /// What a block changes in the keys, by side, lane and first square. The change of the turn is
    /// included.
    changes: Arc<Vec<Four>>,
}

const SEED: u64 = 1;

impl Keys {
    pub(super) fn new(game: &Poziomka, position: &Position) -> Keys {
        let words = words();
        let turn = words[0];
        let square = |column: usize, row: usize| {
            let mirrored = [column, game.columns - 1 - column];
            let flipped = [row, game.rows - 1 - row];
            std::array::from_fn(|i| words[1 + mirrored[i % 2] * LONGEST + flipped[i / 2]])
        };
        let mut keys = [if position.turn == Side::First { 0 } else { turn }; 4];
        for row in 0..game.rows {
            let taken = (0..game.columns).filter(|&column| !position.is_free(column, row));
            taken.for_each(|column| add(&mut keys, square(column, row)));
        }
        let mut changes = vec![[turn; 4]; 2 * LONGEST * LONGEST];
        for side in Side::BOTH {
            let (lanes, squares) = match side {
                Side::First => (game.columns, game.rows),
                Side::Second => (game.rows, game.columns),
            };
            for lane in 0..lanes {
                for first in 0..(squares + 1).saturating_sub(game.length) {
                    let change = &mut changes[place(side, lane, first)];
                    for along in first..first + game.length {
                        let word = match side {
                            Side::First => square(lane, along),
                            Side::Second => square(along, lane),
                        };
                        add(change, word);
                    }
                }
            }
        }
        Keys { keys, changes: Arc::new(changes) }
    }

    /// Takes or frees the squares of a block, and gives the turn to the other side.
    #[inline]
    pub(super) fn toggle(&mut self, side: Side, lane: usize, first: usize) {
        add(&mut self.keys, self.changes[place(side, lane, first)]);
    }

    /// The smallest of the four keys.
    #[inline]
    pub(super) fn folded(&self) -> u128 {
        let [one, two, three, four] = self.keys;
        one.min(two).min(three.min(four))
    }
}

#[inline]
fn add(keys: &mut Four, words: Four) {
    keys.iter_mut().zip(words).for_each(|(key, word)| *key ^= word);
}

#[inline]
fn place(side: Side, lane: usize, first: usize) -> usize {
    (side.index() * LONGEST + lane) * LONGEST + first
}

/// A random word for the turn, and one for each square.
fn words() -> Vec<u128> {
    let mut random = Random::new(SEED);
    let mut word = || u128::from(random.next()) << 64 | u128::from(random.next());
    (0..=LONGEST * LONGEST).map(|_| word()).collect()
}
