//! Squares, directions, and sets of squares.
//!
//! A set has a bitmap for each column, so its squares are in the order of the game's rules: by
//! column, then by row. The board has a frame that is never free, so a slide needs no check for the
//! edge.
//!
//! ```text
//! bit m+1   # # # # #        7 0 1
//! bit m     # . . . #         \|/
//! bit 2     # . . . #       6 -+- 2     the directions
//! bit 1     # . . . #         /|\
//! bit 0     # # # # #        5 4 3
//!    column 0 1 2 n n+1
//! ```

/// The greatest number of columns, and of rows.
pub const LONGEST: usize = 26;

/// The number of directions.
pub const DIRECTIONS: u8 = 8;

/// For each direction: how much a step changes the column, and how much it changes the row.
const STEPS: [(i8, i8); DIRECTIONS as usize] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A square by its column, from 1 at the left, and its row, from 1 at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The column, from 1 at the left.
    pub column: u8,
    /// The row, from 1 at the bottom.
    pub row: u8,
}

impl Square {
    /// The next square in a direction: directions are numbered clockwise from 0, which is up, to 7.
    /// The square may lie on the frame.
    #[must_use]
    #[inline]
    pub fn beside(self, direction: u8) -> Square {
        let (columns, rows) = STEPS[usize::from(direction % DIRECTIONS)];
        Square {
            column: self.column.wrapping_add_signed(columns),
            row: self.row.wrapping_add_signed(rows),
        }
    }
}

/// A set of squares. A square is bit `row` of the number at index `column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squares {
    columns: [u32; LONGEST + 2],
}

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares { columns: [0; LONGEST + 2] };

    /// All squares of a board.
    #[must_use]
    pub fn all(columns: usize, rows: usize) -> Squares {
        let mut all = Squares::NONE;
        all.columns[1..=columns].fill(((1 << rows) - 1) << 1);
        all
    }

    /// The set with the bitmap that a function gives to each column.
    #[inline]
    pub(super) fn from_columns(column: impl FnMut(usize) -> u32) -> Squares {
        Squares { columns: std::array::from_fn(column) }
    }

    /// Whether a square is in the set. A square outside the board is in no set.
    #[must_use]
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.column(usize::from(square.column)) >> (square.row & 31) & 1 != 0
    }

    /// Adds a square of a board to the set.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.columns[usize::from(square.column)] |= 1 << square.row;
    }

    /// Removes a square of a board from the set.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.columns[usize::from(square.column)] &= !(1 << square.row);
    }

    /// The squares of this set that are in none of the other sets.
    #[must_use]
    #[inline]
    pub fn without(&self, others: &[Squares; 2]) -> Squares {
        let [a, b] = others;
        Squares {
            columns: std::array::from_fn(|c| self.columns[c] & !(a.columns[c] | b.columns[c])),
        }
    }

    /// The bitmap of a column; it is 0 beyond the frame.
    #[inline]
    pub(super) fn column(&self, column: usize) -> u32 {
        self.columns.get(column).copied().unwrap_or(0)
    }

    /// The number of squares in a row of the board.
    #[must_use]
    #[inline]
    pub fn in_row(&self, row: u8) -> u32 {
        self.columns.iter().map(|column| column >> row & 1).sum()
    }

    /// The directions, as bits, in which a square of the board has a neighbour in the set.
    #[must_use]
    #[inline]
    pub fn around(&self, square: Square) -> u8 {
        /// The directions to neighbours in the column to the right, as bits. The three bits of the
        /// index say which of these neighbours are in the set; the lowest bit stands for the lowest
        /// neighbour. From the lowest neighbour to the highest, the directions are 3, 2 and 1.
        const RIGHT: [u8; 8] = [0, 8, 4, 12, 2, 10, 6, 14];
        let column = usize::from(square.column);
        let three = |column: usize| (self.columns[column] >> (square.row - 1) & 7) as u8;
        let here = three(column);
        three(column - 1) << 5 | (here & 1) << 4 | RIGHT[usize::from(three(column + 1))] | here >> 2
    }

    /// The square where a piece stops if it slides through the squares of this set.
    #[must_use]
    #[inline]
    pub fn slide(&self, from: Square, direction: u8) -> Square {
        let mut at = from;
        loop {
            let next = at.beside(direction);
            if !self.has(next) {
                return at;
            }
            at = next;
        }
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        let mut set = Squares::NONE;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        Iter { left: self, column: 0 }
    }
}

/// The squares of a set by column, then by row.
#[derive(Clone, Debug)]
pub struct Iter {
    left: Squares,
    column: u8,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(rows) = self.left.columns.get_mut(usize::from(self.column)) {
            if *rows != 0 {
                let row = rows.trailing_zeros() as u8;
                *rows &= *rows - 1;
                return Some(Square { column: self.column, row });
            }
            self.column += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::random::Random;

    fn random_set(random: &mut Random) -> Squares {
        let mut set = Squares::all(26, 26);
        Squares::all(26, 26)
            .into_iter()
            .filter(|_| random.one_in(3))
            .for_each(|square| set.remove(square));
        set
    }

    #[test]
    fn squares_around_are_those_one_step_away() {
        let mut random = Random::new(5);
        for _ in 0..20 {
            let set = random_set(&mut random);
            for square in Squares::all(26, 26) {
                let slow = (0..DIRECTIONS)
                    .filter(|&d| set.has(square.beside(d)))
                    .map(|d| 1 << d)
                    .sum::<u8>();
                assert_eq!(set.around(square), slow, "{square:?}");
            }
        }
    }

    #[test]
    fn squares_come_by_column_then_row() {
        let set = random_set(&mut Random::new(6));
        let squares: Vec<_> = set.into_iter().collect();
        assert!(squares.is_sorted() && squares.iter().all(|&square| set.has(square)));
        assert_eq!(squares.len(), (0..28).map(|row| set.in_row(row) as usize).sum::<usize>());
    }

    #[test]
    fn a_slide_ends_before_the_first_obstacle() {
        let mut free = Squares::all(7, 5);
        free.remove(Square { column: 6, row: 4 });
        let from = Square { column: 3, row: 1 };
        let ends = (0..DIRECTIONS).map(|d| free.slide(from, d)).map(|s| (s.column, s.row));
        assert_eq!(
            ends.collect::<Vec<_>>(),
            [(3, 5), (5, 3), (7, 1), (3, 1), (3, 1), (3, 1), (1, 1), (1, 3)]
        );
        assert!(
            !free.has(Square { column: 0, row: 255 }) && !free.has(Square { column: 255, row: 1 })
        );
    }
}
