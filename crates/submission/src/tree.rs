//! The files of a folder, an archive or an upload, read into memory within bounds. A stranger chose
//! their names, sizes and contents: no name leads out of the tree, and no stated size is trusted.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::name::{OF_A_TOOL, folder_on, is_left_behind, is_of_a_tool};
use crate::reasons::WORDS;
use crate::source::{is_machine_code, is_needed};
use errors::excerpt;
use rules::{Message, message};

/// The longest path, in bytes, that systems accept.
const LONGEST_PATH: usize = 1000;
const LONGEST_NAME: usize = 255;

/// Files, keyed by their paths below a folder.
pub(crate) type Contents = Vec<(PathBuf, Vec<u8>)>;

/// When files were last changed, keyed like the files. A later date is a greater number; the dates
/// of two trees cannot be compared.
pub(crate) type Dates = HashMap<PathBuf, u64>;

/// The files of a folder, an archive or an upload.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    /// The files by their paths.
    pub(crate) files: Contents,
    pub(crate) dates: Dates,
    /// The folders that are known, among them all empty ones.
    pub(crate) folders: Vec<PathBuf>,
    /// The items that are left out, each with the key of the reason.
    pub(crate) left_out: Vec<(PathBuf, &'static str)>,
}

impl Tree {
    /// The tree of files that came with their names.
    ///
    /// # Errors
    /// Fails as [`TreeBuilder`] does.
    pub(crate) fn of_upload(files: Vec<(String, Vec<u8>)>) -> Result<Tree, Message> {
        let mut tree = TreeBuilder::new(ONE);
        for (name, content) in files {
            if let Some(path) = tree.admit(inside(&name.replace('\\', "/"))?, Item::File)? {
                tree.take(path, (content.len() as u64, 0), &content[..])?;
            }
        }
        tree.done()
    }

    /// The same tree within the bounds of one submission. If it is too large, the files that no
    /// program needs are left out.
    ///
    /// # Errors
    /// Fails if it is still too large.
    pub(crate) fn fitting(mut self) -> Result<Tree, Message> {
        let mut fitting = TreeBuilder::new(ONE);
        for (path, content) in std::mem::take(&mut self.files) {
            let is_spare = !is_needed(&path) && !is_machine_code(&content);
            if fitting.has_room(&path, content.len() as u64, is_spare)? {
                fitting.put(path, content);
            }
        }
        self.left_out.append(&mut fitting.tree.left_out);
        Ok(Tree { files: fitting.tree.files, ..self })
    }

    /// Adds another tree, whose files lie elsewhere.
    pub(crate) fn add(&mut self, other: Tree) {
        self.files.extend(other.files);
        self.dates.extend(other.dates);
        self.folders.extend(other.folders);
        self.left_out.extend(other.left_out);
    }
}

/// The greatest numbers of files, of their bytes, and of items of any kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    pub(crate) items: usize,
}

/// The bounds of one submission.
pub(crate) const ONE: Bounds = Bounds { files: 1000, bytes: 32 << 20, items: 50_000 };
/// The bounds of the archive of a whole class.
pub(crate) const CLASS: Bounds = Bounds { files: 50_000, bytes: 512 << 20, items: 1_000_000 };

/// The kind of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    File,
    Folder,
    /// An item that is left out, for the reason with this key.
    Other(&'static str),
}

/// A tree whose items come one after the other.
///
/// # Errors
/// Each step fails if the tree exceeds its bounds, or has a path that no system accepts. The
/// message is to be written after the name of the submission.
#[derive(Default)]
pub(crate) struct TreeBuilder {
    bounds: Bounds,
    items: usize,
    /// The number of bytes of all files so far.
    bytes: u64,
    /// Whether the files that no program needs have made room for others.
    is_tight: bool,
    /// The files, and the folders of tools that are left out.
    known: BTreeSet<PathBuf>,
    tree: Tree,
}

impl TreeBuilder {
    pub(crate) fn new(bounds: Bounds) -> TreeBuilder {
        TreeBuilder { bounds, ..TreeBuilder::default() }
    }

    /// The path of a file that is to be read, or of a folder; `None` if the item is left out.
    pub(crate) fn admit(&mut self, path: PathBuf, item: Item) -> Result<Option<PathBuf>, Message> {
        self.items += 1;
        if self.items > self.bounds.items {
            return Err(message!(WORDS, "too-many-items", n = self.bounds.items));
        }
        if path.iter().any(|part| is_left_behind(&part.to_string_lossy())) {
            return Ok(None);
        }
        let shown = || excerpt::short(&path.to_string_lossy());
        let is_long = path.iter().any(|part| part.len() > LONGEST_NAME);
        if is_long || path.as_os_str().len() > LONGEST_PATH {
            return Err(message!(WORDS, "path-too-long", path = shown()));
        }
        let folder = if item == Item::Folder { Some(&*path) } else { path.parent() };
        if let Some(of_tool) = folder.and_then(|folder| folder_on(folder, is_of_a_tool)) {
            if self.known.insert(of_tool.to_path_buf()) {
                self.leave_out(of_tool.to_path_buf(), OF_A_TOOL);
            }
            return Ok(None);
        }
        match item {
            Item::Folder => self.tree.folders.push(path.clone()),
            // The archive's own folder, `./`, is an item of many tars; it cannot be a file.
            _ if path.as_os_str().is_empty() => return Err(message!(WORDS, "no-name")),
            Item::File if !self.known.insert(path.clone()) => {
                return Err(message!(WORDS, "same-name", path = shown()));
            }
            Item::File => {}
            Item::Other(why) => {
                self.leave_out(path, why);
                return Ok(None);
            }
        }
        Ok(Some(path))
    }

    /// Leaves an item out, for the reason with this key.
    pub(crate) fn leave_out(&mut self, path: PathBuf, why: &'static str) {
        self.tree.left_out.push((path, why));
    }

    /// Reads a file. `size` is its size as the source states it, and `date` is when it was changed.
    pub(crate) fn take(
        &mut self,
        path: PathBuf,
        (size, date): (u64, u64),
        file: impl Read,
    ) -> Result<(), Message> {
        if !self.has_room(&path, size, !is_needed(&path))? {
            return Ok(());
        }
        let failed = |error: io::Error| {
            not_unpacked(format!("`{}`: {error}", excerpt::short(&path.to_string_lossy())))
        };
        let (mut content, left) = (Vec::new(), self.bounds.bytes - self.bytes);
        // The file may be longer than its source says.
        file.take(left + 1).read_to_end(&mut content).map_err(failed)?;
        self.check_room(content.len() as u64)?;
        self.tree.dates.insert(path.clone(), date);
        self.put(path, content);
        Ok(())
    }

    /// Makes room for a file. Some projects contain films and the files of development tools: such
    /// a spare file must not use up the room for sources. Returns false if it is left out.
    fn has_room(&mut self, path: &Path, size: u64, is_spare: bool) -> Result<bool, Message> {
        if is_spare {
            let has_room = !self.is_tight && size <= ONE.bytes && self.check_room(size).is_ok();
            if !has_room {
                self.leave_out(path.to_path_buf(), "file-too-large");
            }
            return Ok(has_room);
        }
        if self.check_room(size).is_err() && !self.is_tight {
            (self.is_tight, self.bytes) = (true, 0);
            for (path, content) in std::mem::take(&mut self.tree.files) {
                if is_needed(&path) || is_machine_code(&content) {
                    self.put(path, content);
                } else {
                    self.leave_out(path, "file-too-large");
                }
            }
        }
        self.check_room(size).map(|()| true)
    }

    /// Fails if there is no room for a file of this size.
    fn check_room(&self, size: u64) -> Result<(), Message> {
        let Bounds { files, bytes, .. } = self.bounds;
        match () {
            () if size > bytes - self.bytes => Err(message!(WORDS, "too-much", n = bytes >> 20)),
            () if self.tree.files.len() >= files => {
                Err(message!(WORDS, "too-many-files", n = files))
            }
            () => Ok(()),
        }
    }

    fn put(&mut self, path: PathBuf, content: Vec<u8>) {
        self.bytes += content.len() as u64;
        self.tree.files.push((path, content));
    }

    /// The whole tree.
    pub(crate) fn done(self) -> Result<Tree, Message> {
        let folders = self.known.iter().flat_map(|path| path.ancestors().skip(1));
        if let Some(both) = folders.into_iter().find(|folder| self.known.contains(*folder)) {
            let path = excerpt::short(&both.to_string_lossy());
            return Err(message!(WORDS, "file-and-folder", path = path));
        }
        Ok(self.tree)
    }
}

pub(crate) fn not_unpacked(why: String) -> Message {
    message!(WORDS, "not-unpacked", why = why)
}

/// The path for a name that somebody else wrote, if it does not lead out of the tree.
pub(crate) fn inside(name: &str) -> Result<PathBuf, Message> {
    let is_harmful = |part: &str| part == ".." || part.contains('\0') || part.ends_with(':');
    if name.is_empty() || name.starts_with('/') || name.split('/').any(is_harmful) {
        return Err(message!(WORDS, "path-out", path = excerpt::short(name)));
    }
    Ok(name.split('/').filter(|part| !["", "."].contains(part)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However large the data beside a program are, its sources are read, whichever come first.
    #[test]
    fn data_make_room_for_sources() {
        let mebibyte = |name: String| (name, vec![1; 1 << 20]);
        for at in [0, 20, 40] {
            let mut files: Vec<_> =
                (0..40).map(|number| mebibyte(format!("{number}.bin"))).collect();
            files.insert(at, mebibyte("main.c".to_string()));
            let tree = Tree::of_upload(files).expect("the source fits");
            assert!(tree.files.iter().any(|(path, _)| path == Path::new("main.c")), "{at}");
            assert!(tree.files.len() as u64 <= ONE.bytes >> 20, "{at}");
            assert_eq!(tree.files.len() + tree.left_out.len(), 41, "{at}");
        }
    }
}
