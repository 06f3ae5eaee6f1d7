//! The first moments of a program's process: from its making to `execve`.
//!
//! The process is made by a [`Zygote`] with `CLONE_VM | CLONE_VFORK | CLONE_FILES`: until it executes the program it borrows
//! the zygote's memory and the spawner's descriptors, and the zygote waits. No page table is copied, and nothing has to be
//! sent back. `execve` gives the program a table of its own, in which all but 0, 1 and 2 are closed; these the spawner has
//! put in place before.
#![allow(unsafe_code, reason = "clone with shared memory, and system calls between it and execve")]

use std::ffi::{CStr, c_char};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use super::desk::Desk;
use super::files::READ;
use super::limits::Rlimits;
use super::zygote::Zygote;

/// The steps that may fail, in words, and the order in which they are done.
pub(crate) const STEPS: [&str; 8] = [
    "make a process",
    "make a process group",
    "enter its folder",
    "let it see itself (/proc/self)",
    "set its limits",
    "enter its cgroup",
    "give up privileges",
    "restrict its files (Landlock)",
];
/// The step of `chdir`.
pub(crate) const ENTER_FOLDER: i32 = 2;
/// The step of limits.
pub(crate) const SET_LIMITS: i32 = 4;
/// The step of Landlock.
pub(crate) const RESTRICT_FILES: usize = 7;
/// The step after these.
pub(crate) const EXECUTE: i32 = STEPS.len() as i32;

/// What a child is to become, and under which restraints.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The process that makes it.
    pub(crate) zygote: &'a Zygote,
    /// The program; without one the child ends at once, which tries the rest.
    pub(crate) image: Option<Image<'a>>,
    pub(crate) directory: &'a [u8],
    /// Resource and limit.
    pub(crate) limits: Rlimits,
    /// Whether it leads a session of its own and not just a group. Sessions take several times as long to make.
    pub(crate) own_session: bool,
    /// Where a process enters its cgroup, if it is to have one.
    pub(crate) group: Option<BorrowedFd<'a>>,
    /// Which files it may touch, from level 1 on.
    pub(crate) ruleset: Option<BorrowedFd<'a>>,
    /// Whether it may read [`OWN`] besides.
    pub(crate) sees_itself: bool,
    /// `CLONE_NEW...`, at level 3.
    pub(crate) namespaces: i32,
}

/// What the kernel tells a process of itself that machines read: where their stack lies, how much memory they have. Not the whole folder,
/// in which lies all that it tells of the network.
///
/// Landlock's rules are about files, not about names, and these there are only when there is the process: so it adds the rules itself.
/// The kernel may also forget such a file, and find another of that name later, for which there is no rule. So each is held open by the
/// spawner as long as the program runs.
const OWN: [&CStr; 7] = [
    c"/proc/self/cgroup",
    c"/proc/self/limits",
    c"/proc/self/maps",
    c"/proc/self/mountinfo",
    c"/proc/self/stat",
    c"/proc/self/statm",
    c"/proc/self/status",
];

/// What `execve` is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Image<'a> {
    pub(crate) path: &'a [u8],
    pub(crate) arguments: &'a [Vec<u8>],
    pub(crate) environment: &'a [Vec<u8>],
}

/// A step that failed, and why.
#[derive(Debug)]
pub(crate) struct Stillborn {
    pub(crate) step: i32,
    pub(crate) error: io::Error,
}

/// What a child is told, and what it leaves behind: plain numbers and pointers, laid out on the desk with all that they
/// point to.
#[derive(Debug)]
pub(crate) struct Birth {
    /// What the filter, if one is in force, lets the calls below pass for.
    secret: u64,
    /// A path and two lists that end in a null pointer; a null path where nothing is executed.
    path: *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    directory: *const c_char,
    limits: Rlimits,
    own_session: bool,
    /// Descriptors; -1 for none.
    group: i32,
    ruleset: i32,
    sees_itself: bool,
    /// The descriptors of [`OWN`], which stay with the spawner.
    own: [AtomicI32; OWN.len()],
    namespaces: i32,
    step: AtomicI32,
    errno: AtomicI32,
}

impl Birth {
    fn of(plan: &Plan<'_>, desk: &mut Desk) -> Result<Birth, Stillborn> {
        let at = |step: i32| move |error| Stillborn { step, error };
        desk.clear();
        let (mut path, mut arguments, mut environment) = (ptr::null(), ptr::null(), ptr::null());
        if let Some(image) = plan.image {
            path = desk.text(image.path).map_err(at(EXECUTE))?;
            arguments = desk.texts(image.arguments).map_err(at(EXECUTE))?;
            environment = desk.texts(image.environment).map_err(at(EXECUTE))?;
        }
        let number = |descriptor: Option<BorrowedFd<'_>>| descriptor.map_or(-1, |one| one.as_raw_fd());
        Ok(Birth {
            secret: plan.zygote.secret(),
            path,
            arguments,
            environment,
            directory: desk.text(plan.directory).map_err(at(ENTER_FOLDER))?,
            limits: plan.limits,
            own_session: plan.own_session,
            group: number(plan.group),
            ruleset: number(plan.ruleset),
            sees_itself: plan.sees_itself,
            own: [const { AtomicI32::new(-1) }; OWN.len()],
            namespaces: plan.namespaces,
            step: AtomicI32::new(0),
            errno: AtomicI32::new(0),
        })
    }
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

/// Makes a process and has it execute the program; gives its number, and what is to be held open as long as it runs.
pub(crate) fn start(plan: &Plan<'_>, desk: &mut Desk) -> Result<(u32, Vec<OwnedFd>), Stillborn> {
    let birth = Birth::of(plan, desk)?;
    let birth = desk.place(birth).map_err(|error| Stillborn { step: EXECUTE, error })?;
    let pid = plan.zygote.bear(birth).map_err(|error| Stillborn { step: 0, error })?;
    let own = birth.own.iter().map(|number| number.load(Ordering::Relaxed)).filter(|&number| number >= 0);
    // SAFETY: the child has opened them in the table that it shared with this process, and nobody else knows of them.
    let own = own.map(|number| unsafe { OwnedFd::from_raw_fd(number) }).collect();
    match birth.errno.load(Ordering::Relaxed) {
        0 => Ok((pid, own)),
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
pub(crate) unsafe fn make(birth: *const Birth, stack: &Stack) -> io::Result<u32> {
    // SAFETY: the caller promises that it is there.
    let (namespaces, secret) = unsafe { ((*birth).namespaces, (*birth).secret) };
    // The child is to be the spawner's own.
    let own = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES | libc::CLONE_PARENT;
    let flags = own | libc::SIGCHLD | namespaces;
    // The third argument of the call is not looked at under these flags, so it can carry the secret.
    let secret = ptr::without_provenance_mut::<libc::pid_t>(secret as usize);
    // SAFETY: the stack is aligned and grows down from its top; with CLONE_VFORK this thread goes on when the child no
    // longer uses it, nor `birth`.
    let pid = unsafe { libc::clone(become_program, stack.top(), flags, birth.cast_mut().cast(), secret) };
    u32::try_from(pid).map_err(|_| io::Error::last_os_error())
}

/// What the child does. It allocates nothing, takes no lock and does not panic: it runs in another process's memory.
extern "C" fn become_program(birth: *mut libc::c_void) -> libc::c_int {
    // SAFETY: it points to the `Birth` on the desk, while the spawner waits; only atomics are written.
    let birth = unsafe { &*birth.cast::<Birth>() };
    for (step, action) in (1..).zip(ACTIONS) {
        birth.step.store(step, Ordering::Relaxed);
        if action(birth) < 0 {
            // SAFETY: the address of this thread's error number.
            birth.errno.store(unsafe { *libc::__errno_location() }, Ordering::Relaxed);
            break;
        }
    }
    // With the secret, since a filter may have the spawner asked, which waits for this end.
    // SAFETY: no memory is involved.
    unsafe { call(birth, libc::SYS_exit, [0; 4]) };
    0
}

/// One action for each step after the first; negative on failure.
const ACTIONS: [fn(&Birth) -> i64; STEPS.len()] =
    [own_group, own_folder, own_sight, own_limits, own_cgroup, no_privileges, own_files, execute];

/// A system call with up to four arguments, and the secret as the sixth.
///
/// # Safety
/// As the call demands.
unsafe fn call(birth: &Birth, number: libc::c_long, [a, b, c, d]: [usize; 4]) -> i64 {
    // SAFETY: the caller promises it.
    unsafe { libc::syscall(number, a, b, c, d, 0_usize, birth.secret) }
}

fn own_group(birth: &Birth) -> i64 {
    let number = if birth.own_session { libc::SYS_setsid } else { libc::SYS_setpgid };
    // SAFETY: no memory is involved. The program is to die with the spawner, even where that is killed.
    unsafe {
        call(birth, libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as usize, libc::SIGKILL as usize, 0, 0]);
        call(birth, number, [0; 4])
    }
}

fn own_folder(birth: &Birth) -> i64 {
    let path = birth.directory.expose_provenance();
    // SAFETY: the path ends in a zero byte and outlives the call.
    unsafe { call(birth, libc::SYS_chdir, [path, 0, 0, 0]) }
}

/// Before its limits, of which one is on descriptors: the spawner may have more.
fn own_sight(birth: &Birth) -> i64 {
    if !birth.sees_itself {
        return 0;
    }
    for (path, place) in OWN.iter().zip(&birth.own) {
        let (path, flags) = (path.as_ptr().expose_provenance(), libc::O_PATH | libc::O_CLOEXEC);
        // SAFETY: the path ends in a zero byte and lives as long as this program.
        let file = unsafe { call(birth, libc::SYS_openat, [libc::AT_FDCWD as usize, path, flags as usize, 0]) };
        if file < 0 {
            // SAFETY: the address of this thread's error number.
            let is_lacking = unsafe { *libc::__errno_location() } == libc::ENOENT;
            // What this kernel does not have, nobody reads.
            if is_lacking {
                continue;
            }
            return file;
        }
        let file = file as i32;
        place.store(file, Ordering::Relaxed);
        let result = grant(birth, file);
        if result < 0 {
            return result;
        }
    }
    0
}

/// Lets whoever is under the ruleset read this file.
fn grant(birth: &Birth, file: i32) -> i64 {
    /// As the kernel lays it out: without a gap at the end.
    #[repr(C, packed)]
    struct PathBeneath {
        access: u64,
        parent: i32,
    }
    const PATH_BENEATH: usize = 1;
    let Ok(ruleset) = usize::try_from(birth.ruleset) else { return 0 };
    let rule = PathBeneath { access: READ, parent: file };
    let rule = ptr::from_ref(&rule).expose_provenance();
    // SAFETY: the structure is the one of this kind of rule, and outlives the call.
    unsafe { call(birth, libc::SYS_landlock_add_rule, [ruleset, PATH_BENEATH, rule, 0]) }
}

fn own_limits(birth: &Birth) -> i64 {
    for (resource, most) in birth.limits {
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

fn own_cgroup(birth: &Birth) -> i64 {
    const MYSELF: &[u8] = b"0";
    let Ok(entrance) = usize::try_from(birth.group) else { return 0 };
    let text = MYSELF.as_ptr().expose_provenance();
    // SAFETY: the descriptor is open, the text as long as is said.
    unsafe { call(birth, libc::SYS_write, [entrance, text, MYSELF.len(), 0]) }
}

/// Takes away root's capabilities; with `no_new_privs`, which the spawner has set, they do not come back.
fn no_privileges(birth: &Birth) -> i64 {
    if birth.ruleset < 0 {
        return 0;
    }
    const VERSION_3: u32 = 0x2008_0522;
    let (header, none) = ([VERSION_3, 0], [0_u32; 6]);
    let structures = [header.as_ptr().expose_provenance(), none.as_ptr().expose_provenance(), 0, 0];
    // SAFETY: the two structures are as the kernel's version 3 lays them out: two words, and twice three words.
    unsafe { call(birth, libc::SYS_capset, structures) }
}

fn own_files(birth: &Birth) -> i64 {
    let Ok(ruleset) = usize::try_from(birth.ruleset) else { return 0 };
    // SAFETY: the descriptor of a ruleset is open; no memory is involved.
    unsafe { call(birth, libc::SYS_landlock_restrict_self, [ruleset, 0, 0, 0]) }
}

fn execute(birth: &Birth) -> i64 {
    if birth.path.is_null() {
        return 0;
    }
    let path = birth.path.expose_provenance();
    let (arguments, environment) = (birth.arguments.expose_provenance(), birth.environment.expose_provenance());
    // SAFETY: a path and two lists as execve wants them, which outlive the call.
    unsafe { call(birth, libc::SYS_execve, [path, arguments, environment, 0]) }
}
