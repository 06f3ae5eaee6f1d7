//! The processes that start programs, and how well they confine these.

use std::io;

use sandbox::{Level, Spawner};

use crate::failure::Failure;
use crate::words;

/// The default level: the one that needs no root, on every machine, so that results are comparable.
pub(crate) const LEVEL: u8 = if cfg!(target_os = "linux") { 1 } else { 0 };

/// The level of this number. Warns that level 0 does not confine programs, and if level 3 has no
/// cgroup.
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

/// Why there is no level 2, if that is known; a problem with level 3 itself shows when it is used.
fn why_no_cgroup() -> Option<String> {
    let probes = sandbox::probe().ok()?;
    probes.into_iter().find(|probe| probe.level == Level::Cgroup)?.why_not
}

/// Starts this many slots, but not more than there are processors; each stays on its own processor
/// if `is_pinned`. Processors of another match or tournament are left out, and if no others remain,
/// the system chooses. Two slots on one processor would each get half of it while others are idle.
pub(crate) fn start(jobs: u16, is_pinned: bool) -> Result<Vec<Spawner>, Failure> {
    let processors = sandbox::slots();
    if usize::from(jobs) > processors.len() {
        let count = processors.len();
        let (are, processors) =
            (if count == 1 { "is" } else { "are" }, words::counted(count as u64, "processor"));
        anstream::eprintln!(
            "ludoteka: --jobs {jobs}: there {are} {processors}, so {count} at a time"
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
        Failure::Input(format!("cannot start the process that starts programs: {error}"))
    })
}
