//! The rules: position, moves and outcome. The module `notation` reads and writes text.
//!
//! Squares are numbered row by row from the top left. A square has the number
//! `row * columns + column`:
//!
//! ```text
//!   a b c d
//! 1 0 1 2 3        a line starts at its lowest square and goes on in steps of
//! 2 4 5 6 7        1 (row), columns (column), columns + 1 and columns - 1 (diagonals)
//! 3 8 9 . .
//! ```

use rules::bits::Bits;
use rules::random::hash_words;
use rules::{Game, Outcome, Side};

/// Boards have at most this many squares.
pub const MOST_SQUARES: usize = 400;

/// The number of 64-bit words in a bitboard that fits any board.
pub const WIDEST: usize = MOST_SQUARES.div_ceil(64);

/// An m,n,k-game whose board fits `64 * W` squares.
#[derive(Clone, Debug)]
pub struct Mnk<const W: usize> {
    /// Rows, N.
    pub rows: usize,
    /// Columns, M.
    pub columns: usize,
    /// The number of stones that a winning line needs, K.
    pub in_a_row: usize,
    pub(super) board: Bits<W>,
    /// For each direction with lines: the squares where they start, and the step along them.
    pub(super) lines: Vec<(Bits<W>, usize)>,
    pub(super) start: Position<W>,
}

/// The stones on the board, the side to move, and the side that has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize> {
    /// The stones of each side.
    pub stones: [Bits<W>; 2],
    /// The side to move.
    pub turn: Side,
    /// The side that has a line; the first player if both have.
    pub winner: Option<Side>,
}

impl<const W: usize> Mnk<W> {
    /// The game on an empty board.
    ///
    /// # Panics
    /// Panics if the board has more than `64 * W` squares.
    #[must_use]
    pub fn new(rows: usize, columns: usize, in_a_row: usize) -> Mnk<W> {
        assert!(rows * columns <= 64 * W, "a board of {rows} by {columns} fits");
        let start = Position { stones: [Bits::EMPTY; 2], turn: Side::First, winner: None };
        let board = Bits::first(rows * columns);
        Mnk { rows, columns, in_a_row, board, lines: lines(rows, columns, in_a_row), start }
    }

    /// The game that starts from a position with any stones.
    #[must_use]
    pub fn from_stones(mut self, stones: [Bits<W>; 2], turn: Side) -> Mnk<W> {
        self.start = self.position(stones, turn);
        self
    }

    /// The position with these stones.
    #[must_use]
    pub fn position(&self, stones: [Bits<W>; 2], turn: Side) -> Position<W> {
        let winner = Side::BOTH.into_iter().find(|side| self.has_line(stones[side.index()]));
        Position { stones, turn, winner }
    }

    /// The squares without a stone.
    #[must_use]
    pub fn empty(&self, stones: &[Bits<W>; 2]) -> Bits<W> {
        self.board.without(stones[0] | stones[1])
    }

    /// The squares of all lines that these stones contain.
    #[must_use]
    pub fn line_squares(&self, stones: Bits<W>) -> Bits<W> {
        let mut squares = Bits::EMPTY;
        for &(starts, step) in &self.lines {
            for start in runs(stones, step, self.in_a_row) & starts {
                (0..self.in_a_row).for_each(|i| squares.insert(start + i * step));
            }
        }
        squares
    }

    /// Whether these stones contain a line.
    #[must_use]
    pub fn has_line(&self, stones: Bits<W>) -> bool {
        self.lines
            .iter()
            .any(|&(starts, step)| !(runs(stones, step, self.in_a_row) & starts).is_empty())
    }
}

/// A run has `length` squares in steps of `step`, and may wrap around the board's edges. Returns
/// the first square of each run in `squares`.
///
/// A run of 2n squares is two runs of n squares, one after the other. So the loop doubles the
/// length in each round, as far as needed.
pub(super) fn runs<const W: usize>(squares: Bits<W>, step: usize, length: usize) -> Bits<W> {
    let (mut runs, mut have) = (squares, 1);
    while have < length {
        let more = have.min(length - have);
        runs &= runs.down(step * more);
        have += more;
    }
    runs
}

fn lines<const W: usize>(rows: usize, columns: usize, length: usize) -> Vec<(Bits<W>, usize)> {
    // No board has a line of more than `MOST_SQUARES`, so all greater lengths are treated alike.
    let length = length.min(MOST_SQUARES + 1);
    // For each direction: the steps to the right (-1 is a step to the left), the steps down, and
    // the difference between the numbers of two neighbouring squares.
    let directions = [(1, 0, 1), (0, 1, columns), (1, 1, columns + 1), (-1, 1, columns - 1)];
    let starts = |right: isize, down: isize| {
        let mut starts = Bits::EMPTY;
        for square in 0..rows * columns {
            let (row, column) = ((square / columns) as isize, (square % columns) as isize);
            let reach = length as isize - 1;
            let end = (row + down * reach, column + right * reach);
            if end.0 < rows as isize && (0..columns as isize).contains(&end.1) {
                starts.insert(square);
            }
        }
        starts
    };
    let lines = directions.into_iter().map(|(right, down, step)| (starts(right, down), step));
    lines.filter(|(starts, _)| !starts.is_empty()).collect()
}

impl<const W: usize> Game for Mnk<W> {
    type Position = Position<W>;
    type Move = usize;

    fn start(&self) -> Position<W> {
        self.start
    }

    fn turn(&self, position: &Position<W>) -> Side {
        position.turn
    }

    fn moves(&self, position: &Position<W>) -> impl Iterator<Item = usize> {
        let free =
            if position.winner.is_some() { Bits::EMPTY } else { self.empty(&position.stones) };
        free.into_iter()
    }

    #[inline]
    fn play(&self, position: &Position<W>, square: usize) -> Position<W> {
        let mut next = *position;
        let own = &mut next.stones[position.turn.index()];
        own.insert(square);
        if self.has_line(*own) {
            next.winner = Some(position.turn);
        }
        next.turn = position.turn.other();
        next
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        let won = position.winner.map(|side| Outcome::won_by(side, 1));
        won.or_else(|| self.empty(&position.stones).is_empty().then_some(Outcome::DRAW))
    }

    fn forfeit(&self, loser: Side) -> Outcome {
        Outcome::won_by(loser.other(), 1)
    }

    fn key(&self, position: &Position<W>) -> u64 {
        let [first, second] = position.stones;
        hash_words(first.0.into_iter().chain(second.0).chain([position.turn as u64]))
    }
}
