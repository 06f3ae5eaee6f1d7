//! What a worker says of the machine it is on.

use std::time::Instant;

use arena::store::Machine;
use games::GAMES;
use sandbox::{Level, Spawner};

use crate::command::bench;
use crate::words;

/// This machine. Where nobody asks for a speed it is 0; where no game is played nobody asks for levels.
pub(crate) fn here(name: &str, spawners: &[Spawner], speed: f64) -> Machine {
    Machine {
        name: name.to_string(),
        cores: u32::try_from(sandbox::slots().len()).unwrap_or(u32::MAX),
        levels: levels(spawners),
        speed,
        version: env!("CARGO_PKG_VERSION").to_string(),
    }
}

/// The levels that all slots have.
fn levels(spawners: &[Spawner]) -> Vec<u8> {
    let has = |spawner: &Spawner, level: Level| {
        spawner.levels().iter().any(|probe| probe.level == level && probe.why_not.is_none())
    };
    let first = spawners.first().map(Spawner::levels).unwrap_or_default();
    let levels = first.iter().map(|probe| probe.level);
    levels.filter(|&level| spawners.iter().all(|spawner| has(spawner, level))).map(Level::number).collect()
}

/// Says on standard error that this machine plays nothing of a tournament.
pub(crate) fn tell_declined(title: &str, why: &str) {
    anstream::eprintln!("ludoteka: {}: this machine plays none of its games: {why}", words::in_a_line(title));
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
    let positions: u64 = GAMES.iter().map(|spec| bench::positions(spec)).sum();
    positions as f64 / 1000.0 / start.elapsed().as_secs_f64()
}
