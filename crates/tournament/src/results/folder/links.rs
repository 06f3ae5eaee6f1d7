//! Finds links on the path to a file in a folder.

use std::fs::{self, FileType};
use std::path::Path;

/// Whether a folder on the path from `root` to a file is a link.
pub(super) fn is_behind_a_link(root: &Path, path: &str) -> bool {
    folders_above(path).any(|folder| kind(&root.join(folder)).is_some_and(|kind| kind.is_symlink()))
}

/// The folders that contain a file, the outermost first.
pub(super) fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end])
}

pub(super) fn kind(path: &Path) -> Option<FileType> {
    fs::symlink_metadata(path).ok().map(|found| found.file_type())
}
