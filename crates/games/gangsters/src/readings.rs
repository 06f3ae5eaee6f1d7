//! Wrong readings of the rules, each as a slow referee that differs from the right one in one
//! point. A program with the reading makes any move that this referee allows.

use std::time::Duration;

use rules::{Console, Game, Message, Notation, Played, Reading, Side};

use super::board::{DIRECTIONS, LONGEST, Squares};
use super::diagram::numbers;
use super::opening::{Opening, read_opening};
use super::position::Gangsters;

macro_rules! reading {
    ($key:literal, $twist:expr) => {
        Reading {
            told: || -> Message { rules::message!(Gangsters::WORDS, $key) },
            gives: |_, input, _, answer| Some(gives($twist, input, answer).unwrap_or(false)),
            plays: Some(|played| plays($twist, played)),
        }
    };
}

/// The readings that a wrong program is compared with.
pub(super) const READINGS: &[Reading] = &[
    reading!("reads-anticlockwise", Twist::Anticlockwise),
    reading!("reads-from-right", Twist::FromRight),
    reading!("reads-rows-from-top", Twist::RowsFromTop),
    reading!("reads-box-one-step", Twist::BoxOneStep),
    reading!("reads-cars-one-step", Twist::CarsOneStep),
    reading!("reads-box-stays", Twist::BoxStays),
    reading!("reads-cars-stay", Twist::CarsStay),
    reading!("reads-car-before-box", Twist::CarBeforeBox),
    reading!("reads-no-pillars", Twist::NoPillars),
    reading!("reads-box-through-cars", Twist::BoxThroughCars),
    reading!("reads-cars-through-box", Twist::CarsThroughBox),
    reading!("reads-others-cars", Twist::OthersCars),
    reading!("reads-car-after-parking", Twist::CarAfterParking),
    reading!("reads-own-parking", Twist::OwnParkingOnly),
    reading!("reads-green-starts", Twist::GreenStarts),
    reading!("reads-sizes-exchanged", Twist::SizesExchanged),
    reading!("reads-box-row-first", Twist::BoxRowFirst),
    reading!("reads-pillar-row-first", Twist::PillarRowFirst),
    reading!("reads-row-first", Twist::RowFirst),
    reading!("reads-car-first", Twist::CarFirst),
    reading!("reads-from-zero", Twist::FromZero),
    reading!("reads-no-limit", Twist::NoLimit),
    reading!("reads-zero-limit", Twist::ZeroLimit),
    reading!("reads-limit-of-both", Twist::LimitOfBoth),
    reading!("reads-limit-early", Twist::LimitEarly),
    reading!("reads-limit-of-red", Twist::LimitOfRed),
    reading!("reads-theirs-forgotten", Twist::TheirsForgotten),
    reading!("reads-own-forgotten", Twist::OwnForgotten),
    reading!("reads-their-box-forgotten", Twist::TheirBoxForgotten),
    reading!("reads-their-car-forgotten", Twist::TheirCarForgotten),
    reading!("reads-own-box-forgotten", Twist::OwnBoxForgotten),
    reading!("reads-own-car-forgotten", Twist::OwnCarForgotten),
    reading!("reads-puts-car-first", Twist::PutsCarFirst),
];

/// The point in which a reading differs from the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Twist {
    Anticlockwise,
    FromRight,
    RowsFromTop,
    BoxOneStep,
    CarsOneStep,
    BoxStays,
    CarsStay,
    CarBeforeBox,
    NoPillars,
    BoxThroughCars,
    CarsThroughBox,
    OthersCars,
    CarAfterParking,
    OwnParkingOnly,
    GreenStarts,
    SizesExchanged,
    BoxRowFirst,
    PillarRowFirst,
    RowFirst,
    CarFirst,
    FromZero,
    NoLimit,
    ZeroLimit,
    LimitOfBoth,
    LimitEarly,
    LimitOfRed,
    TheirsForgotten,
    OwnForgotten,
    TheirBoxForgotten,
    TheirCarForgotten,
    OwnBoxForgotten,
    OwnCarForgotten,
    /// Turns are judged rightly, but put on the board in the other order.
    PutsCarFirst,
}

/// Whether a program with this reading may write these lines. Lines after the first wrong one, or
/// after a move that the input does not fit, are not judged.
fn gives(twist: Twist, input: &str, answer: &str) -> Option<bool> {
    let (mut bytes, mut sink, clock) = (input.as_bytes(), std::io::sink(), || Duration::ZERO);
    let mut console = Console::new(&mut bytes, &mut sink, &clock);
    let Opening { side, game, .. } = read_opening(&mut console).ok()?;
    let rest = std::iter::from_fn(|| console.line().ok().flatten());
    let theirs: Vec<String> = rest.skip(1).step_by(2).collect();
    let answers: Vec<&str> = answer.lines().collect();
    let (judged, mut table) = (judged(&game, side, &theirs, &answers), Table::new(twist, &game));
    let (mut theirs, mut given) = (theirs.iter(), 0);
    while given < judged {
        let is_ours = table.turn == side;
        let line =
            if is_ours { answers.get(given).copied() } else { theirs.next().map(|mv| &**mv) };
        if table.is_over() || line.is_none() {
            return Some(given == answers.len() && (!is_ours || table.is_over()));
        }
        let numbers = numbers(line?)?;
        table = if is_ours { table.written(&numbers)? } else { table.followed(&numbers) };
        given += usize::from(is_ours);
    }
    Some(true)
}

/// How freely a player with this reading makes its moves.
fn plays(twist: Twist, played: &Played<'_>) -> Option<f64> {
    let game = <Gangsters as Notation>::new(played.parameters).ok()?;
    let (mut table, mut bits) = (Table::new(twist, &game), 0.0);
    for (number, name, is_own) in played.all() {
        table.turn = if number % 2 == 0 { Side::First } else { Side::Second };
        let numbers = numbers(name)?;
        if is_own {
            let after = table.written(&numbers)?;
            bits += (table.choices().max(1) as f64).log2();
            table = after;
        } else {
            table = table.followed(&numbers);
        }
    }
    Some(bits)
}

/// The number of lines of the program that are judged.
fn judged(game: &Gangsters, side: Side, theirs: &[String], answers: &[&str]) -> usize {
    let (mut theirs, mut ours, mut position) = (theirs.iter(), 0, game.start());
    while game.outcome(&position).is_none() {
        let is_ours = position.turn == side;
        let line = if is_ours { answers.get(ours).copied() } else { theirs.next().map(|mv| &**mv) };
        let Some(line) = line else { return usize::MAX };
        ours += usize::from(is_ours);
        let mv = game.parse(&position, line).ok();
        let Some(mv) = mv.filter(|mv| game.moves(&position).any(|legal| legal == *mv)) else {
            return ours;
        };
        position = game.play(&position, mv);
    }
    ours + 1
}

/// A column and a row, counted from 1.
type Place = (usize, usize);

/// The board as a program with the reading sees it.
#[derive(Clone)]
struct Table {
    twist: Twist,
    rows: usize,
    limit: u32,
    /// What stands on the squares, by column and row.
    squares: [[Cell; LONGEST + 2]; LONGEST + 2],
    cash_box: Place,
    turn: Side,
    made: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Outside,
    Free,
    Pillar,
    Car(Side),
}

impl Table {
    fn new(twist: Twist, game: &Gangsters) -> Table {
        let place = |square: super::Square| (usize::from(square.column), usize::from(square.row));
        let exchanged = |(first, second), is_exchanged| match is_exchanged {
            true => (second, first),
            false => (first, second),
        };
        let (columns, rows) = exchanged((game.columns, game.rows), twist == Twist::SizesExchanged);
        let turn = if twist == Twist::GreenStarts { Side::Second } else { Side::First };
        let cash_box = exchanged(place(game.start.cash_box), twist == Twist::BoxRowFirst);
        let squares = [[Cell::Outside; LONGEST + 2]; LONGEST + 2];
        let mut table = Table { twist, rows, limit: game.limit, squares, cash_box, turn, made: 0 };
        for column in 1..=columns {
            table.squares[column][1..=rows].fill(Cell::Free);
            table.squares[column][1] = Cell::Car(Side::First);
            table.squares[column][rows] = Cell::Car(Side::Second);
        }
        let pillars = Squares::all(game.columns, game.rows).without(&[game.ground, Squares::NONE]);
        for pillar in pillars {
            let (column, row) = exchanged(place(pillar), twist == Twist::PillarRowFirst);
            if table.squares[column][row] != Cell::Outside {
                table.squares[column][row] = Cell::Pillar;
            }
        }
        table
    }

    /// The table after the turn that the program writes; `None` if the reading does not allow it.
    fn written(&self, numbers: &[u64]) -> Option<Table> {
        let after = match (self.twist, numbers) {
            (Twist::RowFirst, &[cash_box, row, column, car]) => {
                self.after(&[cash_box, column, row, car])
            }
            (Twist::CarFirst, &[column, row, car, cash_box]) => {
                self.after(&[cash_box, column, row, car])
            }
            (Twist::FromZero, &[cash_box, column, row, car]) => {
                self.after(&[cash_box, column + 1, row + 1, car])
            }
            _ => self.after(numbers),
        };
        let after = after?;
        Some(match self.twist {
            Twist::OwnForgotten => self.passed(),
            Twist::OwnBoxForgotten => self.in_parts(None, Some(numbers)),
            Twist::OwnCarForgotten => self.in_parts(Some(numbers), None),
            Twist::PutsCarFirst => self.with_car_first(numbers),
            _ => after,
        })
    }

    /// The table after the opponent's turn. The box and the car each move as far as this makes sense
    /// here: a program that follows a turn does not judge it.
    fn followed(&self, numbers: &[u64]) -> Table {
        match self.twist {
            Twist::TheirsForgotten => self.passed(),
            Twist::TheirBoxForgotten => self.in_parts(None, Some(numbers)),
            Twist::TheirCarForgotten => self.in_parts(Some(numbers), None),
            Twist::PutsCarFirst => self.with_car_first(numbers),
            _ => {
                let after = self.after(numbers);
                after.unwrap_or_else(|| self.in_parts(Some(numbers), Some(numbers)))
            }
        }
    }

    /// The table after the box of the first turn and the car of the second one have moved.
    fn in_parts(&self, box_of: Option<&[u64]>, car_of: Option<&[u64]>) -> Table {
        let slid = box_of.and_then(|numbers| self.with_box(*numbers.first()?));
        let slid = slid.unwrap_or_else(|| self.clone());
        let moved = match car_of {
            Some(&[_, column, row, direction]) => {
                let car = usize::try_from(column).ok().zip(usize::try_from(row).ok());
                car.and_then(|car| self.with_car(&slid, car, direction))
            }
            _ => None,
        };
        moved.unwrap_or(slid).passed()
    }

    fn with_car_first(&self, numbers: &[u64]) -> Table {
        let moved = self.in_parts(None, Some(numbers));
        Table { turn: self.turn, made: self.made, ..moved }.in_parts(Some(numbers), None)
    }

    fn passed(&self) -> Table {
        Table { turn: self.turn.other(), made: self.made + 1, ..self.clone() }
    }

    /// The table after a turn that the reading allows.
    fn after(&self, numbers: &[u64]) -> Option<Table> {
        let slid = self.with_box(*numbers.first()?)?;
        let needs_car = self.twist == Twist::CarAfterParking || !slid.is_parked(self.turn);
        match *numbers {
            [_] if !needs_car => Some(slid.passed()),
            [_, column, row, direction] if needs_car => {
                let car = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
                self.with_car(&slid, car, direction).map(|moved| moved.passed())
            }
            _ => None,
        }
    }

    fn with_box(&self, direction: u64) -> Option<Table> {
        let is_blocked = |place| match self.at(place) {
            Cell::Free => false,
            Cell::Outside => true,
            Cell::Pillar => self.twist != Twist::NoPillars,
            Cell::Car(_) => self.twist != Twist::BoxThroughCars,
        };
        let to = self.slide(self.cash_box, direction, Twist::BoxOneStep, is_blocked)?;
        let stays = to == self.cash_box && self.twist != Twist::BoxStays;
        (!stays).then(|| Table { cash_box: to, ..self.clone() })
    }

    /// The table after this car's slide. `slid` is the table after that of the box.
    fn with_car(&self, slid: &Table, from: Place, direction: u64) -> Option<Table> {
        let car @ Cell::Car(side) = self.at(from) else { return None };
        (side == self.turn || self.twist == Twist::OthersCars).then_some(())?;
        let cash_box =
            if self.twist == Twist::CarBeforeBox { self.cash_box } else { slid.cash_box };
        let is_blocked = |place| match self.at(place) {
            Cell::Free => place == cash_box && self.twist != Twist::CarsThroughBox,
            Cell::Pillar => self.twist != Twist::NoPillars,
            Cell::Outside | Cell::Car(_) => true,
        };
        let to = self.slide(from, direction, Twist::CarsOneStep, is_blocked)?;
        (to != from || self.twist == Twist::CarsStay).then_some(())?;
        let mut moved = slid.clone();
        moved.squares[from.0][from.1] = Cell::Free;
        moved.squares[to.0][to.1] = car;
        Some(moved)
    }

    fn at(&self, (column, row): Place) -> Cell {
        let cell = self.squares.get(column).and_then(|column| column.get(row));
        cell.copied().unwrap_or(Cell::Outside)
    }

    /// Where a piece stops that slides in this direction, or moves one step by this twist.
    fn slide(
        &self,
        from: Place,
        direction: u64,
        one_step: Twist,
        is_blocked: impl Fn(Place) -> bool,
    ) -> Option<Place> {
        /// Steps to the right and up, clockwise from straight up.
        const STEPS: [(isize, isize); DIRECTIONS as usize] =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let direction = usize::try_from(direction).ok().filter(|&direction| direction < 8)?;
        let (right, up) = STEPS[match self.twist {
            Twist::Anticlockwise => (8 - direction) % 8,
            Twist::FromRight => (direction + 2) % 8,
            Twist::RowsFromTop => (12 - direction) % 8,
            _ => direction,
        }];
        let step = |&(column, row): &Place| {
            let next = (column.checked_add_signed(right)?, row.checked_add_signed(up)?);
            (!is_blocked(next)).then_some(next)
        };
        let most = if self.twist == one_step { 1 } else { LONGEST };
        std::iter::successors(Some(from), step).take(1 + most).last()
    }

    /// The slides of cars after which `slid` is the table without the car's slide.
    fn cars(&self, slid: &Table) -> impl Iterator<Item = (Place, u64)> {
        let places = (1..=LONGEST).flat_map(|column| (1..=LONGEST).map(move |row| (column, row)));
        let cars = places.filter(|&place| matches!(self.at(place), Cell::Car(_)));
        let slides = cars.flat_map(|car| (0..DIRECTIONS.into()).map(move |way| (car, way)));
        slides.filter(|&(car, way)| self.with_car(slid, car, way).is_some())
    }

    /// The number of turns that the player takes for legal.
    fn choices(&self) -> usize {
        let slid = (0..DIRECTIONS.into()).filter_map(|direction| self.with_box(direction));
        let choices = slid.map(|slid| match slid.is_parked(self.turn) {
            true if self.twist != Twist::CarAfterParking => 1,
            _ => self.cars(&slid).count(),
        });
        choices.sum()
    }

    /// Whether the box stops in a car park, after a turn of this side.
    fn is_parked(&self, mover: Side) -> bool {
        let parks = [1, self.rows];
        match self.twist {
            Twist::OwnParkingOnly => self.cash_box.1 == parks[mover.index()],
            _ => parks.contains(&self.cash_box.1),
        }
    }

    fn is_over(&self) -> bool {
        let is_stuck = || {
            let slid = (0..DIRECTIONS.into()).filter_map(|direction| self.with_box(direction));
            !slid
                .into_iter()
                .any(|slid| slid.is_parked(self.turn) || self.cars(&slid).next().is_some())
        };
        self.is_parked(self.turn.other()) || self.is_at_limit() || is_stuck()
    }

    fn is_at_limit(&self) -> bool {
        let all = 2 * self.limit;
        let is_limited = self.limit > 0;
        match self.twist {
            Twist::NoLimit => false,
            Twist::ZeroLimit => self.made >= all,
            Twist::LimitOfBoth => is_limited && self.made >= self.limit,
            Twist::LimitEarly => is_limited && self.made + 2 >= all,
            Twist::LimitOfRed => is_limited && self.made + 1 >= all,
            _ => is_limited && self.made >= all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cars stand in rows 1 and 5, and the box in the middle.
    #[test]
    fn of_the_opponents_turn_what_makes_sense_is_followed() {
        let opening = "1000\n5 5\n1\n3 3\n0\n0\n";
        let (mut bytes, mut sink, clock) = (opening.as_bytes(), std::io::sink(), || Duration::ZERO);
        let opening = read_opening(&mut Console::new(&mut bytes, &mut sink, &clock));
        let table = Table::new(Twist::CarsOneStep, &opening.expect("six lines").game);
        let followed = |numbers: &[u64]| {
            let after = table.followed(numbers);
            let car = after.at((1, 2)) == Cell::Car(Side::First);
            (after.cash_box, car, after.turn, after.made)
        };
        assert_eq!(followed(&[2, 1, 1, 0]), ((5, 3), true, Side::Second, 1));
        assert_eq!(followed(&[2, 3, 3, 0]), ((5, 3), false, Side::Second, 1), "no car is there");
        assert_eq!(followed(&[9, 1, 1, 0]), ((3, 3), true, Side::Second, 1), "no such direction");
        assert_eq!(followed(&[2]), ((5, 3), false, Side::Second, 1), "the box does not park");
        assert_eq!(followed(&[]), ((3, 3), false, Side::Second, 1));
    }

    /// Red's box goes to 5 3, and its car to 1 4. Green then moves as if it had not seen this.
    #[test]
    fn illegal_moves_tell_what_was_not_followed() {
        let mut parameters = rules::Parameters::new(super::super::SPEC.parameters);
        for (name, value) in [("n", "5"), ("m", "5"), ("box", "3,3")] {
            parameters.set(name, value).expect("a board");
        }
        let moves = ["2 1 1 0".to_string()];
        for (illegal, keys) in [
            ("6 1 5 4", &["reads-theirs-forgotten", "reads-their-car-forgotten"][..]),
            ("2 2 5 4", &["reads-theirs-forgotten", "reads-their-box-forgotten"]),
        ] {
            let (own, illegal) = (Side::Second, Some(illegal));
            let played =
                Played { parameters: &parameters, moves: &moves, opening: 0, own, illegal };
            let fits =
                |reading: &&Reading| reading.plays.is_some_and(|plays| plays(&played).is_some());
            let fitting = READINGS.iter().filter(fits).map(|reading| (reading.told)().key);
            let fitting: Vec<_> = fitting.filter(|key| key.ends_with("-forgotten")).collect();
            assert_eq!(fitting, keys, "{illegal:?}");
        }
    }
}
