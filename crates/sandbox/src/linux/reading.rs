//! Which file a program asks to open for reading, and whether it is somebody else's.
//!
//! Only to name the deed: what may be read is Landlock's to say, which looks when the file is opened. What is looked at
//! here the program could change meanwhile, and would be refused all the same.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};
use syscalls::Sysno;

use super::kernel::Stopped;

/// The system's own, at which libraries look and live without: they are refused, and nobody is blamed.
const SYSTEM: [&str; 8] = ["/usr", "/etc", "/lib", "/lib32", "/lib64", "/sys", "/dev", "/run"];

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

/// The file of somebody else's that a call is about to open, if it is one.
///
/// Folders are left alone: interpreters list those in which they look for modules.
pub(crate) fn of_others(call: &Stopped, pid: u32, granted: &Granted) -> Option<PathBuf> {
    let (folder, path) = arguments(call)?;
    let path = text_at(pid, path)?;
    // Most are libraries.
    if is_plain(&path) && granted.has(&path) || is_about_itself(&path) {
        return None;
    }
    let file = opened(pid, folder, &path)?;
    if FileType::from_raw_mode(fstat(&file).ok()?.st_mode) != FileType::RegularFile {
        return None;
    }
    let path = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()?;
    let own = Path::new("/proc").join(pid.to_string());
    (!granted.has(&path) && !path.starts_with(own) && !is_systems(&path)).then_some(path)
}

/// The descriptor of a folder, and where the path lies in the program's memory.
fn arguments(call: &Stopped) -> Option<(i32, u64)> {
    let [first, second, ..] = call.arguments;
    match Sysno::new(call.number as usize)?.name() {
        "open" => Some((libc::AT_FDCWD, first)),
        _ => Some((first as i32, second)),
    }
}

/// The path at an address of the program's memory.
fn text_at(pid: u32, address: u64) -> Option<PathBuf> {
    let memory = File::open(format!("/proc/{pid}/mem")).ok()?;
    let mut text = vec![0; libc::PATH_MAX as usize];
    let length = memory.read_at(&mut text, address).ok()?;
    let end = text[..length].iter().position(|&byte| byte == 0)?;
    text.truncate(end);
    Some(PathBuf::from(OsString::from_vec(text)))
}

/// Whether it is what it says, but for symbolic links.
fn is_plain(path: &Path) -> bool {
    path.is_absolute() && !path.components().any(|part| part == Component::ParentDir)
}

/// Paths that mean another file to whoever looks at them.
fn is_about_itself(path: &Path) -> bool {
    ["/proc/self", "/proc/thread-self", "/dev"].iter().any(|start| path.starts_with(start))
}

/// The file, as the program would find it from where it is.
fn opened(pid: u32, folder: i32, path: &Path) -> Option<OwnedFd> {
    let look = OFlags::PATH | OFlags::CLOEXEC;
    if path.is_absolute() {
        return openat(CWD, path, look, Mode::empty()).ok();
    }
    let from = match folder {
        libc::AT_FDCWD => format!("/proc/{pid}/cwd"),
        descriptor => format!("/proc/{pid}/fd/{descriptor}"),
    };
    let from = openat(CWD, from, look, Mode::empty()).ok()?;
    openat(from.as_fd(), path, look, Mode::empty()).ok()
}

fn is_systems(path: &Path) -> bool {
    let of_process = |name: &OsStr| name.as_bytes().iter().all(u8::is_ascii_digit);
    match path.strip_prefix("/proc") {
        Ok(rest) => !rest.iter().next().is_some_and(of_process),
        Err(_) => SYSTEM.iter().any(|folder| path.starts_with(folder)),
    }
}
