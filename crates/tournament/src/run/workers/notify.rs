//! Wakes waiting threads.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes all threads that are waiting, but none that wait later.
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

    /// Waits for a notification, at most this long.
    pub fn wait(&self, at_most: Duration) {
        self.wait_if(at_most, || true);
    }

    /// Waits in the same way if the condition holds. If a thread makes the condition false and then
    /// notifies, a waiting thread never misses that.
    pub fn wait_if(&self, at_most: Duration, is_wanted: impl Fn() -> bool) {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_wanted() {
            return;
        }
        let before = *count;
        let _ = self.heard.wait_timeout_while(count, at_most, |now| *now == before);
    }
}
