//! The line on standard error that says how far a command is.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::terminal;

/// The time between two lines on a terminal, where each line replaces the one before: short enough
/// to look alive, and long enough to cost nothing.
const ON_TERMINAL: Duration = Duration::from_millis(100);
/// The time between two lines in a file or a pipe, where all lines stay.
const ELSEWHERE: Duration = Duration::from_secs(10);

/// How far a command is: on a terminal a line that is rewritten, elsewhere a line every ten
/// seconds.
pub(crate) struct ProgressLine {
    is_terminal: bool,
    is_hidden: bool,
    shown: Instant,
}

impl ProgressLine {
    /// A line that is shown only if it `is_wanted` here; the argument is whether standard error is
    /// a terminal.
    pub(crate) fn new(is_wanted: impl FnOnce(bool) -> bool) -> ProgressLine {
        let is_terminal = io::stderr().is_terminal();
        ProgressLine { is_terminal, is_hidden: !is_wanted(is_terminal), shown: Instant::now() }
    }

    /// Shows a line if the one before is old enough. `line` gets the number of columns.
    pub(crate) fn show(&mut self, line: impl FnOnce(usize) -> String) {
        let period = if self.is_terminal { ON_TERMINAL } else { ELSEWHERE };
        if self.is_hidden || self.shown.elapsed() < period {
            return;
        }
        self.shown = Instant::now();
        // If standard error cannot be written to, there is no progress line.
        let _ = if self.is_terminal {
            let columns = terminal::columns().unwrap_or(usize::MAX).saturating_sub(1);
            write!(io::stderr(), "\r\x1b[K{}", line(columns))
        } else {
            writeln!(io::stderr(), "ludoteka: so far {}", line(usize::MAX))
        };
    }

    /// Erases the line on a terminal.
    pub(crate) fn clear(&self) {
        if self.is_terminal && !self.is_hidden {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
