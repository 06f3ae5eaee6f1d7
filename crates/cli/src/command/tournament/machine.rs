//! The facts that a worker reports about its machine.

use sandbox::{Level, Spawner};
use tournament::store::Machine;

use crate::words;

/// This machine.
pub(crate) fn here(name: &str, spawners: &[Spawner]) -> Machine {
    Machine { name: name.to_string(), levels: levels(spawners), processor: processor() }
}

/// The levels at which every slot can confine programs.
fn levels(spawners: &[Spawner]) -> Vec<u8> {
    let has = |spawner: &Spawner, level: Level| {
        spawner.levels().iter().any(|probe| probe.level == level && probe.why_not.is_none())
    };
    let first = spawners.first().map(Spawner::levels).unwrap_or_default();
    let levels = first.iter().map(|probe| probe.level);
    levels
        .filter(|&level| spawners.iter().all(|spawner| has(spawner, level)))
        .map(Level::number)
        .collect()
}

/// Prints a message about a tournament on standard error.
pub(crate) fn tell(title: &str, what: &str) {
    anstream::eprintln!("ludoteka: {}: {}", words::in_a_line(title), words::printable(what));
}

/// Prints on standard error that this machine plays none of a tournament's games.
pub(crate) fn tell_declined(title: &str, why: &str) {
    tell(title, &format!("this machine plays none of its games: {why}"));
}

/// The name of the machine.
pub(crate) fn name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "worker".to_string() } else { name.to_string() }
}

/// The name of the processor. Results use it to distinguish machines that may differ in speed.
pub(super) fn processor() -> String {
    let list = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = list.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or(std::env::consts::ARCH, |(_, name)| name.trim()).to_string()
}
