//! Locks that processes which start programs hold.

use std::fs::{File, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// A killed process can leave helper processes, which hold its locks until they end. They end by
/// themselves, but on a busy machine this takes a moment.
const KILLED_ENDS_WITHIN: Duration = Duration::from_secs(2);

/// Locks a file. If the helpers of a killed process still hold the lock, waits a moment for their
/// end.
///
/// # Errors
/// Fails if another process holds the lock, or the system has no locks.
pub fn lock_soon(file: &File) -> Result<(), TryLockError> {
    let deadline = Instant::now() + KILLED_ENDS_WITHIN;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(20));
            }
            end => return end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_released_soon_is_waited_for() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        let of_the_killed = File::create(&path).expect("it can be written");
        of_the_killed.lock().expect("nobody else has it");
        let helper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            drop(of_the_killed);
        });
        let file = File::create(&path).expect("it can be written");
        assert!(lock_soon(&file).is_ok());
        helper.join().expect("it only sleeps");
    }
}
