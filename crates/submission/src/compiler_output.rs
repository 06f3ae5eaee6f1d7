//! Takes a program out of the folder that its compiler could write to. The source may have made the
//! compiler put anything there. So only regular files are taken, within bounds, and copied to a
//! folder of our own.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::foreign_folder::{ForeignFolder, Item};

/// The greatest number of files that are taken, and of other things beside them.
const MOST_FILES: usize = 2_000;
/// The greatest number of bytes that are taken. The compilers' own limit on a file has this size.
const MOST_BYTES: u64 = 64 << 20;
/// The greatest depth of folders, as many packages of Java need.
const DEEPEST: usize = 32;
/// The greatest length of a path below the folder, in bytes, so that its copy can be made.
const LONGEST: usize = 1_000;

/// The message if the compiler reported success but made no program.
const NO_EXECUTABLE: &str =
    "the compiler made no executable: expected a program, not a unit or a library";

/// Copies the executable of this name out of a compiler's folder.
///
/// # Errors
/// Fails if there is no such regular file, or if it is too large. The message is a sentence.
pub(crate) fn take_executable(output: &Path, name: &str, to: &Path) -> Result<(), String> {
    let item = ForeignFolder::open(output).and_then(|folder| folder.item(&name.into()));
    match item {
        Ok(Item::File(file)) => copy(file, to, 0o700, &mut { MOST_BYTES }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(NO_EXECUTABLE.to_string()),
        Err(error) => Err(unreadable(&error)),
        Ok(_) => Err(format!("{NO_EXECUTABLE}, nor a folder or a link")),
    }
}

/// Copies the class files out of a compiler's folder of this name, with the folders that hold them.
/// Everything else stays there.
///
/// # Errors
/// Fails if the compiler made more than a program may have. The message is a sentence.
pub(crate) fn take_classes(output: &Path, name: &str, to: &Path) -> Result<(), String> {
    fs::create_dir(to).map_err(|error| uncopied(&error))?;
    let item = ForeignFolder::open(output).and_then(|folder| folder.item(&name.into()));
    match item {
        Ok(Item::Folder(classes)) => {
            let mut taking = Taking { to, items: MOST_FILES, bytes: MOST_BYTES };
            taking.folder(&classes, Path::new(""), DEEPEST)
        }
        Ok(_) => Err("the compiler made no folder of classes".to_string()),
        Err(error) => Err(unreadable(&error)),
    }
}

/// A copy of classes, and what more it may take.
struct Taking<'a> {
    to: &'a Path,
    items: usize,
    bytes: u64,
}

impl Taking<'_> {
    /// Takes the classes of a folder, whose path below the folder of all classes is `below`.
    fn folder(&mut self, from: &ForeignFolder, below: &Path, depth: usize) -> Result<(), String> {
        for name in from.names().map_err(|error| unreadable(&error))? {
            let name = name.map_err(|error| unreadable(&error))?;
            self.items = self.items.checked_sub(1).ok_or_else(too_many)?;
            self.item(from, &name, &below.join(&name), depth)?;
        }
        Ok(())
    }

    fn item(
        &mut self,
        from: &ForeignFolder,
        name: &OsString,
        path: &Path,
        depth: usize,
    ) -> Result<(), String> {
        let is_class = path.extension().is_some_and(|ending| ending == "class");
        match from.item(name).map_err(|error| unreadable(&error))? {
            Item::Folder(_) if depth == 0 || path.as_os_str().len() > LONGEST => {
                Err(format!("the compiler made folders below each other, more than {DEEPEST}"))
            }
            Item::Folder(folder) => self.folder(&folder, path, depth - 1),
            Item::File(file) if is_class => {
                let copied = self.to.join(path);
                let folder = copied.parent().unwrap_or(self.to);
                fs::create_dir_all(folder).map_err(|error| uncopied(&error))?;
                copy(file, &copied, 0o600, &mut self.bytes)
            }
            Item::File(_) | Item::Other => Ok(()),
        }
    }
}

/// Copies a file, of at most `room` bytes, and takes its size off `room`. A file without content
/// may claim any size, so the claim is checked before anything is read.
fn copy(from: File, to: &Path, mode: u32, room: &mut u64) -> Result<(), String> {
    if from.metadata().map_err(|error| unreadable(&error))?.len() > *room {
        return Err(too_large());
    }
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    let copied = options
        .write(true)
        .create_new(true)
        .open(to)
        .and_then(|mut copy| io::copy(&mut from.take(*room + 1), &mut copy));
    let copied = copied.map_err(|error| uncopied(&error))?;
    *room = room.checked_sub(copied).ok_or_else(too_large)?;
    Ok(())
}

fn too_many() -> String {
    format!("the compiler made more than {MOST_FILES} files")
}

fn too_large() -> String {
    format!("the compiler made more than {} MiB", MOST_BYTES >> 20)
}

fn unreadable(error: &io::Error) -> String {
    format!("what the compiler made cannot be read: {error}")
}

fn uncopied(error: &io::Error) -> String {
    format!("what the compiler made cannot be copied: {error}")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;

    use rustix::fs::{CWD, FileType, Mode, mknodat};
    use tempfile::TempDir;

    use super::*;
    use crate::remove_tree::remove_tree;

    /// A folder with a compiler's folder `work`, and somebody's files beside it. A copy is made
    /// under the name `copy`.
    fn folders() -> (TempDir, impl Fn(&str) -> PathBuf) {
        let outer = tempfile::tempdir().expect("a folder");
        let root = outer.path().to_path_buf();
        let path = move |name: &str| root.join(name);
        fs::create_dir_all(path("work")).expect("a folder");
        fs::create_dir_all(path("victim")).expect("a folder");
        fs::write(path("victim/secret.class"), "secret").expect("a file");
        (outer, path)
    }

    /// The kinds of things that a hostile source may have put in the place of something else.
    const KINDS: [&str; 9] = [
        "nothing",
        "link",
        "folder link",
        "itself",
        "endless",
        "pipe",
        "socket",
        "device",
        "folder",
    ];

    /// Puts a thing of this kind at a path in `work`.
    fn put(kind: &str, at: &Path, victim: &Path) {
        let node = |kind, device| {
            let made = mknodat(CWD, at, kind, Mode::RWXU, device);
            // Only root makes devices.
            assert!(made.is_ok() || kind == FileType::CharacterDevice, "{made:?}");
        };
        let link = |to: &Path| symlink(to, at).expect("a link");
        match kind {
            "nothing" => {}
            "link" => link(&victim.join("secret.class")),
            "folder link" => link(victim),
            "itself" => link(Path::new(".")),
            "endless" => link(Path::new("/dev/zero")),
            "pipe" => node(FileType::Fifo, 0),
            "socket" => drop(UnixListener::bind(at).expect("a socket")),
            "device" => node(FileType::CharacterDevice, rustix::fs::makedev(1, 5)),
            "folder" => fs::create_dir(at).expect("a folder"),
            kind => panic!("{kind}"),
        }
    }

    #[test]
    fn only_a_regular_file_of_bounded_size_is_an_executable() {
        for kind in KINDS {
            let (_outer, path) = folders();
            put(kind, &path("work/program"), &path("victim"));
            take_executable(&path("work"), "program", &path("copy")).expect_err(kind);
            assert!(!path("copy").exists(), "{kind}");
        }
        let (_outer, path) = folders();
        let huge = File::create(path("work/huge")).expect("a file");
        huge.set_len(1 << 40).expect("no block of it is on the disk");
        take_executable(&path("work"), "huge", &path("copy")).expect_err("it is too large");
        fs::write(path("work/program"), "code").expect("a file");
        take_executable(&path("work"), "program", &path("copy")).expect("it is a program");
        assert_eq!(fs::read(path("copy")).expect("a copy"), b"code");
        // What stands under the name of the copy is not written to.
        take_executable(&path("work"), "program", &path("victim/secret.class")).expect_err("taken");
        // In the place of the whole folder there may be a link, too.
        fs::create_dir(path("other")).expect("a folder");
        fs::rename(path("work"), path("other/work")).expect("it can be moved");
        symlink("other/work", path("work")).expect("a link");
        take_executable(&path("work"), "program", &path("second")).expect_err("a link");
    }

    #[test]
    fn only_class_files_of_bounded_number_and_size_are_classes() {
        for kind in KINDS {
            let (_outer, path) = folders();
            put(kind, &path("work/program"), &path("victim"));
            let taken = take_classes(&path("work"), "program", &path("copy"));
            assert_eq!(taken.is_ok(), kind == "folder", "{kind}");
            let (_outer, path) = folders();
            fs::create_dir(path("work/program")).expect("a folder");
            put(kind, &path("work/program/x.class"), &path("victim"));
            put(kind, &path("work/program/x"), &path("victim"));
            take_classes(&path("work"), "program", &path("copy")).expect(kind);
            assert_eq!(fs::read_dir(path("copy")).expect("a copy").count(), 0, "{kind}");
        }
        let refused = |fill: &dyn Fn(&Path)| {
            let (_outer, path) = folders();
            fs::create_dir(path("work/program")).expect("a folder");
            fill(&path("work/program"));
            take_classes(&path("work"), "program", &path("copy")).expect_err("it is too much");
        };
        let empty = |path: PathBuf| File::create(path).expect("a file");
        refused(&|folder| drop(empty(folder.join("a.class")).set_len(1 << 40)));
        refused(&|folder| {
            for name in ["a.class", "b.class"] {
                empty(folder.join(name)).set_len(MOST_BYTES / 2 + 1).expect("a file");
            }
        });
        refused(&|folder| (0..20_000).for_each(|name| drop(empty(folder.join(name.to_string())))));
        refused(&|folder| {
            fs::create_dir_all(folder.join("a/".repeat(DEEPEST + 1))).expect("folders");
        });
        refused(&|folder| {
            fs::create_dir_all(folder.join(format!("{}/", "a".repeat(250)).repeat(6)))
                .expect("folders");
        });
    }

    /// A random tree in the place of a compiler's output: at most 12 names, some of them below
    /// others.
    fn plant(random: &mut fastrand::Rng, folder: &Path, victim: &Path, nodes: &mut usize) {
        while *nodes > 0 && random.u8(..4) > 0 {
            *nodes -= 1;
            let ending = if random.bool() { ".class" } else { "" };
            let at = folder.join(format!("{}{ending}", ["a", "b", "c"][random.usize(..3)]));
            if at.symlink_metadata().is_ok() {
                continue;
            }
            match random.u8(..8) {
                0 | 1 => fs::write(&at, "code").expect("a file"),
                2 => File::create(&at).and_then(|file| file.set_len(1 << 40)).expect("a file"),
                3..6 => {
                    fs::create_dir(&at).expect("a folder");
                    plant(random, &at, victim, nodes);
                }
                _ => put(KINDS[random.usize(1..KINDS.len())], &at, victim),
            }
        }
    }

    /// Checks that a copy has nothing but files with the text `code`.
    fn check_copy(folder: &Path) {
        for item in fs::read_dir(folder).into_iter().flatten() {
            let path = item.expect("it is ours").path();
            match fs::symlink_metadata(&path).expect("it is ours").file_type() {
                kind if kind.is_dir() => check_copy(&path),
                kind => assert!(kind.is_file() && fs::read(&path).expect("ours") == b"code"),
            }
        }
    }

    #[test]
    fn random_trees_give_away_nothing_and_leave_nothing() {
        for seed in 0..2_000 {
            let (outer, path) = folders();
            let mut random = fastrand::Rng::with_seed(seed);
            plant(&mut random, &path("work"), &path("victim"), &mut 12);
            let _ = take_classes(&path("work"), "a", &path("classes"));
            let _ = take_executable(&path("work"), "b", &path("copy"));
            check_copy(&path("classes"));
            let code = fs::read(path("copy")).map_or(true, |bytes| bytes == b"code");
            assert!(code, "tree {seed}");
            remove_tree(&path("work")).expect("it can be removed");
            let mut left: Vec<_> = fs::read_dir(outer.path())
                .expect("it is ours")
                .map(|item| item.expect("it is ours").file_name())
                .filter(|name| name != "copy" && name != "classes")
                .collect();
            left.sort();
            assert_eq!(left, ["victim"], "tree {seed}");
            let secret = fs::read(path("victim/secret.class")).expect("it is still there");
            assert_eq!(secret, b"secret", "tree {seed}");
        }
    }
}
