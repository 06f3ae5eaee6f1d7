//! The rules: turn, moves and outcome.

use rules::random::hash_words;
use rules::{Game, Outcome, Side};

use super::moves::{Move, Moves};
use super::position::{Gangsters, Position};

/// A search of the engine looks at most this many half-moves ahead.
const FAR: u64 = 250;

/// In the key, `FAR_AWAY` replaces every move number that is more than [`FAR`] half-moves before
/// the limit.
const FAR_AWAY: u64 = u32::MAX as u64 + 1;

impl Game for Gangsters {
    type Position = Position;
    type Move = Move;

    const REPEATS: bool = true;

    fn start(&self) -> Position {
        self.start
    }

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        Moves::new(self, position)
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        let mut next = *position;
        let mut free = self.free(position);
        next.move_box(self.box_lands(&free, position.cash_box, mv.box_direction));
        if let Some((car, direction)) = mv.car {
            free.remove(next.cash_box);
            next.move_car(car, free.slide(car, direction));
        }
        next.turn = position.turn.other();
        next.half_moves += u32::from(self.limit > 0);
        next
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(owner) = self.parking(position.cash_box) {
            return Some(Outcome::won_by(owner, 1));
        }
        if self.limit_reached(position) {
            return Some(Outcome::DRAW);
        }
        // A player without a complete turn loses.
        let stuck = Moves::new(self, position).next().is_none();
        stuck.then(|| Outcome::won_by(position.turn.other(), 1))
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }

    /// If no search can reach the move limit, the key does not contain the move number. So a
    /// position that occurs again later has the same key. The search then looks at the position
    /// only once, and recognises the repetition.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let left = (2 * u64::from(self.limit)).saturating_sub(u64::from(position.half_moves));
        let moves = if left > FAR { FAR_AWAY } else { u64::from(position.half_moves) };
        hash_words([position.hash, moves << 1 | position.turn as u64])
    }
}
