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

/// Ctrl-C before games begin, and while they run.
pub(crate) struct Games {
    /// Whether the games are to end.
    pub(crate) stop: Arc<AtomicBool>,
    have_begun: Arc<AtomicBool>,
}

impl Games {
    /// While programs are compiled, Ctrl-C removes the leavings and ends the process.
    pub(crate) fn prepare(leavings: Vec<PathBuf>, then: impl Fn() + Send + 'static) -> Games {
        let stop = Arc::new(AtomicBool::new(false));
        let have_begun = Arc::new(AtomicBool::new(false));
        let games = Games { stop: Arc::clone(&stop), have_begun: Arc::clone(&have_begun) };
        let own = leavings.clone();
        tell_first(leavings, move || {
            if !have_begun.load(Ordering::Relaxed) {
                anstream::eprintln!("\nludoteka: stopped before the first game");
                remove_and_leave(&own);
            }
            stop.store(true, Ordering::Relaxed);
            anstream::eprintln!(
                "\nludoteka: the running games are finished first; Ctrl-C again leaves at once"
            );
            then();
        });
        games
    }

    /// From now on, the first Ctrl-C asks the games to end, and the second ends the process.
    pub(crate) fn begin(&self) {
        self.have_begun.store(true, Ordering::Relaxed);
    }
}

/// Signals within this time count as one Ctrl-C, since `timeout` signals a process and then its
/// group. Nobody presses keys so fast.
const ONE_WISH: Duration = Duration::from_millis(200);

/// The first Ctrl-C calls `tell`. The second Ctrl-C removes the leavings and ends the process.
pub(crate) fn tell_first(leavings: Vec<PathBuf>, tell: impl Fn() + Send + 'static) {
    let told = OnceLock::new();
    on_interrupt(move || match told.get().map(Instant::elapsed) {
        None => {
            tell();
            let _ = told.set(Instant::now());
        }
        Some(since) if since < ONE_WISH => {}
        Some(_) => remove_and_leave(&leavings),
    });
}

/// Removes folders with everything in them, and files that are still empty. What cannot be removed
/// does little harm.
fn remove_and_leave(leavings: &[PathBuf]) -> ! {
    for path in leavings {
        let _ = match fs::metadata(path) {
            Ok(about) if about.is_dir() => fs::remove_dir_all(path),
            Ok(about) if about.len() == 0 => fs::remove_file(path),
            _ => Ok(()),
        };
    }
    leave()
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
