//! Which files a program of each kind may touch: its Landlock ruleset.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::child::{RESTRICT_FILES, STEPS};
use super::loader;
use super::reading::Granted;
use super::server::Failure;
use super::wire::Request;
use crate::Profile;

/// The youngest version of Landlock that this file knows; an older kernel gives what it has.
const YOUNGEST: ABI = ABI::V7;

/// What every dynamically linked program reads: libraries and where they are, time zones, sources of nothing.
const LIBRARIES: [&str; 12] = [
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
];

/// What node, Java and valgrind look at besides: the machine, themselves. Landlock keeps the memory and environment of
/// processes outside hidden even where the folder is readable.
const MACHINE: [&str; 6] =
    ["/proc", "/sys/devices/system", "/sys/fs/cgroup", "/etc/ssl/openssl.cnf", "/usr/share", "/usr/libexec"];

/// A compiler's world, to be read and executed.
const SYSTEM: [&str; 7] = ["/usr", "/bin", "/lib", "/lib64", "/lib32", "/opt", "/etc/alternatives"];

/// What a program may do with a path and everything below it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Grant {
    path: PathBuf,
    execute: bool,
    write: bool,
}

/// The ruleset for a job, and what may be read under it.
///
/// # Errors
/// When the program or something that the job names is not there, or the kernel has no Landlock.
pub(crate) fn ruleset(request: &Request, profile: Profile) -> Result<(OwnedFd, Granted), Failure> {
    let at_all = |error| Failure { step: STEPS[RESTRICT_FILES].to_string(), error };
    let mut ruleset = empty().map_err(io::Error::other).map_err(at_all)?;
    let (needed, mut usual) = (needed(request, profile)?, usual(profile, &request.program));
    // What this machine lacks nobody can read.
    usual.retain(|path| path.exists());
    for grant in &needed {
        let step = || format!("let it use {}", grant.path.display());
        ruleset = add(ruleset, grant).map_err(|error| Failure { step: step(), error })?;
    }
    for path in &usual {
        ruleset = add(ruleset, &path_grant(path.clone(), profile)).map_err(at_all)?;
    }
    let granted = Granted::new(needed.into_iter().map(|grant| grant.path).chain(usual));
    let ruleset = Option::<OwnedFd>::from(ruleset).ok_or_else(|| at_all(io::ErrorKind::Unsupported.into()))?;
    Ok((ruleset, granted))
}

/// A ruleset that forbids everything: files, TCP, and signals and sockets towards processes outside.
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

fn add(ruleset: RulesetCreated, grant: &Grant) -> io::Result<RulesetCreated> {
    let file = fs::metadata(&grant.path)?.is_file();
    let mut access: BitFlags<AccessFs> = AccessFs::ReadFile.into();
    if grant.write {
        access = AccessFs::from_all(YOUNGEST) & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock);
    } else {
        access |= AccessFs::ReadDir;
    }
    if grant.execute {
        access |= AccessFs::Execute;
    }
    if file || !grant.path.is_dir() {
        access &= AccessFs::from_file(YOUNGEST);
    }
    let path = PathFd::new(&grant.path).map_err(io::Error::other)?;
    ruleset.add_rule(PathBeneath::new(path, access)).map_err(io::Error::other)
}

/// The program, its loader, and what the job names: they must be there.
fn needed(request: &Request, profile: Profile) -> Result<Vec<Grant>, Failure> {
    let grant = |path: &Path, execute, write| Grant { path: path.to_path_buf(), execute, write };
    let mut grants = vec![grant(&request.program, true, false)];
    grants.extend(loader::of(&request.program)?.map(|loader| grant(&loader, true, false)));
    let is_compiler = profile == Profile::Compiler;
    grants.extend(request.readable.iter().map(|path| grant(path, is_compiler, false)));
    grants.extend(request.writable.iter().map(|path| grant(path, is_compiler, true)));
    Ok(grants)
}

/// What programs of the kind need of a usual machine.
fn usual(profile: Profile, program: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = LIBRARIES.map(PathBuf::from).to_vec();
    match profile {
        Profile::Native => {}
        Profile::Python => paths.extend(own_library(program)),
        Profile::Node => {
            paths.extend(MACHINE.map(PathBuf::from));
            paths.extend(own_library(program));
            paths.extend(java_settings());
        }
        Profile::Valgrind => {
            paths.extend(MACHINE.map(PathBuf::from));
            // What it puts before the program's own libraries lies beside it.
            paths.extend(program.parent().map(Path::to_path_buf));
        }
        Profile::Compiler => {
            paths.extend(MACHINE.map(PathBuf::from));
            paths.extend(SYSTEM.map(PathBuf::from));
            paths.extend(own_library(program));
        }
    }
    paths
}

fn path_grant(path: PathBuf, profile: Profile) -> Grant {
    let execute = profile == Profile::Compiler && !path.starts_with("/proc") && !path.starts_with("/dev");
    let write = path == Path::new("/dev/null");
    Grant { path, execute, write }
}

/// The library beside an interpreter: `/usr/local/lib` for `/usr/local/bin/python3`.
fn own_library(program: &Path) -> Option<PathBuf> {
    let program = program.canonicalize().ok()?;
    Some(program.parent()?.parent()?.join("lib"))
}

/// Debian keeps Java's settings in /etc, linked to from its library.
fn java_settings() -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().filter_map(Result::ok);
    entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"java-")).map(|entry| entry.path())
}
