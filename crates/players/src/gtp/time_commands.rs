//! The commands about time.

use std::time::Duration;

use super::clocks::{Left, Settings};
use super::reply::Answer;
use super::session::{Act, Gtp};
use super::spelling;

pub(super) const COMMANDS: &[(&str, Act)] =
    &[("time_settings", time_settings), ("time_left", time_left)];

/// The arguments are the main time and the period in seconds, and the number of moves in a period.
fn time_settings(gtp: &mut Gtp, arguments: &str) -> Answer {
    let [main, period, stones] =
        numbers(arguments).ok_or("syntax error: expected three whole numbers")?;
    gtp.clocks.set(Settings { main: seconds(main), period: seconds(period), stones });
    Gtp::done()
}

/// The arguments are a side, the seconds that it has left, and the moves that it must make in this
/// time. In the main time, the number of moves is 0.
fn time_left(gtp: &mut Gtp, arguments: &str) -> Answer {
    let (side, rest) = spelling::side(arguments, gtp.spec.sides)?;
    let [time, stones] =
        numbers(rest).ok_or("syntax error: expected two whole numbers after the colour")?;
    gtp.clocks.correct(side, Left { time: seconds(time), stones });
    Gtp::done()
}

fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Result<Vec<u32>, _> = text.split_whitespace().map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

fn seconds(number: u32) -> Duration {
    Duration::from_secs(number.into())
}
