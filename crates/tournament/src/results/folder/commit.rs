//! Moves files to their places when all of them are complete.
//!
//! New files are collected in a separate folder, and the manifest that lists them is written last.
//! Until the manifest is written, nothing changes in the folder of results. If the moving of the
//! files is interrupted later, the next run completes it.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::manifest::{LARGEST, MANIFEST, Manifest};
use super::{cannot, plain, room};
use errors::Error;

/// The folder that holds new files until all of them are complete.
pub const NEXT: &str = ".next";

/// If an earlier run was interrupted while it moved the new files, this function moves the
/// remaining files. It always removes the separate folder of the earlier run.
///
/// # Errors
/// Fails if a file cannot be moved, or the separate folder cannot be removed.
pub fn finish(root: &Path) -> Result<(), Error> {
    let next = root.join(NEXT);
    // A manifest whose files lie behind a link does not come from an earlier run, so it is ignored.
    if let Some(manifest) =
        listed(&next.join(MANIFEST)).filter(|manifest| room::is_plain(&next, manifest))
    {
        check(root, &manifest)?;
        commit(root, &manifest)?;
    }
    match fs::remove_dir_all(&next) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot("remove", &next, &error)),
        _ => Ok(()),
    }
}

/// The manifest in a file, if there is one.
#[must_use]
pub fn listed(path: &Path) -> Option<Manifest> {
    Manifest::read(&plain::read_text(path, LARGEST).ok()?).ok()
}

/// Checks that every file of this manifest can be moved to its place.
///
/// # Errors
/// Fails if there is a folder at the place of a file, or a file where a folder has to be.
pub(super) fn check(root: &Path, manifest: &Manifest) -> Result<(), Error> {
    room::check_room_for(root, manifest, &before(root))
}

/// The manifest of the previous results.
fn before(root: &Path) -> Manifest {
    listed(&root.join(MANIFEST)).unwrap_or_default()
}

/// Moves the files of this manifest to their places, and then the manifest itself. After an
/// interruption at any point, the function can be called again.
pub(super) fn commit(root: &Path, manifest: &Manifest) -> Result<(), Error> {
    let next = root.join(NEXT);
    let before = before(root);
    [&before, manifest].into_iter().try_for_each(|manifest| room::remove_links(root, manifest))?;
    before
        .files
        .keys()
        .filter(|path| !manifest.files.contains_key(*path))
        .try_for_each(|path| remove(root, path))?;
    for folder in before.folders().difference(&manifest.folders()) {
        // A folder that contains other files stays.
        let _ = fs::remove_dir(root.join(folder));
    }
    // The manifest is removed first and comes back last, so a folder with a manifest is complete,
    // even after a power failure.
    remove(root, MANIFEST)?;
    settle(root)?;
    for folder in manifest.folders() {
        let folder = root.join(folder);
        fs::create_dir_all(&folder).map_err(|error| cannot("make the folder", &folder, &error))?;
    }
    manifest.files.keys().try_for_each(|path| take(&next, root, path))?;
    manifest.folders().iter().try_for_each(|folder| settle(&root.join(folder)))?;
    settle(root)?;
    take(&next, root, MANIFEST)?;
    settle(root)?;
    fs::remove_dir_all(&next).map_err(|error| cannot("remove", &next, &error))
}

/// Moves a file from the folder `next` to its place. If the file is no longer in `next`, an earlier
/// run has moved it.
fn take(next: &Path, root: &Path, path: &str) -> Result<(), Error> {
    match fs::rename(next.join(path), root.join(path)) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(cannot("write", &root.join(path), &error))
        }
        _ => Ok(()),
    }
}

fn remove(root: &Path, path: &str) -> Result<(), Error> {
    let path = root.join(path);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot("remove", &path, &error)),
        _ => Ok(()),
    }
}

/// Flushes the names of a folder's files to the disk.
pub(super) fn settle(folder: &Path) -> Result<(), Error> {
    // On systems other than Unix, a folder cannot be opened as a file.
    let synced = if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all())
    } else {
        io::Result::Ok(())
    };
    synced.map_err(|error| cannot("write", folder, &error))
}
