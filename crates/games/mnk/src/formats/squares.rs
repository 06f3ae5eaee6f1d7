//! Squares by numbers, as other programs have them.

use rules::{column_letters, parse_column_letters};

/// How many stones in a line win, if a file does not say it.
pub(super) const USUAL: usize = 5;

/// The numbers of a column and a row, from 0, in the name of a square.
pub(super) fn square(name: &str) -> Option<(usize, usize)> {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let row: usize = name[letters.len()..].parse().ok()?;
    Some((parse_column_letters(letters)?, row.checked_sub(1)?))
}

/// Our name of a square.
pub(super) fn name(column: usize, row: usize) -> String {
    format!("{}{}", column_letters(column), row + 1)
}
