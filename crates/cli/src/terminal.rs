//! What is known of the terminal, if there is one.

use std::io::{self, IsTerminal};

use terminal_size::{Width, terminal_size_of};

/// Text is wrapped here where the terminal does not say how wide it is.
const USUAL_WIDTH: usize = 80;
/// Longer lines than this are tiring to read.
const LONGEST_LINE: usize = 100;

/// The columns of the terminal that standard output goes to; `None` when it goes elsewhere.
pub(crate) fn columns() -> Option<usize> {
    terminal_size_of(io::stdout()).map(|(Width(columns), _)| usize::from(columns)).filter(|&columns| columns > 0)
}

/// The width to wrap text at.
pub(crate) fn text_width() -> usize {
    columns().unwrap_or(USUAL_WIDTH).min(LONGEST_LINE)
}

/// Whether somebody sits at both ends, typing and reading.
pub(crate) fn is_conversation() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
