//! The first steps of a program's process, from its creation to `execve`. The process itself
//! executes this code.
#![allow(unsafe_code, reason = "clone with shared memory, and system calls between it and execve")]

use std::ffi::{CStr, c_char};
use std::io;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use super::kernel::call;
use super::limits::Rlimits;
use super::root_operations::Operations;
use super::steps::STEPS;

/// Files in which the kernel describes a process to itself: where its stack lies, and how much
/// memory it has. The rest of `/proc/self` is not readable, since it also describes the network.
///
/// Landlock's rules apply to files, not to names, and these files do not exist before the process.
/// So the process itself adds the rules for these files. The kernel may also forget such a file and
/// later create another file of the same name, for which there is no rule. So the spawner holds
/// each of these files open as long as the program runs.
pub(crate) const OWN: [&CStr; 7] = [
    c"/proc/self/cgroup",
    c"/proc/self/limits",
    c"/proc/self/maps",
    c"/proc/self/mountinfo",
    c"/proc/self/stat",
    c"/proc/self/statm",
    c"/proc/self/status",
];
/// Valgrind reads more of these files, by the number of its process.
pub(crate) const ALL_OWN: [&CStr; 1] = [c"/proc/self"];

/// The instructions for a child, and its results. The structure consists of plain numbers and
/// pointers. The structure lies in the spawn area, and so does everything to which it points.
#[derive(Debug)]
pub(crate) struct PreExec {
    /// The secret number. The filter, if there is one, allows calls that carry this number.
    pub(super) secret: u64,
    /// The path, and two lists (arguments and environment) that each end in a null pointer. The
    /// path is null if nothing is to be executed.
    pub(super) path: *const c_char,
    pub(super) arguments: *const *const c_char,
    pub(super) environment: *const *const c_char,
    /// The operations that make the process's own root; `None` below level 3.
    pub(super) root: Option<Operations>,
    pub(super) directory: *const c_char,
    pub(super) limits: Rlimits,
    pub(super) own_session: bool,
    /// The descriptors of the cgroup's file and of the ruleset; -1 for none.
    pub(super) group: i32,
    pub(super) ruleset: i32,
    /// The kernel's files about itself that the program may read.
    pub(super) visible: &'static [&'static CStr],
    /// The descriptors of these files, which the spawner keeps open.
    pub(super) own: [AtomicI32; OWN.len()],
    pub(super) namespaces: i32,
    pub(super) step: AtomicI32,
    pub(super) errno: AtomicI32,
}

/// The stack of a child. The stack is small, since the child makes only a few system calls.
#[derive(Debug)]
pub(crate) struct Stack {
    /// Owns the memory that the pointer points to.
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

    /// The end of the stack, from which it grows down; it is aligned to 16 bytes.
    pub(crate) fn top(&self) -> *mut libc::c_void {
        self.top
    }
}

/// Makes a child process, and returns when the child has executed the program or ended.
///
/// # Safety
/// `pre_exec` and the stack outlive the call, and nobody else uses the stack during it.
pub(crate) unsafe fn make(pre_exec: *const PreExec, stack: &Stack) -> io::Result<u32> {
    // SAFETY: the caller promises that `pre_exec` exists.
    let (namespaces, secret) = unsafe { ((*pre_exec).namespaces, (*pre_exec).secret) };
    // With CLONE_PARENT the child is a child of the spawner, not of the zygote.
    let own = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES | libc::CLONE_PARENT;
    let flags = own | libc::SIGCHLD | namespaces;
    // With these flags the kernel ignores the third argument of the call, so this argument can
    // carry the secret.
    let secret = ptr::without_provenance_mut::<libc::pid_t>(secret as usize);
    // SAFETY: the stack is aligned and grows down from its top. With CLONE_VFORK this thread
    // continues only when the child no longer uses the stack or `pre_exec`.
    let pid = unsafe {
        libc::clone(become_program, stack.top(), flags, pre_exec.cast_mut().cast(), secret)
    };
    u32::try_from(pid).map_err(|_| io::Error::last_os_error())
}

/// The code that the child runs. The function allocates nothing, takes no lock and does not panic,
/// because it runs in another process's memory.
extern "C" fn become_program(pre_exec: *mut libc::c_void) -> libc::c_int {
    // SAFETY: the pointer points to the `PreExec` in the spawn area. While the child runs this
    // code, the spawner waits, and only atomics are written.
    let pre_exec = unsafe { &*pre_exec.cast::<PreExec>() };
    for (step, action) in (1..).zip(ACTIONS) {
        pre_exec.step.store(step, Ordering::Relaxed);
        if action(pre_exec) < 0 {
            // SAFETY: this is the address of this thread's error number.
            pre_exec.errno.store(unsafe { *libc::__errno_location() }, Ordering::Relaxed);
            break;
        }
    }
    // The call carries the secret. Without the secret, a filter might ask the spawner, which cannot
    // answer while it waits for the end of this process. SAFETY: no memory is involved.
    unsafe { call(pre_exec.secret, libc::SYS_exit, [0; 5]) };
    0
}

/// The function of each step after the first. The result of a function is negative on failure.
const ACTIONS: [fn(&PreExec) -> i64; STEPS.len()] = [
    own_group,
    own_root,
    own_folder,
    own_sight,
    own_limits,
    own_cgroup,
    no_privileges,
    own_files,
    execute,
];

fn own_group(pre_exec: &PreExec) -> i64 {
    let number = if pre_exec.own_session { libc::SYS_setsid } else { libc::SYS_setpgid };
    // SAFETY: no memory is involved. The program ends with the spawner, even if the spawner is
    // killed.
    unsafe {
        call(
            pre_exec.secret,
            libc::SYS_prctl,
            [libc::PR_SET_PDEATHSIG as usize, libc::SIGKILL as usize, 0, 0, 0],
        );
        call(pre_exec.secret, number, [0; 5])
    }
}

fn own_root(pre_exec: &PreExec) -> i64 {
    pre_exec.root.as_ref().map_or(0, |operations| operations.run(pre_exec.secret))
}

fn own_folder(pre_exec: &PreExec) -> i64 {
    let path = pre_exec.directory.expose_provenance();
    // SAFETY: the path ends in a zero byte and outlives the call.
    unsafe { call(pre_exec.secret, libc::SYS_chdir, [path, 0, 0, 0, 0]) }
}

/// Lets the program read the kernel's files about itself. This step comes before the limits, because the
/// spawner may have more open files than the limit allows, and the process shares the spawner's
/// descriptors.
fn own_sight(pre_exec: &PreExec) -> i64 {
    for (path, place) in pre_exec.visible.iter().zip(&pre_exec.own) {
        let (path, flags) = (path.as_ptr().expose_provenance(), libc::O_PATH | libc::O_CLOEXEC);
        // SAFETY: the path ends in a zero byte and lives as long as this program.
        let file = unsafe {
            call(
                pre_exec.secret,
                libc::SYS_openat,
                [libc::AT_FDCWD as usize, path, flags as usize, 0, 0],
            )
        };
        if file < 0 {
            // SAFETY: this is the address of this thread's error number.
            let is_lacking = unsafe { *libc::__errno_location() } == libc::ENOENT;
            // A file that this kernel does not have needs no rule.
            if is_lacking {
                continue;
            }
            return file;
        }
        let file = file as i32;
        place.store(file, Ordering::Relaxed);
        let result = grant(pre_exec, file);
        if result < 0 {
            return result;
        }
    }
    0
}

/// Lets the program read this file under the ruleset.
fn grant(pre_exec: &PreExec, file: i32) -> i64 {
    /// The kernel's structure has no padding at its end.
    #[repr(C, packed)]
    struct PathBeneath {
        access: u64,
        parent: i32,
    }
    const PATH_BENEATH: usize = 1;
    const READ: u64 = landlock::AccessFs::ReadFile as u64;
    let Ok(ruleset) = usize::try_from(pre_exec.ruleset) else { return 0 };
    let rule = PathBeneath { access: READ, parent: file };
    let rule = ptr::from_ref(&rule).expose_provenance();
    // SAFETY: the structure is the right one for this kind of rule, and outlives the call.
    unsafe {
        call(pre_exec.secret, libc::SYS_landlock_add_rule, [ruleset, PATH_BENEATH, rule, 0, 0])
    }
}

fn own_limits(pre_exec: &PreExec) -> i64 {
    for (resource, most) in pre_exec.limits {
        let limit = libc::rlimit64 { rlim_cur: most, rlim_max: most };
        let limit = ptr::from_ref(&limit).expose_provenance();
        // SAFETY: the structure lives on the stack of this function. The argument 0 names this
        // process, and the null pointer means that no old value is returned.
        let result = unsafe {
            call(pre_exec.secret, libc::SYS_prlimit64, [0, resource as usize, limit, 0, 0])
        };
        if result < 0 {
            return result;
        }
    }
    0
}

fn own_cgroup(pre_exec: &PreExec) -> i64 {
    const MYSELF: &[u8] = b"0";
    let Ok(entrance) = usize::try_from(pre_exec.group) else { return 0 };
    let text = MYSELF.as_ptr().expose_provenance();
    // SAFETY: the descriptor is open, and the text has the given length.
    unsafe { call(pre_exec.secret, libc::SYS_write, [entrance, text, MYSELF.len(), 0, 0]) }
}

/// Removes root's capabilities. The spawner has set `no_new_privs`, so the program cannot regain
/// them.
fn no_privileges(pre_exec: &PreExec) -> i64 {
    if pre_exec.ruleset < 0 {
        return 0;
    }
    const VERSION_3: u32 = 0x2008_0522;
    let (header, none) = ([VERSION_3, 0], [0_u32; 6]);
    let structures =
        [header.as_ptr().expose_provenance(), none.as_ptr().expose_provenance(), 0, 0, 0];
    // SAFETY: the two structures have the layout of the kernel's version 3. The first has two
    // words, and the second has two groups of three words.
    unsafe { call(pre_exec.secret, libc::SYS_capset, structures) }
}

fn own_files(pre_exec: &PreExec) -> i64 {
    let Ok(ruleset) = usize::try_from(pre_exec.ruleset) else { return 0 };
    // SAFETY: the descriptor belongs to an open ruleset; no memory is involved.
    unsafe { call(pre_exec.secret, libc::SYS_landlock_restrict_self, [ruleset, 0, 0, 0, 0]) }
}

fn execute(pre_exec: &PreExec) -> i64 {
    if pre_exec.path.is_null() {
        return 0;
    }
    let path = pre_exec.path.expose_provenance();
    let (arguments, environment) =
        (pre_exec.arguments.expose_provenance(), pre_exec.environment.expose_provenance());
    // SAFETY: the path and the two lists have the form that execve wants, and outlive the call.
    unsafe { call(pre_exec.secret, libc::SYS_execve, [path, arguments, environment, 0, 0]) }
}
