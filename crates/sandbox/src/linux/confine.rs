use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::cgroup::{Delegated, Group};
use super::child::{self, Plan};
use super::open_policy::Granted;
use super::own_root::OwnRoot;
use super::protocol::Request;
use super::spawn_area::SpawnArea;
use super::steps::Failure;
use super::zygote::Zygote;
use super::{calls, elf, filter, limits, ruleset};
use crate::{Level, Profile};

/// The greatest number of rulesets that are kept. When one more is needed, all kept rulesets are
/// dropped.
const KEPT_RULESETS: usize = 64;
/// The greatest number of zygotes that are kept. Each zygote is a process.
const KEPT_ZYGOTES: usize = 8;

/// The rulesets and zygotes of earlier jobs, kept for later jobs of the same kind.
#[derive(Debug)]
pub(crate) struct Cache {
    /// The folder where cgroups can be made, or why there is none.
    delegated: Result<Delegated, String>,
    /// The empty set of files for level 0, where no file is checked.
    nothing: Rc<Granted>,
    files: Vec<Files>,
    zygotes: Vec<(CallsKey, Zygote)>,
}

/// A job's profile and level, and each of its paths with the device and inode of the file. A
/// program that has been compiled again keeps its name, but is a different file.
type FilesKey = ([u8; 2], Vec<(PathBuf, Option<(u64, u64)>)>);
/// The key of a filter: a job's profile, its limit on memory, and whether its program uses no
/// shared library. `None` if the job has no filter.
type CallsKey = Option<(Profile, u64, bool)>;

/// The known facts about the files of a job.
#[derive(Debug)]
struct Files {
    key: FilesKey,
    ruleset: OwnedFd,
    granted: Rc<Granted>,
    /// The program's own file system; `None` below level 3.
    root: Option<Rc<OwnRoot>>,
    /// Whether the program uses no shared library, and so needs no loader.
    is_tiny: bool,
}

/// The means that confine a job.
#[derive(Debug)]
pub(crate) struct Restraints<'a> {
    pub(crate) zygote: &'a Zygote,
    pub(crate) ruleset: Option<BorrowedFd<'a>>,
    pub(crate) granted: Rc<Granted>,
    pub(crate) root: Option<Rc<OwnRoot>>,
}

impl Cache {
    pub(crate) fn new() -> Cache {
        Cache {
            delegated: Delegated::find(),
            nothing: Rc::default(),
            files: Vec::new(),
            zygotes: Vec::new(),
        }
    }

    /// A cgroup for a job at level 2, and at level 3 if a cgroup is available.
    pub(crate) fn group(&mut self, request: &Request) -> Result<Option<Group>, Failure> {
        match &mut self.delegated {
            Ok(delegated) if request.level >= Level::Cgroup.number() => {
                let failed = |error| Failure { step: "make a cgroup".to_string(), error };
                delegated.group(request).map(Some).map_err(failed)
            }
            _ => Ok(None),
        }
    }

    /// The restrictions of this job's program: the zygote that starts it, and the files that it may
    /// use. At level 0 there is no filter, and files are not restricted.
    ///
    /// # Errors
    /// Fails if a file that the job names does not exist, or the kernel lacks a needed feature.
    pub(crate) fn restraints(
        &mut self,
        request: &Request,
        area: &SpawnArea,
    ) -> Result<Restraints<'_>, Failure> {
        if request.level == Level::Limits.number() {
            let zygote = self.zygote(None, area)?;
            return Ok(Restraints {
                zygote: &self.zygotes[zygote].1,
                ruleset: None,
                granted: Rc::clone(&self.nothing),
                root: None,
            });
        }
        let profile = limits::profile(request.profile);
        let files = self.files(request, profile)?;
        let is_tiny = profile == Profile::Native && self.files[files].is_tiny;
        let zygote = self.zygote(Some((profile, request.memory, is_tiny)), area)?;
        let Files { ruleset, granted, root, .. } = &self.files[files];
        Ok(Restraints {
            zygote: &self.zygotes[zygote].1,
            ruleset: Some(ruleset.as_fd()),
            granted: Rc::clone(granted),
            root: root.clone(),
        })
    }

    fn files(&mut self, request: &Request, profile: Profile) -> Result<usize, Failure> {
        let key = files_key(request);
        if let Some(known) = self.files.iter().position(|known| known.key == key) {
            if ruleset::visible(profile).is_empty() {
                return Ok(known);
            }
            // The process adds rules about its own files to the ruleset, so the next process needs
            // a new ruleset.
            self.files.swap_remove(known);
        }
        let (ruleset, granted) = ruleset::ruleset(request, profile)?;
        let root = (request.level == Level::Namespaces.number())
            .then(|| ruleset::own_root(request, profile));
        let root = root.transpose()?.map(Rc::new);
        if self.files.len() == KEPT_RULESETS {
            self.files.clear();
        }
        let is_tiny = elf::interpreter(&request.program).is_none();
        self.files.push(Files { key, ruleset, granted: Rc::new(granted), root, is_tiny });
        Ok(self.files.len() - 1)
    }

    /// A zygote with the filter for a kind of job, or without a filter.
    fn zygote(&mut self, key: CallsKey, area: &SpawnArea) -> Result<usize, Failure> {
        self.zygotes.retain(|(_, zygote)| !zygote.is_dead());
        if let Some(known) = self.zygotes.iter().position(|(known, _)| *known == key) {
            return Ok(known);
        }
        let at = |error| Failure { step: "restrict its system calls (seccomp)".to_string(), error };
        // There is no filter for some processors: their `filter::ARCHITECTURE` is `None`.
        let architecture =
            filter::ARCHITECTURE.ok_or_else(|| at(io::ErrorKind::Unsupported.into()));
        let architecture = key.map(|_| architecture).transpose()?;
        let filter = |secret| match key.zip(architecture) {
            Some(((profile, memory, is_tiny), architecture)) => {
                let rules = calls::rules(profile, memory, is_tiny, secret);
                filter::assembled(&rules, architecture, calls::otherwise(profile))
            }
            None => Vec::new(),
        };
        let zygote = Zygote::new(area, filter).map_err(at)?;
        if self.zygotes.len() == KEPT_ZYGOTES {
            self.zygotes.clear();
        }
        self.zygotes.push((key, zygote));
        Ok(self.zygotes.len() - 1)
    }

    /// The processes that belong to the sandbox and not to a program.
    pub(crate) fn own_processes(&self) -> impl Iterator<Item = u32> {
        self.zygotes.iter().map(|(_, zygote)| zygote.pid())
    }

    /// Tests a level with a process that does nothing. Returns why the machine lacks the level, or
    /// an empty text.
    pub(crate) fn trial(&mut self, level: Level, area: &mut SpawnArea) -> String {
        match level {
            Level::Limits => String::new(),
            Level::Cgroup if self.delegated.is_err() => {
                self.delegated.as_ref().err().cloned().unwrap_or_default()
            }
            Level::Confined | Level::Cgroup | Level::Namespaces => {
                self.tried(level, area).err().unwrap_or_default()
            }
        }
    }

    fn tried(&mut self, level: Level, area: &mut SpawnArea) -> Result<(), String> {
        let request = Request::harmless(level);
        let group = self.group(&request).map_err(|failure| failure.to_string())?;
        let Restraints { zygote, ruleset, root, .. } =
            self.restraints(&request, area).map_err(|failure| failure.to_string())?;
        let plan = Plan {
            zygote,
            image: None,
            root: root.as_deref(),
            directory: Path::new("/"),
            // The machine has the level even if a hard limit of this process is below a job's
            // limit. Such a hard limit is reported as an error when a program is started.
            limits: limits::allowed(&request),
            own_session: false,
            group: group.as_ref().map(Group::entrance),
            ruleset,
            visible: &[],
            namespaces: namespaces(level.number()),
        };
        let (pid, _) = child::start(&plan, area)
            .map_err(|failure| Failure::of(&request, failure).to_string())?;
        super::kernel::reap(pid).map_err(|error| error.to_string())?;
        Ok(())
    }
}

fn files_key(request: &Request) -> FilesKey {
    let there = |path: &Path| fs::metadata(path).ok().map(|data| (data.dev(), data.ino()));
    let named = request.readable.iter().chain(&request.writable);
    let paths =
        std::iter::once(&request.program).chain(named).map(|path| (path.clone(), there(path)));
    // The same path may be readable in one job and writable in another.
    let split =
        (PathBuf::new(), Some((request.readable.len() as u64, request.writable.len() as u64)));
    ([request.profile, request.level], paths.chain([split]).collect())
}

/// The namespaces of a level: user (the others depend on it), mounts, network, shared memory and
/// host name.
pub(crate) fn namespaces(level: u8) -> i32 {
    if level < Level::Namespaces.number() {
        return 0;
    }
    libc::CLONE_NEWUSER
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS
}
