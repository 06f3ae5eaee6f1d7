//! System calls that no safe library wraps.
#![allow(
    unsafe_code,
    reason = "rustix has no functions for these system calls, which take the kernel's structures"
)]

use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::ptr;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// The kernel's counts for a process that has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaped {
    pub(crate) status: i32,
    pub(crate) cpu: Duration,
    pub(crate) peak_kib: u64,
}

/// The shortest time slice that Linux accepts.
const SHORT_SLICE: Duration = Duration::from_micros(100);

/// Waits for the end of this child, and reaps it.
pub(crate) fn reap(pid: u32) -> io::Result<Reaped> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: both pointers lead to memory of the right type, and this memory outlives the
        // call.
        let got = unsafe { libc::wait4(pid as i32, &mut status, 0, usage.as_mut_ptr()) };
        if got > 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: wait4 succeeded and filled in the structure. If it had not, the structure would still
    // consist of valid numbers.
    let usage = unsafe { usage.assume_init() };
    let cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    Ok(Reaped { status, cpu, peak_kib: usage.ru_maxrss as u64 })
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
}

/// Opens a descriptor of this child. The child must not have been reaped.
pub(crate) fn open_process(pid: u32) -> io::Result<OwnedFd> {
    let pid = Pid::from_raw(pid as i32).ok_or(io::ErrorKind::NotFound)?;
    Ok(pidfd_open(pid, PidfdFlags::empty())?)
}

/// Lets the calling thread run as soon as it wakes, even if a program is computing on its
/// processor.
///
/// A waking thread preempts the running thread if the waking thread's time slice would end first.
/// By default both slices are about 3 ms, so the calling thread could miss a deadline by 3 ms. The
/// shortest slice that Linux accepts is 0.1 ms. `sched_runtime` sets the slice since Linux 6.12;
/// kernels from 6.6 to 6.11 ignore the setting. Programs do not inherit the setting.
pub(crate) fn wake_promptly() -> io::Result<()> {
    let mut attributes = MaybeUninit::<libc::sched_attr>::zeroed();
    let size = size_of::<libc::sched_attr>() as libc::c_uint;
    // SAFETY: the structure has the type and the length that the call expects; zero means the
    // calling thread.
    let got =
        unsafe { libc::syscall(libc::SYS_sched_getattr, 0, attributes.as_mut_ptr(), size, 0) };
    // SAFETY: the structure consists of numbers, which are zero unless the call set them.
    let mut attributes = unsafe { attributes.assume_init() };
    if got != 0 || attributes.sched_policy != libc::SCHED_OTHER as u32 {
        return if got == 0 { Ok(()) } else { Err(io::Error::last_os_error()) };
    }
    attributes.sched_runtime = SHORT_SLICE.as_nanos() as u64;
    attributes.sched_flags = libc::SCHED_FLAG_RESET_ON_FORK as u64;
    // SAFETY: the structure has the type and the length that the call expects, and the call only
    // reads the structure.
    let set = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    if set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A number that nobody can guess.
pub(crate) fn random() -> io::Result<u64> {
    let mut bytes = [0; 8];
    // As a system call, since glibc has a function for it only from 2.25 on; packages run from 2.17
    // on.
    // SAFETY: the buffer has the given length.
    let got = unsafe { libc::syscall(libc::SYS_getrandom, bytes.as_mut_ptr(), bytes.len(), 0) };
    if got == 8 { Ok(u64::from_ne_bytes(bytes)) } else { Err(io::Error::last_os_error()) }
}

/// The processor time of all threads of a process; `None` after the process has been reaped.
pub(crate) fn cpu_time(pid: u32) -> Option<Duration> {
    // The kernel's number for a process's clock has two parts. The upper bits are the complement of
    // the process number. The lowest bits are 2, for the time that the scheduler counts.
    let clock = ((!(pid as i32)) << 3) | 2;
    let mut time = MaybeUninit::<libc::timespec>::zeroed();
    // SAFETY: the pointer leads to memory of the right type, and this memory outlives the call.
    let result = unsafe { libc::clock_gettime(clock, time.as_mut_ptr()) };
    // SAFETY: the structure consists of numbers, which are zero unless the call set them.
    let time = unsafe { time.assume_init() };
    (result == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// Waits for the end of a child. Returns its processor time, with that of all processes for which it
/// has waited itself; `None` if it is no child or was waited for before.
pub(crate) fn wait_for(pid: u32) -> Option<Duration> {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let waited = loop {
        // SAFETY: a null pointer means that the status is not wanted, and the other pointer leads to
        // memory of the right type, which outlives the call.
        let waited =
            unsafe { libc::wait4(pid as i32, std::ptr::null_mut(), 0, usage.as_mut_ptr()) };
        if waited != -1 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            break waited;
        }
    };
    // SAFETY: the structure consists of numbers, which are zero unless the call set them.
    let usage = unsafe { usage.assume_init() };
    let time = |of: libc::timeval| {
        Duration::from_secs(of.tv_sec as u64) + Duration::from_micros(of.tv_usec as u64)
    };
    (waited != -1).then(|| time(usage.ru_utime) + time(usage.ru_stime))
}

/// Since Linux 6.9, this flag sends the signal to the process group that the process leads.
const PIDFD_SIGNAL_PROCESS_GROUP: libc::c_uint = 1 << 2;

/// Sends a signal to the group that this process leads. A kernel without the flag sends it only to
/// the process.
pub(crate) fn signal_group(process: BorrowedFd<'_>, signal: i32) -> io::Result<()> {
    let send = |flags: libc::c_uint| {
        let none = std::ptr::null::<libc::siginfo_t>();
        // SAFETY: the descriptor is open, and a null pointer means an ordinary signal.
        unsafe {
            libc::syscall(libc::SYS_pidfd_send_signal, process.as_raw_fd(), signal, none, flags)
        }
    };
    if send(PIDFD_SIGNAL_PROCESS_GROUP) == 0 || send(0) == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Kills every process of a group. A group without processes is not a failure.
pub(crate) fn kill_group(leader: u32) {
    // SAFETY: no memory is involved. The leader is a child that has not been reaped, so the number
    // still belongs to it.
    unsafe { libc::kill(-(leader as i32), libc::SIGKILL) };
}

/// Kills one child that has not been reaped.
pub(crate) fn kill_one(pid: u32) {
    // SAFETY: no memory is involved.
    unsafe { libc::kill(pid as i32, libc::SIGKILL) };
}

/// A system call with up to five arguments, and the secret as the sixth. The function allocates
/// nothing and takes no lock, so a process may call it before it executes a program.
///
/// # Safety
/// The arguments are valid for the system call with this number.
pub(crate) unsafe fn call(secret: u64, number: libc::c_long, [a, b, c, d, e]: [usize; 5]) -> i64 {
    // SAFETY: the caller promises that the arguments are valid.
    unsafe { libc::syscall(number, a, b, c, d, e, secret) }
}

/// The number of a process's session, which is 0 for a process of the kernel, or `None` if there is
/// no such process. `rustix` does not expect 0.
pub(crate) fn session(pid: u32) -> Option<u32> {
    // SAFETY: no memory is involved.
    u32::try_from(unsafe { libc::getsid(pid as i32) }).ok()
}

/// Whether two processes share all their memory, as they do between `vfork` and `execve`. If the
/// kernel does not tell, the answer is no.
pub(crate) fn share_memory(one: u32, other: u32) -> bool {
    const KCMP_VM: libc::c_int = 1;
    // SAFETY: no memory is involved.
    unsafe { libc::syscall(libc::SYS_kcmp, one, other, KCMP_VM, 0, 0) == 0 }
}

/// Resets the effect of all signals in this process and its children to the default.
pub(crate) fn default_signals() {
    // SAFETY: the signal set is on the stack, and handlers are only removed.
    unsafe {
        let mut none = MaybeUninit::<libc::sigset_t>::zeroed();
        libc::sigemptyset(none.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), std::ptr::null_mut());
        for signal in 1..32 {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail like a write to a full disk. Without
/// this setting, such a write would end this process. Sandboxed programs are not affected, since
/// the process that starts them resets all signals to their defaults.
pub fn outlive_file_limit() {
    // SAFETY: no memory is involved, and an ignored signal runs no code.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Marks the descriptor `first` and all higher ones, so that `execve` closes them.
pub(crate) fn close_on_exec_from(first: u32) {
    // SAFETY: no memory is involved, and no descriptor is closed here.
    unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
}

/// A call that the filter has stopped because it is forbidden or has to be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped {
    pub(crate) id: u64,
    /// The thread that made the call.
    pub(crate) thread: u32,
    pub(crate) architecture: u32,
    pub(crate) number: i32,
    pub(crate) arguments: [u64; 6],
}

/// The next call that waits at the listener; `None` if the caller has died meanwhile.
pub(crate) fn stopped_call(listener: BorrowedFd<'_>) -> Option<Stopped> {
    let mut call = MaybeUninit::<libc::seccomp_notif>::zeroed();
    // SAFETY: the structure is zeroed, as the kernel demands, and has the type that the request
    // names.
    let result = unsafe {
        libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, call.as_mut_ptr())
    };
    // SAFETY: the structure consists of numbers, which are zero unless the call set them.
    let call = unsafe { call.assume_init() };
    (result == 0).then_some(Stopped {
        id: call.id,
        thread: call.pid,
        architecture: call.data.arch,
        number: call.data.nr,
        arguments: call.data.args,
    })
}

/// Sets a flag of the listener. If the flag is set and a filter stops a program's call, the spawner
/// runs next on the same processor. This halves the cost of a stopped call. Linux before 6.6 does
/// not have the flag, so stopped calls take longer there.
pub(crate) fn hand_over_promptly(listener: BorrowedFd<'_>) {
    const SYNC_WAKE_UP: u64 = 1;
    // SAFETY: the argument is a set of flags, not a pointer.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SET_FLAGS, SYNC_WAKE_UP) };
}

/// Whether a stopped call still waits for its answer. If its process was killed, the process number
/// may now belong to another process, and facts about that process must not be used.
pub(crate) fn is_waiting(listener: BorrowedFd<'_>, id: u64) -> bool {
    // SAFETY: the request expects a pointer to a number of this type, and the number outlives the
    // call.
    unsafe {
        libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &raw const id) == 0
    }
}

/// Lets a stopped call continue (`None`), or ends it with an error number; 0 means that the spawner
/// has carried out the call.
pub(crate) fn answer_call(listener: BorrowedFd<'_>, id: u64, errno: Option<i32>) {
    let flags = if errno.is_none() { libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32 } else { 0 };
    let mut answer = libc::seccomp_notif_resp { id, val: 0, error: -errno.unwrap_or(0), flags };
    // SAFETY: the structure has the type that the request names. If the caller has died meanwhile,
    // the request fails, and this failure is ignored.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &mut answer) };
}

/// Reads at most 4096 bytes from the memory of a child, and returns the number of bytes read.
pub(crate) fn read_memory(pid: u32, address: u64, into: &mut [u8]) -> usize {
    const PAGE: u64 = 4096;
    let length = into.len().min(PAGE as usize);
    // `process_vm_readv` stops before the first `iovec` that touches a missing page. So the bytes
    // on the second page have their own `iovec`.
    let first = length.min((PAGE - address % PAGE) as usize);
    let piece = |from: u64, length| libc::iovec {
        iov_base: ptr::with_exposed_provenance_mut(from as usize),
        iov_len: length,
    };
    let theirs = [piece(address, first), piece(address.wrapping_add(first as u64), length - first)];
    let ours = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: length };
    // SAFETY: the kernel writes only to `into`, within its length; the other addresses belong to
    // another process.
    let count = unsafe { libc::process_vm_readv(pid as i32, &ours, 1, theirs.as_ptr(), 2, 0) };
    usize::try_from(count).unwrap_or(0)
}

/// Reads memory even if the child itself may not read it, and even if a container forbids
/// `process_vm_readv`.
pub(crate) fn read_hidden_memory(pid: u32, address: u64, into: &mut [u8]) -> usize {
    File::open(format!("/proc/{pid}/mem"))
        .and_then(|memory| memory.read_at(into, address))
        .unwrap_or(0)
}

/// Writes to the memory of a child. If the call `process_vm_writev` is forbidden, the function
/// writes to `/proc/PID/mem`.
pub(crate) fn write_memory(pid: u32, address: u64, bytes: &[u8]) -> bool {
    let ours = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    let theirs = libc::iovec {
        iov_base: ptr::with_exposed_provenance_mut(address as usize),
        iov_len: bytes.len(),
    };
    // SAFETY: the kernel reads `bytes` within its length; the other address belongs to another
    // process.
    let count = unsafe { libc::process_vm_writev(pid as i32, &ours, 1, &theirs, 1, 0) };
    if usize::try_from(count) == Ok(bytes.len()) {
        return true;
    }
    let memory = File::options().write(true).open(format!("/proc/{pid}/mem"));
    memory.is_ok_and(|memory| memory.write_all_at(bytes, address).is_ok())
}

/// The two structures in which the kernel describes a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum About {
    Stat,
    Statx {
        mask: u32,
        /// Flags that say how current the answer must be.
        flags: i32,
    },
}

/// The kernel's description of an open file, in the kernel's layout.
pub(crate) fn about(file: BorrowedFd<'_>, about: About) -> io::Result<Vec<u8>> {
    match about {
        About::Stat => structure::<libc::stat>(|to| {
            // SAFETY: the path is empty, and the structure has the type that the call fills in.
            unsafe { libc::fstatat(file.as_raw_fd(), c"".as_ptr(), to, libc::AT_EMPTY_PATH) }
        }),
        About::Statx { mask, flags } => structure::<libc::statx>(|to| {
            let (file, path, flags) = (file.as_raw_fd(), c"".as_ptr(), flags | libc::AT_EMPTY_PATH);
            // As a system call, since glibc has a function for it only from 2.28 on.
            // SAFETY: as above.
            unsafe { libc::syscall(libc::SYS_statx, file, path, flags, mask, to) as i32 }
        }),
    }
}

/// The bytes of a structure that a call fills in.
fn structure<T>(fill: impl FnOnce(*mut T) -> i32) -> io::Result<Vec<u8>> {
    let mut structure = MaybeUninit::<T>::zeroed();
    if fill(structure.as_mut_ptr()) != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: every byte has been written, at least with zero, and a byte may have any value.
    let bytes =
        unsafe { std::slice::from_raw_parts(structure.as_ptr().cast::<u8>(), size_of::<T>()) };
    Ok(bytes.to_vec())
}
