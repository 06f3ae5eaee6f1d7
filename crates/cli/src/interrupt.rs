//! Ctrl-C: a fresh line, colours off, nothing left behind, exit code 130.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What shells report of a command that ended by Ctrl-C: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// From now on, Ctrl-C leaves a clean terminal.
pub(crate) fn watch() {
    on_interrupt(leave);
}

/// The first Ctrl-C only asks for an end, and then does this; the second makes one, and removes this folder.
pub(crate) fn ask_first(folder: PathBuf, then: impl Fn() + Send + 'static) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    tell_first(folder, move || {
        asked.store(true, Ordering::Relaxed);
        anstream::eprintln!(
            "\nludoteka: the games that have begun are played to their ends; Ctrl-C again leaves at once"
        );
        then();
    });
    stop
}

/// `timeout` signals a process and then its group, which is one wish; nobody presses keys so fast.
const ONE_WISH: Duration = Duration::from_millis(200);

/// The first Ctrl-C is told to whoever can end the work; the second ends it, and removes this folder.
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

/// Without a handler Ctrl-C ends the process all the same, only less neatly.
fn on_interrupt(act: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(act);
}

fn leave() {
    if io::stdout().is_terminal() {
        let mut out = anstream::stdout();
        // Nobody is left to be told of a failure.
        let _ = writeln!(out, "{}", anstyle::Reset);
        let _ = out.flush();
    }
    exit(INTERRUPTED.into())
}
