//! The engine's evaluation: whether the side to move can park the box at once, how freely the
//! pieces move, and how near the box is to each car park.

use rules::Side;
use search::{Evaluate, Score};

use super::board::{DIRECTIONS, Squares};
use super::moves::Move;
use super::position::{Gangsters, Position};

/// The evaluation. It counts the directions that are open to the box, and the free squares next to
/// cars and in car parks.
///
/// The weights are the best of a dozen sets. Each set was tried in 320 games on boards from 5 by 5
/// to 8 by 12, with 10,000 positions for each move.
#[derive(Clone, Copy, Debug)]
pub struct OpenWays;

/// The score of a position where the side to move can park the box and win. No other evaluation is
/// nearly as high.
const PARKS_NEXT: Score = 1 << 20;

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

    fn evaluate(&self, game: &Gangsters, position: &Position) -> Score {
        let free = game.free(position);
        let own = position.turn;
        let mut ways = 0;
        for direction in 0..DIRECTIONS {
            let landing = game.box_lands(&free, position.cash_box, direction);
            match game.parking(landing) {
                Some(owner) if owner == own => return PARKS_NEXT,
                None if landing != position.cash_box => ways += WAY,
                _ => {}
            }
        }
        let margin =
            side_score(game, position, &free, own) - side_score(game, position, &free, own.other());
        margin + ways
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
