//! A zygote is a process that makes other processes. It has already installed the seccomp filter
//! that these processes inherit.
//!
//! To install a filter, the kernel checks it, translates it twice and puts it into executable
//! memory. This work takes a quarter of the time in which a small program starts. So the filter is
//! installed once for each kind of job, in a zygote. A zygote is a process that shares the
//! spawner's descriptors, waits for a [`PreExec`], and makes the child that the `PreExec`
//! describes. With `CLONE_PARENT` the child is a child of the spawner. All programs of a zygote
//! share one listener.
//!
//! A zygote has its own memory, except for the [`SpawnArea`]. The peak that the kernel reports for
//! a program includes the memory that its process held before `execve`. The spawner holds 3 MiB,
//! more than many programs. A zygote holds only the pages that it has used since it was made: less
//! than 1 MiB, and less than any dynamically linked program holds. For a statically linked program,
//! the spawner reads the program's own peak when the program exits.
//!
//! Between `clone` and `execve`, a process makes system calls that the program itself may not make.
//! The filter lets these calls pass if an unused argument carries a secret 64-bit number. `execve`
//! gives the program new memory and cleared registers, so the program cannot learn the number. A
//! wrong guess ends the program. (With a right guess, it could execute only the file that Landlock
//! allows, which is the program itself, under the same filter.)
#![allow(unsafe_code, reason = "clone with shared memory, and the call that installs a filter")]

use std::cell::Cell;
use std::io;
use std::os::fd::{AsFd, FromRawFd, OwnedFd};
use std::ptr;
use std::rc::Rc;

use libc::sock_filter;
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};

use super::kernel;
use super::pre_exec::{PreExec, Stack, make};
use super::spawn_area::{Mailbox, SpawnArea};

/// A zygote, as the spawner sees it.
#[derive(Debug)]
pub(crate) struct Zygote {
    pid: u32,
    process: OwnedFd,
    /// `None` if there is no filter.
    listener: Option<Rc<OwnedFd>>,
    secret: u64,
    post: Box<Post>,
    is_dead: Cell<bool>,
}

/// The data of a zygote: the spawner and the zygote each have a copy.
#[derive(Debug)]
struct Post {
    /// The filter; empty if nothing is filtered.
    filter: Vec<sock_filter>,
    own_stack: Stack,
    childs_stack: Stack,
    /// The spawner writes to this descriptor when instructions lie in the spawn area.
    order: OwnedFd,
    /// The zygote writes to this descriptor when it has carried out the instructions.
    done: OwnedFd,
    mailbox: Mailbox,
}

impl Zygote {
    /// Makes a zygote. `filter` returns the filter of the zygote for a given secret. If the result
    /// is empty, the zygote has no filter.
    ///
    /// # Errors
    /// Fails if the kernel cannot make the process or install the filter.
    pub(crate) fn new(
        area: &SpawnArea,
        filter: impl FnOnce(u64) -> Vec<sock_filter>,
    ) -> io::Result<Zygote> {
        let secret = kernel::random()?;
        let event = || eventfd(0, EventfdFlags::CLOEXEC);
        let post = Box::new(Post {
            filter: filter(secret),
            own_stack: Stack::new(),
            childs_stack: Stack::new(),
            order: event()?,
            done: event()?,
            mailbox: area.mailbox(),
        });
        let own = ptr::from_ref(&*post).cast_mut().cast();
        // SAFETY: the stack is aligned and grows down from its top. The process has a copy of all
        // memory, as after `fork`. The spawner has one thread, so the copy contains no
        // half-finished change of another thread.
        let pid = unsafe {
            libc::clone(serve, post.own_stack.top(), libc::CLONE_FILES | libc::SIGCHLD, own)
        };
        let pid = u32::try_from(pid).map_err(|_| io::Error::last_os_error())?;
        Zygote::greeted(pid, post, secret).inspect_err(|_| reap(pid))
    }

    /// Waits until the filter is installed.
    fn greeted(pid: u32, post: Box<Post>, secret: u64) -> io::Result<Zygote> {
        let process = kernel::open_process(pid)?;
        let listener = wait(&post, &process)?;
        // SAFETY: the kernel gave this descriptor to the zygote. The spawner shares the zygote's
        // table of descriptors, and nothing else owns this descriptor.
        let listener =
            (!post.filter.is_empty()).then(|| Rc::new(unsafe { OwnedFd::from_raw_fd(listener) }));
        if let Some(listener) = &listener {
            kernel::hand_over_promptly(listener.as_fd());
        }
        Ok(Zygote { pid, process, listener, secret, post, is_dead: Cell::new(false) })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// The secret number: the filter lets a call before `execve` pass if the call carries this
    /// number.
    pub(crate) fn secret(&self) -> u64 {
        self.secret
    }

    /// The listener that receives the forbidden calls of the zygote's children; `None` if there is
    /// no filter.
    pub(crate) fn listener(&self) -> Option<&Rc<OwnedFd>> {
        self.listener.as_ref()
    }

    /// Whether the zygote is dead, because another process killed it.
    pub(crate) fn is_dead(&self) -> bool {
        self.is_dead.get()
    }

    /// Has the zygote make a child from the instructions in the spawn area, and waits until the
    /// child has executed the program or ended.
    pub(crate) fn bear(&self, pre_exec: &PreExec) -> io::Result<u32> {
        self.post.mailbox.order(pre_exec);
        tell(&self.post.order)?;
        let pid = wait(&self.post, &self.process).inspect_err(|error| {
            self.is_dead.set(error.kind() == io::ErrorKind::BrokenPipe);
        })?;
        Ok(pid as u32)
    }
}

impl Drop for Zygote {
    fn drop(&mut self) {
        reap(self.pid);
    }
}

fn reap(pid: u32) {
    kernel::kill_one(pid);
    let _ = kernel::reap(pid);
}

/// The zygote's result.
fn wait(post: &Post, process: &OwnedFd) -> io::Result<i32> {
    let mut either = [PollFd::new(&post.done, PollFlags::IN), PollFd::new(process, PollFlags::IN)];
    rustix::io::retry_on_intr(|| poll(&mut either, None))?;
    if either[0].revents().is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::BrokenPipe,
            "a process that belongs to the sandbox was killed",
        ));
    }
    hear(&post.done)?;
    match post.mailbox.result() {
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

/// The loop of the zygote, until it is killed. Like the code of the zygote's children, the loop
/// allocates nothing, takes no lock and does not panic.
extern "C" fn serve(post: *mut libc::c_void) -> libc::c_int {
    // SAFETY: the pointer points to this process's copy of the data, which nobody changes.
    let post = unsafe { &*post.cast::<Post>() };
    let listener = install(&post.filter);
    post.mailbox.report(listener);
    loop {
        if tell(&post.done).is_err() || listener < 0 || hear(&post.order).is_err() {
            return 1;
        }
        // SAFETY: the spawner waits and leaves the instructions in the spawn area; nothing else
        // uses the child's stack.
        let made = unsafe { make(post.mailbox.pre_exec(), &post.childs_stack) };
        post.mailbox.report(
            made.map_or_else(
                |error| -error.raw_os_error().unwrap_or(libc::EINVAL),
                |pid| pid as i32,
            ),
        );
    }
}

/// Installs the filter in this process, and returns the listener or a negative error number; 0 if
/// there is no filter.
fn install(filter: &[sock_filter]) -> i32 {
    // SAFETY: no memory is involved. The call makes the kernel kill this process when the spawner
    // ends.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    if filter.is_empty() {
        return 0;
    }
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    let (mode, flags) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
    // SAFETY: the kernel copies the filter, which outlives the call.
    let listener = unsafe { libc::syscall(libc::SYS_seccomp, mode, flags, &program) };
    if listener < 0 {
        -io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL)
    } else {
        listener as i32
    }
}
