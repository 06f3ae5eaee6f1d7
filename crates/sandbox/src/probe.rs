//! Tests which levels this machine has.

use std::io;

use crate::{Level, Spawner};

/// A level, and whether this machine has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The level.
    pub level: Level,
    /// Why the machine lacks the level; `None` if it has the level.
    pub why_not: Option<String>,
}

/// Tests every level with a process that does nothing.
///
/// # Errors
/// Fails if no spawner can be started; see [`Spawner::start`].
pub fn probe() -> io::Result<Vec<Probe>> {
    Ok(Spawner::start(None)?.levels().to_vec())
}
