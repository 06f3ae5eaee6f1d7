//! Small pieces of text that several notations share: lines of a diagram, and letters of columns.

use crate::{BadInput, Message};

/// The lines of a diagram, numbered from 1; CRLF and a missing last newline are accepted.
///
/// ```
/// use rules::Lines;
///
/// let mut lines = Lines::new("one\r\ntwo");
/// assert_eq!(lines.next("a line"), Ok("one"));
/// assert_eq!((lines.next("a line"), lines.number()), (Ok("two"), 2));
/// assert_eq!(lines.end(), Ok(()));
/// ```
pub struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    /// The lines of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Lines<'a> {
        Lines { lines: text.lines(), number: 0 }
    }

    /// The number of the last line read.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// The next line.
    ///
    /// # Errors
    /// Fails if the text has ended.
    pub fn next(&mut self, expected: &str) -> Result<&'a str, BadInput> {
        self.number += 1;
        self.lines.next().ok_or_else(|| BadInput::new(self.number, "the text ends here", expected))
    }

    /// Checks that only blank lines are left.
    ///
    /// # Errors
    /// Fails if another line follows.
    pub fn end(mut self) -> Result<(), BadInput> {
        while let Ok(line) = self.next("") {
            if !line.trim().is_empty() {
                return Err(self.bad(format!("`{}`", shown(line)), "the end of the diagram"));
            }
        }
        Ok(())
    }

    /// An error about the last line read.
    pub fn bad(&self, found: impl Into<Message>, expected: impl Into<Message>) -> BadInput {
        BadInput::new(self.number, found, expected)
    }
}

/// At most 40 characters of `text`, with control characters spelled out, for use in an error
/// message.
#[must_use]
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut out: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push_str("...");
    }
    out
}

/// The text in backticks, with control characters escaped so that it is safe for a terminal. A long
/// text is cut.
#[must_use]
pub fn quoted(text: &str) -> String {
    // The greatest number of characters, enough for a row of the widest drawing.
    const LONGEST: usize = 56;
    let start: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("`{start}{rest}`")
}

/// Letters for a column counted from 0: a..z, aa, ab, ..., zz, aaa, ...
#[must_use]
pub fn column_letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// The column, from 0, for lower-case letters; `None` for anything else and for more than three
/// letters.
#[must_use]
pub fn parse_column_letters(letters: &str) -> Option<usize> {
    if !(1..=3).contains(&letters.len()) || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let number = letters.bytes().fold(0, |sum, b| sum * 26 + usize::from(b - b'a') + 1);
    Some(number - 1)
}

/// The moves in a word: several names of squares in one word, such as `f5d6C3`, are as many moves.
#[must_use]
pub fn moves_in_word(word: &str) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for c in word.to_ascii_lowercase().chars() {
        match moves.last_mut() {
            Some(last) if c.is_ascii_digit() || !last.ends_with(|c: char| c.is_ascii_digit()) => {
                last.push(c);
            }
            _ => moves.push(c.to_string()),
        }
    }
    let is_square = |name: &String| {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
        digits.len() < name.len() && is_number
    };
    if moves.len() > 1 && moves.iter().all(is_square) { moves } else { vec![word.to_string()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_columns_and_back() {
        assert_eq!(column_letters(0), "a");
        assert_eq!(column_letters(25), "z");
        assert_eq!(column_letters(26), "aa");
        assert_eq!(column_letters(701), "zz");
        assert_eq!(column_letters(702), "aaa");
        for column in 0..2000 {
            assert_eq!(parse_column_letters(&column_letters(column)), Some(column));
        }
        for junk in ["", "A", "a1", "ż", "aaaa", " a"] {
            assert_eq!(parse_column_letters(junk), None, "{junk:?}");
        }
    }

    #[test]
    fn a_shown_text_is_short_and_printable() {
        assert_eq!(shown("a\tb"), "a\\tb");
        assert_eq!(shown(&"x".repeat(100)).len(), 43);
    }

    #[test]
    fn several_squares_in_a_word_are_several_moves() {
        assert_eq!(moves_in_word("f5D6c3"), ["f5", "d6", "c3"]);
        assert_eq!(moves_in_word("aa10b2"), ["aa10", "b2"]);
        for one in ["f5", "aA", "-", "6 3 1 1", "12", "d", "", "f5d", "F5"] {
            assert_eq!(moves_in_word(one), [one]);
        }
    }
}
