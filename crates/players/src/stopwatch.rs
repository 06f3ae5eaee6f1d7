//! Measures how long an engine in this process thinks, and how long it waits for a processor.

use std::time::{Duration, Instant};

use sandbox::Clock;

/// If an answer takes less time than this, all of it counts as computing time. Asking the system
/// for a thread's processor time takes half a microsecond, and a quick engine makes a move in two
/// microseconds.
const SHORT: Duration = Duration::from_millis(1);

/// After a break longer than this between answers, the measurement starts anew, since the thread
/// may have been idle. A shorter break does not interrupt the measurement.
const IDLE: Duration = Duration::from_micros(100);

/// Measures answers, one after the other, in a thread that only computes. Whenever such a thread
/// does not compute, it waits for a processor.
#[derive(Debug, Default)]
pub(crate) struct Stopwatch {
    since: Option<Since>,
}

/// The start of a measurement. The thread has not been idle since then.
#[derive(Clone, Copy, Debug)]
struct Since {
    start: Instant,
    /// The processor time of the thread at the start.
    cpu: Duration,
    /// The end of the last answer.
    last: Instant,
}

impl Since {
    fn now() -> Since {
        let start = Instant::now();
        Since { start, cpu: thread_time(), last: start }
    }
}

/// The processor time of this thread.
#[cfg(not(target_family = "wasm"))]
fn thread_time() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}

/// In WebAssembly records are read, but nobody plays.
#[cfg(target_family = "wasm")]
fn thread_time() -> Duration {
    Duration::ZERO
}

impl Stopwatch {
    /// Ends the measurement, since the next answer may come from another thread.
    pub(crate) fn reset(&mut self) {
        self.since = None;
    }

    /// Times an answer.
    pub(crate) fn time<T>(&mut self, answer: impl FnOnce() -> (T, Duration)) -> (T, Clock) {
        let now = Instant::now();
        let mut since = self
            .since
            .filter(|since| now.duration_since(since.last) < IDLE)
            .unwrap_or_else(Since::now);
        let (result, wall) = answer();
        let waited = if wall < SHORT {
            since.last = now + wall;
            Duration::ZERO
        } else {
            let begun = std::mem::replace(&mut since, Since::now());
            let computed = since.cpu.saturating_sub(begun.cpu);
            since.start.duration_since(begun.start).saturating_sub(computed).min(wall)
        };
        self.since = Some(since);
        (result, Clock { wall, cpu: wall - waited, waited })
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use cpu_time::ThreadTime;

    use super::*;

    #[test]
    fn what_a_thread_does_not_compute_it_waits() {
        const WHILE: Duration = Duration::from_millis(30);
        let mut stopwatch = Stopwatch::default();
        let timed = |work: &dyn Fn()| {
            let start = Instant::now();
            work();
            ((), start.elapsed())
        };
        let computing = || {
            let start = ThreadTime::now();
            while start.elapsed() < WHILE {}
        };
        for _ in 0..3 {
            let ((), asleep) = stopwatch.time(|| timed(&|| thread::sleep(WHILE)));
            assert!(asleep.waited > WHILE * 9 / 10 && asleep.waited <= asleep.wall, "{asleep:?}");
            let ((), awake) = stopwatch.time(|| timed(&computing));
            assert!(
                awake.cpu >= WHILE * 9 / 10 && awake.wall == awake.cpu + awake.waited,
                "{awake:?}"
            );
            // The time between two answers counts for neither of them.
            thread::sleep(WHILE);
            let ((), both) = stopwatch.time(|| timed(&|| (computing(), thread::sleep(WHILE)).1));
            assert!(both.waited > WHILE * 9 / 10 && both.cpu >= WHILE * 9 / 10, "{both:?}");
        }
    }
}
