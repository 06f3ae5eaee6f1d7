//! Finds which file a program tries to open, and whether the program may read that file.
//!
//! When a file is opened, Landlock decides whether that is allowed; this module only names the file
//! for the report. Landlock does not check calls that only ask about a file, such as `stat`, so
//! this module decides on them. Such a decision is safe for a program with one thread, which cannot
//! change the path before the kernel reads it. For a program with several threads, the spawner
//! [answers such calls](super::stat_emulation).

use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use syscalls::Sysno;

use super::kernel::{self, Stopped};
use super::walk::walk;

/// System folders. If a program may not read a file in a system folder, the attempt fails, but is
/// not a breach.
const SYSTEM: [&str; 7] = ["/usr", "/lib", "/lib32", "/lib64", "/sys", "/dev", "/run"];
/// The folders in which libraries look for files that they do not need. A refusal there is not
/// reported. Any other refusal is reported, since it may be the reason why the program fails.
const LOOKED_AT: [&str; 12] = [
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/locale",
    "/usr/share/locale-langpack",
    "/usr/share/terminfo",
    "/lib",
    "/lib32",
    "/lib64",
    "/sys",
    "/dev",
    "/run",
];
/// Another system folder. A refusal there is reported, because files in this folder are usually
/// opened by the program itself.
const SETTINGS: &str = "/etc";
const PROCESSES: &str = "/proc";

/// Reads from an address in the memory of a process, and returns the number of bytes.
type Reader = fn(u32, u64, &mut [u8]) -> usize;

/// The files and folders that a job may read.
#[derive(Default, Debug)]
pub(crate) struct Granted {
    paths: Vec<PathBuf>,
    /// Files that are kept open. If a file were closed, the kernel could forget it and later create
    /// another file of the same name, for which Landlock has no rule.
    _held: Vec<OwnedFd>,
}

impl Granted {
    /// Keeps each path as it is named, and its real path.
    pub(crate) fn new(paths: impl IntoIterator<Item = PathBuf>, held: Vec<OwnedFd>) -> Granted {
        let both = |path: PathBuf| fs::canonicalize(&path).into_iter().chain([path]);
        Granted { paths: paths.into_iter().flat_map(both).collect(), _held: held }
    }

    fn has(&self, path: &Path) -> bool {
        self.paths.iter().any(|granted| path.starts_with(granted))
    }
}

/// The result of an attempt to read a file or folder.
#[derive(Debug)]
pub(crate) enum Look {
    /// The kernel allows or refuses the call, and nothing is reported.
    Allowed,
    /// The call fails, but this is no breach. The path is as the program named it.
    Refused(PathBuf),
    /// The call opens this file, which the program is not allowed to read.
    Others(PathBuf),
    /// The call fails with this error number, because the file does not exist or its path cannot be
    /// resolved. The kernel is not asked again, because another thread may create the file in the
    /// meantime.
    Fails(i32),
}

/// A file or folder that a program may not read: its real path and its kind.
struct Kept {
    real: PathBuf,
    kind: FileType,
}

/// A call that opens a file or asks about it. Its path starts from a folder, and the text of the
/// path has an address in the program's memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pid: u32,
    folder: i32,
    path: u64,
}

impl Opening {
    /// The call must open a file or ask about one.
    pub(crate) fn of(call: &Stopped, pid: u32) -> Opening {
        const FROM_ITS_FOLDER: [&str; 3] = ["open", "stat", "lstat"];
        let [first, second, ..] = call.arguments;
        match Sysno::new(call.number as usize).map(|number| number.name()) {
            Some(name) if FROM_ITS_FOLDER.contains(&name) => {
                Opening { pid, folder: libc::AT_FDCWD, path: first }
            }
            _ => Opening { pid, folder: first as i32, path: second },
        }
    }

    /// The result of this attempt to open a file. Reading a folder is not a breach, since
    /// interpreters list the folders in which they look for modules.
    pub(crate) fn look(self, granted: &Granted) -> Look {
        let Some(path) = self.path() else { return Look::Fails(libc::EFAULT) };
        let Kept { real, kind } = match self.kept(&path, granted) {
            Ok(Some(kept)) => kept,
            Ok(None) => return Look::Allowed,
            Err(error) => return Look::Fails(errno(&error)),
        };
        match (kind.is_file(), kind.is_file() || kind.is_dir()) {
            (true, _) if !is_systems(&real) => Look::Others(real),
            // Links may lead out of the folders in `LOOKED_AT`, so both the path and its real path
            // are checked.
            (_, true) if !is_looked_at(&path) && !is_looked_at(&real) => Look::Refused(path),
            _ => Look::Allowed,
        }
    }

    /// The error for a question about a file that the program may not read, or that does not exist.
    /// The two errors differ, since every program may learn that a file exists. Every program may
    /// also ask about every folder.
    pub(crate) fn pries(self, granted: &Granted) -> Option<i32> {
        let Some(path) = self.path() else { return Some(libc::EFAULT) };
        match self.kept(&path, granted) {
            Ok(kept) => kept.filter(|kept| kept.kind.is_file()).map(|_| libc::EACCES),
            Err(error) => Some(errno(&error)),
        }
    }

    /// The file or folder at this path, if the program may not read it; `None` otherwise.
    ///
    /// # Errors
    /// Fails if nothing is at this path, or if the path cannot be resolved. The kernel may still be
    /// able to resolve a path that this function cannot, because the kernel goes from folder to
    /// folder and never needs the whole path.
    fn kept(self, path: &Path, granted: &Granted) -> io::Result<Option<Kept>> {
        if path.as_os_str().is_empty() {
            return Ok(None); // the call is about an open file
        }
        if has_plainly(granted, path) {
            return Ok(None);
        }
        let real = self.leads(path, true)?;
        let kind = fs::symlink_metadata(&real)?.file_type();
        Ok((!self.is_open(path, &real, granted)).then_some(Kept { real, kind }))
    }

    /// The real path. A link at the end is followed if `follows` is set.
    ///
    /// # Errors
    /// Fails if nothing is at this path, or if the path cannot be resolved.
    pub(crate) fn leads(self, path: &Path, follows: bool) -> io::Result<PathBuf> {
        let folder = if path.is_absolute() { PathBuf::new() } else { fs::read_link(self.from())? };
        walk(self.pid, folder, path, follows)
    }

    /// Whether the program may read a file, given its path and its real path.
    pub(crate) fn is_open(self, path: &Path, real: &Path, granted: &Granted) -> bool {
        has_plainly(granted, path) || granted.has(real) || self.is_own(real)
    }

    /// Whether a path is one of the kernel's files about the process itself.
    pub(crate) fn is_own(self, real: &Path) -> bool {
        real.starts_with(self.process())
    }

    /// The folder from which a relative path starts; an empty path means this folder itself.
    pub(crate) fn from(self) -> PathBuf {
        match self.folder {
            libc::AT_FDCWD => self.process().join("cwd"),
            descriptor => self.process().join("fd").join(descriptor.to_string()),
        }
    }

    fn process(self) -> PathBuf {
        Path::new(PROCESSES).join(self.pid.to_string())
    }

    /// The file that the program wants to write with this call. Null devices and the program's own
    /// output are left out.
    pub(crate) fn written(self) -> Option<PathBuf> {
        let path = self.path().unwrap_or_default();
        let outputs = [
            "/dev/stdout",
            "/dev/stderr",
            "/dev/fd/1",
            "/dev/fd/2",
            "/proc/self/fd/1",
            "/proc/self/fd/2",
        ];
        (!outputs.iter().chain(&["/dev/null"]).any(|known| path == Path::new(known)))
            .then_some(path)
    }

    /// The path that the program names. If the call is about an open file and so names no path, the
    /// path is empty. Returns `None` if the path cannot be read.
    pub(crate) fn path(self) -> Option<PathBuf> {
        if self.path == 0 {
            return Some(PathBuf::new());
        }
        let mut text = [0; libc::PATH_MAX as usize];
        // Most paths are short. `read_hidden_memory` also reads memory that the program may only
        // write or execute, since the kernel can read a path from there, too.
        let whole = text.len();
        let readers = [
            (256, kernel::read_memory as Reader),
            (whole, kernel::read_memory),
            (whole, kernel::read_hidden_memory),
        ];
        readers.into_iter().find_map(|(most, read)| {
            let length = read(self.pid, self.path, &mut text[..most]);
            let end = text[..length].iter().position(|&byte| byte == 0)?;
            Some(PathBuf::from(OsStr::from_bytes(&text[..end])))
        })
    }
}

/// The kernel's error number if a file was not found. `EACCES` (permission denied) for any other
/// error.
pub(crate) fn errno(error: &io::Error) -> i32 {
    let is_missing = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    error.raw_os_error().filter(|_| is_missing).unwrap_or(libc::EACCES)
}

/// Whether the text of a path alone shows that it lies below a granted path. The text suffices for
/// most libraries. It never suffices for a path below /proc, where links may lead anywhere.
fn has_plainly(granted: &Granted, path: &Path) -> bool {
    path.is_absolute() && is_plain(path) && !path.starts_with(PROCESSES) && granted.has(path)
}

/// Whether the path has no `..`, so that only symbolic links can lead elsewhere.
fn is_plain(path: &Path) -> bool {
    !path.components().any(|part| part == Component::ParentDir)
}

fn is_systems(path: &Path) -> bool {
    match path.strip_prefix(PROCESSES) {
        Ok(_) => !is_of_process(path),
        Err(_) => path.starts_with(SETTINGS) || is_libraries(path),
    }
}

/// Whether a path is one of the kernel's files about a process.
pub(crate) fn is_of_process(path: &Path) -> bool {
    let is_number = |name: &OsStr| name.as_bytes().iter().all(u8::is_ascii_digit);
    path.strip_prefix(PROCESSES).is_ok_and(|rest| rest.iter().next().is_some_and(is_number))
}

fn is_looked_at(path: &Path) -> bool {
    LOOKED_AT.iter().any(|folder| path.starts_with(folder))
}

fn is_libraries(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}
