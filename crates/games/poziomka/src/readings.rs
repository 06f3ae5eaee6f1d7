//! Wrong readings of the rules, each as a slow program that differs from the right one in one
//! point.

use rules::{Message, Notation, Parameters, Reading};

use super::misplays::{Slip, plays};
use super::notation::{column_letter, row_letter};
use super::rules::Poziomka;

macro_rules! reading {
    ($key:literal, $twist:expr, $plays:expr) => {
        Reading {
            told: || -> Message { rules::message!(Poziomka::WORDS, $key) },
            gives: |options, input, _, answer| Some(gives($twist, options, input, answer)),
            plays: $plays,
        }
    };
    ($key:literal, $twist:expr) => {
        reading!($key, $twist, None)
    };
}

/// A slip of players alone.
macro_rules! misplay {
    ($key:literal, $slip:expr) => {
        Reading {
            told: || -> Message { rules::message!(Poziomka::WORDS, $key) },
            gives: |_, _, _, _| Some(false),
            plays: Some(|played| plays($slip, played)),
        }
    };
}

/// The readings that a wrong program is compared with.
pub(super) const READINGS: &[Reading] = &[
    reading!(
        "reads-sizes-exchanged",
        Twist::SizesExchanged,
        Some(|played| plays(Slip::SizesExchanged, played))
    ),
    reading!("reads-overlapping", Twist::Overlapping),
    reading!("reads-one-in-a-run", Twist::OneInARun),
    reading!("reads-scattered", Twist::Scattered),
    reading!("reads-edge-run", Twist::EdgeRunForgotten),
    reading!("reads-board-before", Twist::BoardBefore),
    reading!("reads-left-forgotten", Twist::LeftForgotten),
    reading!("reads-left-added", Twist::LeftAdded),
    reading!("reads-lowest", Twist::Lowest),
    reading!("reads-by-column", Twist::ByColumn),
    reading!("reads-backwards", Twist::Backwards),
    reading!("reads-first", Twist::First),
    reading!("reads-last", Twist::Last),
    reading!("reads-from-one", Twist::FromOne),
    reading!(
        "reads-own-forgotten",
        Twist::OwnForgotten,
        Some(|played| plays(Slip::OwnForgotten, played))
    ),
    reading!(
        "reads-last-square",
        Twist::LastSquare,
        Some(|played| plays(Slip::LastSquare, played))
    ),
    reading!(
        "reads-column-first",
        Twist::ColumnFirst,
        Some(|played| plays(Slip::ColumnFirst, played))
    ),
    reading!("reads-dash", Twist::DashIgnored),
    reading!("reads-silent", Twist::Silent),
    reading!("reads-answers-end", Twist::AnswersEnd),
    misplay!("reads-theirs-forgotten", Slip::TheirsForgotten),
    misplay!("reads-theirs-across", Slip::TheirsAcross),
    misplay!("reads-turn-late", Slip::TurnLate),
    misplay!("reads-short-block", Slip::ShortBlock),
];

/// The point in which a reading differs from the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Twist {
    SizesExchanged,
    Overlapping,
    OneInARun,
    Scattered,
    EdgeRunForgotten,
    BoardBefore,
    LeftForgotten,
    LeftAdded,
    Lowest,
    ByColumn,
    Backwards,
    First,
    Last,
    FromOne,
    OwnForgotten,
    LastSquare,
    ColumnFirst,
    DashIgnored,
    Silent,
    AnswersEnd,
}

/// Whether the program with this reading writes these lines.
fn gives(twist: Twist, options: &Parameters, input: &str, answer: &str) -> bool {
    let [length, mut rows, mut columns] =
        ["pola", "wiersze", "kolumny"].map(|name| options.size(name));
    if twist == Twist::SizesExchanged {
        (rows, columns) = (columns, rows);
    }
    let free = vec![vec![true; columns]; rows];
    let mut right = Right { twist, length, choice: options.integer("wybor") as usize, free };
    let mut found = answer.split_whitespace();
    for line in input.lines() {
        match (line, twist) {
            (".", Twist::AnswersEnd) => return found.eq(["."]),
            (".", _) => return found.next().is_none(),
            ("-", Twist::DashIgnored) => continue,
            ("-", _) => {}
            _ => {
                if right.take_lefts(line).is_none() {
                    return false;
                }
            }
        }
        let Some((row, column)) = right.chosen() else {
            let rest: &[&str] = if twist == Twist::Silent { &[] } else { &["."] };
            return found.eq(rest.iter().copied());
        };
        let names = [row_letter(row), column_letter(column)];
        let named = if twist == Twist::ColumnFirst { [names[1], names[0]] } else { names };
        if found.next() != Some(&String::from_iter(named)) {
            return false;
        }
        if twist != Twist::OwnForgotten {
            (column..column + length).for_each(|column| right.free[row][column] = false);
        }
    }
    found.next().is_none()
}

/// The board as a program with the reading sees it.
struct Right {
    twist: Twist,
    length: usize,
    choice: usize,
    /// Whether squares are free, row by row from the top.
    free: Vec<Vec<bool>>,
}

impl Right {
    /// Takes the squares of Left's block, as far as they lie on the board.
    fn take_lefts(&mut self, line: &str) -> Option<()> {
        let &[column, row] = line.as_bytes() else { return None };
        let [column, row] = [column.checked_sub(b'A')?, row.checked_sub(b'a')?].map(usize::from);
        let first = match self.twist {
            Twist::LastSquare => (row + 1).saturating_sub(self.length),
            _ => row,
        };
        let last = if self.twist == Twist::LastSquare { row + 1 } else { row + self.length };
        for row in first..last.min(self.free.len()) {
            if let Some(square) = self.free[row].get_mut(column) {
                *square = false;
            }
        }
        Some(())
    }

    /// The row and the first column of the block that the program places.
    fn chosen(&mut self) -> Option<(usize, usize)> {
        let moves = self.moves();
        let scores: Vec<i64> = moves.iter().map(|&mv| self.score_after(mv)).collect();
        let wanted = match self.twist {
            Twist::Lowest => scores.iter().min(),
            _ => scores.iter().max(),
        };
        let best = moves.iter().zip(&scores).filter(|(_, score)| Some(*score) == wanted);
        let best: Vec<_> = best.map(|(&mv, _)| mv).collect();
        let count = best.len().max(1);
        let number = match self.twist {
            Twist::First => 0,
            Twist::Last => count - 1,
            Twist::FromOne => (self.choice + count - 1) % count,
            _ => self.choice % count,
        };
        best.get(number).copied()
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.free.len(), self.free[0].len());
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let fits = |&(row, column): &(usize, usize)| {
            let block = self.free[row].get(column..column + self.length);
            block.is_some_and(|block| block.iter().all(|&free| free))
        };
        let mut moves: Vec<_> = squares.filter(fits).collect();
        match self.twist {
            Twist::ByColumn => moves.sort_by_key(|&(row, column)| (column, row)),
            Twist::Backwards => moves.reverse(),
            _ => {}
        }
        moves
    }

    fn score_after(&mut self, (row, column): (usize, usize)) -> i64 {
        let set = |free: &mut Vec<Vec<bool>>, value| {
            free[row][column..column + self.length].fill(value);
        };
        if self.twist == Twist::BoardBefore {
            return 0;
        }
        set(&mut self.free, false);
        let of_right: i64 = self.free.iter().map(|row| self.blocks(row.iter().copied())).sum();
        let columns = 0..self.free[0].len();
        let of_left: i64 =
            columns.map(|column| self.blocks(self.free.iter().map(|row| row[column]))).sum();
        set(&mut self.free, true);
        match self.twist {
            Twist::LeftForgotten => of_right,
            Twist::LeftAdded => of_right + of_left,
            _ => of_right - of_left,
        }
    }

    /// The number of blocks that a line counts for.
    fn blocks(&self, line: impl Iterator<Item = bool>) -> i64 {
        let (mut blocks, mut run, mut free) = (0, 0, 0);
        for is_free in line {
            if is_free {
                (run, free) = (run + 1, free + 1);
            } else {
                blocks += self.in_run(run);
                run = 0;
            }
        }
        let count = match self.twist {
            Twist::Scattered => free / self.length,
            Twist::EdgeRunForgotten => blocks,
            _ => blocks + self.in_run(run),
        };
        count as i64
    }

    fn in_run(&self, run: usize) -> usize {
        match self.twist {
            Twist::Overlapping => (run + 1).saturating_sub(self.length),
            Twist::OneInARun => usize::from(run >= self.length),
            _ => run / self.length,
        }
    }
}
