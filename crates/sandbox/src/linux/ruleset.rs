//! The Landlock ruleset for each kind of program: which files it may use.

use std::ffi::CStr;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use rustix::fs::{Mode, OFlags, open};

use super::loader;
use super::open_policy::Granted;
use super::own_root::OwnRoot;
use super::pre_exec::{ALL_OWN, OWN};
use super::protocol::Request;
use super::steps::{Failure, RESTRICT_FILES, STEPS};
use crate::Profile;

/// The newest version of Landlock that this file uses. On an older kernel, only the restrictions
/// that this kernel supports apply.
const YOUNGEST: ABI = ABI::V7;

/// Files that every dynamically linked program may read: libraries, the list of libraries, time
/// zones, and devices such as `/dev/null`.
const LIBRARIES: [&str; 13] = [
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/timezone",
    "/usr/share/zoneinfo",
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
];

/// Files that describe the machine. Node, Java and compilers may read them, too.
const MACHINE: [&str; 3] = ["/sys/devices/system", "/sys/fs/cgroup", "/etc/ssl/openssl.cnf"];
const PROCESSES: &str = "/proc";

/// Counters in /proc that node, Java and compilers read. Node may also read some files about
/// [itself](super::pre_exec::OWN). The rest of /proc is not readable: Landlock hides the memory and
/// the environment of other processes, but not their command lines, which a source file could
/// `#include`.
const COUNTERS: [&str; 12] = [
    "/proc/cgroups",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/threads-max",
    "/proc/sys/vm",
    "/proc/uptime",
    "/proc/version",
    "/proc/version_signature",
];

/// Folders where distributions keep more files of node and Java.
const PACKAGES: [&str; 2] = ["/usr/share/nodejs", "/usr/share/java"];

/// What valgrind reads in /proc, besides the folder of its [own](super::pre_exec::ALL_OWN) process.
const WATCHED: [&str; 2] = ["/proc/sys/kernel/yama", "/proc/cpuinfo"];

/// A compiler may read and execute the files in some folders ([`PARTS`]) below these prefixes, and
/// below the prefix where the compiler is installed. It may not read all of `/usr`, since people
/// keep private files in `/usr/src` and `/usr/share`.
const PREFIXES: [&str; 3] = ["/", "/usr", "/usr/local"];
const PARTS: [&str; 6] = ["bin", "include", "lib", "lib32", "lib64", "libexec"];
/// The folder of links that choose one of several tools for a name in `/usr/bin`.
const ALTERNATIVES: &str = "/etc/alternatives";

/// What a program may do with a path and everything below it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Grant {
    path: PathBuf,
    execute: bool,
    write: bool,
}

/// The ruleset for a job, and the files that it makes readable.
///
/// # Errors
/// Fails if the program or a path of the job does not exist, or if the kernel has no Landlock.
pub(crate) fn ruleset(request: &Request, profile: Profile) -> Result<(OwnedFd, Granted), Failure> {
    let at_all = |error| Failure { step: STEPS[RESTRICT_FILES].to_string(), error };
    let mut ruleset = empty().map_err(io::Error::other).map_err(at_all)?;
    let (needed, mut usual) = (needed(request, profile)?, usual(profile, &request.program));
    // Paths that this machine does not have need no rule.
    usual.retain(|path| path.exists());
    for grant in &needed {
        let step = || format!("let it use {}", grant.path.display());
        (ruleset, _) = add(ruleset, grant).map_err(|error| Failure { step: step(), error })?;
    }
    let mut held = Vec::new();
    for path in &usual {
        let file;
        (ruleset, file) = add(ruleset, &path_grant(path.clone(), profile)).map_err(at_all)?;
        // The kernel creates files below /proc on demand, and forgets them unless they are held
        // open.
        held.extend((path.starts_with(PROCESSES)).then_some(file));
    }
    let granted = Granted::new(needed.into_iter().map(|grant| grant.path).chain(usual), held);
    let ruleset = Option::<OwnedFd>::from(ruleset)
        .ok_or_else(|| at_all(io::ErrorKind::Unsupported.into()))?;
    Ok((ruleset, granted))
}

/// The kernel's files about itself that a program of this kind may read.
pub(crate) fn visible(profile: Profile) -> &'static [&'static CStr] {
    match profile {
        Profile::Node => &OWN,
        Profile::Valgrind => &ALL_OWN,
        Profile::Native | Profile::Python | Profile::Compiler => &[],
    }
}

/// The file system of a program at level 3. It contains what the ruleset allows, and in `/proc` the
/// folder of its own process. A compiler has all of `/proc`, since each of its processes needs a
/// folder there. Links in the folder of alternatives lead from libraries to
/// libraries.
///
/// # Errors
/// Fails if the program or a path of the job does not exist.
pub(crate) fn own_root(request: &Request, profile: Profile) -> Result<OwnRoot, Failure> {
    let mut root = OwnRoot::default();
    for grant in needed(request, profile)? {
        let step = || format!("let it use {}", grant.path.display());
        root.add(&grant.path, grant.write).map_err(|error| Failure { step: step(), error })?;
    }
    let all = (profile == Profile::Compiler).then_some(PROCESSES);
    let more = [ALTERNATIVES].into_iter().chain(all).map(PathBuf::from);
    for path in usual(profile, &request.program).into_iter().chain(more) {
        // This machine need not have all of these paths.
        let _ = root.add(&path, false);
    }
    Ok(root)
}

/// A ruleset that forbids all files and TCP. It also forbids signals and connections to processes
/// outside the sandbox.
pub(crate) fn empty() -> Result<RulesetCreated, RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(YOUNGEST))?
        .handle_access(AccessNet::from_all(YOUNGEST))?
        .scope(Scope::from_all(YOUNGEST))?
        .create()
}

/// Adds a rule to the ruleset, and returns the file to which the rule applies.
fn add(ruleset: RulesetCreated, grant: &Grant) -> io::Result<(RulesetCreated, OwnedFd)> {
    let file = fs::metadata(&grant.path)?.is_file();
    let mut access: BitFlags<AccessFs> = AccessFs::ReadFile.into();
    if grant.write {
        access = AccessFs::from_all(YOUNGEST)
            & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock);
    } else {
        access |= AccessFs::ReadDir;
    }
    if grant.execute {
        access |= AccessFs::Execute;
    }
    if file || !grant.path.is_dir() {
        access &= AccessFs::from_file(YOUNGEST);
    }
    let path = open(&grant.path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    let ruleset = ruleset.add_rule(PathBeneath::new(&path, access)).map_err(io::Error::other)?;
    Ok((ruleset, path))
}

/// The paths of the program, its loader and the job, all of which must exist.
fn needed(request: &Request, profile: Profile) -> Result<Vec<Grant>, Failure> {
    let grant = |path: &Path, execute, write| Grant { path: path.to_path_buf(), execute, write };
    let mut grants = vec![grant(&request.program, true, false)];
    grants.extend(loader::of(&request.program)?.map(|loader| grant(&loader, true, false)));
    let is_compiler = profile == Profile::Compiler;
    grants.extend(request.readable.iter().map(|path| grant(path, is_compiler, false)));
    grants.extend(request.writable.iter().map(|path| grant(path, is_compiler, true)));
    Ok(grants)
}

/// The paths that programs of this kind need on a usual machine.
fn usual(profile: Profile, program: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = LIBRARIES.map(PathBuf::from).to_vec();
    match profile {
        Profile::Native => {}
        Profile::Python => paths.extend(own_library(program)),
        Profile::Node => {
            paths.extend(MACHINE.iter().chain(&COUNTERS).chain(&PACKAGES).map(PathBuf::from));
            paths.extend(own_library(program));
            paths.extend(java_settings());
        }
        Profile::Valgrind => {
            paths.extend(WATCHED.map(PathBuf::from));
            // Valgrind replaces some of the program's libraries; the replacements lie beside the
            // tool.
            paths.extend(program.parent().map(Path::to_path_buf));
        }
        Profile::Compiler => {
            paths.extend(MACHINE.iter().chain(&COUNTERS).map(PathBuf::from));
            paths.push(PathBuf::from(ALTERNATIVES));
            paths.extend(tools().chain(own_prefix(program).into_iter().flat_map(parts)));
        }
    }
    paths
}

fn path_grant(path: PathBuf, profile: Profile) -> Grant {
    let execute =
        profile == Profile::Compiler && !path.starts_with("/proc") && !path.starts_with("/dev");
    let write = path == Path::new("/dev/null");
    Grant { path, execute, write }
}

/// The folder where a program is installed: `/usr/local` for `/usr/local/bin/python3`.
fn own_prefix(program: &Path) -> Option<PathBuf> {
    Some(program.canonicalize().ok()?.parent()?.parent()?.to_path_buf())
}

/// The folder `lib` of the place where an interpreter is installed.
fn own_library(program: &Path) -> Option<PathBuf> {
    Some(own_prefix(program)?.join("lib"))
}

fn parts(prefix: PathBuf) -> impl Iterator<Item = PathBuf> {
    PARTS.into_iter().map(move |part| prefix.join(part))
}

fn tools() -> impl Iterator<Item = PathBuf> {
    PREFIXES.into_iter().map(PathBuf::from).flat_map(parts)
}

/// The system folder that contains this path, if at least one kind of program (such as a compiler)
/// may read the path; `None` otherwise.
pub fn open_to_programs(path: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    let mut folders =
        LIBRARIES.iter().chain(&MACHINE).chain(&PACKAGES).map(PathBuf::from).chain(tools());
    folders.find(|folder| folder.canonicalize().is_ok_and(|folder| real.starts_with(folder)))
}

/// The folders of Java's settings. Debian keeps them in /etc, and Java's library links to them.
fn java_settings() -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().filter_map(Result::ok);
    entries
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"java-"))
        .map(|entry| entry.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_among_tools_and_libraries_is_open_and_nothing_else_is() {
        for (path, folder) in [("/usr/lib/os-release", "/lib"), ("/usr/include", "/usr/include")] {
            let found =
                open_to_programs(Path::new(path)).unwrap_or_else(|| panic!("{path} is hidden"));
            assert!(
                found == Path::new(folder) || found == Path::new("/usr").join(&folder[1..]),
                "{path}: {found:?}"
            );
        }
        for path in ["/usr/share", "/usr/src", "/opt", "/home", "/proc/self", "/nowhere"] {
            assert_eq!(open_to_programs(Path::new(path)), None, "{path}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("course");
        assert_eq!(open_to_programs(folder.path()), None);
        std::os::unix::fs::symlink("/usr/include", &link).expect("a link");
        assert!(open_to_programs(&link).is_some());
    }
}
