//! Two clocks: the true one, and one for conversations that must be the same on every machine.

use std::cell::Cell;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// The time since this process started. Work before `main`, by the loader or valgrind, is counted
/// by its processor time.
pub(crate) fn since_process_start() -> impl Fn() -> Duration {
    let (before, start) = (ProcessTime::now().as_duration(), Instant::now());
    move || before + start.elapsed()
}

/// The time that one look at the clock adds.
const TICK: Duration = Duration::from_millis(10);

/// A clock that advances by ten milliseconds each time it is read, and not otherwise. A program
/// that thinks until its time is up then thinks equally long everywhere, and does end.
pub fn ticking() -> impl Fn() -> Duration {
    let time = Cell::new(Duration::ZERO);
    move || time.replace(time.get() + TICK)
}
