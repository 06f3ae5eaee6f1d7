//! Checks that files can be moved to their places, and removes links that are in the way.

use std::fs;
use std::path::Path;

use super::cannot;
use super::links::{folders_above, is_behind_a_link, kind};
use super::manifest::{MANIFEST, Manifest};
use errors::Error;

/// Checks that each of these files can be moved to its place, as far as this can be known
/// beforehand. A file or a link at such a place is allowed, since the move replaces it.
///
/// # Errors
/// Fails if there is a folder at the place of a file, or a file where a folder has to be.
pub fn check_room<'a>(root: &Path, paths: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
    let in_the_way = |path: &str, what: &str| {
        let path = root.join(path);
        Err(Error::conflict(format!(
            "cannot write {}: there is {what}, which the command leaves alone",
            path.display()
        )))
    };
    for path in paths {
        for folder in folders_above(path) {
            match kind(&root.join(folder)) {
                Some(kind) if kind.is_symlink() => break,
                Some(kind) if !kind.is_dir() => {
                    return in_the_way(folder, "a file where a folder has to be");
                }
                _ => {}
            }
        }
        if !is_behind_a_link(root, path) && kind(&root.join(path)).is_some_and(|kind| kind.is_dir())
        {
            return in_the_way(path, "a folder where a file has to be");
        }
    }
    Ok(())
}

/// Calls [`check_room`] for all files of a manifest, all files of the previous manifest, and the
/// manifest itself.
pub(super) fn check_room_for(
    root: &Path,
    manifest: &Manifest,
    before: &Manifest,
) -> Result<(), Error> {
    let files = manifest.files.keys().chain(before.files.keys()).map(String::as_str);
    check_room(root, files.chain([MANIFEST]))
}

/// Removes each link that stands where these files need a folder. The targets of the links are left
/// alone.
pub(super) fn remove_links(root: &Path, manifest: &Manifest) -> Result<(), Error> {
    for folder in manifest.files.keys().flat_map(|path| folders_above(path)) {
        let folder = root.join(folder);
        if kind(&folder).is_some_and(|kind| kind.is_symlink()) {
            // On some systems, a link to a folder must be removed as a folder, and not as a file.
            let removed = fs::remove_file(&folder).or_else(|_| fs::remove_dir(&folder));
            removed.map_err(|error| cannot("remove the link", &folder, &error))?;
        }
    }
    Ok(())
}

/// Whether the existing files of a manifest are regular files in this folder.
pub(super) fn is_plain(root: &Path, manifest: &Manifest) -> bool {
    let is_plain_file = |path: &str| kind(&root.join(path)).is_none_or(|kind| kind.is_file());
    kind(root).is_some_and(|kind| kind.is_dir())
        && manifest.files.keys().all(|path| !is_behind_a_link(root, path) && is_plain_file(path))
}
