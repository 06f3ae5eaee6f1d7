//! Handles Ctrl-C: begins a new line, resets colours, removes temporary files, exits with 130.

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
    on_interrupt(|| leave());
}

/// The first Ctrl-C sets the returned flag and calls `then`; the flag asks the work to end. The
/// second Ctrl-C removes `folder` and ends the process.
pub(crate) fn ask_first(folder: PathBuf, then: impl Fn() + Send + 'static) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    tell_first(folder, move || {
        asked.store(true, Ordering::Relaxed);
        anstream::eprintln!(
            "\nludoteka: the running games are finished first; Ctrl-C again leaves at once"
        );
        then();
    });
    stop
}

/// Signals within this time count as one Ctrl-C, since `timeout` signals a process and then its
/// group. Nobody presses keys so fast.
const ONE_WISH: Duration = Duration::from_millis(200);

/// The first Ctrl-C calls `tell`. The second Ctrl-C removes `folder` and ends the process.
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

/// If no handler can be set, Ctrl-C still ends the process, but leaves colours and temporary files.
fn on_interrupt(act: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(act);
}

/// Ends the process as Ctrl-C does.
pub(crate) fn leave() -> ! {
    if io::stdout().is_terminal() {
        let mut out = anstream::stdout();
        // The process ends now, so a failure cannot be reported.
        let _ = writeln!(out, "{}", anstyle::Reset);
        let _ = out.flush();
    }
    exit(INTERRUPTED.into())
}
