//! The temporary folder of a run, for compiled programs and the notes of tools.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

use crate::remove_tree::remove_tree;
use errors::Error;

const PREFIX: &str = "ludoteka-";

/// The lock file that is held during the run. The lock ends with the process, even if the process
/// is killed. Locks for other purposes, such as the lock of a folder of results, have other names.
const LOCK: &str = ".ludoteka-run";

/// A new temporary folder. The folder is removed when this value is dropped. If this run is killed,
/// a later run removes the folder.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _held: File,
}

impl Scratch {
    /// Makes a new folder, and removes the folders of killed runs.
    ///
    /// # Errors
    /// Fails if no folder can be made.
    pub fn new() -> Result<Scratch, Error> {
        let among = std::env::temp_dir();
        sweep(&among);
        Scratch::among(&among).map_err(|error| Error::file("make a folder in", &among, &error))
    }

    fn among(folders: &Path) -> io::Result<Scratch> {
        let mut builder = tempfile::Builder::new();
        // Other users may not copy the submissions or replace them.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.prefix(PREFIX).tempdir_in(folders)?;
        let held = hold(folder.path())?;
        Ok(Scratch { folder, _held: held })
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A compiler that was interrupted may have left folders that the ordinary removal, which
        // follows, does not get through.
        let _ = remove_tree(self.folder.path());
    }
}

/// Makes and locks the lock file. The file is locked under another name first, so that no other run
/// ever sees it unlocked.
fn hold(folder: &Path) -> io::Result<File> {
    let unheld = folder.join(".ludoteka-run.new");
    let file = File::create(&unheld)?;
    file.try_lock()?;
    fs::rename(unheld, folder.join(LOCK))?;
    Ok(file)
}

/// Removes the folders of killed runs; a folder that cannot be removed is left to the system.
fn sweep(folders: &Path) {
    for entry in fs::read_dir(folders).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_ours && is_own_folder(&entry.path()) && is_left(&entry.path()) {
            let _ = remove_tree(&entry.path());
        }
    }
}

/// Temporary folders are shared: another user's folder, or a link, is not touched.
#[cfg(unix)]
fn is_own_folder(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    fs::symlink_metadata(path).is_ok_and(|about| about.is_dir() && about.uid() == own)
}

#[cfg(not(unix))]
fn is_own_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
}

fn is_left(folder: &Path) -> bool {
    File::open(folder.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_killed_runs_are_swept_and_no_others() {
        let folders = tempfile::tempdir().expect("a folder");
        let running = Scratch::among(folders.path()).expect("a folder");
        let left = folders.path().join("ludoteka-left");
        let results = folders.path().join("ludoteka-results");
        let elsewhere = folders.path().join("elsewhere");
        for folder in [&left, &results, &elsewhere] {
            fs::create_dir(folder).expect("a folder");
        }
        for folder in [&left, &elsewhere] {
            drop(hold(folder).expect("a lock"));
        }
        fs::write(results.join(".lock"), "").expect("a file");
        let link = folders.path().join("ludoteka-link");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&elsewhere, &link).expect("a link");
        sweep(folders.path());
        assert!(!left.exists());
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::MetadataExt::mode(&fs::metadata(running.path()).expect("ours"))
                & 0o777,
            0o700
        );
        assert!(running.path().exists() && results.exists() && elsewhere.join(LOCK).exists());
        let path = running.path().to_path_buf();
        drop(running);
        assert!(!path.exists());
    }
}
