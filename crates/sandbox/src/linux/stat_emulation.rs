//! What a program with threads is told of a file by whose path it asks.
//!
//! What the spawner reads of a path, the kernel would read again, and another thread may have exchanged it meanwhile. That a machine
//! keeps its memory from the program holds no longer than it is told to: a script may set flags of V8's own that let WebAssembly load
//! and store anywhere, and run machine code that it has written. So the kernel is never asked with the program's own words. The
//! spawner walks the path, holds on to what it finds, asks about that, and writes what it is told where the program wants it.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags, fstat, open, openat2};
use syscalls::Sysno;

use super::kernel::{self, About, Stopped};
use super::open_policy::{Granted, Opening, errno};

/// A question about a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    opening: Opening,
    about: About,
    /// As the call has them.
    flags: i32,
    /// Where in the program's memory the answer goes.
    to: u64,
}

impl Question {
    /// Of a call that asks one.
    pub(crate) fn of(call: &Stopped, pid: u32) -> Question {
        let (opening, [_, second, third, fourth, fifth, _]) = (Opening::of(call, pid), call.arguments);
        let (about, flags, to) = match Sysno::new(call.number as usize).map(|number| number.name()) {
            Some("stat") => (About::Stat, 0, second),
            Some("lstat") => (About::Stat, libc::AT_SYMLINK_NOFOLLOW, second),
            Some("statx") => (About::Statx { mask: fourth as u32, flags: third as i32 & SYNC }, third as i32, fifth),
            _ => (About::Stat, fourth as i32, third),
        };
        Question { opening, about, flags, to }
    }

    /// Where the answer goes in the program's memory, and the answer.
    ///
    /// # Errors
    /// With the number of the error that the program is told of.
    pub(crate) fn answer(self, granted: &Granted) -> Result<(u64, Vec<u8>), i32> {
        let known = libc::AT_EMPTY_PATH | libc::AT_SYMLINK_NOFOLLOW | libc::AT_NO_AUTOMOUNT;
        if self.flags & !(known | SYNC) != 0 {
            return Err(libc::EINVAL);
        }
        let held = self.held(granted)?;
        let answer = kernel::about(held.as_fd(), self.about);
        answer.map(|answer| (self.to, answer)).map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))
    }

    /// What is asked about, so that nobody can exchange it any more.
    fn held(self, granted: &Granted) -> Result<OwnedFd, i32> {
        let path = self.opening.path().ok_or(libc::EFAULT)?;
        if path.as_os_str().is_empty() {
            // What is open already, or the folder in which it runs.
            let is_allowed = self.flags & libc::AT_EMPTY_PATH != 0;
            return if is_allowed { hold(&self.opening.from()).map_err(|_| libc::EBADF) } else { Err(libc::ENOENT) };
        }
        let is_folder = [&b"/"[..], b"/."].iter().any(|end| path.as_os_str().as_bytes().ends_with(end));
        let follows = is_folder || self.flags & libc::AT_SYMLINK_NOFOLLOW == 0;
        let real = self.opening.leads(&path, follows).map_err(|error| errno(&error))?;
        let (held, kind) = self.found(&real, follows).map_err(|error| errno(&error))?;
        match kind {
            FileType::RegularFile if !self.opening.is_open(&path, &real, granted) => Err(libc::EACCES),
            FileType::Directory => Ok(held),
            _ if is_folder => Err(libc::ENOTDIR),
            _ => Ok(held),
        }
    }

    /// What lies there, by a path without links but perhaps at its end.
    fn found(self, real: &Path, follows: bool) -> io::Result<(OwnedFd, FileType)> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut held = openat2(CWD, real, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS)?;
        let mut kind = FileType::from_raw_mode(fstat(&held)?.st_mode);
        if kind == FileType::Symlink && follows {
            // What has no path and is open in the program itself, as a pipe is: whatever it has put there meanwhile, it has open.
            if !self.opening.is_own(real) {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            held = hold(real)?;
            kind = FileType::from_raw_mode(fstat(&held)?.st_mode);
        }
        Ok((held, kind))
    }
}

/// How fresh an answer is to be.
const SYNC: i32 = libc::AT_STATX_FORCE_SYNC | libc::AT_STATX_DONT_SYNC;

/// Holds on to what is there, without opening it.
fn hold(path: &Path) -> io::Result<OwnedFd> {
    Ok(open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?)
}
