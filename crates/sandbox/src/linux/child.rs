//! The first moments of a program's process: from its making to `execve`.
//!
//! The process is made with `CLONE_VM | CLONE_VFORK | CLONE_FILES`: until it executes the program it borrows the
//! spawner's memory and descriptors, and the spawner waits. No page table is copied, and nothing has to be sent back.
//! `execve` gives the program a table of its own, in which all but 0, 1 and 2 are closed; these the spawner has put in
//! place before. At level 0 the spawner makes the process itself, from level 1 on a [`Zygote`] does.
#![allow(unsafe_code, reason = "clone with shared memory, and system calls between it and execve")]

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use super::image::Image;
use super::zygote::Zygote;

/// The steps that may fail, in words, and the order in which they are done.
pub(crate) const STEPS: [&str; 7] = [
    "make a process",
    "make a process group",
    "enter its folder",
    "set its limits",
    "enter its cgroup",
    "give up privileges",
    "restrict its files (Landlock)",
];
/// The step of `chdir`.
pub(crate) const ENTER_FOLDER: i32 = 2;
/// The step of Landlock.
pub(crate) const RESTRICT_FILES: usize = 6;
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
    /// Whether it leads a session of its own and not just a group. Sessions take several times as long to make.
    pub(crate) own_session: bool,
    /// Where a process enters its cgroup, if it is to have one.
    pub(crate) group: Option<BorrowedFd<'a>>,
    /// From level 1 on.
    pub(crate) confinement: Option<Confinement<'a>>,
    /// `CLONE_NEW...`, at level 3.
    pub(crate) namespaces: i32,
}

/// What level 1 adds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Confinement<'a> {
    pub(crate) ruleset: BorrowedFd<'a>,
    pub(crate) zygote: &'a Zygote,
}

/// A step that failed, and why.
#[derive(Debug)]
pub(crate) struct Stillborn {
    pub(crate) step: i32,
    pub(crate) error: io::Error,
}

/// What a child is told, and what it leaves behind in the memory that it shares.
#[derive(Debug)]
pub(crate) struct Birth<'a> {
    plan: &'a Plan<'a>,
    /// What the filter, if one is in force, lets the calls below pass for.
    secret: u64,
    step: AtomicI32,
    errno: AtomicI32,
}

/// Memory that a child runs on: enough for a few system calls, since it calls nothing deep.
#[derive(Debug)]
pub(crate) struct Stack {
    /// Held for the pointer.
    _words: Vec<u128>,
    top: *mut libc::c_void,
}

impl Stack {
    pub(crate) fn new() -> Stack {
        const SIZE: usize = 64 << 10;
        let mut words = vec![0_u128; SIZE / size_of::<u128>()];
        let top = words.as_mut_ptr_range().end.cast();
        Stack { _words: words, top }
    }

    /// Its end, from which it grows down; aligned to 16 bytes.
    pub(crate) fn top(&self) -> *mut libc::c_void {
        self.top
    }
}

/// Makes a process and has it execute the program; gives its number. The stack serves one child at a time.
pub(crate) fn start(plan: &Plan<'_>, stack: &Stack) -> Result<u32, Stillborn> {
    let fresh = |value| AtomicI32::new(value);
    let secret = plan.confinement.map_or(0, |confinement| confinement.zygote.secret());
    let birth = Birth { plan, secret, step: fresh(0), errno: fresh(0) };
    let made = match plan.confinement {
        Some(confinement) => confinement.zygote.bear(&birth),
        // SAFETY: both outlive the call, which returns when the child no longer uses them. Nobody else uses the stack,
        // since this process has one thread.
        None => unsafe { make(&birth, stack, 0) },
    };
    let pid = made.map_err(|error| Stillborn { step: 0, error })?;
    match birth.errno.load(Ordering::Relaxed) {
        0 => Ok(pid),
        errno => {
            let _ = super::kernel::reap(pid);
            Err(Stillborn { step: birth.step.load(Ordering::Relaxed), error: io::Error::from_raw_os_error(errno) })
        }
    }
}

/// The call itself, which returns once the child has executed the program or ended.
///
/// # Safety
/// `birth` and the stack outlive the call, and nobody else uses the stack meanwhile.
pub(crate) unsafe fn make(birth: *const Birth<'_>, stack: &Stack, more_flags: i32) -> io::Result<u32> {
    // SAFETY: the caller promises that it is there.
    let (namespaces, secret) = unsafe { ((*birth).plan.namespaces, (*birth).secret) };
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES | libc::SIGCHLD | namespaces | more_flags;
    // The third argument of the call is not looked at under these flags, so it can carry the secret.
    let secret = ptr::without_provenance_mut::<libc::pid_t>(secret as usize);
    // SAFETY: the stack is aligned and grows down from its top; with CLONE_VFORK this thread goes on when the child no
    // longer uses it, nor `birth`.
    let pid = unsafe { libc::clone(become_program, stack.top(), flags, birth.cast_mut().cast(), secret) };
    u32::try_from(pid).map_err(|_| io::Error::last_os_error())
}

/// What the child does. It allocates nothing, takes no lock and does not panic: it runs in another process's memory.
extern "C" fn become_program(birth: *mut libc::c_void) -> libc::c_int {
    // SAFETY: it points to the `Birth` on the stack of `start`, which waits; only atomics are written.
    let birth = unsafe { &*birth.cast::<Birth<'_>>() };
    for (step, action) in (1..).zip(ACTIONS) {
        birth.step.store(step, Ordering::Relaxed);
        if action(birth) < 0 {
            return failed(birth);
        }
    }
    0
}

fn failed(birth: &Birth<'_>) -> libc::c_int {
    // SAFETY: the address of this thread's error number, which the waiting parent shares.
    birth.errno.store(unsafe { *libc::__errno_location() }, Ordering::Relaxed);
    127
}

/// One action for each step after the first; negative on failure.
const ACTIONS: [fn(&Birth<'_>) -> i64; STEPS.len()] =
    [own_group, own_folder, own_limits, own_cgroup, no_privileges, own_files, execute];

/// A system call with up to four arguments, and the secret as the sixth.
///
/// # Safety
/// As the call demands.
unsafe fn call(birth: &Birth<'_>, number: libc::c_long, [a, b, c, d]: [usize; 4]) -> i64 {
    // SAFETY: the caller promises it.
    unsafe { libc::syscall(number, a, b, c, d, 0_usize, birth.secret) }
}

fn own_group(birth: &Birth<'_>) -> i64 {
    let number = if birth.plan.own_session { libc::SYS_setsid } else { libc::SYS_setpgid };
    // SAFETY: no memory is involved. The program is to die with the spawner, even where that is killed.
    unsafe {
        call(birth, libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as usize, libc::SIGKILL as usize, 0, 0]);
        call(birth, number, [0; 4])
    }
}

fn own_folder(birth: &Birth<'_>) -> i64 {
    let path = birth.plan.directory.as_ptr().expose_provenance();
    // SAFETY: the path ends in a zero byte and outlives the call.
    unsafe { call(birth, libc::SYS_chdir, [path, 0, 0, 0]) }
}

fn own_limits(birth: &Birth<'_>) -> i64 {
    for &(resource, most) in birth.plan.limits {
        let limit = libc::rlimit64 { rlim_cur: most, rlim_max: most };
        let limit = ptr::from_ref(&limit).expose_provenance();
        // SAFETY: the structure lives on this stack; no old value is asked for, of this process, which is 0.
        let result = unsafe { call(birth, libc::SYS_prlimit64, [0, resource as usize, limit, 0]) };
        if result < 0 {
            return result;
        }
    }
    0
}

fn own_cgroup(birth: &Birth<'_>) -> i64 {
    const MYSELF: &[u8] = b"0";
    let Some(entrance) = birth.plan.group else { return 0 };
    let text = MYSELF.as_ptr().expose_provenance();
    // SAFETY: the descriptor is open, the text as long as is said.
    unsafe { call(birth, libc::SYS_write, [entrance.as_raw_fd() as usize, text, MYSELF.len(), 0]) }
}

/// Takes away root's capabilities; with `no_new_privs`, which the spawner has set, they do not come back.
fn no_privileges(birth: &Birth<'_>) -> i64 {
    if birth.plan.confinement.is_none() {
        return 0;
    }
    const VERSION_3: u32 = 0x2008_0522;
    let (header, none) = ([VERSION_3, 0], [0_u32; 6]);
    let structures = [header.as_ptr().expose_provenance(), none.as_ptr().expose_provenance(), 0, 0];
    // SAFETY: the two structures are as the kernel's version 3 lays them out: two words, and twice three words.
    unsafe { call(birth, libc::SYS_capset, structures) }
}

fn own_files(birth: &Birth<'_>) -> i64 {
    let Some(confinement) = birth.plan.confinement else { return 0 };
    let ruleset = confinement.ruleset.as_raw_fd() as usize;
    // SAFETY: the descriptor of a ruleset is open; no memory is involved.
    unsafe { call(birth, libc::SYS_landlock_restrict_self, [ruleset, 0, 0, 0]) }
}

fn execute(birth: &Birth<'_>) -> i64 {
    let Some(image) = birth.plan.image else { return 0 };
    let path = image.path().expose_provenance();
    let (arguments, environment) = (image.arguments().expose_provenance(), image.environment().expose_provenance());
    // SAFETY: the image holds a path and two lists as execve wants them, and outlives the call.
    unsafe { call(birth, libc::SYS_execve, [path, arguments, environment, 0]) }
}
