//! Two clocks: the system's clock, and a clock for conversations that must be the same on every
//! machine.

use std::cell::Cell;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// The time since this process started. The time before `main`, in which the loader or valgrind
/// works, is measured as processor time.
pub(crate) fn since_process_start() -> impl Fn() -> Duration {
    let (before, start) = (ProcessTime::now().as_duration(), Instant::now());
    move || before + start.elapsed()
}

/// How much each reading advances the clock of [`ticking`].
const TICK: Duration = Duration::from_millis(10);

/// A clock that advances by ten milliseconds each time it is read, and stands still otherwise. So a
/// program that searches until its time is up does the same work on every machine, and always ends.
pub fn ticking() -> impl Fn() -> Duration {
    let time = Cell::new(Duration::ZERO);
    move || time.replace(time.get() + TICK)
}
