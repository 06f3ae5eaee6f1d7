//! Prepares the spawner process, so that programs inherit as little as possible from it.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Mode, OFlags, open};
use rustix::io::fcntl_dupfd_cloexec;
use rustix::process::{set_child_subreaper, setsid};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use rustix::thread::set_no_new_privs;

use super::channel::Channel;
use super::kernel;

/// The files that the spawner keeps for itself. Their descriptors are above 0, 1 and 2, which are
/// for the programs' streams.
#[derive(Debug)]
pub(crate) struct Home {
    pub(crate) control: Channel,
    complaints: OwnedFd,
    null: OwnedFd,
    /// The kernel's list of this process's children; `None` if the kernel has no such list.
    pub(crate) children: Option<File>,
}

/// Prepares this process to be the spawner. Its standard input is the control channel, and its
/// first argument is the processor on which it stays.
pub(crate) fn home() -> io::Result<Home> {
    kernel::default_signals();
    kernel::close_on_exec_from(3);
    let control = Channel::from_descriptor(fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?);
    let complaints = fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3)?;
    let null = open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
    let children = File::open("/proc/thread-self/children").ok();
    let home = Home { control, complaints, null, children };
    home.take_back()?;
    set_no_new_privs(true)?;
    // Without a session of their own, programs could use the terminal. If a shell started the
    // spawner as the leader of a process group, the call fails and the spawner stays in the shell's
    // session.
    let _ = setsid();
    // Every process that a program leaves behind becomes a child of this process, and is killed.
    set_child_subreaper(Some(rustix::process::getpid()))?;
    if let Some(cpu) = std::env::args().nth(1) {
        crate::keep_to(cpu.parse().map_err(io::Error::other)?)?;
    }
    Ok(home)
}

impl Home {
    /// Puts a program's streams at the numbers where the program expects them.
    pub(crate) fn lend(&self, [stdin, stdout, stderr]: &[OwnedFd; 3]) -> io::Result<()> {
        dup2_stdin(stdin.as_fd())?;
        dup2_stdout(stdout.as_fd())?;
        Ok(dup2_stderr(stderr.as_fd())?)
    }

    /// Closes this process's copies of the program's streams, so that the client notices when the
    /// program closes its own copies.
    pub(crate) fn take_back(&self) -> io::Result<()> {
        dup2_stdin(self.null.as_fd())?;
        dup2_stdout(self.null.as_fd())?;
        Ok(dup2_stderr(self.complaints.as_fd())?)
    }
}
