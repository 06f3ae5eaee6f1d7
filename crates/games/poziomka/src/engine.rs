//! The engine's evaluation. It counts the blocks that each side could still place. Safe blocks,
//! which the opponent cannot prevent, count twice. If the safe blocks decide the game, the
//! evaluation is the game's result.

use rules::{Game, Outcome, Side};
use search::{Bounded, Evaluate, Score, Slip};

use super::evaluation::room;
use super::rules::{LONGEST, Lanes, Move, Position, Poziomka};

/// The evaluation. It counts the blocks that each side could still place alone, and the safe blocks
/// among them.
// CITE: for safe moves, and for how their number decides a game: N. Bullock, "Domineering: Solving
// Large Combinatorial Search Spaces", ICGA Journal 25(2), 2002.
#[derive(Clone, Copy, Debug)]
pub struct SafeRoom;

/// The value of a block that could still be placed, and the additional value of a safe block.
/// Without the additional value the engine lost 345 of 400 games on five boards, at 2,000 nodes for
/// each move.
const BLOCK: Score = 100;

/// The value of having the next move: about half a block.
const TEMPO: Score = 50;

impl Evaluate<Poziomka> for SafeRoom {
    const POINT: Score = BLOCK;
    const SLIPS: &'static [Slip] = &[
        Slip::within(9 * BLOCK),
        Slip::within(4 * BLOCK),
        Slip::within(2 * BLOCK),
        Slip::deeper(BLOCK),
    ];

    fn evaluate(&self, game: &Poziomka, position: &Position) -> Score {
        let worth = |side| game.alone(position, side) + game.safe(position, side);
        BLOCK * (worth(position.turn) - worth(position.turn.other())) + TEMPO
    }

    /// Returns a proven result if the number of safe blocks decides who wins.
    fn finish(
        &self,
        game: &Poziomka,
        position: &Position,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        _budget: u64,
    ) -> Option<Bounded> {
        known_outcome(game, position).map(|outcome| Bounded::by(outcome, position.turn))
    }

    /// Each block takes room from the opponent's blocks, so a side will place about half of the
    /// blocks that fit now. In six games, a side placed on average 19 of 48 blocks on a board of 12
    /// by 12, and 14 of 32 on a board of 8 by 8.
    fn moves_left(&self, game: &Poziomka, position: &Position) -> u32 {
        game.alone(position, position.turn).cast_unsigned() / 2 + 1
    }

    /// How much a move gains in the evaluation that the game's rules define.
    fn move_score(&self, game: &Poziomka, position: &Position, mv: Move) -> i32 {
        game.gain(position, mv)
    }
}

/// A side wins if it has at least as many safe blocks as the opponent could place alone. The side
/// to move needs one safe block more, since its move uses one up.
pub(super) fn known_outcome(game: &Poziomka, position: &Position) -> Option<Outcome> {
    let waiting = position.turn.other();
    let [own, other] = [position.turn, waiting].map(|side| game.alone(position, side));
    // A side has at most as many safe blocks as it could place alone. So only the side that is
    // chosen here as `winner` can have enough safe blocks.
    let (winner, needed) = if own > other { (position.turn, other + 1) } else { (waiting, own) };
    // A pass would give the turn to `waiting`. So while a pass is possible, the number of safe
    // blocks cannot prove that `waiting` wins.
    let could_pass = position.may_pass && winner == waiting;
    let is_known = !could_pass && game.safe(position, winner) >= needed;
    is_known.then(|| game.forfeit(winner.other()))
}

impl Poziomka {
    /// The number of safe blocks of `side`: the blocks that `side` can place whatever the opponent
    /// does.
    #[must_use]
    pub fn safe(&self, position: &Position, side: Side) -> i32 {
        let free = self.lanes(position, side);
        room(&safe_squares(free, self.length)[..free.len()], self.length)
    }
}

/// The free squares in a side's lanes that the opponent can no longer cover. The opponent's blocks
/// lie across these lanes.
fn safe_squares(free: &[u32], length: usize) -> Lanes {
    let mut covered = [0; LONGEST];
    for (first, window) in free.windows(length).enumerate() {
        let fits = window.iter().fold(u32::MAX, |all, &lane| all & lane);
        covered[first..first + length].iter_mut().for_each(|lane| *lane |= fits);
    }
    std::array::from_fn(|lane| free.get(lane).map_or(0, |free| free & !covered[lane]))
}
