//! Wakes waiting threads.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes the threads that are waiting at the moment.
#[derive(Debug, Default)]
pub struct Notify {
    count: Mutex<u64>,
    heard: Condvar,
}

impl Notify {
    /// Wakes all waiting threads.
    pub fn notify(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.heard.notify_all();
    }

    /// Waits for a notification, but no longer than `at_most`.
    pub fn wait(&self, at_most: Duration) {
        self.wait_if(at_most, || true);
    }

    /// Waits like [`wait`](Notify::wait), but returns at once if the condition does not hold. If
    /// another thread makes the condition false and then notifies, that notification is never
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
