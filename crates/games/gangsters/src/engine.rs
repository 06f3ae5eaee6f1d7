//! What a search needs to know of the game. If the side to move can park the box at once, the
//! result is known.

use rules::{Outcome, Side};
use search::{Bounded, Evaluate, Score, Slip, outcome_score};

use super::board::{DIRECTIONS, LONGEST};
use super::evaluation::Weighted;
use super::moves::Move;
use super::position::{Gangsters, Position};

/// About the value of a safe way for the box.
const WAY: Score = 64;

/// In most games, neither side makes more moves than this number.
const USUAL_MOVES: u32 = 20;

impl Evaluate<Gangsters> for Weighted {
    const POINT: Score = WAY;
    const SLIPS: &'static [Slip] = &[
        Slip { sight: 1, far_proof: 16 * WAY, ..Slip::within(100 * WAY) },
        Slip { far_proof: 16 * WAY, ..Slip::within(34 * WAY) },
        Slip { far_proof: 16 * WAY, ..Slip::within(7 * WAY / 2) },
        Slip::deeper(WAY),
    ];

    /// Turns are many and alike, so the first dozen contains the good ones.
    const FULL_MOVES: Option<usize> = Some(12);

    fn evaluate(&self, game: &Gangsters, position: &Position) -> Score {
        self.value(game, position)
    }

    /// A win, if the side to move can park the box in its own car park.
    fn finish(
        &self,
        game: &Gangsters,
        position: &Position,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        _budget: u64,
    ) -> Option<Bounded> {
        let free = game.free(position);
        let parks = |direction| {
            let landing = game.box_lands(&free, position.cash_box, direction);
            landing != position.cash_box && game.parking(landing) == Some(position.turn)
        };
        let score = outcome_score(Outcome::won_by(position.turn, 1), position.turn, 1);
        (0..DIRECTIONS).any(parks).then_some(Bounded { lower: score, upper: score, nodes: 0 })
    }

    /// The number of moves that the game is expected to last. A limit may leave fewer moves.
    fn moves_left(&self, game: &Gangsters, position: &Position) -> u32 {
        let left = game.limit.saturating_sub(position.half_moves / 2);
        if game.limit > 0 { left.min(USUAL_MOVES) } else { USUAL_MOVES }
    }

    /// A move that parks the box is tried first if it wins, and last if it loses. Any other move is
    /// tried sooner if it brings the box nearer to the mover's own row, or moves a car off that
    /// row.
    fn move_score(&self, game: &Gangsters, position: &Position, mv: Move) -> i32 {
        let nearer = i32::from(rows_nearer(position.turn, mv.box_direction));
        match mv.car {
            None => 1000 * nearer,
            Some((car, _)) => 2 * nearer + i32::from(car.row == game.home(position.turn)),
        }
    }

    /// A turn is remembered by the direction of the box, and by the car and its direction.
    fn history_index(&self, _: &Gangsters, _: &Position, mv: Move) -> Option<u16> {
        const _: () = assert!(LONGEST < 32, "columns and rows have five bits");
        let car = mv.car.map_or(0, |(car, direction)| {
            (u16::from(car.column) << 5 | u16::from(car.row)) << 3 | u16::from(direction)
        });
        Some(car << 3 | u16::from(mv.box_direction))
    }
}

/// The number of rows that a step in this direction gains towards a side's car park.
fn rows_nearer(side: Side, direction: u8) -> i8 {
    let up = match direction {
        7 | 0 | 1 => 1,
        3..=5 => -1,
        _ => 0,
    };
    if side == Side::First { -up } else { up }
}
