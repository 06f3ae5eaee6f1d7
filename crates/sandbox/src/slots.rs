//! How many programs may run at once without disturbing one another's clocks.

/// The processors that this process may use, one for each slot: give a [`Spawner`](crate::Spawner) one of them.
///
/// A program and whoever waits for its answer take turns, so one processor carries both.
#[cfg(target_os = "linux")]
pub fn slots() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None).unwrap_or_default();
    let list: Vec<_> = (0..CpuSet::MAX_CPU).filter(|&cpu| allowed.is_set(cpu)).collect();
    if list.is_empty() { vec![0] } else { list }
}

/// The processors that this process may use, one for each slot.
#[cfg(not(target_os = "linux"))]
pub fn slots() -> Vec<usize> {
    (0..std::thread::available_parallelism().map_or(1, Into::into)).collect()
}

/// Keeps the calling thread to this processor, as a spawner started with it keeps its programs.
///
/// A thread that converses with a program takes turns with it, and turns are several times as quick on one processor
/// as between two.
///
/// # Errors
/// When the processor is not one of those that this process may use, or the system knows no such thing.
#[cfg(target_os = "linux")]
pub fn keep_to(cpu: usize) -> std::io::Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if cpu >= CpuSet::MAX_CPU {
        return Err(std::io::Error::other(format!("there is no processor {cpu}")));
    }
    let mut only = CpuSet::new();
    only.set(cpu);
    Ok(sched_setaffinity(None, &only)?)
}

/// Keeps the calling thread to this processor; not to be had on this system.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn keep_to(_: usize) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
