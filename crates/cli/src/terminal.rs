//! Properties of the terminal, if there is one.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};

/// Text is wrapped at this width if the terminal's width is unknown.
const USUAL_WIDTH: usize = 80;
/// Text is not wrapped wider than this, since longer lines are tiring to read.
const LONGEST_LINE: usize = 100;

/// The width of the terminal in columns; `None` if standard output is not a terminal.
pub(crate) fn columns() -> Option<usize> {
    terminal_size_of(io::stdout())
        .map(|(Width(columns), _)| usize::from(columns))
        .filter(|&columns| columns > 0)
}

/// The width to wrap text at.
pub(crate) fn text_width() -> usize {
    columns().unwrap_or(USUAL_WIDTH).min(LONGEST_LINE)
}

/// Whether standard input and output are both terminals.
pub(crate) fn is_conversation() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
