//! A process that is under a seccomp filter already and makes other processes, which inherit it.
//!
//! To install a filter the kernel checks it, translates it twice and sets it up in executable memory, which takes a
//! quarter as long as starting a small program. So it is installed once for each kind of job, in a zygote: a process
//! that shares the spawner's memory and descriptors, waits for a [`Birth`], and makes the child of it. With
//! `CLONE_PARENT` the child is the spawner's own. All programs of a zygote are heard through one listener.
//!
//! The calls between clone and `execve` are none that a program may make. The filter lets them pass with a secret
//! number of 64 bits in an argument that they do not use. `execve` gives the program memory of its own and cleared
//! registers, so that it has no way to learn it, and a wrong guess ends it. (Were it to guess right, it would execute
//! what Landlock lets it, which is itself, under the same filter.)
#![allow(unsafe_code, reason = "clone with shared memory, and the call that installs a filter")]

use std::cell::Cell;
use std::io;
use std::os::fd::{AsFd, FromRawFd, OwnedFd};
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use libc::sock_filter;
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};

use super::child::{Birth, Stack, make};
use super::kernel;

/// The process, seen from the spawner.
#[derive(Debug)]
pub(crate) struct Zygote {
    pid: u32,
    process: OwnedFd,
    listener: Rc<OwnedFd>,
    secret: u64,
    /// Given back to a `Box` when the process is gone.
    desk: *mut Desk,
    is_dead: Cell<bool>,
}

/// Memory that spawner and zygote share.
#[derive(Debug)]
struct Desk {
    filter: Vec<sock_filter>,
    own_stack: Stack,
    childs_stack: Stack,
    /// Written when a birth lies on the desk.
    order: OwnedFd,
    /// Written when it has been dealt with.
    done: OwnedFd,
    birth: AtomicPtr<libc::c_void>,
    /// The last result: a number of a process or descriptor, or a negative error number.
    result: AtomicI32,
}

impl Zygote {
    /// A process under the filter that `filter` makes of a secret.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub(crate) fn new(filter: impl FnOnce(u64) -> Vec<sock_filter>) -> io::Result<Zygote> {
        let secret = kernel::random()?;
        let event = || eventfd(0, EventfdFlags::CLOEXEC);
        let desk = Desk {
            filter: filter(secret),
            own_stack: Stack::new(),
            childs_stack: Stack::new(),
            order: event()?,
            done: event()?,
            birth: AtomicPtr::default(),
            result: AtomicI32::new(-libc::ESRCH),
        };
        let desk = Box::into_raw(Box::new(desk));
        let flags = libc::CLONE_VM | libc::CLONE_FILES | libc::SIGCHLD;
        // SAFETY: the desk, and with it the stack, is given back only when the process has been reaped. What both
        // sides write are atomics; while one side works the other waits.
        let pid = unsafe { libc::clone(serve, (*desk).own_stack.top(), flags, desk.cast()) };
        let Ok(pid) = u32::try_from(pid) else {
            let error = io::Error::last_os_error();
            // SAFETY: nobody has got it.
            drop(unsafe { Box::from_raw(desk) });
            return Err(error);
        };
        Zygote::greeted(pid, desk, secret).inspect_err(|_| bury(pid, desk))
    }

    /// Waits until the filter is in force.
    fn greeted(pid: u32, desk: *mut Desk, secret: u64) -> io::Result<Zygote> {
        let process = kernel::open_process(pid)?;
        // SAFETY: the desk is there until the process has been reaped.
        let listener = wait(unsafe { &*desk }, &process)?;
        // SAFETY: the kernel gave it to the zygote in the table that both share; nobody else owns it.
        let listener = Rc::new(unsafe { OwnedFd::from_raw_fd(listener) });
        Ok(Zygote { pid, process, listener, secret, desk, is_dead: Cell::new(false) })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// What lets a call pass that is made on the way to `execve`.
    pub(crate) fn secret(&self) -> u64 {
        self.secret
    }

    /// Where forbidden calls of all its children are told.
    pub(crate) fn listener(&self) -> &Rc<OwnedFd> {
        &self.listener
    }

    /// Whether it has been found dead, killed by somebody outside.
    pub(crate) fn is_dead(&self) -> bool {
        self.is_dead.get()
    }

    /// Has it make a child, and waits until that has executed the program or ended.
    pub(crate) fn bear(&self, birth: &Birth<'_>) -> io::Result<u32> {
        // SAFETY: the desk is there as long as this is.
        let desk = unsafe { &*self.desk };
        desk.birth.store(ptr::from_ref(birth).cast_mut().cast(), Ordering::Release);
        tell(&desk.order)?;
        let pid = wait(desk, &self.process).inspect_err(|error| {
            self.is_dead.set(error.kind() == io::ErrorKind::BrokenPipe);
        })?;
        Ok(pid as u32)
    }
}

impl Drop for Zygote {
    fn drop(&mut self) {
        bury(self.pid, self.desk);
    }
}

fn bury(pid: u32, desk: *mut Desk) {
    kernel::kill_one(pid);
    let _ = kernel::reap(pid);
    // SAFETY: whoever else used it is gone.
    drop(unsafe { Box::from_raw(desk) });
}

/// The zygote's result.
fn wait(desk: &Desk, process: &OwnedFd) -> io::Result<i32> {
    let mut either = [PollFd::new(&desk.done, PollFlags::IN), PollFd::new(process, PollFlags::IN)];
    rustix::io::retry_on_intr(|| poll(&mut either, None))?;
    if either[0].revents().is_empty() {
        return Err(io::Error::new(io::ErrorKind::BrokenPipe, "a process of the sandbox's own was killed"));
    }
    hear(&desk.done)?;
    match desk.result.load(Ordering::Acquire) {
        errno @ ..0 => Err(io::Error::from_raw_os_error(-errno)),
        result => Ok(result),
    }
}

fn tell(event: &OwnedFd) -> io::Result<()> {
    rustix::io::retry_on_intr(|| rustix::io::write(event, &1_u64.to_ne_bytes()))?;
    Ok(())
}

fn hear(event: &OwnedFd) -> io::Result<()> {
    rustix::io::retry_on_intr(|| rustix::io::read(event.as_fd(), &mut [0; 8]))?;
    Ok(())
}

/// What the zygote does, until it is killed. Like its children it allocates nothing, takes no lock and does not panic.
/// It shares the place of the C library's error number with the spawner, and uses it only while that waits.
extern "C" fn serve(desk: *mut libc::c_void) -> libc::c_int {
    // SAFETY: the spawner keeps the desk for as long as this process lives; only atomics are written.
    let desk = unsafe { &*desk.cast::<Desk>() };
    let listener = install(&desk.filter);
    desk.result.store(listener, Ordering::Release);
    loop {
        if tell(&desk.done).is_err() || listener < 0 || hear(&desk.order).is_err() {
            return 1;
        }
        let birth = desk.birth.load(Ordering::Acquire).cast::<Birth<'_>>().cast_const();
        // SAFETY: the spawner waits with the birth on its stack; the child's stack serves nobody else.
        let made = unsafe { make(birth, &desk.childs_stack, libc::CLONE_PARENT) };
        let result = made.map_or_else(|error| -error.raw_os_error().unwrap_or(libc::EINVAL), |pid| pid as i32);
        desk.result.store(result, Ordering::Release);
    }
}

/// Puts this process under the filter, and gives the listener or a negative error number.
fn install(filter: &[sock_filter]) -> i32 {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    let (mode, flags) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
    // SAFETY: the kernel copies the filter, which outlives the call. The process is to die with the spawner.
    let listener = unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::syscall(libc::SYS_seccomp, mode, flags, &program)
    };
    if listener < 0 { -io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL) } else { listener as i32 }
}
