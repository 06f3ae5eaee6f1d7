//! Answers calls in which a program with several threads asks about a file by its path.
//!
//! If the spawner checked the path and the kernel then read it again, another thread could change
//! the path in between. A JavaScript program can do that: it may set flags of V8 with which
//! WebAssembly reads and writes all memory and runs any machine code. So the kernel never gets the
//! program's own path. The spawner resolves the path, opens the file, asks the kernel about the
//! open file, and writes the answer to the address that the program gave.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags, fstat, open, openat2};
use syscalls::Sysno;

use super::kernel::{self, About, Stopped};
use super::open_policy::{Granted, Opening, errno, is_of_process};

/// A question about a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    opening: Opening,
    about: About,
    /// The flags of the call.
    flags: i32,
    /// The address in the program's memory to which the answer is written.
    to: u64,
}

impl Question {
    /// The question that this call asks; the call must ask about a file.
    pub(crate) fn of(call: &Stopped, pid: u32) -> Question {
        let (opening, [_, second, third, fourth, fifth, _]) =
            (Opening::of(call, pid), call.arguments);
        let (about, flags, to) = match Sysno::new(call.number as usize).map(|number| number.name())
        {
            Some("stat") => (About::Stat, 0, second),
            Some("lstat") => (About::Stat, libc::AT_SYMLINK_NOFOLLOW, second),
            Some("statx") => (
                About::Statx { mask: fourth as u32, flags: third as i32 & SYNC },
                third as i32,
                fifth,
            ),
            _ => (About::Stat, fourth as i32, third),
        };
        Question { opening, about, flags, to }
    }

    /// The answer, and the address in the program's memory to which it is written.
    ///
    /// # Errors
    /// The error number that the program gets.
    pub(crate) fn answer(self, granted: &Granted) -> Result<(u64, Vec<u8>), i32> {
        let known = libc::AT_EMPTY_PATH | libc::AT_SYMLINK_NOFOLLOW | libc::AT_NO_AUTOMOUNT;
        if self.flags & !(known | SYNC) != 0 {
            return Err(libc::EINVAL);
        }
        let held = self.held(granted)?;
        let answer = kernel::about(held.as_fd(), self.about);
        answer
            .map(|answer| (self.to, answer))
            .map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))
    }

    /// Opens the file that the call asks about, so that no other file can take its place.
    fn held(self, granted: &Granted) -> Result<OwnedFd, i32> {
        let path = self.opening.path().ok_or(libc::EFAULT)?;
        if path.as_os_str().is_empty() {
            // The call is about an open file, or about the current folder.
            let is_allowed = self.flags & libc::AT_EMPTY_PATH != 0;
            return if is_allowed {
                hold(&self.opening.from()).map_err(|_| libc::EBADF)
            } else {
                Err(libc::ENOENT)
            };
        }
        let is_folder =
            [&b"/"[..], b"/."].iter().any(|end| path.as_os_str().as_bytes().ends_with(end));
        let follows = is_folder || self.flags & libc::AT_SYMLINK_NOFOLLOW == 0;
        let real = self.opening.leads(&path, follows).map_err(|error| errno(&error))?;
        if is_of_process(&real) && !self.opening.is_own(&real) {
            return Err(libc::ENOENT);
        }
        let (held, kind) = self.found(&real, follows).map_err(|error| errno(&error))?;
        match kind {
            FileType::RegularFile if !self.opening.is_open(&path, &real, granted) => {
                Err(libc::EACCES)
            }
            FileType::Directory => Ok(held),
            _ if is_folder => Err(libc::ENOTDIR),
            _ => Ok(held),
        }
    }

    /// Opens the file at a path that has no links, except perhaps at its end.
    fn found(self, real: &Path, follows: bool) -> io::Result<(OwnedFd, FileType)> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut held = openat2(CWD, real, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS)?;
        let mut kind = FileType::from_raw_mode(fstat(&held)?.st_mode);
        if kind == FileType::Symlink && follows {
            // The link leads to a file without a path, such as a pipe, that is open in the program
            // itself. If the program has opened another file under the same descriptor in the
            // meantime, the program may ask about that file, too.
            if !self.opening.is_own(real) {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            held = hold(real)?;
            kind = FileType::from_raw_mode(fstat(&held)?.st_mode);
        }
        Ok((held, kind))
    }
}

/// The flags that say how current an answer must be.
const SYNC: i32 = libc::AT_STATX_FORCE_SYNC | libc::AT_STATX_DONT_SYNC;

/// Keeps hold of a file without opening it for reading.
fn hold(path: &Path) -> io::Result<OwnedFd> {
    Ok(open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?)
}
