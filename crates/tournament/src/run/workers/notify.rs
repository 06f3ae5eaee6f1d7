//! Wakes waiting threads.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes all threads that wait, but none that come later.
#[derive(Debug, Default)]
pub struct Notify {
    count: Mutex<u64>,
    heard: Condvar,
}

impl Notify {
    /// Wakes them.
    pub fn notify(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.heard.notify_all();
    }

    /// Waits until it is notified, at most this long.
    pub fn wait(&self, at_most: Duration) {
        self.wait_if(at_most, || true);
    }

    /// The same if the condition holds. A thread that ends the condition and then notifies is never
    /// missed.
    pub fn wait_if(&self, at_most: Duration, is_wanted: impl Fn() -> bool) {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_wanted() {
            return;
        }
        let before = *count;
        let _ = self.heard.wait_timeout_while(count, at_most, |now| *now == before);
    }
}
