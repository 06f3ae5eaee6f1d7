//! The first moments of a program's process: from its making to `execve`.
//!
//! The process is made with `CLONE_VM | CLONE_VFORK | CLONE_FILES`: until it executes the program it borrows the
//! spawner's memory and descriptors, and the spawner waits. No page table is copied, and nothing has to be sent back:
//! the seccomp listener simply appears among the spawner's descriptors. `execve` gives the program a table of its own,
//! in which all but 0, 1 and 2 are closed; these the spawner has put in place before.
#![allow(unsafe_code, reason = "clone with shared memory, and system calls between it and execve")]

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use super::image::Image;

/// The steps that may fail, in words, and the order in which they are done.
pub(crate) const STEPS: [&str; 7] = [
    "make a process",
    "make a session",
    "enter its folder",
    "set its limits",
    "give up privileges",
    "restrict its files (Landlock)",
    "restrict its system calls (seccomp)",
];
/// The step of `chdir`.
pub(crate) const ENTER_FOLDER: i32 = 2;
/// The step of Landlock.
pub(crate) const RESTRICT_FILES: usize = 5;
/// The step of seccomp.
pub(crate) const RESTRICT_CALLS: usize = 6;
/// The step after these.
pub(crate) const EXECUTE: i32 = STEPS.len() as i32;

/// All that the child needs, made ready before.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The program with its arguments; without one the child ends at once, which tries the rest.
    pub(crate) image: Option<&'a Image>,
    /// A path that ends in a zero byte.
    pub(crate) directory: &'a std::ffi::CStr,
    /// Resource and limit.
    pub(crate) limits: &'a [(u32, u64)],
    /// From level 1 on.
    pub(crate) confinement: Option<Confinement<'a>>,
    /// `CLONE_NEW...`, at level 3.
    pub(crate) namespaces: i32,
}

/// What level 1 adds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Confinement<'a> {
    pub(crate) ruleset: BorrowedFd<'a>,
    pub(crate) filter: &'a [libc::sock_filter],
}

/// A process that has begun to be the program.
#[derive(Debug)]
pub(crate) struct Born {
    pub(crate) pid: u32,
    /// Where forbidden calls are told; none at level 0.
    pub(crate) listener: Option<OwnedFd>,
}

/// A step that failed, and why.
#[derive(Debug)]
pub(crate) struct Stillborn {
    pub(crate) step: i32,
    pub(crate) error: io::Error,
}

/// What the child leaves behind in the memory that it shares.
struct Shared<'a> {
    plan: &'a Plan<'a>,
    step: AtomicI32,
    errno: AtomicI32,
    listener: AtomicI32,
}

/// Enough for a few system calls; the child calls nothing deep.
const STACK_WORDS: usize = 8 << 10;

/// Makes a process and has it execute the program.
pub(crate) fn start(plan: &Plan<'_>) -> Result<Born, Stillborn> {
    let fresh = |value| AtomicI32::new(value);
    let shared = Shared { plan, step: fresh(0), errno: fresh(0), listener: fresh(-1) };
    let mut stack = vec![0_u128; STACK_WORDS / 2];
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES | libc::SIGCHLD | plan.namespaces;
    // SAFETY: the stack is aligned to 16 bytes, grows down from its end, and lives until this process goes on, which
    // with CLONE_VFORK is when the child no longer uses it; the same holds for `shared`. This process has one thread.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(stack.len());
        libc::clone(become_program, top.cast(), flags, ptr::from_ref(&shared).cast_mut().cast())
    };
    if pid < 0 {
        return Err(Stillborn { step: 0, error: io::Error::last_os_error() });
    }
    let listener = match shared.listener.load(Ordering::Relaxed) {
        ..0 => None,
        // SAFETY: the kernel gave it to the child in the table that both share; nobody else owns it.
        descriptor => Some(unsafe { OwnedFd::from_raw_fd(descriptor) }),
    };
    match shared.errno.load(Ordering::Relaxed) {
        0 => Ok(Born { pid: pid as u32, listener }),
        errno => {
            let _ = super::kernel::reap(pid as u32);
            Err(Stillborn { step: shared.step.load(Ordering::Relaxed), error: io::Error::from_raw_os_error(errno) })
        }
    }
}

/// What the child does. It allocates nothing, takes no lock and does not panic: it runs in another process's memory.
extern "C" fn become_program(shared: *mut libc::c_void) -> libc::c_int {
    // SAFETY: it points to the `Shared` on the stack of `start`, which waits; only atomics are written.
    let shared = unsafe { &*shared.cast::<Shared<'_>>() };
    for (step, action) in (1..).zip(ACTIONS) {
        shared.step.store(step, Ordering::Relaxed);
        if action(shared) < 0 {
            return failed(shared);
        }
    }
    0
}

fn failed(shared: &Shared<'_>) -> libc::c_int {
    // SAFETY: the address of this thread's error number, which the waiting parent shares.
    shared.errno.store(unsafe { *libc::__errno_location() }, Ordering::Relaxed);
    127
}

/// One action for each step after the first; negative on failure.
const ACTIONS: [fn(&Shared<'_>) -> i64; STEPS.len()] =
    [own_session, own_folder, own_limits, no_privileges, own_files, own_calls, execute];

fn own_session(_: &Shared<'_>) -> i64 {
    // SAFETY: no memory is involved. The program is to die with the spawner, even where that is killed.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        i64::from(libc::setsid())
    }
}

fn own_folder(shared: &Shared<'_>) -> i64 {
    // SAFETY: the path ends in a zero byte and outlives the call.
    i64::from(unsafe { libc::chdir(shared.plan.directory.as_ptr()) })
}

fn own_limits(shared: &Shared<'_>) -> i64 {
    for &(resource, most) in shared.plan.limits {
        let limit = libc::rlimit64 { rlim_cur: most, rlim_max: most };
        let none = ptr::null_mut::<libc::rlimit64>();
        // SAFETY: the structure lives on this stack; no old value is asked for.
        let result = unsafe { libc::syscall(libc::SYS_prlimit64, 0, resource, &limit, none) };
        if result < 0 {
            return result;
        }
    }
    0
}

/// Takes away root's capabilities; with `no_new_privs`, which the spawner has set, they do not come back.
fn no_privileges(shared: &Shared<'_>) -> i64 {
    if shared.plan.confinement.is_none() {
        return 0;
    }
    const VERSION_3: u32 = 0x2008_0522;
    let header = [VERSION_3, 0];
    let none = [0_u32; 6];
    // SAFETY: the two structures are as the kernel's version 3 lays them out: two words, and twice three words.
    unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), none.as_ptr()) }
}

fn own_files(shared: &Shared<'_>) -> i64 {
    let Some(confinement) = shared.plan.confinement else { return 0 };
    // SAFETY: the descriptor of a ruleset is open; no memory is involved.
    unsafe { libc::syscall(libc::SYS_landlock_restrict_self, confinement.ruleset.as_raw_fd(), 0) }
}

fn own_calls(shared: &Shared<'_>) -> i64 {
    let Some(confinement) = shared.plan.confinement else { return 0 };
    let filter = confinement.filter;
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    let (mode, flags) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
    // SAFETY: the kernel copies the filter, which outlives the call.
    let listener = unsafe { libc::syscall(libc::SYS_seccomp, mode, flags, &program) };
    shared.listener.store(listener as RawFd, Ordering::Relaxed);
    listener
}

fn execute(shared: &Shared<'_>) -> i64 {
    let Some(image) = shared.plan.image else { return 0 };
    let [path, arguments, environment] = image.pointers();
    // SAFETY: the image holds a path and two lists as execve wants them, and outlives the call.
    unsafe { libc::syscall(libc::SYS_execve, path, arguments, environment) }
}
