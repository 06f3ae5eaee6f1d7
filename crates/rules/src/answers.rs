//! Which answers of a program are right, and why one is wrong.

use crate::{Drawing, Message, Parameters, Square};

/// Which answers of a program are right.
#[derive(Clone, Copy, Debug)]
pub enum Answers {
    /// The expected one, byte for byte.
    Exact,
    /// The expected one, word by word: white space does not matter.
    Words,
    /// All that keep the rules.
    Legal(Checker),
}

/// What tells whether answers keep the rules.
#[derive(Clone, Copy, Debug)]
pub struct Checker {
    /// Whether an input makes sense; otherwise it says what does not.
    pub input: fn(input: &str) -> Result<(), String>,
    /// How much of an answer to an input that makes sense is legal; otherwise it says which rule the answer breaks.
    pub answer: fn(input: &str, answer: &str) -> Result<Legal, String>,
}

/// How much of an answer is known to be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// All of it.
    Wholly,
    /// What came before the input, one half of a conversation, no longer fitted; the rest says nothing.
    Partly,
}

/// Why an answer is wrong, as one would show it at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What is wrong, and what would be right; in this order.
    pub sentences: Vec<Message>,
    /// The board before what is wrong.
    pub board: Option<Drawing>,
    /// The squares of it that this is about.
    pub squares: Vec<Square>,
}

/// Explains a wrong answer to an input, given the program's options and the expected answer. None where the input makes no sense, or where
/// only the form is wrong, such as blanks at the end.
pub type Explain = fn(options: &Parameters, input: &str, expected: &str, answer: &str) -> Option<Explanation>;
