//! Putting files in their places when all of them are whole.
//!
//! They lie in a folder of their own until the manifest that lists them lies there as well. From then on what was begun is
//! ended, by whoever comes next if need be; before that nothing has changed.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::manifest::{LARGEST, MANIFEST, Manifest};
use super::{cannot, plain, room};
use errors::Error;

/// Where files lie until all of them are whole.
pub const NEXT: &str = ".next";

/// Ends what a run has begun that was cut off, and takes away what it has left.
///
/// # Errors
/// When that cannot be done.
pub fn finish(root: &Path) -> Result<(), Error> {
    let next = root.join(NEXT);
    // What lies elsewhere, behind a link, is nothing that a run has left.
    if let Some(manifest) = listed(&next.join(MANIFEST)).filter(|manifest| room::is_plain(&next, manifest)) {
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

/// That everything of this manifest can be put in its place.
///
/// # Errors
/// What is in the way.
pub(super) fn check(root: &Path, manifest: &Manifest) -> Result<(), Error> {
    room::check_room_for(root, manifest, &before(root))
}

/// What was written here before.
fn before(root: &Path) -> Manifest {
    listed(&root.join(MANIFEST)).unwrap_or_default()
}

/// Puts the files of this manifest in their places, and it after them. May be done again from any point on.
pub(super) fn commit(root: &Path, manifest: &Manifest) -> Result<(), Error> {
    let next = root.join(NEXT);
    let before = before(root);
    [&before, manifest].into_iter().try_for_each(|manifest| room::remove_links(root, manifest))?;
    before.files.keys().filter(|path| !manifest.files.contains_key(*path)).try_for_each(|path| remove(root, path))?;
    for folder in before.folders().difference(&manifest.folders()) {
        // One in which something else lies stays.
        let _ = fs::remove_dir(root.join(folder));
    }
    // So that a folder with a manifest is whole, whenever the power goes.
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

/// A file that is not among the new ones is in its place.
fn take(next: &Path, root: &Path, path: &str) -> Result<(), Error> {
    match fs::rename(next.join(path), root.join(path)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot("write", &root.join(path), &error)),
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

/// Brings the names in a folder to the disk.
pub(super) fn settle(folder: &Path) -> Result<(), Error> {
    // Elsewhere a folder cannot be opened as a file.
    let synced = if cfg!(unix) { File::open(folder).and_then(|folder| folder.sync_all()) } else { io::Result::Ok(()) };
    synced.map_err(|error| cannot("write", folder, &error))
}
