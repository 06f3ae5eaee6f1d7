//! Which levels this machine has.

use std::io;

use crate::{Level, Spawner};

/// A level, and whether this machine has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The level.
    pub level: Level,
    /// Why it is not there, in words; none where it is.
    pub why_not: Option<String>,
}

/// Tries every level on a process that does nothing.
///
/// # Errors
/// When no spawner could be started; see [`Spawner::start`].
pub fn probe() -> io::Result<Vec<Probe>> {
    Ok(Spawner::start(None)?.levels().to_vec())
}
