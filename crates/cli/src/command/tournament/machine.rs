//! What a worker says of the machine it is on.

use std::time::Instant;

use arena::store::Machine;
use games::GAMES;

use crate::command::bench;

/// This machine. Where nobody asks for a speed it is 0.
pub(crate) fn here(name: &str, cores: usize, level: u8, speed: f64) -> Machine {
    Machine {
        name: name.to_string(),
        cores: u32::try_from(cores).unwrap_or(u32::MAX),
        level,
        speed,
        version: env!("CARGO_PKG_VERSION").to_string(),
    }
}

/// What the machine is called.
pub(crate) fn name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "worker".to_string() } else { name.to_string() }
}

/// Thousands of positions a second that the engines look at in what `ludoteka bench` searches.
pub(crate) fn speed() -> f64 {
    let start = Instant::now();
    let positions: u64 = GAMES.iter().map(|card| bench::positions(card)).sum();
    positions as f64 / 1000.0 / start.elapsed().as_secs_f64()
}
