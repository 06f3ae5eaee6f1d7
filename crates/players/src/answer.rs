//! How a player's line is read, in any protocol.

/// A line that is not an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// The line is empty.
    Empty,
    /// The line is not UTF-8, or contains control characters.
    Binary,
    /// The line is longer than any move's name.
    TooLong,
}

/// The greatest length of an answer in bytes.
const LONGEST: usize = 200;

/// The text of a player's line, with or without its line end. Spaces around a move are ignored.
///
/// # Errors
/// Fails if the line cannot be the name of a move.
pub(crate) fn answer_text(line: &[u8]) -> Result<&str, NoAnswer> {
    if line.len() > LONGEST {
        return Err(NoAnswer::TooLong);
    }
    let text = str::from_utf8(line).map_err(|_| NoAnswer::Binary)?.trim();
    match text {
        "" => Err(NoAnswer::Empty),
        _ if text.chars().any(char::is_control) => Err(NoAnswer::Binary),
        text => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood_or_refused() {
        assert_eq!(answer_text(b"d3\n"), Ok("d3"));
        assert_eq!(answer_text(b" 6 3 1 1 \r\n"), Ok("6 3 1 1"));
        assert_eq!(answer_text(b"\r\n"), Err(NoAnswer::Empty));
        assert_eq!(answer_text(b"d3\0"), Err(NoAnswer::Binary));
        assert_eq!(answer_text(b"\xff"), Err(NoAnswer::Binary));
        assert_eq!(answer_text(&[b'x'; 201]), Err(NoAnswer::TooLong));
    }
}
