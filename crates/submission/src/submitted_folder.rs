//! Reads the files of a folder on the disk. No link in it is followed, and nothing waits for what
//! is no plain file, even if a stranger changes the folder meanwhile.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::foreign_folder::{ForeignFolder, Item as Opened};
use crate::reasons::{WORDS, about};
use crate::source::is_needed;
use crate::tree::{Bounds, Item, Tree, TreeBuilder};
use errors::excerpt;
use rules::{Message, message};

/// The greatest depth of folders.
const DEEPEST: usize = 8;

/// Reads the files of a folder and of the folders below it. The path itself may not be a link.
///
/// # Errors
/// Fails if the folder or a needed file cannot be read, or the bounds are exceeded. The message is
/// to be written after the folder's name.
pub(crate) fn of_folder(path: &Path, bounds: Bounds) -> Result<Tree, Message> {
    let mut tree = TreeBuilder::new(bounds);
    let folder = ForeignFolder::open(path).map_err(unreadable)?;
    read(&folder, Path::new(""), DEEPEST, &mut tree)?;
    tree.done()
}

/// Reads the file or the folder of this name in a folder. Its paths begin with the name.
///
/// # Errors
/// Fails as [`of_folder`] does.
pub(crate) fn of_item(folder: &Path, name: &OsString, bounds: Bounds) -> Result<Tree, Message> {
    let mut tree = TreeBuilder::new(bounds);
    let folder = ForeignFolder::open(folder).map_err(unreadable)?;
    read_item(&folder, name, Path::new("").join(name), DEEPEST + 1, &mut tree)?;
    tree.done()
}

/// Reads a folder, whose path below the top is `below`. `depth` is the number of folders that may
/// lie below each other from here on.
fn read(
    folder: &ForeignFolder,
    below: &Path,
    depth: usize,
    tree: &mut TreeBuilder,
) -> Result<(), Message> {
    for name in folder.names().map_err(unreadable)? {
        let name = name.map_err(unreadable)?;
        read_item(folder, &name, below.join(&name), depth, tree)?;
    }
    Ok(())
}

fn read_item(
    folder: &ForeignFolder,
    name: &OsString,
    path: PathBuf,
    depth: usize,
    tree: &mut TreeBuilder,
) -> Result<(), Message> {
    let opened = folder.item(name);
    let item = match &opened {
        Ok(Opened::Folder(_)) => Item::Folder,
        Ok(Opened::File(_)) | Err(_) => Item::File,
        Ok(Opened::Other) => Item::Other("no-regular-file"),
    };
    let Some(path) = tree.admit(path, item)? else { return Ok(()) };
    match opened {
        Ok(Opened::Folder(inner)) if depth > 1 => read(&inner, &path, depth - 1, tree)?,
        Ok(Opened::Folder(_)) => tree.leave_out(path, "too-deep"),
        Ok(Opened::File(file)) => {
            let about = file.metadata().map_err(unreadable)?;
            let changed = about.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            let date = changed.map_or(0, |time| time.as_secs());
            tree.take(path, (about.len(), date), file)?;
        }
        Ok(Opened::Other) => {}
        Err(error) if is_needed(&path) => {
            let why = message!(WORDS, "not-read", why = error.to_string());
            return Err(about(excerpt::short(&path.to_string_lossy()), why));
        }
        Err(_) => tree.leave_out(path, "unreadable"),
    }
    Ok(())
}

fn unreadable(_: io::Error) -> Message {
    message!(WORDS, "unreadable")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tree::ONE;

    #[test]
    fn what_is_too_much_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        for number in 0..=ONE.files {
            fs::write(folder.path().join(format!("{number}.c")), "")
                .expect("a file can be written");
        }
        let refused = of_folder(folder.path(), ONE).expect_err("too many files").to_string();
        assert!(refused.contains("1000 files"), "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn neither_links_nor_pipes_are_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("anna/src")).expect("a folder");
        fs::write(path("secret.c"), "").expect("a file");
        for (target, link) in [("../secret.c", "anna/a.c"), ("..", "anna/up"), (".", "round")] {
            std::os::unix::fs::symlink(target, path(link)).expect("a link");
        }
        rustix::fs::mkfifoat(rustix::fs::CWD, path("anna/b.c"), rustix::fs::Mode::RWXU)
            .expect("a pipe");
        fs::write(path("anna/src/c.c"), "").expect("a file");
        let huge = fs::File::create(path("anna/huge.bin")).expect("a file");
        huge.set_len(1 << 40).expect("no block of it is on the disk");
        let mut tree = of_item(folder.path(), &"anna".into(), ONE).expect("it can be read");
        assert_eq!(tree.files, [("anna/src/c.c".into(), Vec::new())]);
        tree.left_out.sort();
        let other = "no-regular-file";
        let left_out =
            [("a.c", other), ("b.c", other), ("huge.bin", "file-too-large"), ("up", other)];
        let left_out = left_out.map(|(name, why)| (Path::new("anna").join(name), why));
        assert_eq!(tree.left_out, left_out);
        of_folder(&path("round"), ONE).expect_err("a link");
    }
}
