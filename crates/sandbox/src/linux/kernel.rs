//! The few calls to the kernel that no safe library wraps.
#![allow(unsafe_code, reason = "system calls on structures of the kernel's, for which rustix has no function")]

use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::ptr;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// What the kernel counted of a process that has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaped {
    pub(crate) status: i32,
    pub(crate) cpu: Duration,
    pub(crate) peak_kib: u64,
}

/// The shortest slice that Linux takes.
const SHORT_SLICE: Duration = Duration::from_micros(100);

/// Takes the end of this child, waiting for it.
pub(crate) fn reap(pid: u32) -> io::Result<Reaped> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: both pointers are to memory of the right type, which outlives the call.
        let got = unsafe { libc::wait4(pid as i32, &mut status, 0, usage.as_mut_ptr()) };
        if got > 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: wait4 succeeded and has filled it in; it is plain numbers in any case.
    let usage = unsafe { usage.assume_init() };
    let cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    Ok(Reaped { status, cpu, peak_kib: usage.ru_maxrss as u64 })
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
}

/// A descriptor of this process, which is a child and has not been reaped.
pub(crate) fn open_process(pid: u32) -> io::Result<OwnedFd> {
    let pid = Pid::from_raw(pid as i32).ok_or(io::ErrorKind::NotFound)?;
    Ok(pidfd_open(pid, PidfdFlags::empty())?)
}

/// Lets the calling thread run as soon as it wakes, though a program is computing on its processor.
///
/// Who wakes preempts whoever runs if its own slice of time ends first. The scheduler's slice of some 3 ms is as long for
/// both, so that a deadline was missed by as much; the shortest that can be asked for is 0.1 ms. Asked for by
/// `sched_runtime` since Linux 6.12; from 6.6 to 6.11 the kernel takes no notice. Programs do not inherit it.
pub(crate) fn wake_promptly() -> io::Result<()> {
    let mut attributes = MaybeUninit::<libc::sched_attr>::zeroed();
    let size = size_of::<libc::sched_attr>() as libc::c_uint;
    // SAFETY: the structure is of the type that the call names, as long as is said; zero is the calling thread.
    let got = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, attributes.as_mut_ptr(), size, 0) };
    // SAFETY: it is plain numbers, zero unless the call filled them in.
    let mut attributes = unsafe { attributes.assume_init() };
    if got != 0 || attributes.sched_policy != libc::SCHED_OTHER as u32 {
        return if got == 0 { Ok(()) } else { Err(io::Error::last_os_error()) };
    }
    attributes.sched_runtime = SHORT_SLICE.as_nanos() as u64;
    attributes.sched_flags = libc::SCHED_FLAG_RESET_ON_FORK as u64;
    // SAFETY: as above; the call only reads it.
    let set = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    if set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A number that nobody can guess.
pub(crate) fn random() -> io::Result<u64> {
    let mut bytes = [0; 8];
    // SAFETY: the buffer is as long as is said.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got == 8 { Ok(u64::from_ne_bytes(bytes)) } else { Err(io::Error::last_os_error()) }
}

/// Processor time of all threads of a process; none once it has been reaped.
pub(crate) fn cpu_time(pid: u32) -> Option<Duration> {
    // The kernel's number of a process's own clock: the process's complement, and 2 for time as the scheduler counts it.
    let clock = ((!(pid as i32)) << 3) | 2;
    let mut time = MaybeUninit::<libc::timespec>::zeroed();
    // SAFETY: the pointer is to memory of the right type, which outlives the call.
    let result = unsafe { libc::clock_gettime(clock, time.as_mut_ptr()) };
    // SAFETY: it is plain numbers, zero unless the call filled it in.
    let time = unsafe { time.assume_init() };
    (result == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// Since Linux 6.9: the signal goes to the process group that the process leads.
const PIDFD_SIGNAL_PROCESS_GROUP: libc::c_uint = 1 << 2;

/// Sends a signal to the group that this process leads; to the process alone where the kernel knows no groups here.
pub(crate) fn signal_group(process: BorrowedFd<'_>, signal: i32) -> io::Result<()> {
    let send = |flags: libc::c_uint| {
        let none = std::ptr::null::<libc::siginfo_t>();
        // SAFETY: the descriptor is open, a null pointer stands for an ordinary signal.
        unsafe { libc::syscall(libc::SYS_pidfd_send_signal, process.as_raw_fd(), signal, none, flags) }
    };
    if send(PIDFD_SIGNAL_PROCESS_GROUP) == 0 || send(0) == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Kills every process of a group. That there is none left is no failure.
pub(crate) fn kill_group(leader: u32) {
    // SAFETY: no memory is involved. The leader is a child that has not been reaped, so the number is still its own.
    unsafe { libc::kill(-(leader as i32), libc::SIGKILL) };
}

/// Kills one child, which has not been reaped.
pub(crate) fn kill_one(pid: u32) {
    // SAFETY: no memory is involved.
    unsafe { libc::kill(pid as i32, libc::SIGKILL) };
}

/// Lets signals do in this process and its children what they do by default, whatever the parent had set.
pub(crate) fn default_signals() {
    // SAFETY: a signal set on the stack; handlers are only taken away.
    unsafe {
        let mut none = MaybeUninit::<libc::sigset_t>::zeroed();
        libc::sigemptyset(none.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), std::ptr::null_mut());
        for signal in 1..32 {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Lets a write beyond the greatest size of a file (`ulimit -f`) fail like one on a full disk, where it would end this process.
/// Programs are not concerned: whoever starts them has default signals.
pub fn outlive_file_limit() {
    // SAFETY: no memory is involved, and a signal that is ignored runs nothing.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Marks every descriptor from this one on to be closed when a program is executed.
pub(crate) fn close_on_exec_from(first: u32) {
    // SAFETY: no memory is involved, and no descriptor is closed here.
    unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
}

/// A forbidden or doubtful call that the filter has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped {
    pub(crate) id: u64,
    /// The thread that made it.
    pub(crate) thread: u32,
    pub(crate) architecture: u32,
    pub(crate) number: i32,
    pub(crate) arguments: [u64; 6],
}

/// The next call that waits at the listener; none where the caller has died meanwhile.
pub(crate) fn stopped_call(listener: BorrowedFd<'_>) -> Option<Stopped> {
    let mut call = MaybeUninit::<libc::seccomp_notif>::zeroed();
    // SAFETY: the structure is zeroed, as the kernel demands, and of the type that the request names.
    let result = unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, call.as_mut_ptr()) };
    // SAFETY: it is plain numbers, zero unless the call filled them in.
    let call = unsafe { call.assume_init() };
    (result == 0).then_some(Stopped {
        id: call.id,
        thread: call.pid,
        architecture: call.data.arch,
        number: call.data.nr,
        arguments: call.data.args,
    })
}

/// Has whoever makes a call that is stopped, and whoever decides on it, run one right after the other on one processor, which
/// halves the cost of asking. Before Linux 6.6 there is no such thing, and it only takes longer.
pub(crate) fn hand_over_promptly(listener: BorrowedFd<'_>) {
    const SYNC_WAKE_UP: u64 = 1;
    // SAFETY: the argument is a number of flags.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SET_FLAGS, SYNC_WAKE_UP) };
}

/// Whether the call still waits: whoever made it may have been killed, and whatever was found out about him be somebody else's.
pub(crate) fn is_waiting(listener: BorrowedFd<'_>, id: u64) -> bool {
    // SAFETY: the request names the type of the number, which outlives the call.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &raw const id) == 0 }
}

/// Lets a stopped call go on, or has it end with an error number: 0 where it has been done.
pub(crate) fn answer_call(listener: BorrowedFd<'_>, id: u64, errno: Option<i32>) {
    let flags = if errno.is_none() { libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32 } else { 0 };
    let mut answer = libc::seccomp_notif_resp { id, val: 0, error: -errno.unwrap_or(0), flags };
    // SAFETY: the structure is of the type that the request names. That the caller has died meanwhile is no failure.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &mut answer) };
}

/// Reads from the memory of a child, of which no more than two pages; how many bytes there were.
pub(crate) fn read_memory(pid: u32, address: u64, into: &mut [u8]) -> usize {
    const PAGE: u64 = 4096;
    let length = into.len().min(PAGE as usize);
    // What is not there ends the transfer before its piece, so the second page is a piece of its own.
    let first = length.min((PAGE - address % PAGE) as usize);
    let piece =
        |from: u64, length| libc::iovec { iov_base: ptr::with_exposed_provenance_mut(from as usize), iov_len: length };
    let theirs = [piece(address, first), piece(address.wrapping_add(first as u64), length - first)];
    let ours = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: length };
    // SAFETY: the kernel writes to `into` alone, no more than it holds; the other addresses are another process's.
    let count = unsafe { libc::process_vm_readv(pid as i32, &ours, 1, theirs.as_ptr(), 2, 0) };
    usize::try_from(count).unwrap_or(0)
}

/// The same, whatever the child itself may do with that memory, and where containers keep the call above from this process.
pub(crate) fn read_hidden_memory(pid: u32, address: u64, into: &mut [u8]) -> usize {
    File::open(format!("/proc/{pid}/mem")).and_then(|memory| memory.read_at(into, address)).unwrap_or(0)
}

/// Writes to the memory of a child, in whichever of two ways this process may.
pub(crate) fn write_memory(pid: u32, address: u64, bytes: &[u8]) -> bool {
    let ours = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    let theirs = libc::iovec { iov_base: ptr::with_exposed_provenance_mut(address as usize), iov_len: bytes.len() };
    // SAFETY: the kernel reads `bytes`, as many as there are; the other address is another process's.
    let count = unsafe { libc::process_vm_writev(pid as i32, &ours, 1, &theirs, 1, 0) };
    if usize::try_from(count) == Ok(bytes.len()) {
        return true;
    }
    let memory = File::options().write(true).open(format!("/proc/{pid}/mem"));
    memory.is_ok_and(|memory| memory.write_all_at(bytes, address).is_ok())
}

/// What may be asked about a file, as the kernel's two structures have it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum About {
    Stat,
    Statx {
        mask: u32,
        /// How fresh it is to be.
        flags: i32,
    },
}

/// What the kernel says of what is open, as it lays it out.
pub(crate) fn about(file: BorrowedFd<'_>, about: About) -> io::Result<Vec<u8>> {
    match about {
        About::Stat => structure::<libc::stat>(|to| {
            // SAFETY: the path is empty, and the structure of the type that the call fills in.
            unsafe { libc::fstatat(file.as_raw_fd(), c"".as_ptr(), to, libc::AT_EMPTY_PATH) }
        }),
        About::Statx { mask, flags } => structure::<libc::statx>(|to| {
            // SAFETY: as above.
            unsafe { libc::statx(file.as_raw_fd(), c"".as_ptr(), flags | libc::AT_EMPTY_PATH, mask, to) }
        }),
    }
}

/// The bytes of a structure that a call fills in.
fn structure<T>(fill: impl FnOnce(*mut T) -> i32) -> io::Result<Vec<u8>> {
    let mut structure = MaybeUninit::<T>::zeroed();
    if fill(structure.as_mut_ptr()) != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: every byte has been zeroed at least, and a byte may have any value.
    let bytes = unsafe { std::slice::from_raw_parts(structure.as_ptr().cast::<u8>(), size_of::<T>()) };
    Ok(bytes.to_vec())
}
