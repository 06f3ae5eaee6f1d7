//! The judge's progress, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use judge::Judged;

use crate::words;

/// The interval of updates: short enough to look alive, and long enough to cost nothing.
const PERIOD: Duration = Duration::from_millis(100);

/// A line on standard error that is rewritten during the run.
pub(super) struct Progress {
    total: usize,
    state: Option<State>,
}

struct State {
    done: usize,
    failed: usize,
    shown: Instant,
}

impl Progress {
    /// Shows the progress through this number of cases. If standard error is not a terminal,
    /// nothing is shown.
    pub(super) fn new(total: usize) -> Progress {
        let state = State { done: 0, failed: 0, shown: Instant::now() };
        Progress { total, state: io::stderr().is_terminal().then_some(state) }
    }

    /// Counts a case.
    pub(super) fn add(&mut self, judged: &Judged) {
        let Some(state) = &mut self.state else { return };
        state.done += 1;
        state.failed += usize::from(!judged.verdict.is_accepted());
        if state.shown.elapsed() >= PERIOD {
            state.shown = Instant::now();
            let total = words::counted(self.total as u64, "case");
            // If the terminal cannot be written to, there is no progress line.
            let _ =
                write!(io::stderr(), "\r\x1b[K{} of {total}, {} failed", state.done, state.failed);
        }
    }

    /// Erases the line.
    pub(super) fn clear(&self) {
        if self.state.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
