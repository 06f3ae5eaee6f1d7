//! Ctrl-C, while somebody types or while the engine thinks: a fresh line, colours off, exit code 130.

use std::io::{self, IsTerminal, Write};
use std::process::exit;

/// What shells report of a command that ended by Ctrl-C: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// From now on, Ctrl-C leaves a clean terminal.
pub(super) fn watch() {
    // Without a handler Ctrl-C ends the process all the same, only less neatly.
    let _ = ctrlc::set_handler(|| {
        if io::stdout().is_terminal() {
            let mut out = anstream::stdout();
            // Nobody is left to be told of a failure.
            let _ = writeln!(out, "{}", anstyle::Reset);
            let _ = out.flush();
        }
        exit(INTERRUPTED)
    });
}
