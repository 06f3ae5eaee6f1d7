//! Tests level 2 if a cgroup is delegated. If no cgroup is delegated, tests that level 2 is
//! refused.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use sandbox::{Breach, Error, How, Job, Level, Limits, Profile};

use crate::{deed, done, patient, spawner};

const MIB: u64 = 1 << 20;

/// A job that fills memory shared by processes. Only a cgroup counts such memory, since it is not
/// part of a process's data.
fn shares_memory(level: Level, memory: u64) -> Job {
    let limits = Limits { memory, ..patient() };
    Job { profile: Profile::Compiler, limits, ..deed(level, &["memory-shared"]) }
}

#[test]
fn memory_of_a_whole_program_is_counted_or_the_level_is_refused() {
    let mut spawner = spawner();
    match spawner.run(&shares_memory(Level::Cgroup, 64 * MIB), b"") {
        Ok(ended) => {
            assert_eq!(
                (ended.breach.as_ref(), ended.how),
                (Some(&Breach::Memory), How::Signalled(9)),
                "{ended:?}"
            );
            assert!(ended.level == Level::Cgroup && ended.peak_memory <= 72 * MIB, "{ended:?}");
            let wide = spawner
                .run(&shares_memory(Level::Cgroup, 1024 * MIB), b"")
                .expect("it was there before");
            assert!(done(&wide) && wide.is_success() && wide.peak_memory >= 512 * MIB, "{wide:?}");
        }
        Err(Error::Level { required: Level::Cgroup, why }) => {
            eprintln!("level 2 was not tested: {why}");
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_program_has_its_cgroup_as_long_as_it_runs_or_the_level_is_refused() {
    let mut spawner = spawner();
    match spawner.open(&deed(Level::Cgroup, &["sleep", "60000"])) {
        Ok(running) => {
            let own =
                fs::read_to_string(format!("/proc/{}/cgroup", running.pid())).expect("it runs");
            let path =
                own.lines().find_map(|line| line.strip_prefix("0::/")).expect("it is in one");
            assert!(path.contains(&format!("sandbox-{}-", spawner.pid())), "{own}");
            let folder = mounted().join(path);
            assert_eq!(fs::read_to_string(folder.join("pids.max")).expect("it is there"), "1\n");
            running.finish(Duration::ZERO).expect("the spawner lives");
            assert!(!folder.exists());
        }
        Err(Error::Level { required: Level::Cgroup, why }) => {
            eprintln!("level 2 was not tested: {why}");
        }
        Err(error) => panic!("{error}"),
    }
}

/// The folder where cgroups are mounted.
fn mounted() -> PathBuf {
    let mounts = fs::read_to_string("/proc/self/mounts").expect("the kernel tells");
    let mut mounts = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    mounts.find(|fields| fields[2] == "cgroup2").expect("there is a cgroup")[1].into()
}
