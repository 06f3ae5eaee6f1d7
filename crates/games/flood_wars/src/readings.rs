//! Wrong readings of the rules, and the answers that a program with each of them may give.

use rules::{Message, Reading};

use super::board::{Board, Colour, Reader, WORDS};
use super::notation::{letter, side};

macro_rules! reading {
    ($key:literal, $answers:expr) => {
        Reading {
            told: || -> Message { rules::message!(WORDS, $key) },
            gives: |_, input, _, answer| Some(gives($answers, input, answer)),
            plays: None,
        }
    };
}

/// The readings that a wrong program is compared with.
pub(super) const READINGS: &[Reading] = &[
    reading!("reads-opponents-colour", |case, colour| {
        (colour != case.own()).then(|| case.flooded(case.corner(), colour, &STRAIGHT))
    }),
    reading!("reads-own-colour", |case, colour| {
        (colour != case.others()).then(|| case.flooded(case.corner(), colour, &STRAIGHT))
    }),
    reading!("reads-diagonal", |case, colour| {
        case.allows(colour).then(|| case.flooded(case.corner(), colour, &ALL))
    }),
    reading!("reads-mirrored-corner", |case, colour| {
        let (row, column) = case.corner();
        let mirrored = (case.board.rows() - 1 - row, column);
        // Such a program compares the colour with that of the corner where it begins, and with that
        // of either of the other two.
        let own = case.board.at(mirrored.0, mirrored.1);
        (colour != own).then(|| case.flooded(mirrored, colour, &STRAIGHT))
    }),
    reading!("reads-other-corner", |case, colour| {
        case.allows(colour).then(|| case.flooded(case.other_corner(), colour, &STRAIGHT))
    }),
    reading!("reads-corner-only", |case, colour| {
        case.allows(colour).then(|| case.flooded(case.corner(), colour, &[]))
    }),
    reading!("reads-board-before", |case, colour| {
        case.allows(colour).then(|| case.board.squares().to_vec())
    }),
];

const STRAIGHT: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
const ALL: [(isize, isize); 8] =
    [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A case: the board, and whether J or S moves.
struct Case {
    board: Board,
    mover: usize,
}

/// Whether one of the five colours leads to the answer, with the other player's letter above it.
fn gives(
    answer_by: impl Fn(&Case, Colour) -> Option<Vec<Colour>>,
    input: &str,
    answer: &str,
) -> bool {
    let read = || {
        let mut lines = input.lines();
        let turn = side(lines.next()?)?;
        let board = Reader::read(lines).ok()?;
        let mut found = answer.split_whitespace();
        (found.next()? == letter(turn.other()).to_string()).then_some(())?;
        let found = Reader::of(found).ok()?.any_corners().ok()?;
        let is_alike = (found.rows(), found.columns()) == (board.rows(), board.columns());
        is_alike.then_some((Case { board, mover: turn.index() }, found))
    };
    read().is_some_and(|(case, found)| {
        Colour::ALL
            .into_iter()
            .any(|colour| answer_by(&case, colour).is_some_and(|right| right == found.squares()))
    })
}

impl Case {
    fn own(&self) -> Colour {
        self.board.corners()[self.mover]
    }

    fn others(&self) -> Colour {
        self.board.corners()[1 - self.mover]
    }

    fn allows(&self, colour: Colour) -> bool {
        colour != self.own() && colour != self.others()
    }

    fn corners(&self) -> [(usize, usize); 2] {
        [(self.board.rows() - 1, 0), (0, self.board.columns() - 1)]
    }

    fn corner(&self) -> (usize, usize) {
        self.corners()[self.mover]
    }

    fn other_corner(&self) -> (usize, usize) {
        self.corners()[1 - self.mover]
    }

    /// The squares after a flood from this one that spreads by these steps.
    fn flooded(
        &self,
        from: (usize, usize),
        colour: Colour,
        steps: &[(isize, isize)],
    ) -> Vec<Colour> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let old = self.board.at(from.0, from.1);
        let mut reached = vec![false; rows * columns];
        reached[from.0 * columns + from.1] = true;
        let mut waiting = vec![from];
        while let Some((row, column)) = waiting.pop() {
            for &(down, right) in steps {
                let next = row.checked_add_signed(down).zip(column.checked_add_signed(right));
                let Some((row, column)) = next else { continue };
                let is_inside = row < rows && column < columns;
                if is_inside
                    && self.board.at(row, column) == old
                    && !std::mem::replace(&mut reached[row * columns + column], true)
                {
                    waiting.push((row, column));
                }
            }
        }
        let squares = self.board.squares().iter().zip(reached);
        squares.map(|(&square, is_reached)| if is_reached { colour } else { square }).collect()
    }
}
