//! The legal turns, in the order of the numbers that name them.

use super::board::{DIRECTIONS, Iter, Square, Squares};
use super::position::{Gangsters, Position};

/// A turn: the cash box moves, and then one of the mover's own cars, unless the box stops in a car
/// park.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The direction of the box: 0 is up, and the others follow clockwise to 7.
    pub box_direction: u8,
    /// The car and its direction; `None` if the box stops in a car park.
    pub car: Option<(Square, u8)>,
}

/// Goes through the legal turns of a position: by the direction of the box, then by the car, then
/// by the direction of the car.
///
/// A car can move if the next square is free; [`rules::Game::play`] computes how far it slides.
pub(super) struct Moves<'g, 'p> {
    game: &'g Gangsters,
    position: &'p Position,
    /// The squares that are free for cars after the box has moved in the current direction.
    free: Squares,
    next_direction: u8,
    /// The square where the box stops in the current direction; `None` once all turns of that
    /// direction have been returned.
    landed: Option<Square>,
    /// The cars that come after the current one.
    cars: Iter,
    /// The current car. The bits of `ways` are the directions of this car that are still to be
    /// returned.
    car: Square,
    ways: u8,
}

impl<'g, 'p> Moves<'g, 'p> {
    #[inline]
    pub(super) fn new(game: &'g Gangsters, position: &'p Position) -> Moves<'g, 'p> {
        Moves {
            game,
            position,
            free: game.free(position),
            next_direction: if game.stopped(position) { DIRECTIONS } else { 0 },
            landed: None,
            cars: Squares::NONE.into_iter(),
            car: position.cash_box,
            ways: 0,
        }
    }

    /// Continues with the next direction in which the box can move; returns `None` if there is
    /// none.
    #[inline]
    fn next_landing(&mut self) -> Option<Square> {
        if let Some(left) = self.landed.take() {
            self.free.insert(left);
        }
        while self.next_direction < DIRECTIONS {
            let landing =
                self.game.box_lands(&self.free, self.position.cash_box, self.next_direction);
            self.next_direction += 1;
            if landing != self.position.cash_box {
                return Some(landing);
            }
        }
        None
    }

    /// The turn that moves the box in the current direction, and then moves `car`, if a car is
    /// given.
    #[inline]
    fn turn(&self, car: Option<(Square, u8)>) -> Option<Move> {
        Some(Move { box_direction: self.next_direction - 1, car })
    }
}

impl Iterator for Moves<'_, '_> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if self.ways != 0 {
                let way = self.ways.trailing_zeros() as u8;
                self.ways &= self.ways - 1;
                return self.turn(Some((self.car, way)));
            }
            if let Some(car) = self.cars.next() {
                (self.car, self.ways) = (car, self.free.around(car));
                continue;
            }
            let landing = self.next_landing()?;
            if self.game.parking(landing).is_some() {
                return self.turn(None);
            }
            self.free.remove(landing);
            self.landed = Some(landing);
            self.cars = self.position.cars[self.position.turn.index()].into_iter();
        }
    }

    /// Counts the turns without going through the directions of each car.
    #[inline]
    fn count(mut self) -> usize {
        let mut turns = self.ways.count_ones() as usize;
        loop {
            turns += self
                .cars
                .by_ref()
                .map(|car| self.free.around(car).count_ones() as usize)
                .sum::<usize>();
            let Some(landing) = self.next_landing() else { return turns };
            if self.game.parking(landing).is_some() {
                turns += 1;
                continue;
            }
            self.free.remove(landing);
            self.landed = Some(landing);
            self.cars = self.position.cars[self.position.turn.index()].into_iter();
        }
    }
}
