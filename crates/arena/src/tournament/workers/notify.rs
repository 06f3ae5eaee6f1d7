//! What wakes threads that wait.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes all who wait for it, and nobody who comes later.
#[derive(Debug, Default)]
pub struct Bell {
    rung: Mutex<u64>,
    heard: Condvar,
}

impl Bell {
    /// Wakes them.
    pub fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.heard.notify_all();
    }

    /// Waits until it rings, at most this long.
    pub fn wait(&self, at_most: Duration) {
        self.wait_if(at_most, || true);
    }

    /// The same, if there is still something to wait for: whoever takes that away and rings is not missed.
    pub fn wait_if(&self, at_most: Duration, is_wanted: impl Fn() -> bool) {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_wanted() {
            return;
        }
        let before = *rung;
        let _ = self.heard.wait_timeout_while(rung, at_most, |now| *now == before);
    }
}
