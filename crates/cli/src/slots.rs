//! The processes that start programs, and the level at which they confine programs.

use std::io;

use sandbox::{Level, Spawner};

use crate::failure::Failure;
use crate::words;

/// The default level. Level 1 does not need root privileges, so anybody can use it, and results
/// from different Linux machines are comparable.
pub(crate) const LEVEL: u8 = if cfg!(target_os = "linux") { 1 } else { 0 };

/// The level with this number. Prints a warning about level 0, which does not confine programs, and
/// about level 3 without a cgroup.
pub(crate) fn level(number: u8) -> Level {
    let level = Level::ALL[usize::from(number)];
    if level == Level::Limits {
        anstream::eprintln!(
            "ludoteka: at level 0 a program is not confined: within its limits it can do whatever \
            you can"
        );
    }
    if level == Level::Namespaces
        && let Some(why) = why_no_cgroup()
    {
        anstream::eprintln!("ludoteka: at level 3 a program has no cgroup on this machine: {why}");
    }
    level
}

/// The reason why this machine has no level 2, or `None` if it has that level. Problems with level
/// 3 itself are reported when a program starts.
fn why_no_cgroup() -> Option<String> {
    let probes = sandbox::probe().ok()?;
    probes.into_iter().find(|probe| probe.level == Level::Cgroup)?.why_not
}

/// Starts this many slots, but not more than there are processors. If `is_pinned`, each slot stays
/// on its own processor, so that no two slots share a processor while another processor is idle.
/// Processors that another match or tournament uses are left out. If no processor remains, the
/// system chooses one for the slot.
pub(crate) fn start(jobs: u16, is_pinned: bool) -> Result<Vec<Spawner>, Failure> {
    let processors = sandbox::slots();
    if usize::from(jobs) > processors.len() {
        let count = processors.len();
        let (are, processors) =
            (if count == 1 { "is" } else { "are" }, words::counted(count as u64, "processor"));
        anstream::eprintln!(
            "ludoteka: --jobs {jobs}: there {are} {processors}, so ludoteka uses --jobs {count}"
        );
    }
    let mut free = processors.iter().filter(|_| is_pinned).filter_map(|&cpu| sandbox::claim(cpu));
    let slots = processors.iter().take(jobs.into());
    let started = slots
        .map(|_| match free.next() {
            Some(claim) => Spawner::start_at(claim),
            None => Spawner::start(None),
        })
        .collect::<io::Result<_>>();
    started.map_err(|error| {
        Failure::machine(format!("cannot start the process that starts programs: {error}"))
    })
}
