//! Names of moves that contain squares, which a program may read otherwise.

use crate::Parameters;
use crate::line::{column_letters, parse_column_letters};

/// How a move's name contains a square.
///
/// ```
/// use rules::{SquareNames, renamed_square};
///
/// let names = SquareNames { rows: |_| Some(8), renamed: renamed_square };
/// let below = |(column, row)| Some((column, row + 1));
/// assert_eq!((names.renamed)("c4", &below).as_deref(), Some("c5"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SquareNames {
    /// The number of rows, if a program may count them from the other end of the board.
    pub rows: fn(&Parameters) -> Option<usize>,
    /// The name with another square in place of its own. `None` if it has no square, or if that square
    /// has no name.
    pub renamed: fn(&str, Another<'_>) -> Option<String>,
}

/// Another square in place of one. A square is its column, counted from 0, and the number of its row.
pub type Another<'a> = &'a dyn Fn((usize, usize)) -> Option<(usize, usize)>;

/// A name such as `c4`, letters for the column and then the number of the row, with another square.
#[must_use]
pub fn renamed_square(name: &str, another: Another<'_>) -> Option<String> {
    let (letters, number) = name.split_at(name.find(|c: char| !c.is_ascii_alphabetic())?);
    let column = parse_column_letters(&letters.to_ascii_lowercase())?;
    let (column, row) = another((column, number.parse().ok()?))?;
    Some(format!("{}{row}", column_letters(column)))
}
