//! The engine's evaluation: how freely the pieces move, and how near the box is to each car park.
//! If the side to move can park the box at once, the result is known.

use rules::{Outcome, Side};
use search::{Bounded, Evaluate, Score, Slips, outcome_score};

use super::board::{DIRECTIONS, LONGEST, Squares};
use super::moves::Move;
use super::position::{Gangsters, Position};

/// The evaluation. It counts the directions that are open to the box, and the free squares next to
/// cars and in car parks.
///
/// The weights are the best of a dozen sets. Each set was tried in 320 games on boards from 5 by 5
/// to 8 by 12, with 10,000 positions for each move.
#[derive(Clone, Copy, Debug)]
pub struct OpenWays;

/// The value of a direction in which the box can move without stopping in a car park.
const WAY: Score = 12;
/// A side's loss for each row between the box and the side's own car park.
const NEARER: Score = 6;
/// The value of a free square in a side's own car park.
const DOOR: Score = 4;
/// The value of a free square next to a car.
const ROOM: Score = 1;

/// In most games, neither side makes more moves than this number.
const USUAL_MOVES: u32 = 20;

impl Evaluate<Gangsters> for OpenWays {
    const POINT: Score = WAY;
    const SLIPS: Slips =
        Slips { errors: [300 * WAY, 26 * WAY, 6 * WAY, 3 * WAY / 2], far_proof: 16 * WAY };

    /// Turns are many and alike, so the first dozen contains the good ones.
    const FULL_MOVES: Option<usize> = Some(12);

    fn evaluate(&self, game: &Gangsters, position: &Position) -> Score {
        let free = game.free(position);
        let own = position.turn;
        let mut ways = 0;
        for direction in 0..DIRECTIONS {
            let landing = game.box_lands(&free, position.cash_box, direction);
            if landing != position.cash_box && game.parking(landing).is_none() {
                ways += WAY;
            }
        }
        let margin =
            side_score(game, position, &free, own) - side_score(game, position, &free, own.other());
        margin + ways
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

fn side_score(game: &Gangsters, position: &Position, free: &Squares, side: Side) -> Score {
    let doors = free.in_row(game.home(side)) as Score;
    let away = game.home(side).abs_diff(position.cash_box.row);
    let cars = position.cars[side.index()].into_iter();
    let room: u32 = cars.map(|car| free.around(car).count_ones()).sum();
    DOOR * doors + ROOM * room as Score - NEARER * Score::from(away)
}
