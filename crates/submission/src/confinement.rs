//! Whether a machine can confine programs as is wanted.

use sandbox::{Level, Spawner};

use errors::Error;

/// That the machine has the level; also where only engines play, since every record says it.
///
/// # Errors
/// When one of those who start programs lacks it.
pub fn check_level(level: Level, spawners: &[Spawner]) -> Result<(), Error> {
    let probes = spawners.iter().flat_map(Spawner::levels).filter(|probe| probe.level == level);
    let lacking = probes.into_iter().find_map(|probe| probe.why_not.as_ref());
    lacking.map_or(Ok(()), |why| Err(Error::machine(format!("this machine has no {level}: {why}"))))
}
