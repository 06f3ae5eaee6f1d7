//! The error for text that makes no sense.

use std::fmt;

use crate::{Message, WORDS, message};

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
    pub found: Box<Message>,
    /// A description of what the line should contain.
    pub expected: Box<Message>,
}

impl BadInput {
    /// The error that this line has `found` where `expected` should stand.
    pub fn new(line: usize, found: impl Into<Message>, expected: impl Into<Message>) -> BadInput {
        BadInput { line, found: Box::new(found.into()), expected: Box::new(expected.into()) }
    }

    /// What was found and what was expected, without the line.
    #[must_use]
    pub fn message(&self) -> Message {
        let (found, expected) = (Message::clone(&self.found), Message::clone(&self.expected));
        message!(WORDS, "expected", found = found, expected = expected)
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
        write!(f, "line {}: {}", self.line, self.message())
    }
}

impl std::error::Error for BadInput {}
