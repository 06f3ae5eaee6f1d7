//! Renames a damaged store, which makes room for a new one.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use errors::Error;

/// The extension of a damaged store, with a number if there are several.
const DAMAGED: &str = ".damaged";
/// The store and SQLite's files beside it have these endings. They are renamed in this order. If
/// the command is killed after the first renaming, the files that are not yet renamed are useless
/// without the store. In another order, the store might be left without its log, which contains the
/// last changes.
const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

/// Whether a file name that begins with the store's name belongs to a store that was put aside.
/// `rest` is the end of the file name, after the store's name.
pub(crate) fn is_put_aside(rest: &str) -> bool {
    rest.starts_with(DAMAGED)
}

fn with(path: &Path, more: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}

/// Renames a store to the next free name, and returns that name. If an earlier run was killed and
/// only the files beside the store are left, those files are renamed.
///
/// # Errors
/// Fails if another process has the store open, or if the store cannot be renamed.
pub fn put_aside(path: &Path) -> Result<PathBuf, Error> {
    refuse_company(path)?;
    let exists = |path: &Path| fs::symlink_metadata(path).is_ok();
    let is_free = |name: &PathBuf| !ENDINGS.iter().any(|ending| exists(&with(name, ending)));
    let numbered = (2..).map(|number| with(path, &format!("{DAMAGED}-{number}")));
    let kept = std::iter::once(with(path, DAMAGED))
        .chain(numbered)
        .find(is_free)
        .expect("some number is in no file's name");
    for ending in ENDINGS {
        let from = with(path, ending);
        match fs::rename(&from, with(&kept, ending)) {
            // A file beside the store may vanish now, when this process's last connection to the
            // store closes.
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Error::file("rename", &from, &error));
            }
            _ => {}
        }
    }
    Ok(kept)
}

/// Checks that no other process has the store open: the next reports of such a process would be
/// lost with the damaged store. SQLite locks a database with a log as long as the database is open.
fn refuse_company(path: &Path) -> Result<(), Error> {
    #[cfg(unix)]
    // A pipe is not opened, since that would wait for another process.
    if fs::metadata(path).is_ok_and(|its| its.is_file())
        && let Ok(file) = fs::File::open(path)
    {
        use rustix::process::{Flock, FlockType, fcntl_getlk};
        let held = fcntl_getlk(&file, &Flock::from(FlockType::WriteLock));
        if held.map_err(|error| Error::file("lock", path, &error.into()))?.is_some() {
            let path = path.display();
            return Err(Error::conflict(format!(
                "another process has {path} open: end it, and give the same command again"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_and_what_belongs_to_it_get_the_next_free_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store");
        let write = |more: &str| fs::write(with(&path, more), more).expect("it can be written");
        // A killed run had renamed the file but not its log.
        ["", "-wal", ".damaged"].into_iter().for_each(write);
        let kept = put_aside(&path).expect("it can be moved");
        assert_eq!(kept, with(&path, ".damaged-2"));
        for (name, content) in
            [(".damaged", ".damaged"), (".damaged-2", ""), (".damaged-2-wal", "-wal")]
        {
            assert_eq!(fs::read_to_string(with(&path, name)).expect("it is there"), content);
        }
        assert!(!path.exists() && !with(&path, "-wal").exists());
        write("-wal");
        assert_eq!(put_aside(&path).expect("it can be moved"), with(&path, ".damaged-3"));
        assert!(!with(&path, "-wal").exists());
    }
}
