//! An evaluation without lines: the directions open to the box, and the free squares next to cars
//! and in car parks.

use games::gangsters::{DIRECTIONS, Gangsters, Move, Position, Squares, Weighted};
use rules::Side;
use search::{Bounded, Evaluate, Score};

/// The evaluation. All else is as in the engine.
#[derive(Clone, Copy)]
pub(crate) struct OpenWays;

/// The value of a direction in which the box can move without stopping in a car park.
const WAY: Score = 12;
/// A side's loss for each row between the box and the side's own car park.
const NEARER: Score = 6;
/// The value of a free square in a side's own car park.
const DOOR: Score = 4;
/// The value of a free square next to a car.
const ROOM: Score = 1;

impl Evaluate<Gangsters> for OpenWays {
    const FULL_MOVES: Option<usize> = Weighted::FULL_MOVES;

    fn evaluate(&self, game: &Gangsters, position: &Position) -> Score {
        let free = game.free(position);
        let ways = (0..DIRECTIONS).filter(|&direction| {
            let landing = game.box_lands(&free, position.cash_box, direction);
            landing != position.cash_box && game.parking(landing).is_none()
        });
        let [own, other] = [position.turn, position.turn.other()]
            .map(|side| side_score(game, position, &free, side));
        own - other + WAY * ways.count() as Score
    }

    fn finish(
        &self,
        game: &Gangsters,
        position: &Position,
        depth: u32,
        alpha: Score,
        beta: Score,
        budget: u64,
    ) -> Option<Bounded> {
        Weighted::TUNED.finish(game, position, depth, alpha, beta, budget)
    }

    fn move_score(&self, game: &Gangsters, position: &Position, mv: Move) -> i32 {
        Weighted::TUNED.move_score(game, position, mv)
    }

    fn history_index(&self, game: &Gangsters, position: &Position, mv: Move) -> Option<u16> {
        Weighted::TUNED.history_index(game, position, mv)
    }
}

fn side_score(game: &Gangsters, position: &Position, free: &Squares, side: Side) -> Score {
    let doors = free.in_row(game.home(side)) as Score;
    let away = game.home(side).abs_diff(position.cash_box.row);
    let cars = position.cars[side.index()].into_iter();
    let room: u32 = cars.map(|car| free.around(car).count_ones()).sum();
    DOOR * doors + ROOM * room as Score - NEARER * Score::from(away)
}
