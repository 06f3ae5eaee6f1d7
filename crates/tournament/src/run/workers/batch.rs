//! Decides how many jobs a slot takes at a time. If games are long, a slot takes one job. If a game
//! takes less time than the store needs to record it, a slot takes many jobs.

use std::time::{Duration, Instant};

/// The expected playing time of a batch: the jobs that are reported together. Two batches may be
/// unreported, and each may take twice as long as expected. So a crash may lose the games of up to
/// 400 ms.
const LENGTH: Duration = Duration::from_millis(100);
/// The greatest size of a batch, for very short games.
const MOST: usize = 512;

/// The size of a slot's next batch, computed from the times of earlier jobs.
pub(super) struct Batch {
    jobs: usize,
    start: Instant,
}

impl Default for Batch {
    fn default() -> Batch {
        Batch { jobs: 1, start: Instant::now() }
    }
}

impl Batch {
    /// The number of jobs in the batch.
    pub(super) fn jobs(&self) -> usize {
        self.jobs
    }

    pub(super) fn begin(&mut self) {
        self.start = Instant::now();
    }

    /// Whether the batch takes longer than expected. If so, other slots should play the rest.
    pub(super) fn is_over(&self) -> bool {
        self.start.elapsed() >= 2 * LENGTH
    }

    /// Computes the size of the next batch from the number of jobs that were played in this batch.
    pub(super) fn end(&mut self, played: usize) {
        self.jobs = after(self.jobs, played, self.start.elapsed());
    }
}

/// The number of jobs in the next batch, if `played` jobs took this time. The next batch is at most
/// twice as large as the last, which had `before` jobs.
fn after(before: usize, played: usize, time: Duration) -> usize {
    let fitting = LENGTH.as_secs_f64() * played as f64 / time.as_secs_f64().max(1e-6);
    (fitting as usize).clamp(1, MOST.min(2 * before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_games_are_taken_together_and_long_ones_are_not() {
        let ms = Duration::from_millis;
        assert_eq!(after(1, 1, ms(1)), 2, "not at once");
        assert_eq!(after(400, 400, ms(30)), MOST);
        assert_eq!(after(32, 32, ms(320)), 10);
        assert_eq!(after(64, 3, ms(3000)), 1);
        assert_eq!((after(8, 0, ms(1)), after(1, 1, Duration::ZERO)), (1, 2));
    }
}
