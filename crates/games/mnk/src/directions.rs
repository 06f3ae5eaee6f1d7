//! The lines of a board, which rules, engine and solver share.
//!
//! ```text
//!   a b c d
//! 1 0 1 2 3        a line starts at its lowest square and goes on in steps of
//! 2 4 5 6 7        1 (row), columns (column), columns + 1 and columns - 1 (diagonals)
//! 3 8 9 . .
//! ```

use rules::bits::Bits;

/// A direction in which a board has lines.
#[derive(Debug)]
pub(super) struct Direction<const W: usize> {
    /// The difference between the numbers of two squares that follow each other.
    pub(super) step: usize,
    /// The number of squares of a line.
    length: usize,
    /// The squares where lines start.
    pub(super) starts: Bits<W>,
    /// A line, moved so that it starts at square 0. It always lies within the bitboard.
    first: Bits<W>,
    /// For each square, how many squares lie before it and after it, at most `length - 1`.
    pub(super) reach: Vec<[u16; 2]>,
}

/// The directions in which a board has lines of this length.
pub(super) fn directions<const W: usize>(
    rows: usize,
    columns: usize,
    length: usize,
) -> Vec<Direction<W>> {
    let all = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let has_lines = |&(down, right): &(usize, isize)| {
        (down == 0 || rows >= length) && (right == 0 || columns >= length)
    };
    let direction = |(down, right): (usize, isize)| {
        let step = (down * columns).strict_add_signed(right);
        let reach: Vec<[u16; 2]> = (0..rows * columns)
            .map(|square| {
                let (row, column) = (square / columns, square % columns);
                let [above, below] =
                    if down == 0 { [usize::MAX; 2] } else { [row, rows - 1 - row] };
                let [left, right] = match right {
                    0 => [usize::MAX; 2],
                    1 => [column, columns - 1 - column],
                    _ => [columns - 1 - column, column],
                };
                [above.min(left), below.min(right)].map(|reach| reach.min(length - 1) as u16)
            })
            .collect();
        let is_start = |&square: &usize| usize::from(reach[square][1]) == length - 1;
        let starts = (0..rows * columns).filter(is_start).collect();
        let first = (0..length).map(|i| i * step).collect();
        Direction { step, length, starts, first, reach }
    };
    all.into_iter().filter(has_lines).map(direction).collect()
}

impl<const W: usize> Direction<W> {
    /// The squares where the lines that lie within `squares` start.
    #[inline]
    pub(super) fn starts_within(&self, squares: Bits<W>) -> Bits<W> {
        self.runs(squares) & self.starts
    }

    /// The squares of the line that starts at this square.
    #[inline]
    pub(super) fn line_from(&self, start: usize) -> Bits<W> {
        self.first.up(start)
    }

    /// The squares of all lines that start at these squares.
    #[inline]
    pub(super) fn lines_from(&self, starts: Bits<W>) -> Bits<W> {
        if starts.is_empty() {
            return starts;
        }
        (0..self.length).fold(Bits::EMPTY, |all, i| all | starts.up(i * self.step))
    }

    /// The first square of each run in `squares`. A run has as many squares as a line, in the same
    /// steps, and may wrap around the board's edges.
    ///
    /// A run of 2n squares is two runs of n squares, one after the other. So the loop doubles the
    /// length in each round, as far as needed.
    #[inline]
    fn runs(&self, squares: Bits<W>) -> Bits<W> {
        let (mut runs, mut have) = (squares, 1);
        while have < self.length {
            let more = have.min(self.length - have);
            runs &= runs.down(self.step * more);
            have += more;
        }
        runs
    }
}

/// The squares of all lines that lie within `squares`.
pub(super) fn covered<const W: usize>(directions: &[Direction<W>], squares: Bits<W>) -> Bits<W> {
    let within = |direction: &Direction<W>| direction.lines_from(direction.starts_within(squares));
    directions.iter().map(within).fold(Bits::EMPTY, |all, lines| all | lines)
}
