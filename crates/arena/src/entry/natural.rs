//! The order in which people count: `2.in` before `10.in`.

use std::cmp::Ordering;

/// Compares two names; runs of digits compare as numbers, everything else as bytes.
///
/// Names that differ only in leading zeros are still told apart, so that this is a total order.
pub(crate) fn compare(a: &str, b: &str) -> Ordering {
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

/// Takes the digits at the start; they compare by length and then by digits, so no number is too long.
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
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names[2..], sorted[2..]);
        assert_eq!(names[..2], ["01.in", "1.in"], "equal numbers fall back on the bytes");
    }
}
