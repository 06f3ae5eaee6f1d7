//! Which file a program asks to open, and whether it is somebody else's.
//!
//! Only to name the deed: what may be opened is Landlock's to say, which looks when the file is opened. What is looked at
//! here the program could change meanwhile, and would be refused all the same.

use std::ffi::OsStr;
use std::fs;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};
use syscalls::Sysno;

use super::kernel::{self, Stopped};

/// The system's own, at which libraries look and live without: they are refused, and nobody is blamed.
const SYSTEM: [&str; 7] = ["/usr", "/lib", "/lib32", "/lib64", "/sys", "/dev", "/run"];
/// The same, only that it is for programs' own sake that most of it is looked at.
const SETTINGS: &str = "/etc";

/// Names that mean another file to each process, and what they mean below its folder in `/proc`.
const ITS_OWN: [(&str, &str); 8] = [
    ("/proc/self", ""),
    ("/proc/thread-self", ""),
    ("/proc/mounts", "mounts"),
    ("/proc/net", "net"),
    ("/dev/stdin", "fd/0"),
    ("/dev/stdout", "fd/1"),
    ("/dev/stderr", "fd/2"),
    ("/dev/fd", "fd"),
];

/// The files and folders that a job may read.
#[derive(Default, Debug)]
pub(crate) struct Granted(Vec<PathBuf>);

impl Granted {
    /// Each as it is named, and where it really is.
    pub(crate) fn new(paths: impl IntoIterator<Item = PathBuf>) -> Granted {
        let both = |path: PathBuf| fs::canonicalize(&path).into_iter().chain([path]);
        Granted(paths.into_iter().flat_map(both).collect())
    }

    fn has(&self, path: &Path) -> bool {
        self.0.iter().any(|granted| path.starts_with(granted))
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
        const FROM_ITS_FOLDER: [&str; 5] = ["open", "stat", "lstat", "access", "readlink"];
        let [first, second, ..] = call.arguments;
        match Sysno::new(call.number as usize).map(|number| number.name()) {
            Some(name) if FROM_ITS_FOLDER.contains(&name) => Opening { pid, folder: libc::AT_FDCWD, path: first },
            _ => Opening { pid, folder: first as i32, path: second },
        }
    }

    /// What comes of it.
    pub(crate) fn look(self, granted: &Granted) -> Look {
        self.kept_from(granted).unwrap_or(Look::Allowed)
    }

    /// Folders are nobody's: interpreters list those in which they look for modules.
    fn kept_from(self, granted: &Granted) -> Option<Look> {
        let path = self.path()?;
        if path.as_os_str().is_empty() {
            return None; // about what is open already
        }
        // Most are libraries.
        if path.is_absolute() && is_plain(&path) && granted.has(&path) {
            return None;
        }
        let file = self.opened(&path)?;
        let kind = FileType::from_raw_mode(fstat(&file).ok()?.st_mode);
        let found = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()?;
        match kind {
            FileType::RegularFile | FileType::Directory if granted.has(&found) || self.is_its_own(&path, &found) => {
                None
            }
            FileType::RegularFile if !is_systems(&found) => Some(Look::Others(found)),
            // Links lead out of these folders.
            _ if is_libraries(&path) || is_libraries(&found) => None,
            FileType::RegularFile | FileType::Directory => Some(Look::Refused(path)),
            _ => None,
        }
    }

    /// The file that it names and wants to write, unless that is written to by everybody: what is written there is gone, or
    /// goes where its output goes.
    pub(crate) fn written(self) -> Option<PathBuf> {
        let path = self.path().unwrap_or_default();
        let harmless = ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2"];
        (!harmless.iter().any(|known| path == Path::new(known))).then_some(path)
    }

    /// The path, as the program names it.
    fn path(self) -> Option<PathBuf> {
        let mut text = [0; libc::PATH_MAX as usize];
        let length = kernel::read_memory(self.pid, self.path, &mut text);
        let end = text[..length].iter().position(|&byte| byte == 0)?;
        Some(PathBuf::from(OsStr::from_bytes(&text[..end])))
    }

    /// The file, as the program would find it from where it is.
    fn opened(self, path: &Path) -> Option<OwnedFd> {
        let look = OFlags::PATH | OFlags::CLOEXEC;
        if path.is_absolute() {
            return openat(CWD, self.named_by_it(path), look, Mode::empty()).ok();
        }
        let from = match self.folder {
            libc::AT_FDCWD => format!("/proc/{}/cwd", self.pid),
            descriptor => format!("/proc/{}/fd/{descriptor}", self.pid),
        };
        let from = openat(CWD, from, look, Mode::empty()).ok()?;
        openat(from.as_fd(), path, look, Mode::empty()).ok()
    }

    /// A path that means the same to this process as the given one means to the program.
    fn named_by_it(self, path: &Path) -> PathBuf {
        let own = self.own_folder();
        let renamed =
            ITS_OWN.iter().find_map(|(name, meaning)| Some(own.join(meaning).join(path.strip_prefix(name).ok()?)));
        renamed.unwrap_or_else(|| path.to_path_buf())
    }

    fn own_folder(self) -> PathBuf {
        Path::new("/proc").join(self.pid.to_string())
    }

    /// Whether what was found is about the program itself. Links such as `/etc/mtab` lead to whoever follows them, which is
    /// this process here: unless the program named that by its number, it would have led to itself.
    fn is_its_own(self, path: &Path, found: &Path) -> bool {
        let mine = std::process::id().to_string();
        let names_me = path.iter().any(|part| part.as_bytes() == mine.as_bytes());
        found.starts_with(self.own_folder()) || (!names_me && found.starts_with(Path::new("/proc").join(mine)))
    }
}

/// Whether it is what it says, but for symbolic links.
fn is_plain(path: &Path) -> bool {
    !path.components().any(|part| part == Component::ParentDir)
}

fn is_systems(path: &Path) -> bool {
    let of_process = |name: &OsStr| name.as_bytes().iter().all(u8::is_ascii_digit);
    match path.strip_prefix("/proc") {
        Ok(rest) => !rest.iter().next().is_some_and(of_process),
        Err(_) => path.starts_with(SETTINGS) || is_libraries(path),
    }
}

fn is_libraries(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}
