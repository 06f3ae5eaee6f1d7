//! What a compiler and the programs that it starts may use together.

use std::path::Path;

use sandbox::{Breach, Ended, Job, Level, Profile, Total, Totals};

use crate::{confined, deed, done, run, spawner};

const MIB: u64 = 1 << 20;

/// The levels at which totals are tested, if the machine has them.
fn levels() -> Vec<Level> {
    if !confined() {
        return Vec::new();
    }
    let spawner = spawner();
    let there = spawner.levels().iter().filter(|probe| probe.why_not.is_none());
    let tested = |level: &Level| [Level::Confined, Level::Namespaces].contains(level);
    there.map(|probe| probe.level).filter(tested).collect()
}

/// A compiler that does this in a new folder. The folder is looked at before it is removed.
fn compiles(level: Level, name: &str, totals: Totals, look: impl FnOnce(&Path)) -> Ended {
    let folder = tempfile::tempdir().expect("a folder");
    let mut job = deed(level, &[name, folder.path().to_str().expect("a plain name")]);
    job.profile = Profile::Compiler;
    job.limits.totals = totals;
    job.writable.push(folder.path().to_path_buf());
    let ended = run(&Job { level: Some(level), ..job });
    look(folder.path());
    ended
}

#[test]
fn processes_are_counted_together() {
    for level in levels() {
        let ended = compiles(level, "many-processes", Totals::default(), |_| ());
        assert_eq!(ended.breach, Some(Breach::Total(Total::Processes)), "{level}: {ended:?}");
        let made = String::from_utf8_lossy(&ended.stdout).lines().count();
        assert!((32..64).contains(&made), "{level}: {made}");
    }
}

#[test]
fn processes_that_have_ended_do_not_count() {
    for level in levels() {
        let few = Totals { processes: 2, ..Totals::default() };
        let ended = compiles(level, "fork-bomb", few, |_| ());
        assert!(done(&ended), "{level}: {ended:?}");
    }
}

#[test]
fn memory_is_counted_together() {
    for level in levels() {
        let totals = |mib: u64| Totals { memory: mib * MIB, ..Totals::default() };
        let ended = compiles(level, "spread-memory", totals(256), |_| ());
        assert_eq!(ended.breach, Some(Breach::Memory), "{level}: {ended:?}");
        let ended = compiles(level, "spread-memory", totals(1200), |_| ());
        assert!(done(&ended), "{level}: {ended:?}");
    }
}

#[test]
fn files_are_counted_together() {
    for level in levels() {
        let made = |folder: &Path| std::fs::read_dir(folder).expect("it is there").count();
        let ended = compiles(level, "many-files", Totals::default(), |folder| {
            assert_eq!(made(folder), 2_000, "{level}");
        });
        assert_eq!(ended.breach, Some(Breach::Total(Total::Files)), "{level}: {ended:?}");
    }
}

#[test]
fn bytes_on_disk_are_counted_together_with_and_without_names() {
    for level in levels() {
        for name in ["much-disk", "nameless-disk"] {
            let totals = |mib: u64| Totals { disk: mib * MIB, ..Totals::default() };
            let ended = compiles(level, name, totals(256), |_| ());
            let expected = Some(Breach::Total(Total::Disk));
            assert_eq!(ended.breach, expected, "{level} {name}: {ended:?}");
            let ended = compiles(level, name, totals(600), |_| ());
            assert!(done(&ended), "{level} {name}: {ended:?}");
        }
    }
}
