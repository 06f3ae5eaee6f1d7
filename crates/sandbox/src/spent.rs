//! What a spawner and its programs have cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The processor time of a spawner and of all its programs. It is zero until the spawner has ended,
/// and on systems other than Linux.
#[derive(Clone, Debug, Default)]
pub struct Spent(Arc<AtomicU64>);

impl Spent {
    #[cfg(target_os = "linux")]
    pub(crate) fn note(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.0.store(micros, Ordering::Relaxed);
    }

    /// The processor time.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}
