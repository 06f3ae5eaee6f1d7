//! Which file a program asks to open, and whether it is somebody else's.
//!
//! What may be opened is Landlock's to say, which looks when the file is opened; here the deed is only named. Questions about a
//! file Landlock does not see, so they are decided here, where a program has one thread and nobody can exchange the path between
//! this look at it and the kernel's; where it has several, [they are answered](super::stat_emulation).

use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use syscalls::Sysno;

use super::kernel::{self, Stopped};
use super::walk::walk;

/// The system's own, at which libraries look and live without: they are refused, and nobody is blamed.
const SYSTEM: [&str; 7] = ["/usr", "/lib", "/lib32", "/lib64", "/sys", "/dev", "/run"];
/// Of these, what libraries look at without the program's doing; to be refused anything else may be why it fails.
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
/// The system's as well, only that it is for programs' own sake that most of it is looked at.
const SETTINGS: &str = "/etc";
const PROCESSES: &str = "/proc";

/// Reads from the memory of a process, from an address on; how many bytes there were.
type Reader = fn(u32, u64, &mut [u8]) -> usize;

/// The files and folders that a job may read.
#[derive(Default, Debug)]
pub(crate) struct Granted {
    paths: Vec<PathBuf>,
    /// Those of them that the kernel may forget, so that it finds others of these names later, for which Landlock has no rule.
    _held: Vec<OwnedFd>,
}

impl Granted {
    /// Each as it is named, and where it really is.
    pub(crate) fn new(paths: impl IntoIterator<Item = PathBuf>, held: Vec<OwnedFd>) -> Granted {
        let both = |path: PathBuf| fs::canonicalize(&path).into_iter().chain([path]);
        Granted { paths: paths.into_iter().flat_map(both).collect(), _held: held }
    }

    fn has(&self, path: &Path) -> bool {
        self.paths.iter().any(|granted| path.starts_with(granted))
    }
}

/// What comes of an attempt to read a file or folder.
#[derive(Debug)]
pub(crate) enum Look {
    /// It goes well, or nobody knows what it leads to.
    Allowed,
    /// It fails, and nobody is blamed; the path as it was named. What libraries look at of their own accord is not told of.
    Refused(PathBuf),
    /// It is about a file of somebody else's, this one.
    Others(PathBuf),
    /// With this error number: nothing is there, or nobody can tell what. Another thread may put something there before the kernel
    /// looks, so that the kernel is not asked.
    Fails(i32),
}

/// What a program is kept from: where a path leads, and what is there.
struct Kept {
    real: PathBuf,
    kind: FileType,
}

/// A call that opens a file, or asks about it: from which folder, and where in the program's memory its path lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pid: u32,
    folder: i32,
    path: u64,
}

impl Opening {
    /// Of a call that is one.
    pub(crate) fn of(call: &Stopped, pid: u32) -> Opening {
        const FROM_ITS_FOLDER: [&str; 3] = ["open", "stat", "lstat"];
        let [first, second, ..] = call.arguments;
        match Sysno::new(call.number as usize).map(|number| number.name()) {
            Some(name) if FROM_ITS_FOLDER.contains(&name) => Opening { pid, folder: libc::AT_FDCWD, path: first },
            _ => Opening { pid, folder: first as i32, path: second },
        }
    }

    /// What comes of opening it. Folders are nobody's: interpreters list those in which they look for modules.
    pub(crate) fn look(self, granted: &Granted) -> Look {
        let Some(path) = self.path() else { return Look::Fails(libc::EFAULT) };
        let Kept { real, kind } = match self.kept(&path, granted) {
            Ok(Some(kept)) => kept,
            Ok(None) => return Look::Allowed,
            Err(error) => return Look::Fails(errno(&error)),
        };
        match (kind.is_file(), kind.is_file() || kind.is_dir()) {
            (true, _) if !is_systems(&real) => Look::Others(real),
            // Links lead out of these folders.
            (_, true) if !is_looked_at(&path) && !is_looked_at(&real) => Look::Refused(path),
            _ => Look::Allowed,
        }
    }

    /// The error with which a question about a file is answered that the program may not read, or that is not there. Where a folder
    /// is, and that a file is there, anybody may know.
    pub(crate) fn pries(self, granted: &Granted) -> Option<i32> {
        let Some(path) = self.path() else { return Some(libc::EFAULT) };
        match self.kept(&path, granted) {
            Ok(kept) => kept.filter(|kept| kept.kind.is_file()).map(|_| libc::EACCES),
            Err(error) => Some(errno(&error)),
        }
    }

    /// What it leads to, unless that is open to the program.
    ///
    /// # Errors
    /// When nothing is there, or nobody knows where it leads: the kernel, which goes step by step, may know.
    fn kept(self, path: &Path, granted: &Granted) -> io::Result<Option<Kept>> {
        if path.as_os_str().is_empty() {
            return Ok(None); // about what is open already
        }
        if has_plainly(granted, path) {
            return Ok(None);
        }
        let real = self.leads(path, true)?;
        let kind = fs::symlink_metadata(&real)?.file_type();
        Ok((!self.is_open(path, &real, granted)).then_some(Kept { real, kind }))
    }

    /// Where a path leads that it names, and in the end a link, if that is to be followed.
    ///
    /// # Errors
    /// When nothing is there, or nobody can tell what.
    pub(crate) fn leads(self, path: &Path, follows: bool) -> io::Result<PathBuf> {
        let folder = if path.is_absolute() { PathBuf::new() } else { fs::read_link(self.from())? };
        walk(self.pid, folder, path, follows)
    }

    /// Whether the program may read what a path names and really is.
    pub(crate) fn is_open(self, path: &Path, real: &Path, granted: &Granted) -> bool {
        has_plainly(granted, path) || granted.has(real) || self.is_own(real)
    }

    /// Whether it is what the kernel tells of the process itself.
    pub(crate) fn is_own(self, real: &Path) -> bool {
        real.starts_with(self.process())
    }

    /// Where a path begins that does not begin at the root; it is also what an empty path is about.
    pub(crate) fn from(self) -> PathBuf {
        match self.folder {
            libc::AT_FDCWD => self.process().join("cwd"),
            descriptor => self.process().join("fd").join(descriptor.to_string()),
        }
    }

    fn process(self) -> PathBuf {
        Path::new(PROCESSES).join(self.pid.to_string())
    }

    /// The file that it names and wants to write, unless that is written to by everybody: what is written there is gone, or
    /// goes where its output goes.
    pub(crate) fn written(self) -> Option<PathBuf> {
        let path = self.path().unwrap_or_default();
        let outputs = ["/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2", "/proc/self/fd/1", "/proc/self/fd/2"];
        (!outputs.iter().chain(&["/dev/null"]).any(|known| path == Path::new(known))).then_some(path)
    }

    /// The path, as the program names it; an empty one where it names none, which is about what is open already, or nothing. None
    /// where it cannot be read.
    pub(crate) fn path(self) -> Option<PathBuf> {
        if self.path == 0 {
            return Some(PathBuf::new());
        }
        let mut text = [0; libc::PATH_MAX as usize];
        // Most are short. The last reads also what the program itself may only write, or execute: to the kernel that is as good.
        let whole = text.len();
        let readers =
            [(256, kernel::read_memory as Reader), (whole, kernel::read_memory), (whole, kernel::read_hidden_memory)];
        readers.into_iter().find_map(|(most, read)| {
            let length = read(self.pid, self.path, &mut text[..most]);
            let end = text[..length].iter().position(|&byte| byte == 0)?;
            Some(PathBuf::from(OsStr::from_bytes(&text[..end])))
        })
    }
}

/// Of what was not found, the kernel's own; all else is refused.
pub(crate) fn errno(error: &io::Error) -> i32 {
    let is_missing = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    error.raw_os_error().filter(|_| is_missing).unwrap_or(libc::EACCES)
}

/// Whether a path lies below what is granted as it stands: most are libraries. Below /proc there are links to anywhere.
fn has_plainly(granted: &Granted, path: &Path) -> bool {
    path.is_absolute() && is_plain(path) && !path.starts_with(PROCESSES) && granted.has(path)
}

/// Whether it is what it says, but for symbolic links.
fn is_plain(path: &Path) -> bool {
    !path.components().any(|part| part == Component::ParentDir)
}

fn is_systems(path: &Path) -> bool {
    match path.strip_prefix(PROCESSES) {
        Ok(_) => !is_of_process(path),
        Err(_) => path.starts_with(SETTINGS) || is_libraries(path),
    }
}

/// Whether it is what the kernel tells of a process.
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
