//! The evaluation where a player may always pass. The search knows nothing else of this game.

use search::{Evaluate, Score, Slip};

use super::board::MOST;
use super::engine::{SLIPS, moves_left};
use super::patterns::{Features, POINT, Weights};
use super::rules::{Move, Position, Reversi};

/// The values of patterns, which were learned from games with forced passing.
#[derive(Clone, Copy, Debug)]
pub struct FreePassing;

impl Evaluate<Reversi> for FreePassing {
    const EVERY_POINT_COUNTS: bool = true;
    const ESTIMATES_MARGIN: bool = true;
    const ORDERS_WELL: bool = true;
    const POINT: Score = POINT;
    const SLIPS: &'static [Slip] = SLIPS;

    fn evaluate(&self, _game: &Reversi, position: &Position) -> Score {
        let features = Features::of(position.discs);
        let discs = position.count().iter().sum();
        let value = Weights::learned().value(&features, discs, position.turn.index());
        value.clamp(-POINT * MOST, POINT * MOST)
    }

    fn moves_left(&self, _game: &Reversi, position: &Position) -> u32 {
        moves_left(position)
    }

    /// The fewer moves the opponent has afterwards, the better.
    fn move_score(&self, _game: &Reversi, position: &Position, mv: Move) -> i32 {
        -position.after(mv).placements().count_ones().cast_signed()
    }
}
