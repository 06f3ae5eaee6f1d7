//! The files of a submission, read into memory within bounds.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::name::{OF_A_TOOL, is_left_behind, is_of_a_tool};
use crate::reasons::{WORDS, about};
use crate::source::{is_machine_code, is_needed};
use errors::excerpt;
use rules::{Message, message};

/// Files, keyed by their paths below a folder.
pub(crate) type Contents = Vec<(PathBuf, Vec<u8>)>;

/// When files were last changed, keyed like the files. A later date is a greater number; the dates
/// of two trees cannot be compared.
pub(crate) type Dates = HashMap<PathBuf, u64>;

/// The files of a folder or of an archive.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// The files by their paths.
    pub(crate) files: Contents,
    pub(crate) dates: Dates,
    /// The folders that are known, among them all empty ones.
    pub(crate) folders: Vec<PathBuf>,
    /// The items that are left out, each with the key of the reason.
    pub(crate) left_out: Vec<(PathBuf, &'static str)>,
}

/// The greatest numbers of files and bytes that are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) files: usize,
    pub(crate) bytes: u64,
}

/// The greatest numbers of files and bytes in one submission.
pub(crate) const ONE: Bounds = Bounds { files: 1000, bytes: 32 << 20 };
/// The greatest numbers of files and bytes in a whole class.
pub(crate) const CLASS: Bounds = Bounds { files: 50_000, bytes: 512 << 20 };

/// The greatest depth of folders.
const DEEPEST: usize = 8;

/// The files of a submission that are used. If a submission has too many files, the files that no
/// program needs are left out.
///
/// # Errors
/// Fails if there are still too many files.
pub(crate) fn fitting(mut files: Contents) -> Result<Contents, Message> {
    let fits = |files: &Contents| {
        let bytes: u64 = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        files.len() <= ONE.files && bytes <= ONE.bytes
    };
    if !fits(&files) {
        files.retain(|(path, bytes)| is_needed(path) || is_machine_code(bytes));
    }
    if !fits(&files) {
        return Err(too_much(ONE));
    }
    Ok(files)
}

/// Reads the files of a folder and of the folders below it, beginning with the files that programs
/// need. Links are not followed.
///
/// # Errors
/// Fails if a needed file cannot be read, or there are more files than any submission has.
pub(crate) fn of_folder(folder: &Path, bounds: Bounds) -> Result<Tree, Message> {
    let (mut listed, mut tree) = (Vec::new(), Tree::default());
    list(folder, Path::new(""), &mut listed, &mut tree)?;
    listed.sort_by_key(|(path, _)| !is_needed(path));
    let mut held = 0_u64;
    for (path, size) in listed {
        let is_needed = is_needed(&path);
        if tree.files.len() >= bounds.files || size.saturating_add(held) > bounds.bytes {
            if is_needed {
                return Err(too_much(bounds));
            }
            continue;
        }
        held += size;
        match fs::read(folder.join(&path)) {
            Ok(bytes) => tree.files.push((path, bytes)),
            Err(error) if is_needed => {
                let why = message!(WORDS, "not-read", why = error.to_string());
                return Err(about(excerpt::short(&path.to_string_lossy()), why));
            }
            Err(_) => {}
        }
    }
    Ok(tree)
}

/// The files of a folder and of the folders below it, with their sizes.
fn list(
    folder: &Path,
    below: &Path,
    listed: &mut Vec<(PathBuf, u64)>,
    tree: &mut Tree,
) -> Result<(), Message> {
    /// The greatest number of files that are listed.
    const MOST: usize = 50_000;
    let failed = |_: io::Error| message!(WORDS, "unreadable");
    for item in fs::read_dir(folder.join(below)).map_err(failed)? {
        let item = item.map_err(failed)?;
        let (kind, path) = (item.file_type().map_err(failed)?, below.join(item.file_name()));
        let name = item.file_name().to_string_lossy().into_owned();
        if is_left_behind(&name) || listed.len() >= MOST {
            continue;
        }
        if kind.is_dir() && is_of_a_tool(&name) {
            tree.left_out.push((path, OF_A_TOOL));
        } else if kind.is_dir() && path.components().count() < DEEPEST {
            tree.folders.push(path.clone());
            list(folder, &path, listed, tree)?;
        } else if kind.is_file() {
            let about = item.metadata().map_err(failed)?;
            let changed =
                about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            tree.dates.insert(path.clone(), changed.map_or(0, |time| time.as_secs()));
            listed.push((path, about.len()));
        }
    }
    Ok(())
}

fn too_much(Bounds { files, bytes }: Bounds) -> Message {
    message!(WORDS, "too-many-or-much", files = files, n = bytes >> 20)
}
