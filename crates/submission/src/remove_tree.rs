//! Removes a folder that a stranger could fill. `std::fs::remove_dir_all` follows no links either,
//! but it opens each folder on the way down: so it fails at some depth, and at a folder without
//! permissions, and the files would stay on the disk.

use std::io;
use std::path::Path;

/// Removes a folder and everything in it. Links are removed, not followed.
///
/// # Errors
/// Fails if something in it cannot be removed.
#[cfg(target_os = "linux")]
pub(crate) fn remove_tree(path: &Path) -> io::Result<()> {
    use rustix::fs::CWD;
    let top = flat::opened(CWD, path)?;
    while flat::is_thinned(&top)? {}
    std::fs::remove_dir(path)
}

/// Removes a folder and everything in it. On other systems nothing is confined, so a program could
/// do worse than leave files.
///
/// # Errors
/// Fails if something in it cannot be removed.
#[cfg(not(target_os = "linux"))]
pub(crate) fn remove_tree(path: &Path) -> io::Result<()> {
    std::fs::remove_dir_all(path)
}

/// Removes folders without going down: what lies in a folder below the top is moved to the top.
#[cfg(target_os = "linux")]
mod flat {
    use std::ffi::CString;
    use std::io;
    use std::os::fd::{AsFd, AsRawFd, OwnedFd};

    use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, chmodat, openat, renameat, unlinkat};
    use rustix::io::Errno;
    use rustix::path::Arg;

    const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

    /// Opens a folder, and gives itself the permissions to change it.
    pub(super) fn opened<P: Arg + Copy>(at: impl AsFd, name: P) -> io::Result<OwnedFd> {
        let held = openat(&at, name, FOLDER | OFlags::PATH, Mode::empty())?;
        // A folder that is open in this way has no other path that nobody can exchange.
        let itself = format!("/proc/self/fd/{}", held.as_raw_fd());
        chmodat(CWD, itself, Mode::RWXU, AtFlags::empty())?;
        Ok(openat(held, ".", FOLDER | OFlags::RDONLY, Mode::empty())?)
    }

    /// Removes the files of a folder, and the folders in it after their content has been moved up.
    /// Returns whether there was anything.
    pub(super) fn is_thinned(top: &OwnedFd) -> io::Result<bool> {
        let (mut any, mut removed, mut failed) = (false, false, None);
        for name in names(top)? {
            any = true;
            match remove(top, &name?) {
                Ok(()) => removed = true,
                Err(error) => failed = Some(error),
            }
        }
        // What was added while the names were read comes with the next call.
        if removed { Ok(any) } else { failed.map_or(Ok(any), Err) }
    }

    fn remove(top: &OwnedFd, name: &CString) -> io::Result<()> {
        match unlinkat(top, name, AtFlags::empty()) {
            Err(Errno::ISDIR | Errno::PERM) => {
                empty(top, &opened(top, name.as_c_str())?)?;
                Ok(unlinkat(top, name, AtFlags::REMOVEDIR)?)
            }
            done => Ok(done?),
        }
    }

    /// Removes the files of a folder, and moves the folders in it to the top.
    fn empty(top: &OwnedFd, folder: &OwnedFd) -> io::Result<()> {
        for name in names(folder)? {
            let name = name?;
            match unlinkat(folder, &name, AtFlags::empty()) {
                Err(Errno::ISDIR | Errno::PERM) => {
                    // Only the owner of a folder with all permissions may move it elsewhere.
                    drop(opened(folder, name.as_c_str())?);
                    raise(top, folder, &name)?;
                }
                done => done?,
            }
        }
        Ok(())
    }

    /// Moves a folder to the top, under a name that is free there.
    fn raise(top: &OwnedFd, folder: &OwnedFd, name: &CString) -> io::Result<()> {
        loop {
            let free = format!("{:016x}", fresh());
            match renameat(folder, name, top, free.as_str()) {
                Err(Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR) => {}
                done => return Ok(done?),
            }
        }
    }

    /// A number that this process has not used before.
    fn fresh() -> u64 {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }

    /// The names in a folder, without `.` and `..`.
    fn names(folder: &OwnedFd) -> io::Result<impl Iterator<Item = io::Result<CString>>> {
        let names = Dir::read_from(folder)?.map(|item| Ok(item?.file_name().to_owned()));
        let is_other = |name: &CString| name.as_bytes() != b"." && name.as_bytes() != b"..";
        Ok(names.filter(move |name| name.as_ref().map_or(true, is_other)))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::{self, File};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};

    use super::*;

    /// Neither depth nor missing permissions keep a folder on the disk, and what links lead to
    /// stays.
    #[test]
    fn a_deep_closed_or_linked_folder_is_removed_and_nothing_else() {
        let outer = tempfile::tempdir().expect("a folder");
        let path = |name: &str| outer.path().join(name);
        fs::create_dir_all(path("victim/below")).expect("a folder");
        fs::write(path("victim/below/file"), "kept").expect("a file");
        fs::create_dir_all(path("tree/closed/in/it")).expect("a folder");
        // These names are the ones under which folders are moved to the top.
        for number in 0..40 {
            File::create(path(&format!("tree/{number:016x}"))).expect("a file");
        }
        symlink("../victim", path("tree/link")).expect("a link");
        symlink("../../victim", path("tree/closed/link")).expect("a link");
        symlink(".", path("tree/closed/itself")).expect("a link");
        // More folders below each other than a process may have open files.
        let mut folder = openat(CWD, path("tree"), OFlags::DIRECTORY, Mode::empty()).expect("ours");
        for _ in 0..3_000 {
            mkdirat(&folder, "deep", Mode::RWXU).expect("a folder");
            folder = openat(&folder, "deep", OFlags::DIRECTORY, Mode::empty()).expect("it is ours");
        }
        for name in ["tree/closed/in", "tree/closed", "tree"] {
            fs::set_permissions(path(name), fs::Permissions::from_mode(0o0)).expect("it is ours");
        }
        remove_tree(&path("tree")).expect("everything can be removed");
        assert!(!path("tree").exists());
        assert_eq!(fs::read_to_string(path("victim/below/file")).expect("it is kept"), "kept");
        symlink("victim", path("link")).expect("a link");
        assert!(remove_tree(&path("link")).is_err() && path("victim/below/file").exists());
    }
}
