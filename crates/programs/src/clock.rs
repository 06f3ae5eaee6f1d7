//! A clock for conversations that must come out the same on every machine.

use std::cell::Cell;
use std::time::Duration;

/// What one look at the clock takes.
const TICK: Duration = Duration::from_millis(10);

/// A clock that advances by ten milliseconds each time it is looked at, and not otherwise: a program that thinks until
/// its time is up thinks equally long everywhere, and does end.
pub fn ticking() -> impl Fn() -> Duration {
    let time = Cell::new(Duration::ZERO);
    move || time.replace(time.get() + TICK)
}
