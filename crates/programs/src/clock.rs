//! Two clocks: the true one, and one for conversations that must come out the same on every machine.

use std::cell::Cell;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// The time since this process started, as far as it can know: what the loader (or valgrind) did before `main` is
/// counted by the CPU time it took.
pub(crate) fn since_process_start() -> impl Fn() -> Duration {
    let (before, start) = (ProcessTime::now().as_duration(), Instant::now());
    move || before + start.elapsed()
}

/// What one look at the clock takes.
const TICK: Duration = Duration::from_millis(10);

/// A clock that advances by ten milliseconds each time it is looked at, and not otherwise: a program that thinks until
/// its time is up thinks equally long everywhere, and does end.
pub fn ticking() -> impl Fn() -> Duration {
    let time = Cell::new(Duration::ZERO);
    move || time.replace(time.get() + TICK)
}
