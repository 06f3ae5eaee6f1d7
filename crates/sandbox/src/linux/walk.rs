//! Resolves a path as the kernel would for a given process.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The greatest number of links that are followed. The kernel has the same limit.
pub(crate) const MOST_LINKS: usize = 40;

/// Resolves `path`, which starts in `folder`, to its real path. Links are followed, and
/// `/proc/self` means the given process. A link at the end is followed only if `follows` is set.
///
/// The spawner does not ask the kernel to resolve the path: the kernel would take `/proc/self` for
/// the spawner itself. The kernel would also resolve `/dev/stdin` and `/etc/mtab` wrongly, because
/// they are links to paths below `/proc/self`.
///
/// # Errors
/// Fails if the path leads to nothing, or if it cannot be resolved.
pub(crate) fn walk(pid: u32, folder: PathBuf, path: &Path, follows: bool) -> io::Result<PathBuf> {
    let own = Path::new("/proc").join(pid.to_string());
    let (mut at, mut left, mut links) = (folder, Vec::new(), 0);
    enter(path, &mut at, &mut left);
    while let Some(name) = left.pop() {
        if name == ".." {
            at.pop();
            continue;
        }
        let next = at.join(name);
        if left.is_empty() && !follows {
            at = next;
        } else if next == Path::new("/proc/self") {
            at.clone_from(&own);
        } else if next == Path::new("/proc/thread-self") {
            at = own.join("task").join(pid.to_string());
        } else {
            match fs::read_link(&next) {
                Ok(_) if links == MOST_LINKS => {
                    return Err(io::Error::from_raw_os_error(libc::ELOOP));
                }
                // The link stands for an open file without a path, such as a pipe. The text of such
                // a link is not a path.
                Ok(target) if next.starts_with("/proc") && is_nameless(&target) => at = next,
                Ok(target) => {
                    links += 1;
                    enter(&target, &mut at, &mut left);
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => at = next,
                Err(error) => return Err(error),
            }
        }
    }
    Ok(at)
}

/// Whether a link in `/proc/PID/fd` or `/proc/PID/ns` stands for something without a path, such as
/// `pipe:[4711]`.
fn is_nameless(target: &Path) -> bool {
    target.is_relative() && target.to_string_lossy().contains(":[")
}

/// Puts the parts of `path` before the parts that are still to be resolved. If `path` is absolute,
/// resolving starts again at the root.
pub(crate) fn enter(path: &Path, at: &mut PathBuf, left: &mut Vec<OsString>) {
    if path.is_absolute() {
        *at = PathBuf::from("/");
    }
    let names = path
        .components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    left.extend(names.rev().map(|part| part.as_os_str().to_os_string()));
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;
    use std::os::unix::fs::symlink;

    use rustix::fs::{Mode, OFlags, mkdirat, openat};

    use super::*;

    /// Another process, which runs in a folder with a file and links.
    fn process(folder: &Path) -> std::process::Child {
        std::process::Command::new("sleep")
            .arg("60")
            .current_dir(folder)
            .spawn()
            .expect("sleep runs")
    }

    #[test]
    fn a_path_leads_where_it_leads_the_process() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().canonicalize().expect("it is there");
        let file = folder.join("file");
        fs::write(&file, "x").expect("ours");
        fs::create_dir(folder.join("inner")).expect("ours");
        for (target, link) in [("../file", "inner/up"), ("inner", "link"), ("round", "round")] {
            symlink(target, folder.join(link)).expect("ours");
        }
        let mut other = process(&folder);
        let pid = other.id();
        let leads = |path: &str| walk(pid, folder.clone(), Path::new(path), true).ok();
        for path in [
            "file",
            "./inner/../file",
            "link/up",
            "/proc/self/cwd/file",
            "/usr/../proc/self/cwd/link/up",
            "/proc/thread-self/cwd/file",
            "/proc/self/root/proc/self/cwd/file",
        ] {
            assert_eq!(leads(path).as_deref(), Some(&*file), "{path}");
        }
        assert_eq!(leads("/proc/mounts"), Some(PathBuf::from(format!("/proc/{pid}/mounts"))));
        assert_eq!(leads("/../../dev/./null"), Some(PathBuf::from("/dev/null")));
        for path in ["nothing", "file/x", "round", "/proc/self/fd/99"] {
            assert_eq!(leads(path), None, "{path}");
        }
        let ends = |path: &str| walk(pid, folder.clone(), Path::new(path), false).ok();
        for (path, end) in
            [("link", "link"), ("link/up", "inner/up"), ("round", "round"), ("link/..", "")]
        {
            assert_eq!(ends(path), Some(folder.join(end)), "{path}");
        }
        assert_eq!(ends("/proc/self"), Some(PathBuf::from("/proc/self")));
        other.kill().expect("ours");
        other.wait().expect("it ends");
    }

    #[test]
    fn what_is_not_there_is_told_from_what_nobody_can_tell() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().canonicalize().expect("it is there");
        fs::write(folder.join("file"), "x").expect("ours");
        symlink("round", folder.join("round")).expect("ours");
        let fails = |path: &str| {
            walk(1, folder.clone(), Path::new(path), true).expect_err("it leads nowhere").kind()
        };
        assert_eq!(fails("nothing"), io::ErrorKind::NotFound);
        assert_eq!(fails("file/x"), io::ErrorKind::NotADirectory);
        // The whole path is too long for a system call, so each folder is made from the one above
        // it.
        let name = "x".repeat(250);
        let mut deep: OwnedFd = fs::File::open(&folder).expect("ours").into();
        for _ in 0..20 {
            mkdirat(&deep, &name, Mode::RWXU).expect("ours");
            deep = openat(&deep, &name, OFlags::RDONLY, Mode::empty()).expect("it is there");
        }
        let deep = vec![&*name; 20].join("/");
        for path in ["round", &deep] {
            let kind = fails(path);
            assert!(
                !matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
                "{kind}"
            );
        }
    }
}
