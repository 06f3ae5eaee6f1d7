//! Finds the first difference between a program's board and the right board.

use rules::{Message, Notation};

use super::LONGEST;
use super::board::Board;
use super::rules::{FloodWars, Position};

/// The first difference between a text and the right text. Lines and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// A square of another colour.
    Square { line: usize, column: usize, right: char, found: char },
    /// A line with more or fewer squares.
    Length { line: usize, right: usize, found: usize },
    /// A line that differs only in invisible characters.
    Blanks { line: usize },
    /// The text ends before this line.
    Missing { line: usize },
    /// The right text ends before this line.
    TooMany { line: usize },
}

impl Difference {
    /// The first difference; `None` if all lines are the same.
    pub(super) fn first(right: &str, found: &str) -> Option<Difference> {
        let (mut right, mut found) = (right.lines(), found.lines());
        (1..)
            .map_while(|line| match (right.next(), found.next()) {
                (None, None) => None,
                (Some(_), None) => Some(Some(Difference::Missing { line })),
                (None, Some(_)) => Some(Some(Difference::TooMany { line })),
                (Some(right), Some(found)) => Some(Difference::in_line(line, right, found)),
            })
            .flatten()
            .next()
    }

    /// The same difference, but its line numbers count from the start of the whole text. The text
    /// has `before` more lines above the board.
    pub(super) fn below(mut self, before: usize) -> Difference {
        match &mut self {
            Difference::Square { line, .. }
            | Difference::Length { line, .. }
            | Difference::Blanks { line }
            | Difference::Missing { line }
            | Difference::TooMany { line } => *line += before,
        }
        self
    }

    pub(super) fn line(&self) -> usize {
        match *self {
            Difference::Square { line, .. }
            | Difference::Length { line, .. }
            | Difference::Blanks { line }
            | Difference::Missing { line }
            | Difference::TooMany { line } => line,
        }
    }

    fn in_line(line: usize, right: &str, found: &str) -> Option<Difference> {
        if found.trim_end() == right {
            return (found != right).then_some(Difference::Blanks { line });
        }
        let [squares, written] = [right, found.trim_end()].map(|text| text.chars().count());
        if squares != written {
            return Some(Difference::Length { line, right: squares, found: written });
        }
        let mut squares = (1..).zip(right.chars().zip(found.chars()));
        let wrong = squares.find(|(_, (right, found))| right != found);
        wrong.map(|(column, (right, found))| Difference::Square { line, column, right, found })
    }
}

/// The message for a square that should have another colour.
pub(super) fn differs(line: usize, column: usize, right: char, found: char) -> Message {
    let place = FloodWars::<LONGEST>::say("differs").number("line", line).number("column", column);
    place.name("right", right).name("found", found.escape_debug().to_string())
}

impl Difference {
    /// The difference in words.
    pub(super) fn message(self) -> Message {
        let say = FloodWars::<LONGEST>::say;
        match self {
            Difference::Square { line, column, right, found } => {
                return differs(line, column, right, found);
            }
            Difference::Length { right, found, .. } => {
                say("line-length").number("found", found).number("right", right)
            }
            Difference::Blanks { .. } => say("line-blanks"),
            Difference::Missing { .. } => say("line-missing"),
            Difference::TooMany { .. } => say("line-too-many"),
        }
        .number("line", self.line())
    }
}

/// The message for a board on which the mover's corner has kept its colour, so that no choice can be
/// read from it; `None` for other boards. Both boards have the same size.
pub(super) fn unmoved(
    game: &FloodWars<LONGEST>,
    position: &Position<LONGEST>,
    found: &Board,
) -> Option<Message> {
    let mover = position.turn;
    (found.corners()[mover.index()] == position.colours[mover.index()]).then_some(())?;
    let squares = (0..game.rows).flat_map(|row| (0..game.columns).map(move |column| (row, column)));
    let is_changed = |&(row, column): &(usize, usize)| {
        game.colour(position, row, column) != found.at(row, column)
    };
    let say = FloodWars::<LONGEST>::say;
    Some(match squares.filter(is_changed).count() {
        0 => say("board-unchanged"),
        changed => say("corner-unchanged").side("side", mover).number("count", changed),
    })
}

/// The number of squares that are the same in two texts.
pub(super) fn alike(right: &str, found: &str) -> usize {
    let lines = right.lines().zip(found.lines());
    lines
        .map(|(right, found)| right.chars().zip(found.chars()).filter(|(a, b)| a == b).count())
        .sum()
}
