//! Handles Ctrl-C: a fresh line, no colours, no temporary files, exit code 130.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The exit code that shells use for a command ended by Ctrl-C: 128 plus the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// From now on, Ctrl-C leaves a clean terminal.
pub(crate) fn watch() {
    on_interrupt(leave);
}

/// The first Ctrl-C only calls `then`, which asks for an end. The second one ends the process and
/// removes this folder.
pub(crate) fn ask_first(folder: PathBuf, then: impl Fn() + Send + 'static) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    tell_first(folder, move || {
        asked.store(true, Ordering::Relaxed);
        anstream::eprintln!(
            "\nludoteka: the games that have begun are played to their ends; Ctrl-C again leaves \
            at once"
        );
        then();
    });
    stop
}

/// `timeout` signals a process and then its group, which counts as one Ctrl-C; nobody presses keys
/// so fast.
const ONE_WISH: Duration = Duration::from_millis(200);

/// The first Ctrl-C is reported to the code that can end the work. The second one ends the process
/// and removes this folder.
pub(crate) fn tell_first(folder: PathBuf, tell: impl Fn() + Send + 'static) {
    let told = OnceLock::new();
    on_interrupt(move || match told.get().map(Instant::elapsed) {
        None => {
            tell();
            let _ = told.set(Instant::now());
        }
        Some(since) if since < ONE_WISH => {}
        Some(_) => {
            let _ = fs::remove_dir_all(&folder);
            leave();
        }
    });
}

/// Without a handler, Ctrl-C still ends the process, but less cleanly.
fn on_interrupt(act: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(act);
}

fn leave() {
    if io::stdout().is_terminal() {
        let mut out = anstream::stdout();
        // Nobody is left who could be told of a failure.
        let _ = writeln!(out, "{}", anstyle::Reset);
        let _ = out.flush();
    }
    exit(INTERRUPTED.into())
}
