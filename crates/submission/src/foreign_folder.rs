//! A folder that a stranger could fill, such as a submission or the output of a compiler. Nothing
//! in it is reached by a link: each name is looked up by itself, in the open folder that holds it.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;

/// An open folder that a stranger could fill.
pub(crate) struct ForeignFolder(imp::Folder);

/// What stands under a name in such a folder.
pub(crate) enum Item {
    /// A folder.
    Folder(ForeignFolder),
    /// A regular file, open for reading.
    File(File),
    /// A link, a pipe, a socket or a device. None of them is opened.
    Other,
}

impl ForeignFolder {
    /// Opens the folder at this path. The folders on the way to it have to be our own.
    pub(crate) fn open(path: &Path) -> io::Result<ForeignFolder> {
        imp::Folder::open(path).map(ForeignFolder)
    }

    /// Opens what stands under this name.
    pub(crate) fn item(&self, name: &OsString) -> io::Result<Item> {
        self.0.item(name)
    }

    /// The names in the folder, as they are read from it.
    pub(crate) fn names(&self) -> io::Result<impl Iterator<Item = io::Result<OsString>>> {
        self.0.names()
    }
}

/// Opens a plain file, and does not wait for anything else that lies there, such as a pipe.
pub(crate) fn open_plain(path: &Path, may_be_link: bool) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let not_a_link = if may_be_link { OFlags::empty() } else { OFlags::NOFOLLOW };
        let flags = (OFlags::NONBLOCK | not_a_link).bits().cast_signed();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    #[cfg(not(unix))]
    let _ = may_be_link;
    let file = options.read(true).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no plain file")) }
}

#[cfg(unix)]
mod imp {
    use std::ffi::{OsStr, OsString};
    use std::fs::File;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat};

    use super::{ForeignFolder, Item};

    const FOLDER: OFlags =
        OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC).union(OFlags::RDONLY);
    /// If a pipe or a terminal takes the file's place meanwhile, opening it neither waits nor
    /// makes it this process's terminal.
    const FILE: OFlags = OFlags::NOFOLLOW
        .union(OFlags::NONBLOCK)
        .union(OFlags::NOCTTY)
        .union(OFlags::CLOEXEC)
        .union(OFlags::RDONLY);

    pub(super) struct Folder(OwnedFd);

    impl Folder {
        pub(super) fn open(path: &Path) -> io::Result<Folder> {
            Ok(Folder(openat(CWD, path, FOLDER, Mode::empty())?))
        }

        pub(super) fn item(&self, name: &OsString) -> io::Result<Item> {
            let about = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
            let open = |flags| openat(&self.0, name, flags, Mode::empty());
            Ok(match FileType::from_raw_mode(about.st_mode) {
                FileType::Directory => Item::Folder(ForeignFolder(Folder(open(FOLDER)?))),
                FileType::RegularFile => {
                    let file = File::from(open(FILE)?);
                    if file.metadata()?.is_file() { Item::File(file) } else { Item::Other }
                }
                _ => Item::Other,
            })
        }

        pub(super) fn names(&self) -> io::Result<impl Iterator<Item = io::Result<OsString>>> {
            let names = Dir::read_from(&self.0)?.map(|item| {
                let item = item?;
                Ok(OsStr::from_bytes(item.file_name().to_bytes()).to_os_string())
            });
            Ok(names.filter(|name| !matches!(name, Ok(name) if name == "." || name == "..")))
        }
    }
}

/// On other systems nothing is confined, so a compiler could do worse than change its output.
#[cfg(not(unix))]
mod imp {
    use std::ffi::OsString;
    use std::fs::{self, File};
    use std::io;
    use std::path::{Path, PathBuf};

    use super::{ForeignFolder, Item};

    pub(super) struct Folder(PathBuf);

    impl Folder {
        pub(super) fn open(path: &Path) -> io::Result<Folder> {
            fs::read_dir(path).map(|_| Folder(path.to_path_buf()))
        }

        pub(super) fn item(&self, name: &OsString) -> io::Result<Item> {
            let path = self.0.join(name);
            let about = fs::symlink_metadata(&path)?;
            Ok(match () {
                () if about.is_dir() => Item::Folder(ForeignFolder(Folder(path))),
                () if about.is_file() => Item::File(File::open(path)?),
                () => Item::Other,
            })
        }

        pub(super) fn names(&self) -> io::Result<impl Iterator<Item = io::Result<OsString>>> {
            Ok(fs::read_dir(&self.0)?.map(|item| item.map(|item| item.file_name())))
        }
    }
}
