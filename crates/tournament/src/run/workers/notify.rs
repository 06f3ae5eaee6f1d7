//! Wakes waiting threads, and locks what threads share.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Wakes the threads that are waiting at the moment.
#[derive(Debug, Default)]
pub struct Notify {
    count: Mutex<u64>,
    changed: Condvar,
}

impl Notify {
    /// Wakes all waiting threads.
    pub fn notify(&self) {
        *lock(&self.count) += 1;
        self.changed.notify_all();
    }

    /// The number of notifications so far.
    pub(super) fn count(&self) -> u64 {
        *lock(&self.count)
    }

    /// Waits for a notification, but no longer than `at_most`.
    pub fn wait(&self, at_most: Duration) {
        self.wait_after(self.count(), at_most);
    }

    /// Waits until there are more notifications than `count`, but no longer than `at_most`. If a
    /// thread counts before it looks for work, it misses no notification of work.
    pub(super) fn wait_after(&self, count: u64, at_most: Duration) {
        // An error means only that another thread has panicked.
        let _ = self.changed.wait_timeout_while(lock(&self.count), at_most, |now| *now == count);
    }
}

/// Locks a mutex. The data of the mutex stay valid even if a thread panics, because threads only
/// push to lists and take from them.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
