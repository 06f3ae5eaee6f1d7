//! Names of files: how results show them, how they are ordered, and which ones systems leave behind.

use std::cmp::Ordering;

/// The form of a file's name in all results. A spreadsheet takes a text with such a beginning for a formula, and a
/// file's name must not be one.
pub fn plain(name: String) -> String {
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("./{name}") } else { name }
}

/// Whether a name is that of a file that nobody hands in on purpose: editors and systems leave hidden files behind, and
/// macOS adds a folder of notes, named like the sources, to each archive.
pub fn is_left_behind(name: &str) -> bool {
    name.starts_with('.') || name == "__MACOSX"
}

/// Compares two names; runs of digits compare as numbers, everything else as bytes.
///
/// Names that differ only in leading zeros are still told apart, so this is a total order.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    while let (Some(&l), Some(&r)) = (left.first(), right.first()) {
        let order = if l.is_ascii_digit() && r.is_ascii_digit() {
            number(&mut left).cmp(&number(&mut right))
        } else {
            left = &left[1..];
            right = &right[1..];
            l.cmp(&r)
        };
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Takes the digits at the start. Numbers compare by length and then by digits, so they can have any size.
fn number<'a>(text: &mut &'a [u8]) -> (usize, &'a [u8]) {
    let zeros = text.iter().take_while(|&&b| b == b'0').count();
    let rest = &text[zeros..];
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    *text = &rest[digits..];
    (digits, &rest[..digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_as_numbers() {
        let sorted = ["1.in", "01.in", "2.in", "10.in", "99999999999999999999999.in", "a2b1", "a2b10", "a10", "b"];
        let mut names = sorted;
        names.reverse();
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names[2..], sorted[2..]);
        assert_eq!(names[..2], ["01.in", "1.in"], "equal numbers compare by their bytes");
    }
}
