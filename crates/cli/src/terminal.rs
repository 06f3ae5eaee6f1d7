//! What is known about the terminal, if there is one.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};

/// Text is wrapped at this width if the terminal does not give its own.
const USUAL_WIDTH: usize = 80;
/// Longer lines are tiring to read.
const LONGEST_LINE: usize = 100;

/// The columns of the terminal that standard output goes to; `None` if it goes elsewhere.
pub(crate) fn columns() -> Option<usize> {
    terminal_size_of(io::stdout())
        .map(|(Width(columns), _)| usize::from(columns))
        .filter(|&columns| columns > 0)
}

/// The width to wrap text at.
pub(crate) fn text_width() -> usize {
    columns().unwrap_or(USUAL_WIDTH).min(LONGEST_LINE)
}

/// Whether input and output are both a terminal.
pub(crate) fn is_conversation() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
