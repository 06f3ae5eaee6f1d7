//! A folder of results that anybody can check: every file is whole or not there, and a manifest lists them all.
//!
//! A file is written under another name, brought to the disk, and renamed; the manifest is taken away first and comes last.
//! So a folder with a manifest is complete, whenever the power went.

mod check;
mod manifest;
mod write;

pub use check::{Misfit, check};
pub use manifest::{Listed, MANIFEST, Manifest};
pub use write::Folder;

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::Refused;

/// That something cannot be done with a file, in words for whoever can do something about it.
fn cannot(what: &str, path: &Path, error: &io::Error) -> Refused {
    let why = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_string(),
        ErrorKind::ReadOnlyFilesystem => "its disk can only be read".to_string(),
        ErrorKind::PermissionDenied => "that is not allowed".to_string(),
        ErrorKind::NotADirectory => "what should be a folder is a file".to_string(),
        _ => error.to_string(),
    };
    Refused::new(format!("cannot {what} {}: {why}", path.display()))
}

/// Whether a path stays inside of the folder, and is written the same everywhere: plain names with slashes between them.
fn is_inside(path: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name != "." && name != "..";
    let is_plain = |c: char| !c.is_control() && !matches!(c, '\\' | ':');
    path.split('/').all(is_name) && path.chars().all(is_plain)
}

#[cfg(test)]
mod tests;
