//! Runs a GTP conversation over streams.

use std::io::{self, BufRead, Write};

use super::session::Gtp;
use crate::lines::{Line, next_line};

/// Answers commands until `quit` or the end of input. Every reply is sent before the next command
/// is read.
///
/// # Errors
/// Fails if reading or writing fails.
pub fn serve(gtp: &mut Gtp, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    while !gtp.has_quit() {
        let answer = match next_line(input)? {
            None => return Ok(()),
            Some(Line::Whole(line)) => gtp.answer(&line),
            Some(Line::TooLong) => Some("? syntax error: the line is too long\n\n".to_string()),
        };
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(())
}
