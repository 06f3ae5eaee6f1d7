//! Which answers of a program are right.

/// Which answers of a program are right.
#[derive(Clone, Copy, Debug)]
pub enum Answers {
    /// The expected one, byte for byte.
    Exact,
    /// The expected one, word by word: white space does not matter.
    Words,
    /// All that this accepts, given an input and an answer; otherwise it says which rule the answer breaks.
    Legal(fn(input: &str, answer: &str) -> Result<Legal, String>),
}

/// How much of an answer is known to be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// All of it.
    Wholly,
    /// What came before the input, one half of a conversation, no longer fitted; the rest says nothing.
    Partly,
}
