//! Reads lines from another process. Their length is bounded, so that they cannot fill the memory.

use std::io::{self, BufRead, Read};

/// The greatest length of a line in bytes. Lines of the protocols are far shorter.
const LONGEST: u64 = 1 << 16;

/// One line without its newline.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Whole(Vec<u8>),
    /// A line of [`LONGEST`] bytes or more, which was skipped.
    TooLong,
}

/// Reads the next line. Returns `None` at the end of input. The last line need not end with a
/// newline.
pub(crate) fn next_line(input: &mut dyn BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let read = (&mut *input).take(LONGEST).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read as u64 == LONGEST {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_or_skipped() {
        let long = "x".repeat(LONGEST as usize + 5);
        let text = format!("a\n\n{long}\nb\r\nc");
        let mut input = text.as_bytes();
        let whole = |text: &str| Some(Line::Whole(text.as_bytes().to_vec()));
        let read: Vec<_> = (0..6).map(|_| next_line(&mut input).unwrap()).collect();
        assert_eq!(
            read,
            [whole("a"), whole(""), Some(Line::TooLong), whole("b\r"), whole("c"), None]
        );
    }
}
