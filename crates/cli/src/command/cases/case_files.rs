//! Writes the files of cases.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

pub(super) fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::file("make the folder", path, &error))
}

/// Writes a file, and makes its folder.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    path.parent().map_or(Ok(()), make_folder)?;
    fs::write(path, bytes).map_err(|error| Failure::file("write", path, &error))
}
