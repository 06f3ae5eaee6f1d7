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
