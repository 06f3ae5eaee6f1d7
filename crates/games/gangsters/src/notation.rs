//! Names of moves, such as `6 3 1 1`, and the text of parameters.

use rules::{BadInput, BadParameter, Catalogue, Message, Notation, Parameters, Setup, catalogue};

use super::board::{DIRECTIONS, Square, Squares};
use super::diagram::{self, numbers};
use super::moves::Move;
use super::position::{Gangsters, Position, Step};
use rules::{quoted, shown};

/// The form of a move, for error messages.
pub(super) fn expected_move() -> Message {
    Gangsters::say("expected-move")
}

impl Notation for Gangsters {
    const WORDS: Catalogue = catalogue!();

    fn new(parameters: &Parameters) -> Result<Self, BadParameter> {
        let (columns, rows) = (parameters.size("n"), parameters.size("m"));
        let pillars = pillars_parameter(parameters.text("pillars"), columns, rows)?;
        let cash_box = box_parameter(parameters.text("box"), columns, rows, &pillars)?;
        let limit = u32::try_from(parameters.integer("limit")).unwrap_or(u32::MAX);
        let step = if parameters.text("step") == "one" { Step::One } else { Step::Slide };
        Ok(Gangsters::new(columns, rows, &pillars, cash_box).with_limit(limit).with_step(step))
    }

    fn name(&self, _position: &Position, mv: Move) -> String {
        match mv.car {
            None => mv.box_direction.to_string(),
            Some((car, direction)) => {
                format!("{} {} {} {direction}", mv.box_direction, car.column, car.row)
            }
        }
    }

    fn parse(&self, _position: &Position, text: &str) -> Result<Move, BadInput> {
        let bad = || BadInput::new(1, quoted(text), expected_move());
        let direction =
            |number| u8::try_from(number).ok().filter(|&d| d < DIRECTIONS).ok_or_else(bad);
        match numbers(text).as_deref() {
            Some(&[one]) => Ok(Move { box_direction: direction(one)?, car: None }),
            Some(&[first, column, row, last]) => {
                if let Some(outside) = self.outside(text) {
                    return Err(BadInput::new(1, outside, Self::say("expected-square")));
                }
                let car = square(column, row, self.columns, self.rows).ok_or_else(bad)?;
                Ok(Move { box_direction: direction(first)?, car: Some((car, direction(last)?)) })
            }
            _ => Err(bad()),
        }
    }

    /// Counts turns in which the box parks, by its direction; then all others, by its direction, the
    /// car's square (row by row from row 1) and the car's direction.
    fn number(&self, _position: &Position, mv: Move) -> usize {
        let (box_direction, directions) = (usize::from(mv.box_direction), usize::from(DIRECTIONS));
        let Some((car, direction)) = mv.car else { return box_direction };
        let square = (usize::from(car.row) - 1) * self.columns + usize::from(car.column) - 1;
        let squares = self.columns * self.rows;
        directions + (box_direction * squares + square) * directions + usize::from(direction)
    }

    fn count(&self) -> usize {
        let directions = usize::from(DIRECTIONS);
        directions + directions * directions * self.columns * self.rows
    }

    fn objection(&self, position: &Position, mv: Move) -> Message {
        let way = mv.box_direction;
        let free = self.free(position);
        let landing = self.box_lands(&free, position.cash_box, way);
        if landing == position.cash_box {
            return Self::say("box-cannot").number("direction", way);
        }
        match (self.parking(landing).is_some(), mv.car) {
            (true, _) => Self::say("parks").number("direction", way),
            (false, None) => Self::say("does-not-park"),
            (false, Some((car, direction))) => car_objection(position, landing, car, direction),
        }
    }

    fn objection_after(
        &self,
        (all, now): (&[Position], &Position),
        moves: &[Move],
        mv: Move,
    ) -> Message {
        let slid = mv.car.and_then(|(car, _)| self.slid_elsewhere((all, now), moves, car));
        slid.unwrap_or_else(|| self.objection(now, mv))
    }

    fn read(text: &str) -> Result<Setup, BadInput> {
        diagram::read(text)
    }

    fn write(setup: &Setup) -> String {
        diagram::write(setup)
    }

    fn setup(&self, position: &Position) -> Setup {
        diagram::setup(self, position)
    }

    fn at(&self, setup: &Setup) -> Result<Self, Message> {
        diagram::at(self, setup)
    }
}

impl Gangsters {
    /// The message for a line that names a car on no square of the board.
    pub(super) fn outside(&self, line: &str) -> Option<Message> {
        let [_, column, row, _] = numbers(line)?[..] else { return None };
        let is_inside = |number: u64, most: usize| (1..=most as u64).contains(&number);
        let said = match (is_inside(column, self.columns), is_inside(row, self.rows)) {
            (true, true) => return None,
            (false, _) => {
                Self::say("no-column").number("column", column).number("all", self.columns)
            }
            (true, false) => Self::say("no-row").number("row", row).number("all", self.rows),
        };
        Some(said.name("found", shown(line)))
    }

    /// If the side to move has no car on `square`, but one of its cars is elsewhere on the line
    /// along which it last moved, the message names that move: the side has slid the car too far,
    /// or not far enough.
    fn slid_elsewhere(
        &self,
        (all, now): (&[Position], &Position),
        moves: &[Move],
        square: Square,
    ) -> Option<Message> {
        let side = now.turn;
        let own = |position: &Position| position.cars[side.index()];
        if own(now).has(square) {
            return None;
        }
        let board = Squares::all(self.columns, self.rows);
        let moves = moves.iter().zip(all.windows(2));
        moves.rev().find_map(|(mv, positions)| {
            let (from, direction) = mv.car.filter(|_| positions[0].turn == side)?;
            let landing =
                own(&positions[1]).into_iter().find(|&car| !own(&positions[0]).has(car))?;
            let mut line = std::iter::successors(Some(from), |at| {
                Some(at.beside(direction)).filter(|&next| board.has(next))
            });
            (own(now).has(landing) && line.any(|at| at == square)).then(|| {
                let name = |square: Square| format!("{} {}", square.column, square.row);
                let slid = Gangsters::say("slid").side("side", side);
                slid.name("square", name(square)).name("from", name(from)).name("to", name(landing))
            })
        })
    }
}

/// Why a car cannot move in this direction after the box has moved to `landing`.
fn car_objection(position: &Position, landing: Square, car: Square, direction: u8) -> Message {
    let objection = if !position.cars[position.turn.index()].has(car) {
        Gangsters::say("no-car").side("side", position.turn)
    } else if car.beside(direction) == landing {
        Gangsters::say("box-in-the-way")
    } else {
        Gangsters::say("car-cannot").number("direction", direction)
    };
    objection.name("square", format!("{} {}", car.column, car.row))
}

/// The square with these coordinates, if the board has it.
pub(super) fn square(column: u64, row: u64, columns: usize, rows: usize) -> Option<Square> {
    let within = |number: u64, most: usize| {
        u8::try_from(number).ok().filter(|&n| n >= 1 && usize::from(n) <= most)
    };
    Some(Square { column: within(column, columns)?, row: within(row, rows)? })
}

fn parse_square(text: &str, columns: usize, rows: usize) -> Option<Square> {
    let (column, row) = text.split_once(',')?;
    match (numbers(column)?.as_slice(), numbers(row)?.as_slice()) {
        (&[column], &[row]) => square(column, row, columns, rows),
        _ => None,
    }
}

fn pillars_parameter(text: &str, columns: usize, rows: usize) -> Result<Squares, BadParameter> {
    let bad = |expected: String| BadParameter::value("pillars", text, &expected);
    let mut pillars = Squares::NONE;
    for square in text.split_terminator(';').map(|square| parse_square(square, columns, rows)) {
        let square = square
            .ok_or_else(|| bad(format!("squares C,R;C,R of a board of {columns} by {rows}")))?;
        if pillars.has(square) {
            return Err(bad(format!(
                "different squares, but {},{} is there twice",
                square.column, square.row
            )));
        }
        pillars.insert(square);
    }
    Ok(pillars)
}

/// The square where the box starts: the square in `text`, or the free square nearest to the middle
/// if `text` is empty.
fn box_parameter(
    text: &str,
    columns: usize,
    rows: usize,
    pillars: &Squares,
) -> Result<Square, BadParameter> {
    let room = Gangsters::room(columns, rows, pillars);
    let chosen = if text.is_empty() {
        nearest_to_middle(&room, columns, rows)
    } else {
        parse_square(text, columns, rows)
    };
    let expected =
        || format!("C,R: a square without a pillar, column 1 to {columns}, row 2 to {}", rows - 1);
    chosen
        .filter(|&square| room.has(square))
        .ok_or_else(|| BadParameter::value("box", text, &expected()))
}

/// The free square nearest to the middle. On a board of even width or height, the middle is the
/// square left of or below the centre.
fn nearest_to_middle(room: &Squares, columns: usize, rows: usize) -> Option<Square> {
    let middle = (columns.div_ceil(2), rows.div_ceil(2));
    let off = |square: &Square| {
        let (across, along) =
            (middle.0.abs_diff(square.column.into()), middle.1.abs_diff(square.row.into()));
        across * across + along * along
    };
    room.into_iter().min_by_key(off)
}
