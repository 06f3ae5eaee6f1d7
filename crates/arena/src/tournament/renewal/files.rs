//! The files of a store that is made anew: each step leaves what the next run can go on from.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::Refused;
use crate::store::Address;

/// Behind a store's name: while it is made, and when all is in it. Nobody calls a file of his own so.
const NEW: &str = ".ludoteka-new";
const RENEWED: &str = ".ludoteka-renewed";
/// The one that was damaged, with a number where there are several.
const DAMAGED: &str = ".damaged";
/// What SQLite keeps beside a file while it is open. The log has what was written last.
const LOG: &str = "-wal";
const INDEX: &str = "-shm";

/// Whether what stands behind a store's name is one of these.
pub(in crate::tournament) fn is_beside(rest: &str) -> bool {
    [NEW, RENEWED, DAMAGED].iter().any(|name| rest.starts_with(name))
}

fn with(path: &Path, more: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}

/// Keeps others from moving stores in the same folder, until it is dropped. The store's own file will not do: it is moved.
pub(super) fn lock(path: &Path) -> Result<File, Refused> {
    let folder = if cfg!(unix) { folder_of(path) } else { path };
    let file = File::open(folder).map_err(|error| Refused::file("read", folder, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Refused::new(format!("another process is making a store in {} anew", folder.display())))
        }
        Err(TryLockError::Error(error)) => Err(Refused::file("lock", folder, &error)),
    }
}

/// Tells one file from another that takes its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    device: u64,
    number: u64,
}

impl FileId {
    /// That of the store at this address, where it is a file that is there, on a system that has such numbers.
    #[must_use]
    pub fn of(address: &Address) -> Option<FileId> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let found = fs::metadata(address.path()?).ok()?;
            Some(FileId { device: found.dev(), number: found.ino() })
        }
        #[cfg(not(unix))]
        {
            let _ = address;
            None
        }
    }
}

/// That no other process has the store open: what it reported from then on would be lost with the damaged one. SQLite keeps a lock on a
/// file with a log as long as it is open.
pub(super) fn refuse_company(path: &Path) -> Result<(), Refused> {
    #[cfg(unix)]
    {
        use rustix::process::{Flock, FlockType, fcntl_getlk};
        let file = File::open(path).map_err(|error| Refused::file("read", path, &error))?;
        let held = fcntl_getlk(&file, &Flock::from(FlockType::WriteLock));
        if held.map_err(|error| Refused::file("lock", path, &error.into()))?.is_some() {
            let path = path.display();
            return Err(Refused::new(format!(
                "another process has {path} open: end it, and give the same command again"
            )));
        }
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Where the new store is made; what an earlier attempt has left there is gone.
pub(super) fn begin(path: &Path) -> Result<PathBuf, Refused> {
    let new = with(path, NEW);
    for more in ["", LOG, INDEX] {
        remove(&with(&new, more))?;
    }
    Ok(new)
}

/// An empty file for the new store, which those may read and write who may the old one.
pub(super) fn make(new: &Path, path: &Path) -> Result<(), Refused> {
    let made = File::create_new(new).and_then(|file| {
        let old = fs::metadata(path)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only root may give it away, but a group may be any of one's own.
            let _ = fchown(&file, Some(old.uid()), None);
            let _ = fchown(&file, None, Some(old.gid()));
        }
        file.set_permissions(old.permissions())
    });
    made.map_err(|error| Refused::file("make", new, &error))
}

/// What was made in vain takes no room, as far as that can be had.
pub(super) fn leave_nothing(path: &Path) {
    // It failed for another reason, which is told.
    let _ = begin(path);
}

fn remove(path: &Path) -> Result<(), Refused> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Refused::file("remove", path, &error)),
        _ => Ok(()),
    }
}

/// Everything is in the new store, which is closed: it can take its place.
pub(super) fn end(new: &Path, path: &Path) -> Result<(), Refused> {
    // Where there is no room to take it over, SQLite leaves the log when a file is closed, and says nothing.
    if fs::metadata(with(new, LOG)).is_ok_and(|log| log.len() > 0) {
        let why = "the disk is full, or does not obey";
        return Err(Refused::new(format!("the new store {} could not be written to its end: {why}", new.display())));
    }
    let synced = File::open(new).and_then(|file| file.sync_all());
    synced.map_err(|error| Refused::file("write", new, &error))?;
    rename(new, &with(path, RENEWED))
}

/// Finishes what a run that ended too early has left to be done for this store: it had been made anew. Tells where the damaged one is, if
/// there was anything to be done.
///
/// # Errors
/// When another process is at it, or the files cannot be moved.
pub fn finish_renewal(address: &Address) -> Result<Option<PathBuf>, Refused> {
    address.real_path().map_or(Ok(None), |path| finish(&path))
}

fn finish(path: &Path) -> Result<Option<PathBuf>, Refused> {
    let is_there = || fs::symlink_metadata(with(path, RENEWED)).is_ok_and(|found| found.is_file());
    if !is_there() {
        return Ok(None);
    }
    let _lock = lock(path)?;
    // Whoever had the lock before may have done it.
    if is_there() { put_aside(path).map(Some) } else { Ok(None) }
}

/// Gives the damaged store another name, and the new one its place. The log goes first: beside the new file it would be taken for its own.
pub(super) fn put_aside(path: &Path) -> Result<PathBuf, Refused> {
    let kept = name_to_keep(path);
    for more in [LOG, ""] {
        let from = with(path, more);
        if fs::symlink_metadata(&from).is_ok() {
            rename(&from, &with(&kept, more))?;
        }
    }
    remove(&with(path, INDEX))?;
    rename(&with(path, RENEWED), path)?;
    sync_folder(path).map_err(|error| Refused::file("write", path, &error))?;
    Ok(kept)
}

/// The first name that no damaged store has; or, where this one has been moved already, its name, which is the last of those in use.
fn name_to_keep(path: &Path) -> PathBuf {
    let exists = |name: &Path| fs::symlink_metadata(name).is_ok();
    // No log is moved over another: that may be one that was left when its store was removed.
    let has_log = exists(&with(path, LOG));
    let is_there = |name: &PathBuf| exists(name) || (has_log && exists(&with(name, LOG)));
    let numbered = (2..).map(|number| with(path, &format!("{DAMAGED}-{number}")));
    let names = || std::iter::once(with(path, DAMAGED)).chain(numbered.clone());
    let free = names().find(|name| !is_there(name)).expect("numbers without end");
    let last = names().take_while(is_there).last().filter(|_| !is_there(&path.to_path_buf()));
    last.unwrap_or(free)
}

fn rename(from: &Path, to: &Path) -> Result<(), Refused> {
    fs::rename(from, to).map_err(|error| Refused::file("rename", from, &error))
}

/// Brings new names to the disk.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder_of(path))?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever step it ended before.
    #[test]
    fn a_renewal_that_was_cut_short_is_finished() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("store");
        let write = |more: &str, text: &str| fs::write(with(&path, more), text).expect("it can be written");
        let read = |more: &str| fs::read_to_string(with(&path, more)).ok();
        write(DAMAGED, "of before");
        for done in 0..3 {
            write(RENEWED, &format!("new {done}"));
            let kept = format!("{DAMAGED}-{}", done + 2);
            write(if done < 1 { LOG.to_string() } else { format!("{kept}{LOG}") }.as_str(), "log");
            write(INDEX, "index");
            fs::remove_file(&path).ok();
            write(if done < 2 { "" } else { &kept }, "damaged");
            let found = finish(&path).expect("it can be done");
            assert_eq!(found, Some(with(&path, &kept)));
            assert_eq!(read(""), Some(format!("new {done}")));
            assert_eq!([read(RENEWED), read(LOG), read(INDEX)], [None, None, None]);
            assert_eq!(
                [read(&kept), read(&format!("{kept}{LOG}"))],
                ["damaged", "log"].map(|text| Some(text.to_string()))
            );
            assert_eq!(read(DAMAGED).as_deref(), Some("of before"));
        }
        assert_eq!(finish(&path).expect("nothing is left to be done"), None);
        write(RENEWED, "new");
        let other = lock(&path).expect("nobody has it");
        assert!(finish(&path).is_err_and(|refused| refused.to_string().contains("another process")));
        drop(other);
        fs::remove_file(with(&path, RENEWED)).expect("nothing was done");
        assert_eq!(read(""), Some("new 2".to_string()));
    }
}
