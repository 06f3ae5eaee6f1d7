//! Decides whether an output is right, and finds the first place where it is wrong.

use std::fmt;

use rules::{Answers, Legal};

use crate::texts::text;
use errors::excerpt;

/// Why an output is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The output differs from the expected output.
    Differs(Difference),
    /// The output breaks a rule of the game; the text says which rule.
    Breaks(String),
}

/// The first place where two texts differ. The excerpts contain only text that is safe for a
/// terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the line in the output, from 1.
    pub line: usize,
    /// The expected text at the place of the difference.
    pub expected: Excerpt,
    /// The output's text at the place of the difference.
    pub found: Excerpt,
}

/// A part of a text. In English, a mark says where the text ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The part; empty if there is nothing before the end.
    pub part: String,
    /// Whether the text ends after this part.
    pub is_end: bool,
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.part)?;
        let gap = if self.part.is_empty() { "" } else { " " };
        if self.is_end { write!(f, "{gap}{}", text("the-end")) } else { Ok(()) }
    }
}

/// Compares an output with the expected output, or checks the output against the input.
///
/// # Errors
/// Fails if the output is wrong.
pub(crate) fn compare(
    answers: Answers,
    input: &[u8],
    expected: &[u8],
    output: &[u8],
) -> Result<Legal, Mismatch> {
    let difference = match answers {
        Answers::Exact => exact(expected, output),
        Answers::Words => words(expected, output),
        Answers::Legal(checker) => {
            let [input, output] = [input, output].map(String::from_utf8_lossy);
            return (checker.answer)(&input, &output).map_err(Mismatch::Breaks);
        }
    };
    difference.map_or(Ok(Legal::Wholly), |difference| Err(Mismatch::Differs(difference)))
}

/// Whether an output is the beginning of the expected one. The last word may be cut.
pub(crate) fn is_begun(answers: Answers, expected: &[u8], output: &[u8]) -> bool {
    if !matches!(answers, Answers::Words) {
        return expected.starts_with(output);
    }
    let (mut right, mut found) = (Words::new(expected), Words::new(output));
    let ends_inside_a_word = !output.last().is_some_and(is_space);
    while let Some(word) = found.next() {
        let is_cut = ends_inside_a_word && found.rest.is_empty();
        let is_right = |right: &[u8]| right == word || is_cut && right.starts_with(word);
        if !right.next().is_some_and(is_right) {
            return false;
        }
    }
    true
}

/// The place of the first byte that differs, or `None` if all bytes are the same.
fn exact(expected: &[u8], output: &[u8]) -> Option<Difference> {
    if expected == output {
        return None;
    }
    let same = expected.iter().zip(output).take_while(|(a, b)| a == b).count();
    let start = expected[..same].iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
    let line = 1 + expected[..same].iter().filter(|&&b| b == b'\n').count();
    let show = |text: &[u8]| line_at(text, start, same - start);
    Some(Difference { line, expected: show(expected), found: show(output) })
}

/// The line that starts at `start`, as an excerpt around its byte `column`.
fn line_at(text: &[u8], start: usize, column: usize) -> Excerpt {
    let rest = &text[start..];
    match rest.iter().position(|&b| b == b'\n') {
        // If the texts differ at the end of the line, the excerpt includes the line feed, and a
        // carriage return before the line feed.
        Some(end) => {
            let part = excerpt::around(&rest[..end + usize::from(end == column)], column);
            Excerpt { part, is_end: false }
        }
        None => Excerpt { part: excerpt::around(rest, column), is_end: true },
    }
}

/// The place of the first word that differs, or `None` if all words are the same.
fn words(expected: &[u8], output: &[u8]) -> Option<Difference> {
    let (mut right, mut found) = (Words::new(expected), Words::new(output));
    loop {
        let (a, b) = (right.next(), found.next());
        if a == b {
            a?;
            continue;
        }
        let show = |word: Option<&[u8]>| Excerpt {
            part: excerpt::around(word.unwrap_or_default(), differing_byte(a, b)),
            is_end: word.is_none(),
        };
        return Some(Difference { line: found.line, expected: show(a), found: show(b) });
    }
}

fn differing_byte(a: Option<&[u8]>, b: Option<&[u8]>) -> usize {
    a.unwrap_or_default().iter().zip(b.unwrap_or_default()).take_while(|(a, b)| a == b).count()
}

/// An iterator over the words of a text. The last returned word is in the line with the number
/// `line`.
struct Words<'a> {
    rest: &'a [u8],
    line: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a [u8]) -> Words<'a> {
        Words { rest: text, line: 1 }
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.rest.iter().position(|b| !is_space(b));
        let (blank, rest) = self.rest.split_at(start.unwrap_or(self.rest.len()));
        self.line += blank.iter().filter(|&&b| b == b'\n').count();
        let (word, rest) = rest.split_at(rest.iter().position(is_space).unwrap_or(rest.len()));
        self.rest = rest;
        Some(word).filter(|word| !word.is_empty())
    }
}

/// Whether C's `isspace` and a shell's `[:space:]` count this byte as white space. Rust's own
/// functions do not count the vertical tab.
fn is_space(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == b'\x0b'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn difference(answers: Answers, expected: &str, output: &str) -> (usize, String, String) {
        match compare(answers, b"", expected.as_bytes(), output.as_bytes()) {
            Err(Mismatch::Differs(Difference { line, expected, found })) => {
                (line, expected.to_string(), found.to_string())
            }
            other => panic!("{other:?}"),
        }
    }

    fn first(line: usize, expected: &str, found: &str) -> (usize, String, String) {
        (line, expected.to_string(), found.to_string())
    }

    #[test]
    fn exactly_means_every_byte() {
        let exact = |expected, output| difference(Answers::Exact, expected, output);
        assert_eq!(exact("a\nb c\n", "a\nb d\n"), first(2, "b c", "b d"));
        assert_eq!(exact("a\n", "a"), first(1, "a␊", "a (the end)"));
        assert_eq!(exact("a\n", ""), first(1, "a", "(the end)"));
        assert_eq!(exact("", "a\n"), first(1, "(the end)", "a"));
        assert_eq!(exact("a\n", "a\n\n"), first(2, "(the end)", "␊"));
        let printed = compare(Answers::Exact, b"", b"1\n", b"(the end)\n");
        let Err(Mismatch::Differs(printed)) = printed else { panic!("{printed:?}") };
        assert!(!printed.found.is_end, "a program may print the mark");
        assert_eq!(exact("a\nb\n", "a\r\nb\r\n"), first(1, "a␊", "a␍"));
        assert_eq!(exact("a \nb", "a\nb"), first(1, "a␠", "a␊"));
    }

    #[test]
    fn words_do_not_mind_white_space() {
        assert_eq!(
            compare(Answers::Words, b"", b"1 0\n\n0 1\n", b" 1\t0\r\n0 1"),
            Ok(Legal::Wholly)
        );
        assert_eq!(
            compare(Answers::Words, b"", b"1 0\n0 1\n", b"1\x0b0\n\x0b0\x0c1\x0b\n"),
            Ok(Legal::Wholly)
        );
        let words = |expected, output| difference(Answers::Words, expected, output);
        assert_eq!(words("1 2\n3\n", "1\n2\n\n4\n"), first(4, "3", "4"));
        assert_eq!(words("12", "1 2"), first(1, "12", "1"));
        assert_eq!(words("1 2", "1"), first(1, "2", "(the end)"));
        assert_eq!(words("1", "1 2"), first(1, "(the end)", "2"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_compared(
            a in prop::collection::vec(any::<u8>(), 0..60),
            b in prop::collection::vec(any::<u8>(), 0..60),
        ) {
            prop_assert_eq!(compare(Answers::Exact, b"", &a, &b).is_ok(), a == b);
            let words = |text: &[u8]| {
                let words = text.split(is_space).filter(|word| !word.is_empty());
                words.map(<[u8]>::to_vec).collect::<Vec<_>>()
            };
            prop_assert_eq!(compare(Answers::Words, b"", &a, &b).is_ok(), words(&a) == words(&b));
        }
    }
}
