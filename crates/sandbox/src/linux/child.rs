//! Makes a program's process.
//!
//! A [`Zygote`] makes the process with `CLONE_VM | CLONE_VFORK | CLONE_FILES`. Until the process
//! executes the program, it shares the zygote's memory and the spawner's descriptors, and the
//! zygote waits. So no page table is copied, and no message has to be sent back. `execve` gives the
//! program its own table of descriptors, in which all but 0, 1 and 2 are closed. The spawner has
//! already put the program's streams at these three numbers.
#![allow(unsafe_code, reason = "descriptors that a child has opened")]

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use super::limits::Rlimits;
use super::own_root::OwnRoot;
use super::pre_exec::{OWN, PreExec};
use super::spawn_area::SpawnArea;
use super::steps::{ENTER_FOLDER, EXECUTE, MAKE_ROOT, SpawnFailure};
use super::zygote::Zygote;

/// The program that a child executes, and the child's restrictions.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The process that makes the child.
    pub(crate) zygote: &'a Zygote,
    /// The program to execute. With `None`, the child ends after all other steps, so that these
    /// steps can be tested.
    pub(crate) image: Option<Image<'a>>,
    /// The program's own file system; `None` below level 3.
    pub(crate) root: Option<&'a OwnRoot>,
    pub(crate) directory: &'a Path,
    /// Each resource and its limit.
    pub(crate) limits: Rlimits,
    /// Whether the child leads its own session, and not only its own process group. Making a
    /// session takes several times as long as making a process group.
    pub(crate) own_session: bool,
    /// The file by which a process enters its cgroup, if it has one.
    pub(crate) group: Option<BorrowedFd<'a>>,
    /// The ruleset for the files that the program may use; `None` at level 0.
    pub(crate) ruleset: Option<BorrowedFd<'a>>,
    /// The kernel's files about itself that the program may also read.
    pub(crate) visible: &'static [&'static CStr],
    /// The `CLONE_NEW...` flags of the namespaces; 0 below level 3.
    pub(crate) namespaces: i32,
}

/// The arguments of `execve`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Image<'a> {
    pub(crate) path: &'a [u8],
    pub(crate) arguments: &'a [Vec<u8>],
    pub(crate) environment: &'a [Vec<u8>],
}

/// Writes the instructions for the child to the spawn area.
fn lay_out(plan: &Plan<'_>, area: &mut SpawnArea) -> Result<PreExec, SpawnFailure> {
    let at = |step: i32| move |error| SpawnFailure { step, error };
    area.clear();
    let (mut path, mut arguments, mut environment) = (ptr::null(), ptr::null(), ptr::null());
    if let Some(image) = plan.image {
        path = area.text(image.path).map_err(at(EXECUTE))?;
        arguments = area.texts(image.arguments).map_err(at(EXECUTE))?;
        environment = area.texts(image.environment).map_err(at(EXECUTE))?;
    }
    let number = |descriptor: Option<BorrowedFd<'_>>| descriptor.map_or(-1, |one| one.as_raw_fd());
    let root = plan.root.map(|root| root.lay_out(plan.directory, area)).transpose();
    Ok(PreExec {
        root: root.map_err(at(MAKE_ROOT))?,
        secret: plan.zygote.secret(),
        path,
        arguments,
        environment,
        directory: area.text(plan.directory.as_os_str().as_bytes()).map_err(at(ENTER_FOLDER))?,
        limits: plan.limits,
        own_session: plan.own_session,
        group: number(plan.group),
        ruleset: number(plan.ruleset),
        visible: plan.visible,
        own: [const { AtomicI32::new(-1) }; OWN.len()],
        namespaces: plan.namespaces,
        step: AtomicI32::new(0),
        errno: AtomicI32::new(0),
    })
}

/// Makes a process that executes the program. Returns the number of the process, and the files to
/// hold open as long as the process runs.
pub(crate) fn start(
    plan: &Plan<'_>,
    area: &mut SpawnArea,
) -> Result<(u32, Vec<OwnedFd>), SpawnFailure> {
    let pre_exec = lay_out(plan, area)?;
    let pre_exec = area.place(pre_exec).map_err(|error| SpawnFailure { step: EXECUTE, error })?;
    let pid = plan.zygote.bear(pre_exec).map_err(|error| SpawnFailure { step: 0, error })?;
    let own = pre_exec
        .own
        .iter()
        .map(|number| number.load(Ordering::Relaxed))
        .filter(|&number| number >= 0);
    // SAFETY: the child has opened these files in the table of descriptors that it shared with this
    // process, and nothing else owns them.
    let own = own.map(|number| unsafe { OwnedFd::from_raw_fd(number) }).collect();
    match pre_exec.errno.load(Ordering::Relaxed) {
        0 => Ok((pid, own)),
        errno => {
            let _ = super::kernel::reap(pid);
            Err(SpawnFailure {
                step: pre_exec.step.load(Ordering::Relaxed),
                error: io::Error::from_raw_os_error(errno),
            })
        }
    }
}
