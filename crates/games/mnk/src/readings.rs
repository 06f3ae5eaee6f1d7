//! Wrong readings of the rules, each as a slow program that differs from the right one in one
//! point.

use std::collections::HashMap;
use std::time::Duration;

use rules::bits::Bits;
use rules::{Console, Message, Notation, Reading, Side};

use super::WIDEST;
use super::misplays::{Slip, plays};
use super::program::{Command, Header, read_board, read_command, read_header};
use super::rules::Mnk;

macro_rules! reading {
    ($key:literal, $twist:expr $(, $gap:ident = $value:expr)?) => {
        Reading {
            told: || -> Message { rules::message!(Mnk::<WIDEST>::WORDS, $key $(, $gap = $value)?) },
            gives: |_, input, expected, answer| gives($twist, input, expected, answer),
            plays: None,
        }
    };
}

/// A slip of players alone.
macro_rules! misplay {
    ($key:literal, $slip:expr) => {
        Reading {
            told: || -> Message { rules::message!(Mnk::<WIDEST>::WORDS, $key) },
            gives: |_, _, _, _| Some(false),
            plays: Some(|played| plays($slip, played)),
        }
    };
}

/// The readings that a wrong program is compared with.
pub(super) const READINGS: &[Reading] = &[
    reading!("reads-no-rows", Twist::Without(0)),
    reading!("reads-no-columns", Twist::Without(1)),
    reading!("reads-no-diagonal", Twist::Without(2), direction = "↘"),
    reading!("reads-no-diagonal", Twist::Without(3), direction = "↙"),
    reading!("reads-no-diagonals", Twist::NoDiagonals),
    reading!("reads-exactly-k", Twist::ExactlyK),
    reading!("reads-more-than-k", Twist::MoreThanK),
    reading!("reads-one-less", Twist::OneLess),
    reading!("reads-gaps", Twist::Gaps),
    reading!("reads-wraps", Twist::Wraps),
    reading!("reads-both-colours", Twist::BothColours),
    reading!("reads-sides-exchanged", Twist::SidesExchanged),
    reading!("reads-one-command", Twist::OneCommand),
    reading!("reads-by-column", Twist::ByColumn),
    reading!("reads-backwards", Twist::Backwards),
    reading!("reads-others-stone", Twist::OthersStone),
    reading!("reads-firsts-stone", Twist::FirstsStone),
    reading!("reads-after-win", Twist::AfterWin),
    reading!("reads-full-board", Twist::FullBoard),
    reading!("reads-no-count", Twist::NoCount),
    reading!("reads-count-before-cut", Twist::CountBeforeCut),
    reading!("reads-never-cut", Twist::NeverCut),
    reading!("reads-always-cut", Twist::AlwaysCut),
    reading!("reads-last-win", Twist::LastWin),
    reading!("reads-all-wins", Twist::AllWins),
    reading!("reads-until-win", Twist::UntilWin),
    reading!("reads-others-win", Twist::OthersWin),
    reading!("reads-solves-first", Twist::SolvesForFirst),
    reading!("reads-solves-mover", Twist::SolvesForMover),
    reading!("reads-winners-exchanged", Twist::WinnersExchanged),
    reading!("reads-stops-at-tie", Twist::StopsAtTie),
    reading!("reads-one-move", Twist::OneMove),
    reading!("reads-only-best", Twist::OnlyBest),
    misplay!("reads-theirs-forgotten", Slip::TheirsForgotten),
    misplay!("reads-own-forgotten", Slip::OwnForgotten),
    misplay!("reads-opening-forgotten", Slip::OpeningForgotten),
    misplay!("reads-turn-late", Slip::TurnLate),
    misplay!("reads-first-digit", Slip::FirstDigit),
];

/// The point in which a reading differs from the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Twist {
    /// Of [`STEPS`], this direction is forgotten.
    Without(usize),
    NoDiagonals,
    ExactlyK,
    MoreThanK,
    OneLess,
    Gaps,
    Wraps,
    BothColours,
    SidesExchanged,
    OneCommand,
    ByColumn,
    Backwards,
    OthersStone,
    FirstsStone,
    AfterWin,
    FullBoard,
    NoCount,
    CountBeforeCut,
    NeverCut,
    AlwaysCut,
    LastWin,
    AllWins,
    UntilWin,
    OthersWin,
    SolvesForFirst,
    SolvesForMover,
    WinnersExchanged,
    StopsAtTie,
    OneMove,
    OnlyBest,
}

impl Twist {
    /// Whether the program may solve a board wrongly. Otherwise there is no need to search.
    fn changes_solving(self) -> bool {
        use Twist::{AfterWin, AllWins, AlwaysCut, Backwards, ByColumn, CountBeforeCut, FullBoard};
        use Twist::{LastWin, NeverCut, NoCount, OneCommand, OthersWin, UntilWin};
        !matches!(
            self,
            AfterWin
                | AllWins
                | AlwaysCut
                | Backwards
                | ByColumn
                | CountBeforeCut
                | FullBoard
                | LastWin
                | NeverCut
                | NoCount
                | OneCommand
                | OthersWin
                | UntilWin
        )
    }
}

/// The directions of lines, in rows down and columns to the right.
const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// For each answer, a search visits at most so many positions. Of boards that need more, nobody
/// knows what the program answers.
const MOST_POSITIONS: usize = 300_000;

/// Whether the program with this reading writes these words; `None` if this depends on a board that
/// would take too long to solve.
fn gives(twist: Twist, input: &str, expected: &str, answer: &str) -> Option<bool> {
    let (fits, is_known) = fits(twist, input, expected, answer).unwrap_or((false, true));
    (is_known || !fits).then_some(fits)
}

/// Whether the words fit, and whether all boards of the input could be solved.
fn fits(twist: Twist, input: &str, expected: &str, answer: &str) -> Option<(bool, bool)> {
    let (mut bytes, mut sink, clock) = (input.as_bytes(), std::io::sink(), || Duration::ZERO);
    let mut console = Console::new(&mut bytes, &mut sink, &clock);
    let (mut expected, mut found) = (expected.split_whitespace(), answer.split_whitespace());
    let (mut left, mut is_known) = (MOST_POSITIONS, true);
    while let Some(command) = read_command(&mut console).ok()? {
        let header = read_header(&mut console).ok()?;
        let stones = read_board(&header, &mut console).ok()?;
        let board = Board { stones, ..Board::new(twist, &header) };
        let right = expected.next()?;
        let is_given = if command == Command::Solve {
            let value = match twist.changes_solving() {
                true => board.answer(header.turn, &mut left),
                false => Some(right),
            };
            is_known &= value.is_some();
            found.next().is_some_and(|word| value.is_none_or(|value| word == value))
        } else {
            let words = right.parse::<usize>().ok()? * header.rows * header.columns;
            words.checked_sub(1).map(|last| expected.nth(last));
            board.is_written(command, header.turn, &mut found)
        };
        if !is_given {
            return Some((false, is_known));
        }
        if twist == Twist::OneCommand {
            break;
        }
    }
    Some((found.next().is_none(), is_known))
}

/// A line of squares, of which a player needs some, and squares beside it that the player must not
/// have.
struct Line {
    squares: Bits<WIDEST>,
    needed: usize,
    ends: Bits<WIDEST>,
}

/// A board as a program with the reading sees it.
struct Board {
    twist: Twist,
    rows: usize,
    columns: usize,
    lines: Vec<Line>,
    stones: Stones,
}

type Stones = [Bits<WIDEST>; 2];

impl Board {
    fn new(twist: Twist, header: &Header) -> Board {
        let (rows, columns) = match twist {
            Twist::SidesExchanged => (header.columns, header.rows),
            _ => (header.rows, header.columns),
        };
        let mut board = Board { twist, rows, columns, lines: Vec::new(), stones: [Bits::EMPTY; 2] };
        let directions = STEPS.iter().enumerate().filter(|(direction, _)| match twist {
            Twist::Without(other) => *direction != other,
            Twist::NoDiagonals => *direction < 2,
            _ => true,
        });
        let directions: Vec<_> = directions.map(|(_, &step)| step).collect();
        let squares = 0..rows * columns;
        let all = squares.flat_map(|from| directions.iter().map(move |&step| (from, step)));
        board.lines =
            all.filter_map(|(from, step)| board.line(header.in_a_row, from, step)).collect();
        board
    }

    /// The line that begins on this square, if there is room for it.
    fn line(&self, k: usize, from: usize, step: (isize, isize)) -> Option<Line> {
        let needed = match self.twist {
            Twist::MoreThanK => k + 1,
            Twist::OneLess => k.max(2) - 1,
            _ => k,
        };
        let at = |steps: isize| self.at(from, step, steps);
        let length = if self.twist == Twist::Gaps { usize::MAX } else { needed };
        let squares: Vec<usize> = (0..).map_while(at).take(length).collect();
        let ends = [at(-1), at(k as isize)].into_iter().flatten();
        let ends = ends.filter(|_| self.twist == Twist::ExactlyK);
        let line =
            Line { squares: squares.iter().copied().collect(), needed, ends: ends.collect() };
        (squares.len() >= needed).then_some(line)
    }

    /// The square so many steps away, if it is on the board.
    fn at(&self, from: usize, (down, right): (isize, isize), steps: isize) -> Option<usize> {
        let columns = self.columns as isize;
        let (row, column) = (from as isize / columns + steps * down, from as isize % columns);
        let column = column + steps * right;
        let is_inside = self.twist == Twist::Wraps || (0..columns).contains(&column);
        let square = usize::try_from(row * columns + column).ok().filter(|_| is_inside)?;
        (square < self.rows * self.columns).then_some(square)
    }

    fn has_line(&self, stones: &Stones, side: Side) -> bool {
        let own = stones[side.index()];
        let counted = if self.twist == Twist::BothColours { stones[0] | stones[1] } else { own };
        self.lines.iter().any(|line| {
            (counted & line.squares).count() >= line.needed && (own & line.ends).is_empty()
        })
    }

    /// The first player's result, if the game is over.
    fn outcome(&self, stones: &Stones) -> Option<i32> {
        match Side::BOTH.map(|side| self.has_line(stones, side)) {
            [true, _] => Some(1),
            [_, true] => Some(-1),
            _ => self.free(stones).next().is_none().then_some(0),
        }
    }

    /// The free squares, row by row.
    fn free(&self, stones: &Stones) -> impl Iterator<Item = usize> + use<> {
        let all: Bits<WIDEST> = Bits::first(self.rows * self.columns);
        all.without(stones[0] | stones[1]).into_iter()
    }

    fn after(&self, stones: &Stones, turn: Side, square: usize) -> Stones {
        let placed = match self.twist {
            Twist::OthersStone => turn.other(),
            Twist::FirstsStone => Side::First,
            _ => turn,
        };
        let mut after = *stones;
        after[placed.index()].insert(square);
        after
    }

    /// Whether the next words are the number of boards and the boards.
    fn is_written<'a>(
        &self,
        command: Command,
        turn: Side,
        found: &mut impl Iterator<Item = &'a str>,
    ) -> bool {
        let all = self.children(turn);
        let cuts = match self.twist {
            Twist::NeverCut => false,
            Twist::AlwaysCut => true,
            _ => command == Command::GenerateCut,
        };
        let boards = if cuts { self.cut(turn, all.clone()) } else { all.clone() };
        let count = if self.twist == Twist::CountBeforeCut { all.len() } else { boards.len() };
        (self.twist == Twist::NoCount || found.next() == Some(&count.to_string()))
            && boards.iter().all(|stones| {
                (0..self.rows * self.columns).all(|square| {
                    let stone = usize::from(super::notation::stone(stones, square));
                    found.next() == Some(["0", "1", "2"][stone])
                })
            })
    }

    /// The boards after all moves.
    fn children(&self, turn: Side) -> Vec<Stones> {
        let mut squares: Vec<usize> = self.free(&self.stones).collect();
        match self.twist {
            Twist::FullBoard if squares.is_empty() => return vec![self.stones],
            Twist::AfterWin => {}
            _ if self.outcome(&self.stones).is_some() => squares.clear(),
            Twist::ByColumn => {
                squares.sort_by_key(|square| (square % self.columns, square / self.columns));
            }
            Twist::Backwards => squares.reverse(),
            _ => {}
        }
        squares.into_iter().map(|square| self.after(&self.stones, turn, square)).collect()
    }

    /// The boards that are left if the command stops at the end of the game.
    fn cut(&self, turn: Side, mut boards: Vec<Stones>) -> Vec<Stones> {
        let wins = |stones: &Stones| Side::BOTH.iter().any(|&side| self.has_line(stones, side));
        let others = |stones: &Stones| {
            let square = (stones[0] | stones[1]).without(self.stones[0] | self.stones[1]).lowest();
            let after = square.map(|square| self.after(&self.stones, turn.other(), square));
            after.is_some_and(|after| self.has_line(&after, turn.other()))
        };
        let kept = match self.twist {
            Twist::OthersWin => boards.iter().position(others),
            Twist::LastWin => boards.iter().rposition(wins),
            _ => boards.iter().position(wins),
        };
        match (self.twist, kept) {
            (_, None) => {}
            (Twist::AllWins, _) => boards.retain(wins),
            (Twist::UntilWin, Some(last)) => boards.truncate(last + 1),
            (_, Some(only)) => boards = vec![boards[only]],
        }
        boards
    }

    /// The word for who wins; `None` if the search would take too long.
    fn answer(&self, turn: Side, left: &mut usize) -> Option<&'static str> {
        let turn = if self.twist == Twist::SolvesForFirst { Side::First } else { turn };
        let free: Vec<usize> = self.free(&self.stones).collect();
        // A position is stored as a number with two bits for each square that was free.
        (free.len() <= 32).then_some(())?;
        let mut search = Search { board: self, free, values: HashMap::new(), left };
        let value = search.value(&self.stones, turn, 0, 0)?;
        let is_turned = match self.twist {
            Twist::SolvesForMover => turn == Side::Second,
            twist => twist == Twist::WinnersExchanged,
        };
        Some(match if is_turned { -value } else { value } {
            1 => "FIRST_PLAYER_WINS",
            0 => "BOTH_PLAYERS_TIE",
            _ => "SECOND_PLAYER_WINS",
        })
    }
}

/// Plain minimax.
struct Search<'a> {
    board: &'a Board,
    free: Vec<usize>,
    values: HashMap<u64, i32>,
    left: &'a mut usize,
}

impl Search<'_> {
    /// The first player's result.
    fn value(&mut self, stones: &Stones, turn: Side, key: u64, depth: usize) -> Option<i32> {
        if let Some(&value) = self.values.get(&key) {
            return Some(value);
        }
        *self.left = self.left.checked_sub(1)?;
        let value = match self.board.outcome(stones) {
            Some(outcome) => outcome,
            None if depth == 1 && self.board.twist == Twist::OneMove => 0,
            None => self.best(stones, turn, key, depth)?,
        };
        self.values.insert(key, value);
        Some(value)
    }

    fn best(&mut self, stones: &Stones, turn: Side, key: u64, depth: usize) -> Option<i32> {
        let sign = if self.board.twist == Twist::OnlyBest { 1 } else { turn.sign() };
        let enough = if self.board.twist == Twist::StopsAtTie { 0 } else { 1 };
        let mut best = -1;
        for index in 0..self.free.len() {
            let square = self.free[index];
            if (stones[0] | stones[1]).has(square) {
                continue;
            }
            let after = self.board.after(stones, turn, square);
            let key = key | (turn.index() as u64 + 1) << (2 * index);
            best = best.max(sign * self.value(&after, turn.other(), key, depth + 1)?);
            if best >= enough {
                break;
            }
        }
        Some(sign * best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the sides exchanged, nobody has won on the large board, and 53 squares are free.
    #[test]
    fn a_board_that_takes_too_long_neither_confirms_nor_refutes() {
        let large = "SOLVE_GAME_STATE 7 8 3 2\n0 0 0 0 0 1 1 1\n".to_string()
            + &"0 0 0 0 0 0 0 0\n".repeat(6);
        let small = "SOLVE_GAME_STATE 2 3 2 1\n1 2 2\n2 1 1\n";
        let both = large.clone() + small;
        let gives = |input: &str, expected: &str, answer: &str| {
            gives(Twist::SidesExchanged, input, expected, answer)
        };
        let (first, second) = ("FIRST_PLAYER_WINS", "SECOND_PLAYER_WINS");
        assert_eq!(gives(&large, first, first), None);
        assert_eq!(gives(&large, first, second), None);
        assert_eq!(gives(&large, first, ""), Some(false));
        assert_eq!(gives(small, first, first), Some(true));
        let [expected, fits] = [[first; 2], [second, first]].map(|words| words.join("\n"));
        assert_eq!(gives(&both, &expected, &fits), None);
        assert_eq!(gives(&both, &expected, &[second; 2].join("\n")), Some(false));
        assert_eq!(gives(&both, &expected, first), Some(false));
    }
}
