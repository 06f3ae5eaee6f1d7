//! Checks that a machine can confine programs at the wanted level.

use sandbox::{Level, Spawner};

use errors::Error;

/// Checks that the machine has a level of confinement. The level is also checked for matches
/// between engines, since every record names the level.
///
/// # Errors
/// Fails if one of the spawners does not have the level.
pub fn check_level(level: Level, spawners: &[Spawner]) -> Result<(), Error> {
    let probes = spawners.iter().flat_map(Spawner::levels).filter(|probe| probe.level == level);
    let lacking = probes.into_iter().find_map(|probe| probe.why_not.as_ref());
    lacking.map_or(Ok(()), |why| Err(Error::machine(format!("this machine has no {level}: {why}"))))
}
