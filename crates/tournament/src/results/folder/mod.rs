//! A folder of results that anybody can check. Each file of results is complete or absent, and a
//! manifest lists all files of results.
//!
//! New files are written in a separate folder, flushed to the disk, and moved to their places when
//! all are complete. The manifest is removed before the move, and the new manifest is moved last.
//! So a folder with a manifest is complete, even after a power failure, and a failed write changes
//! nothing.

mod check;
mod commit;
mod links;
mod manifest;
mod plain;
mod readable;
mod room;
mod write;

pub use check::{RecordMismatch, check};
pub use commit::{NEXT, finish, listed};
pub use manifest::{LARGEST as LARGEST_MANIFEST, Listed, MANIFEST, Manifest};
pub use plain::{holds, next_line, open, read, read_text};
pub use readable::{OnDisk, Readable};
pub use room::check_room;
pub use write::Folder;

use std::io::{self, ErrorKind};
use std::path::Path;

use errors::Error;

/// An error of a file operation, in plain words.
fn cannot(what: &str, path: &Path, error: &io::Error) -> Error {
    let why = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_string(),
        ErrorKind::FileTooLarge => "the file would be larger than `ulimit -f` allows".to_string(),
        ErrorKind::ReadOnlyFilesystem => "its disk can only be read".to_string(),
        ErrorKind::PermissionDenied => "that is not allowed".to_string(),
        ErrorKind::NotADirectory => "there is a file where a folder has to be".to_string(),
        _ => error.to_string(),
    };
    Error::machine(format!("cannot {what} {}: {why}", path.display()))
}

/// Whether a path stays inside the folder and has only one spelling. Such a path consists of plain
/// names with slashes between them.
fn is_inside(path: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name != "." && name != "..";
    let is_plain = |c: char| !c.is_control() && !matches!(c, '\\' | ':');
    path.split('/').all(is_name) && path.chars().all(is_plain)
}

#[cfg(test)]
mod tests;
