//! How the referee understands a player's line.

use std::fmt;

/// What a player's line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move by its name, which may yet be illegal.
    Move(String),
    /// The player gives up.
    Resign,
}

/// A line that is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Garbled {
    /// There is nothing in it.
    Empty,
    /// It is not UTF-8, or has control characters in it.
    Binary,
    /// It is longer than any move's name.
    TooLong,
}

/// No move's name comes near this many bytes.
const LONGEST: usize = 200;

/// Reads a player's line, with or without its end. Spaces around a move do not count.
///
/// # Errors
/// When no move can be meant.
pub fn read_answer(line: &[u8]) -> Result<Answer, Garbled> {
    if line.len() > LONGEST {
        return Err(Garbled::TooLong);
    }
    let text = str::from_utf8(line).map_err(|_| Garbled::Binary)?.trim();
    match text {
        "" => Err(Garbled::Empty),
        "resign" => Ok(Answer::Resign),
        _ if text.chars().any(char::is_control) => Err(Garbled::Binary),
        name => Ok(Answer::Move(name.to_string())),
    }
}

impl fmt::Display for Garbled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Garbled::Empty => "an empty line instead of a move",
            Garbled::Binary => "bytes that are no text instead of a move",
            Garbled::TooLong => "a line far longer than a move",
        })
    }
}

impl std::error::Error for Garbled {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood_or_refused() {
        let name = |text: &str| Ok(Answer::Move(text.to_string()));
        assert_eq!(read_answer(b"d3\n"), name("d3"));
        assert_eq!(read_answer(b" 6 3 1 1 \r\n"), name("6 3 1 1"));
        assert_eq!(read_answer(b"resign"), Ok(Answer::Resign));
        assert_eq!(read_answer(b"\r\n"), Err(Garbled::Empty));
        assert_eq!(read_answer(b"d3\0"), Err(Garbled::Binary));
        assert_eq!(read_answer(b"\xff"), Err(Garbled::Binary));
        assert_eq!(read_answer(&[b'x'; 201]), Err(Garbled::TooLong));
    }
}
