//! What confines programs from level 1 on, made once and kept.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use libc::sock_filter;

use super::child::{self, Confinement, Plan, RESTRICT_CALLS, STEPS};
use super::server::Failure;
use super::wire::Request;
use super::{calls, cgroup, files, filter, limits};
use crate::{Level, Profile};

/// A ruleset and a filter, as a child applies them.
pub(crate) type Restraints<'a> = (BorrowedFd<'a>, &'a [sock_filter]);

/// As many kinds of job as are kept; beyond that all are made anew.
const KEPT: usize = 64;

/// Rulesets and filters that have been made before, and for what.
#[derive(Debug)]
pub(crate) struct Cache {
    image: [u64; 3],
    rulesets: Vec<(FilesKey, OwnedFd)>,
    filters: Vec<(CallsKey, Vec<sock_filter>)>,
}

/// Kind, and each path with what is there: a program that was compiled anew is another file of the same name.
type FilesKey = (u8, Vec<(PathBuf, Option<(u64, u64)>)>);
/// Kind, and limit on memory.
type CallsKey = (u8, u64);

impl Cache {
    /// `pointers` are where path, arguments and environment will lie.
    pub(crate) fn new(pointers: [*const u8; 3]) -> Cache {
        let image = pointers.map(|pointer| pointer.addr() as u64);
        Cache { image, rulesets: Vec::new(), filters: Vec::new() }
    }

    /// What confines this job; nothing at level 0.
    ///
    /// # Errors
    /// When a file that the job names is not there, or the kernel lacks what is needed.
    pub(crate) fn restraints(&mut self, request: &Request) -> Result<Option<Restraints<'_>>, Failure> {
        if request.level == Level::Limits.number() {
            return Ok(None);
        }
        let profile = limits::profile(request.profile);
        let ruleset = self.ruleset(request, profile)?;
        let filter = self.filter(request, profile)?;
        Ok(Some((self.rulesets[ruleset].1.as_fd(), &self.filters[filter].1)))
    }

    fn ruleset(&mut self, request: &Request, profile: Profile) -> Result<usize, Failure> {
        let key = files_key(request);
        if let Some(known) = self.rulesets.iter().position(|(known, _)| *known == key) {
            return Ok(known);
        }
        let ruleset = files::ruleset(request, profile)?;
        if self.rulesets.len() == KEPT {
            self.rulesets.clear();
        }
        self.rulesets.push((key, ruleset));
        Ok(self.rulesets.len() - 1)
    }

    fn filter(&mut self, request: &Request, profile: Profile) -> Result<usize, Failure> {
        let key = (request.profile, request.memory);
        if let Some(known) = self.filters.iter().position(|(known, _)| *known == key) {
            return Ok(known);
        }
        // No filter is written for other processors.
        let error = io::ErrorKind::Unsupported.into();
        let unknown = || Failure { step: STEPS[RESTRICT_CALLS].to_string(), error };
        let architecture = filter::ARCHITECTURE.ok_or_else(unknown)?;
        let rules = calls::rules(request, profile, self.image);
        if self.filters.len() == KEPT {
            self.filters.clear();
        }
        self.filters.push((key, filter::assembled(&rules, architecture, calls::otherwise(profile))));
        Ok(self.filters.len() - 1)
    }

    /// Tries a level on a process that does nothing: why it is not there; empty where it is.
    pub(crate) fn trial(&mut self, level: Level) -> String {
        match level {
            Level::Limits => String::new(),
            Level::Cgroup => cgroup::why_not(),
            Level::Confined | Level::Namespaces => self.tried(level).err().unwrap_or_default(),
        }
    }

    fn tried(&mut self, level: Level) -> Result<(), String> {
        let request = harmless(level);
        let restraints = self.restraints(&request).map_err(|failure| failure.to_string())?;
        let plan = Plan {
            image: None,
            directory: c"/",
            limits: &limits::of(&request),
            confinement: restraints.map(|(ruleset, filter)| Confinement { ruleset, filter }),
            namespaces: namespaces(level.number()),
        };
        let born = child::start(&plan).map_err(|failure| Failure::of(&request, failure).to_string())?;
        super::kernel::reap(born.pid).map_err(|error| error.to_string())?;
        Ok(())
    }
}

/// A job whose program is never executed.
fn harmless(level: Level) -> Request {
    Request {
        level: level.number(),
        profile: Profile::Native as u8,
        memory: 256 << 20,
        stack: 8 << 20,
        cpu_seconds: 1,
        files: 64,
        file_size: 0,
        program: "/proc/self/exe".into(),
        directory: "/".into(),
        arguments: Vec::new(),
        environment: Vec::new(),
        readable: Vec::new(),
        writable: Vec::new(),
    }
}

fn files_key(request: &Request) -> FilesKey {
    let there = |path: &Path| fs::metadata(path).ok().map(|data| (data.dev(), data.ino()));
    let named = request.readable.iter().chain(&request.writable);
    let paths = std::iter::once(&request.program).chain(named).map(|path| (path.clone(), there(path)));
    // What is only readable here may be writable there.
    let split = (PathBuf::new(), Some((request.readable.len() as u64, request.writable.len() as u64)));
    (request.profile, paths.chain([split]).collect())
}

/// The namespaces of a level: users, without which no others are to be had, network, shared memory, host name.
pub(crate) fn namespaces(level: u8) -> i32 {
    if level < Level::Namespaces.number() {
        return 0;
    }
    libc::CLONE_NEWUSER | libc::CLONE_NEWNET | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS
}
