//! How a spawner makes itself at home: small, quiet, and holding nothing that a program could inherit.

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

/// What the spawner keeps for itself, out of the way of the programs' 0, 1 and 2.
#[derive(Debug)]
pub(crate) struct Home {
    pub(crate) control: Channel,
    complaints: OwnedFd,
    null: OwnedFd,
    /// A list of this process's children; none where the kernel keeps no such list.
    pub(crate) children: Option<File>,
}

/// Moves in: the control channel comes as standard input, the processor to keep to as the first argument.
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
    // No program has a terminal. One that was started by hand from a shell leads a group, and stays where it is.
    let _ = setsid();
    // Whatever a program leaves behind becomes our child, and dies.
    set_child_subreaper(Some(rustix::process::getpid()))?;
    if let Some(cpu) = std::env::args().nth(1) {
        crate::keep_to(cpu.parse().map_err(io::Error::other)?)?;
    }
    Ok(home)
}

impl Home {
    /// Puts a program's streams where it will find them.
    pub(crate) fn lend(&self, [stdin, stdout, stderr]: &[OwnedFd; 3]) -> io::Result<()> {
        dup2_stdin(stdin.as_fd())?;
        dup2_stdout(stdout.as_fd())?;
        Ok(dup2_stderr(stderr.as_fd())?)
    }

    /// Takes them back, or their closing would never be seen.
    pub(crate) fn take_back(&self) -> io::Result<()> {
        dup2_stdin(self.null.as_fd())?;
        dup2_stdout(self.null.as_fd())?;
        Ok(dup2_stderr(self.complaints.as_fd())?)
    }
}
