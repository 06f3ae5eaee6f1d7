//! What to say when text makes no sense.

use std::fmt;

/// Text from outside that makes no sense: where, what was found, what was expected.
///
/// ```
/// use rules::nim::Nim;
/// use rules::Notation;
///
/// let bad = Nim::read("ooo\n3\n").expect_err("there are two sides");
/// assert_eq!(bad.to_string(), "line 2: `3`; expected the side to move, 1 or 2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The line at fault, from 1.
    pub line: usize,
    /// What stands there, in words.
    pub found: String,
    /// What should stand there, in words.
    pub expected: String,
}

impl BadInput {
    /// The complaint about `line` that `found` stands where `expected` should.
    pub fn new(line: usize, found: impl Into<String>, expected: impl Into<String>) -> BadInput {
        BadInput { line, found: found.into(), expected: expected.into() }
    }

    /// The same complaint about a text that begins at line `first` of a larger one.
    #[must_use]
    pub fn below(mut self, first: usize) -> BadInput {
        self.line += first.saturating_sub(1);
        self
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; expected {}", self.line, self.found, self.expected)
    }
}

impl std::error::Error for BadInput {}
