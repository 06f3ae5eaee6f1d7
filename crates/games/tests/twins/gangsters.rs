//! The rules of Gangsters in slow, simple code. A `Fault` makes them the rules of a mistaken
//! program.
mod check;
mod fault;

use super::Twin;
pub use check::{answers, check, replay};
pub use fault::Fault;

type Square = (i32, i32); // column from the left, row from the bottom, both from 1

const RED: u8 = 1;
const GREEN: u8 = 2;

/// The game's directions: direction 0 is up, and the other directions follow clockwise.
const DIRECTIONS: [Square; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The game: red is the first player.
#[derive(Debug, Clone)]
pub struct Gangsters {
    n: i32,
    m: i32,
    pillars: Vec<Square>,
    red: Vec<Square>,
    green: Vec<Square>,
    cash_box: Square,
    to_move: u8,
    played: u32,
    limit: u32,
    one_step: bool,
    fault: Option<Fault>,
}

impl Gangsters {
    /// The start position on `n` columns and `m` rows. Squares have columns and rows from 1, and
    /// row 1 is at the bottom.
    pub fn new(
        n: usize,
        m: usize,
        pillars: &[(usize, usize)],
        cash_box: (usize, usize),
        limit: u32,
        one_step: bool,
    ) -> Gangsters {
        Gangsters::mistaken(n, m, pillars, cash_box, limit, one_step, None)
    }

    /// The same game by the rules of a mistaken program.
    pub fn mistaken(
        n: usize,
        m: usize,
        pillars: &[(usize, usize)],
        cash_box: (usize, usize),
        limit: u32,
        one_step: bool,
        fault: Option<Fault>,
    ) -> Gangsters {
        let square = |(col, row): (usize, usize)| (col as i32, row as i32);
        let mut game = Gangsters {
            n: n as i32,
            m: m as i32,
            pillars: pillars.iter().copied().map(square).collect(),
            red: vec![],
            green: vec![],
            cash_box: square(cash_box),
            to_move: RED,
            played: 0,
            limit,
            one_step,
            fault,
        };
        game.misread();
        game.red = game.cars_on_row(1);
        game.green = game.cars_on_row(game.m);
        game
    }

    /// The squares without a pillar in a row. Each of these squares gets a car at the start.
    fn cars_on_row(&self, row: i32) -> Vec<Square> {
        let squares = (1..=self.n).map(|col| (col, row));
        squares
            .filter(|square| !self.pillars.contains(square) || self.has(Fault::ParksOnPillars))
            .collect()
    }

    fn is_on_board(&self, (col, row): Square) -> bool {
        (1..=self.n).contains(&col) && (1..=self.m).contains(&row)
    }

    fn cars(&self) -> Vec<Square> {
        [self.red.as_slice(), self.green.as_slice()].concat()
    }

    /// The cars that may be moved in this turn, sorted by column and then by row.
    fn movable_cars(&self) -> Vec<Square> {
        let own_is_red = self.to_move == RED;
        let mut cars = match self.fault {
            Some(Fault::MovesAnyCar) => self.cars(),
            Some(Fault::MovesOthersCars) if own_is_red => self.green.clone(),
            Some(Fault::MovesOthersCars) => self.red.clone(),
            _ if own_is_red => self.red.clone(),
            _ => self.green.clone(),
        };
        cars.sort_unstable();
        cars
    }

    /// The square where a sliding piece stops; `None` if it cannot move.
    fn slide(
        &self,
        from: Square,
        direction: Square,
        obstacles: &[Square],
        one_step: bool,
    ) -> Option<Square> {
        let mut to = from;
        loop {
            let next = (to.0 + direction.0, to.1 + direction.1);
            if !self.is_on_board(next) || obstacles.contains(&next) {
                break;
            }
            to = next;
            if one_step {
                break;
            }
        }
        (to != from).then_some(to)
    }

    /// The position after the slide of the cash box. The turn is not over after this slide.
    fn with_box_moved(&self, direction: Square) -> Option<Gangsters> {
        let one_step = self.one_step || self.has(Fault::BoxMovesOneStep);
        let to = self.slide(self.cash_box, direction, &self.obstacles_to_box(), one_step);
        let to = if self.has(Fault::BoxMayStay) { to.or(Some(self.cash_box)) } else { to };
        to.map(|cash_box| Gangsters { cash_box, ..self.clone() })
    }

    /// The position after the slide of a car.
    fn with_car_moved(&self, car: Square, direction: Square) -> Option<Gangsters> {
        let to =
            self.slide(car, direction, &self.obstacles_to_cars(), self.has(Fault::CarsMoveOneStep));
        let to = if self.has(Fault::CarsMayStay) { to.or(Some(car)) } else { to };
        to.map(|to| self.with_car_at(car, to))
    }

    fn with_car_at(&self, from: Square, to: Square) -> Gangsters {
        let mut after = self.clone();
        for car in after.red.iter_mut().chain(&mut after.green).filter(|car| **car == from) {
            *car = to;
        }
        after
    }

    fn with_turn_over(&self) -> Gangsters {
        Gangsters { to_move: 3 - self.to_move, played: self.played + 1, ..self.clone() }
    }

    /// Every legal turn, in order, with the position after it.
    fn turns(&self) -> Vec<(String, Gangsters)> {
        let mut turns = vec![];
        for box_direction in 0..8 {
            let Some(slid) = self
                .box_direction(box_direction)
                .and_then(|direction| self.with_box_moved(direction))
            else {
                continue;
            };
            let with_car = self.turns_with_car(box_direction, &slid);
            if self.needs_car(&slid, &with_car) {
                turns.extend(with_car);
            } else {
                turns.push((format!("{box_direction}"), slid.with_turn_over()));
            }
        }
        turns
    }

    /// Whether a car must move after the box. No car moves if the box stops in a car park, since
    /// this ends the game.
    fn needs_car(&self, slid: &Gangsters, with_car: &[(String, Gangsters)]) -> bool {
        match self.fault {
            Some(Fault::MovesCarAfterParking) => true,
            Some(Fault::AllowsBoxAlone) if with_car.is_empty() => false,
            _ => !slid.is_parked(self.to_move),
        }
    }

    fn turns_with_car(&self, box_direction: usize, slid: &Gangsters) -> Vec<(String, Gangsters)> {
        let mut turns = vec![];
        for car in self.movable_cars() {
            for car_direction in 0..8 {
                let Some(direction) = self.car_direction(car_direction) else { continue };
                let moved = match self.fault {
                    Some(Fault::MovesCarBeforeBox) => self.with_car_moved(car, direction),
                    _ => slid.with_car_moved(car, direction),
                };
                let Some(moved) = moved else { continue };
                let after = Gangsters { cash_box: slid.cash_box, ..moved };
                turns.push((self.name(box_direction, car, car_direction), after.with_turn_over()));
            }
        }
        turns
    }

    fn name(&self, box_direction: usize, (col, row): Square, car_direction: usize) -> String {
        match self.fault {
            Some(Fault::WritesRowFirst) => format!("{box_direction} {row} {col} {car_direction}"),
            _ => format!("{box_direction} {col} {row} {car_direction}"),
        }
    }

    fn is_over_without_turns(&self) -> bool {
        self.is_parked(3 - self.to_move) || self.is_at_limit()
    }
}

impl Twin for Gangsters {
    fn legal(&self) -> Vec<String> {
        match self.is_over_without_turns() {
            true => vec![],
            false => self.turns().into_iter().map(|(name, _)| name).collect(),
        }
    }

    fn play(&mut self, mv: &str) {
        let turn = self.turns().into_iter().find(|(name, _)| name == mv);
        *self = turn.expect("a legal turn").1;
    }

    fn first_to_move(&self) -> bool {
        self.to_move == RED
    }

    /// When the limit of moves ends the game, it is a draw even if the player to move has no legal
    /// turn.
    fn outcome(&self) -> Option<i32> {
        if self.is_parked(3 - self.to_move) {
            Some(self.result_of_parking())
        } else if self.is_at_limit() && !self.loses_before_limit() {
            Some(0)
        } else if self.turns().is_empty() {
            Some(self.result_without_turns())
        } else {
            None
        }
    }

    fn diagram(&self) -> String {
        // Without a limit the number of moves does not matter.
        let played = if self.limit > 0 && self.played > 0 {
            format!(" {}", self.played)
        } else {
            String::new()
        };
        let row = |row| (1..=self.n).map(|col| self.letter((col, row))).collect::<String>() + "\n";
        let rows: String = (1..=self.m).rev().map(row).collect();
        format!("{}{played}\n{rows}", self.to_move)
    }
}

impl Gangsters {
    fn letter(&self, square: Square) -> char {
        if square == self.cash_box {
            '$'
        } else if self.pillars.contains(&square) {
            '#'
        } else if self.red.contains(&square) {
            'R'
        } else if self.green.contains(&square) {
            'G'
        } else {
            '.'
        }
    }
}
