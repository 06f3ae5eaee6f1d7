//! Makes a cgroup for each program, below a folder that the administrator has delegated to this
//! user.
//!
//! The delegated folder is the spawner's own cgroup, or the parent of that cgroup. A cgroup that
//! has processes cannot pass controllers on, so in practice the folder is the parent. To delegate a
//! cgroup, the administrator starts this process in a child of that cgroup (systemd has the setting
//! `DelegateSubgroup` for this).

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

use super::limits;
use super::memory_watchdog::MOST_THREADS;
use super::protocol::Request;
use crate::Profile;

/// The controllers, which count all processes of a program together.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];
/// The name of each program's cgroup is this word, followed by the spawner's process number and a
/// counter.
const NAME: &str = "sandbox";

/// A folder in which cgroups can be made.
#[derive(Debug)]
pub(crate) struct Delegated {
    folder: PathBuf,
    made: u64,
}

impl Delegated {
    /// Looks for a folder in which this process can make cgroups.
    ///
    /// # Errors
    /// Fails if there is no such folder; the error says why.
    pub(crate) fn find() -> Result<Delegated, String> {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let (root, own) = own_cgroup(&read("/proc/self/cgroup"), &read("/proc/self/mounts"))?;
        // Root may write everywhere, so a folder that is not delegated is writable for root, too.
        // So root uses only a folder that already passes its controllers on.
        let may_change = !geteuid().is_root();
        let above = own.parent().filter(|above| above.starts_with(&root));
        let found = prepared(&own, may_change).or_else(|why| match above {
            Some(above) => {
                prepared(above, may_change).map_err(|why_above| format!("{why}; {why_above}"))
            }
            None => Err(why),
        });
        let folder = found.map_err(|why| format!("no cgroup is delegated: {why}"))?;
        sweep(&folder);
        Ok(Delegated { folder, made: 0 })
    }

    /// A cgroup with the limits of a job.
    pub(crate) fn group(&mut self, request: &Request) -> io::Result<Group> {
        self.made += 1;
        let folder = self.folder.join(format!("{NAME}-{}-{}", std::process::id(), self.made));
        fs::create_dir(&folder)?;
        let entrance =
            set_limits(&folder, request).and_then(|()| to_write(&folder, "cgroup.procs"));
        match entrance {
            Ok(entrance) => Ok(Group { folder, entrance }),
            Err(error) => {
                let _ = fs::remove_dir(&folder);
                Err(error)
            }
        }
    }
}

/// A program's cgroup. Dropping this value kills all processes in the cgroup, and removes the
/// cgroup.
#[derive(Debug)]
pub(crate) struct Group {
    folder: PathBuf,
    entrance: File,
}

/// The kernel's counts for a cgroup.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Spent {
    /// Whether the kernel killed processes in the cgroup because their memory reached the limit.
    pub(crate) out_of_memory: bool,
    /// The peak memory of all processes in the cgroup together, in KiB. It includes the cached
    /// content of the files that they read. It is 0 if the kernel does not count it.
    pub(crate) peak_kib: u64,
}

impl Group {
    /// A process that writes `0` to this file enters the cgroup.
    pub(crate) fn entrance(&self) -> BorrowedFd<'_> {
        self.entrance.as_fd()
    }

    /// Kills all processes of the cgroup at once.
    pub(crate) fn kill(&self) {
        // Kernels before 5.14 do not have the file `cgroup.kill`. On these kernels the spawner
        // kills its children one by one.
        let _ = write(&self.folder, "cgroup.kill", "1");
    }

    pub(crate) fn spent(&self) -> Spent {
        spent(&self.folder)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        // If the folder is not empty yet, it stays, and the next spawner removes it.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The folder where cgroups are mounted, and the folder of this process's cgroup. The arguments are
/// the texts of `/proc/self/cgroup` and `/proc/self/mounts`.
fn own_cgroup(cgroups: &str, mounts: &str) -> Result<(PathBuf, PathBuf), String> {
    let own = cgroups
        .lines()
        .find_map(|line| line.strip_prefix("0::/"))
        .ok_or("the kernel has no cgroup v2")?;
    let mut mounts = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let mount = mounts
        .find(|fields| fields.get(2) == Some(&"cgroup2"))
        .ok_or("cgroup v2 is not mounted")?;
    let root = PathBuf::from(mount[1]);
    // An empty path would leave a slash at the end.
    let folder = if own.is_empty() { root.clone() } else { root.join(own) };
    Ok((root, folder))
}

/// Makes a folder pass its controllers on to the cgroups below it, and checks that a cgroup can be
/// made there.
fn prepared(folder: &Path, may_change: bool) -> Result<PathBuf, String> {
    let shown = folder.display();
    let listed = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
    let (there, passed_on) = (listed("cgroup.controllers"), listed("cgroup.subtree_control"));
    let has =
        |list: &str, wanted: &str| list.split_whitespace().any(|controller| controller == wanted);
    if let Some(lacking) = CONTROLLERS.iter().find(|wanted| !has(&there, wanted)) {
        return Err(format!("{shown} has no {lacking} controller"));
    }
    for controller in CONTROLLERS.iter().filter(|wanted| !has(&passed_on, wanted)) {
        if !may_change {
            return Err(format!("{shown} does not pass on its {controller} controller"));
        }
        write(folder, "cgroup.subtree_control", &format!("+{controller}")).map_err(|error| {
            format!("{shown} cannot pass on its {controller} controller: {error}")
        })?;
    }
    let trial = folder.join(format!("{NAME}-{}-0", std::process::id()));
    let refused = |error| format!("no folder can be made in {shown}: {error}");
    fs::create_dir(&trial).and_then(|()| fs::remove_dir(&trial)).map_err(refused)?;
    Ok(folder.to_path_buf())
}

/// Removes the cgroups of spawners that were killed.
fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let spawner = name
            .strip_prefix(NAME)
            .and_then(|rest| rest.strip_prefix('-')?.split('-').next()?.parse().ok());
        if spawner.is_some_and(|pid: u32| !Path::new(&format!("/proc/{pid}")).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

fn set_limits(folder: &Path, request: &Request) -> io::Result<()> {
    let profile = limits::profile(request.profile);
    let memory = match profile {
        Profile::Compiler => request.totals.memory,
        _ => request.memory.saturating_add(request.stack),
    };
    write(folder, "memory.max", &memory.to_string())?;
    // Some kernels lack these two files. `memory.swap.max` limits swapped memory, and
    // `memory.oom.group` makes the kernel kill all processes of the cgroup together.
    for (file, value) in [("memory.swap.max", "0"), ("memory.oom.group", "1")] {
        match write(folder, file, value) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    let most = match profile {
        Profile::Native | Profile::Python | Profile::Valgrind => 1,
        Profile::Node => MOST_THREADS,
        // The spawner counts a compiler's processes, and this limit counts their threads, too.
        Profile::Compiler => request.totals.processes + MOST_THREADS,
    };
    write(folder, "pids.max", &most.to_string())
}

fn spent(folder: &Path) -> Spent {
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
    let killed = |line: &str| line.strip_prefix("oom_kill ").is_some_and(|count| count != "0");
    let peak: u64 = read("memory.peak").trim().parse().unwrap_or(0);
    Spent { out_of_memory: read("memory.events").lines().any(killed), peak_kib: peak >> 10 }
}

/// Writes to an existing file. The kernel's folders do not allow new files.
fn write(folder: &Path, file: &str, text: &str) -> io::Result<()> {
    use std::io::Write;
    to_write(folder, file)?.write_all(text.as_bytes())
}

fn to_write(folder: &Path, file: &str) -> io::Result<File> {
    OpenOptions::new().write(true).open(folder.join(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a folder that looks like a cgroup folder of the kernel.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        files
            .iter()
            .for_each(|(name, text)| fs::write(folder.path().join(name), text).expect("ours"));
        folder
    }

    #[test]
    fn the_own_cgroup_is_found_among_mounts() {
        let mounts = "cgroup /sys/fs/cgroup/pids cgroup rw 0 0\nnone /cg cgroup2 rw 0 0\n";
        let found = |cgroups| own_cgroup(cgroups, mounts);
        assert_eq!(found("1:pids:/x\n0::/a/b\n"), Ok(("/cg".into(), "/cg/a/b".into())));
        assert_eq!(found("0::/\n"), Ok(("/cg".into(), "/cg".into())));
        assert!(found("1:pids:/x\n").is_err());
        assert!(own_cgroup("0::/\n", "cgroup /sys cgroup rw 0 0\n").is_err());
    }

    #[test]
    fn controllers_are_needed_and_passed_on() {
        let lacking =
            folder(&[("cgroup.controllers", "cpu memory"), ("cgroup.subtree_control", "")]);
        assert!(
            prepared(lacking.path(), true).is_err_and(|why| why.ends_with("no pids controller"))
        );
        let there = folder(&[
            ("cgroup.controllers", "memory pids"),
            ("cgroup.subtree_control", "memory\n"),
        ]);
        assert!(
            prepared(there.path(), false)
                .is_err_and(|why| why.ends_with("does not pass on its pids controller"))
        );
        assert_eq!(prepared(there.path(), true), Ok(there.path().to_path_buf()));
        let passed_on =
            fs::read_to_string(there.path().join("cgroup.subtree_control")).expect("ours");
        assert!(
            passed_on.starts_with("+pids"),
            "the folder passes on the memory controller already: {passed_on}"
        );
    }

    #[test]
    fn limits_are_those_of_the_job() {
        let names = ["memory.max", "memory.swap.max", "pids.max"];
        let folder = folder(&names.map(|name| (name, "")));
        let request = Request { memory: 100, stack: 10, ..Request::harmless(crate::Level::Cgroup) };
        set_limits(folder.path(), &request).expect("not all of the files have to exist");
        assert_eq!(
            names.map(|name| fs::read_to_string(folder.path().join(name)).expect("ours")),
            ["110", "0", "1"]
        );
        fs::remove_file(folder.path().join("pids.max")).expect("ours");
        assert!(set_limits(folder.path(), &request).is_err(), "without pids.max there is no limit");
    }

    #[test]
    fn what_was_spent_is_read() {
        let events =
            |count| format!("low 0\nhigh 0\nmax 7\noom 1\noom_kill {count}\noom_group_kill 0\n");
        let files = folder(&[("memory.events", &events(1)), ("memory.peak", "4096000\n")]);
        assert_eq!(spent(files.path()), Spent { out_of_memory: true, peak_kib: 4000 });
        let files = folder(&[("memory.events", &events(0))]);
        assert_eq!(spent(files.path()), Spent::default());
    }
}
