//! The engine's opinion: the blocks each side could still place, those that nobody can take from it counted twice.
//!
//! // CITE: N. Bullock, "Domineering: Solving Large Combinatorial Search Spaces", ICGA Journal 25(2), 2002: safe moves,
//! and when counting them settles the game.

use rules::Side;
use search::{Evaluate, Score, WON};

use super::evaluation::room;
use super::rules::{LONGEST, Lanes, Move, Position, Poziomka};

/// Counts the blocks each side could place at once, and those of them that the opponent cannot prevent.
#[derive(Clone, Copy, Debug)]
pub struct SafeRoom;

/// Whoever is to move gains about half a block by it.
const TEMPO: Score = 50;

/// Beyond this an opinion is certain: the counts leave the loser too few moves.
const SETTLED: Score = WON / 2;

impl Evaluate<Poziomka> for SafeRoom {
    fn evaluate(&self, game: &Poziomka, position: &Position) -> Score {
        let [own, other] = [position.turn, position.turn.other()].map(|side| Room::of(game, position, side));
        let opinion = own.worth() - other.worth() + TEMPO;
        if own.safe > other.alone {
            SETTLED + opinion
        } else if other.safe >= own.alone {
            opinion - SETTLED
        } else {
            opinion
        }
    }

    /// What the seed's evaluation gains.
    fn promise(&self, game: &Poziomka, position: &Position, mv: Move) -> i32 {
        game.gain(position, mv)
    }
}

/// How many blocks one side can place.
struct Room {
    /// At once, were the opponent not there: no play gives more.
    alone: i32,
    /// Whatever the opponent does: no play gives fewer.
    safe: i32,
}

impl Room {
    fn of(game: &Poziomka, position: &Position, side: Side) -> Room {
        let free = game.lanes(position, side);
        let safe = safe_squares(free, game.length);
        Room { alone: room(free, game.length), safe: room(&safe[..free.len()], game.length) }
    }

    fn worth(&self) -> Score {
        100 * (self.alone + self.safe)
    }
}

/// The free squares of a side's lanes that no block of the opponent's, which lies across them, can take any more.
fn safe_squares(free: &[u32], length: usize) -> Lanes {
    let mut covered = [0; LONGEST];
    for (first, window) in free.windows(length).enumerate() {
        let fits = window.iter().fold(u32::MAX, |all, &lane| all & lane);
        covered[first..first + length].iter_mut().for_each(|lane| *lane |= fits);
    }
    std::array::from_fn(|lane| free.get(lane).map_or(0, |free| free & !covered[lane]))
}
