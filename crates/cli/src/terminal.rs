//! Properties of the terminal, if there is one.

use std::io::{self, BufRead, IsTerminal, Read};

use terminal_size::{Width, terminal_size_of};

/// Text is wrapped at this width if the terminal's width is unknown.
const USUAL_WIDTH: usize = 80;
/// Text is not wrapped wider than this, since longer lines are tiring to read.
const WIDEST: usize = 100;
/// The greatest length of an input line in bytes. The names of all moves are far shorter.
const LONGEST_LINE: u64 = 1 << 12;

/// The width of the terminal in columns; `None` if standard output is not a terminal.
pub(crate) fn columns() -> Option<usize> {
    terminal_size_of(io::stdout())
        .map(|(Width(columns), _)| usize::from(columns))
        .filter(|&columns| columns > 0)
}

/// The width at which text is wrapped.
pub(crate) fn text_width() -> usize {
    columns().unwrap_or(USUAL_WIDTH).min(WIDEST)
}

/// Whether standard input and output are both terminals.
pub(crate) fn is_conversation() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The next line of standard input, with its end; `None` at the end of input. Invalid UTF-8 is
/// replaced, and a line longer than the limit is split.
pub(crate) fn read_line() -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
