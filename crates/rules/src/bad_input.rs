//! The error for text that makes no sense.

use std::fmt;

/// Text from outside that makes no sense: the place, what was found, and what was expected.
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
    /// The number of the wrong line, from 1.
    pub line: usize,
    /// A description of what the line contains.
    pub found: String,
    /// A description of what the line should contain.
    pub expected: String,
}

impl BadInput {
    /// The error that this line has `found` where `expected` should stand.
    pub fn new(line: usize, found: impl Into<String>, expected: impl Into<String>) -> BadInput {
        BadInput { line, found: found.into(), expected: expected.into() }
    }

    /// The same error in a larger text, in which this text begins at line `first`. Its line number
    /// is counted in the larger text.
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
