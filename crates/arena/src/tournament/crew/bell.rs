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
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let before = *rung;
        let _ = self.heard.wait_timeout_while(rung, at_most, |now| *now == before);
    }
}
