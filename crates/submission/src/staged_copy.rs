//! Copies a submission. The submitted file is read once, with the rights of the judging user, and
//! from then on only the copy is used.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sandbox::{Breach, Ended};

use crate::bundle::Bundle;
use crate::foreign_folder::open_plain;
use crate::java;
use crate::language::Language;
use crate::submission::Entry;
use errors::Error;

/// The greatest size of a program, in bytes. The limit keeps a submission from filling the disk.
const LARGEST: u64 = 256 << 20;

/// A program whose file can be compiled, interpreted or executed.
#[derive(Clone, Debug)]
pub struct StagedCopy {
    /// The submission, with the path of the file that is used.
    pub entry: Entry,
    /// The full path of the submitted file.
    pub home: PathBuf,
    /// Rewrites messages so that they name the submitted file.
    pub retold: PathRewriter,
    /// The folder of the program's files.
    pub root: PathBuf,
    /// The paths below `root` of the files that are compiled together, beginning with the main
    /// file.
    pub files: Vec<PathBuf>,
    /// The paths below `root` of the folders in which compilers and interpreters look for further
    /// files.
    pub folders: Vec<PathBuf>,
}

impl StagedCopy {
    /// The submitted file itself, without a copy.
    ///
    /// # Errors
    /// Fails if the file does not exist.
    pub fn in_place(entry: &Entry) -> Result<StagedCopy, Error> {
        let home =
            entry.path.canonicalize().map_err(|error| Error::file("read", &entry.path, &error))?;
        Ok(StagedCopy::of_file(entry.clone(), home.clone(), &home, PathRewriter::default()))
    }

    /// A program of one file at this path.
    fn of_file(entry: Entry, home: PathBuf, path: &Path, retold: PathRewriter) -> StagedCopy {
        let root = path.parent().unwrap_or(path).to_path_buf();
        let files = vec![PathBuf::from(path.file_name().unwrap_or_default())];
        StagedCopy { entry, home, retold, root, files, folders: Vec::new() }
    }

    /// The path that compilers and interpreters may read: the file, or the folder if the program
    /// has several files.
    pub fn readable(&self) -> PathBuf {
        let only = self.entry.path.canonicalize().unwrap_or_else(|_| self.entry.path.clone());
        if self.entry.bundle.is_some() { self.root.clone() } else { only }
    }

    /// Makes this folder and copies the program into it. Later changes of the original have no
    /// effect, and a process without privileges can read the copy even if only root may read the
    /// original.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is too large, or is not the one that was found.
    pub fn copied(entry: &Entry, folder: &Path) -> Result<StagedCopy, Error> {
        if let Some(bundle) = &entry.bundle {
            return StagedCopy::laid_out(entry, bundle, folder);
        }
        let home = match &entry.found_at {
            Some(found_at) => found_at.clone(),
            None => entry
                .path
                .canonicalize()
                .map_err(|error| Error::file("read", &entry.path, &error))?,
        };
        let file = open(entry)?;
        fs::create_dir(folder).map_err(|error| Error::file("make the folder", folder, &error))?;
        // Interpreters name a file by its real path.
        let folder = folder.canonicalize().map_err(|error| Error::file("read", folder, &error))?;
        let copy = folder.join(home.file_name().unwrap_or_default());
        let is_executed = entry.language == Language::Executable;
        make(&copy, is_executed)
            .and_then(|mut made| io::copy(&mut file.take(LARGEST), &mut made))
            .map_err(|error| {
                Error::machine(format!(
                    "cannot copy {} to {}: {error}",
                    home.display(),
                    copy.display()
                ))
            })?;
        if entry.language == Language::Java {
            strip_mark(&copy).map_err(|error| Error::file("write", &copy, &error))?;
        }
        let retold = PathRewriter(home.parent().map(|home| [folder, home.to_path_buf()]));
        let entry = Entry { path: copy.clone(), found_at: None, ..entry.clone() };
        Ok(StagedCopy::of_file(entry, home, &copy, retold))
    }

    /// Makes this folder and writes several files to it.
    fn laid_out(entry: &Entry, bundle: &Bundle, folder: &Path) -> Result<StagedCopy, Error> {
        fs::create_dir(folder).map_err(|error| Error::file("make the folder", folder, &error))?;
        let root = folder.canonicalize().map_err(|error| Error::file("read", folder, &error))?;
        bundle.write(&root)?;
        let path = root.join(&bundle.files[0]);
        if entry.language == Language::Executable {
            allow_execution(&path).map_err(|error| Error::file("write", &path, &error))?;
        }
        let (files, folders) = (bundle.files.clone(), bundle.folders.clone());
        // The files of an upload lie in no folder here, so messages name them by their own paths.
        let home = std::path::absolute(&entry.by_hand).unwrap_or_default();
        let copy = if home.as_os_str().is_empty() { root.join("") } else { root.clone() };
        let retold = PathRewriter(Some([copy, home.clone()]));
        let home = home.join(&bundle.files[0]);
        Ok(StagedCopy {
            entry: Entry { path, found_at: None, ..entry.clone() },
            home,
            retold,
            root,
            files,
            folders,
        })
    }
}

/// Removes the byte order mark of a Java source.
fn strip_mark(copy: &Path) -> io::Result<()> {
    let bytes = fs::read(copy)?;
    let text = java::readable(copy, &bytes);
    if text.len() < bytes.len() { fs::write(copy, text) } else { Ok(()) }
}

/// Opens the file that was found. The content is read from the open file, even if the path leads
/// elsewhere later.
fn open(entry: &Entry) -> Result<File, Error> {
    let may_be_link = entry.found_at.is_none();
    let path = entry.found_at.as_ref().unwrap_or(&entry.path);
    let cannot = |error: io::Error| match &entry.found_at {
        Some(found_at) if fs::symlink_metadata(path).is_ok_and(|now| !now.is_file()) => {
            entry.exchanged(found_at)
        }
        // The sandbox does not read executables, so an executable need not be readable.
        _ if entry.language == Language::Executable => {
            Error::file("execute", &entry.by_hand, &error)
        }
        _ => Error::file("read", &entry.by_hand, &error),
    };
    let file = open_plain(path, may_be_link).map_err(cannot)?;
    #[cfg(unix)]
    if entry.language == Language::Executable {
        // The copy is made executable in any case, so the original's permission is checked here.
        rustix::fs::access(path, rustix::fs::Access::EXEC_OK)
            .map_err(|error| cannot(error.into()))?;
    }
    let about = file.metadata().map_err(cannot)?;
    if let Some(found_at) = entry.found_at.as_ref().filter(|path| !lies_at(&file, path)) {
        return Err(entry.exchanged(found_at));
    }
    if about.len() > LARGEST {
        let why = format!("it has {} bytes, and a program may have {LARGEST}", about.len());
        return Err(cannot(io::Error::other(why)));
    }
    Ok(file)
}

/// Whether the open file is the one at this path. A folder on the path may have been exchanged,
/// too.
#[cfg(target_os = "linux")]
fn lies_at(file: &File, path: &Path) -> bool {
    use std::os::fd::AsRawFd;
    let real = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd()));
    real.is_ok_and(|real| real == path)
}

#[cfg(not(target_os = "linux"))]
fn lies_at(_: &File, path: &Path) -> bool {
    path.canonicalize().is_ok_and(|real| real == path)
}

/// Makes a file that only the current user may read.
fn make(path: &Path, is_executed: bool) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if is_executed { 0o700 } else { 0o600 });
    #[cfg(not(unix))]
    let _ = is_executed;
    options.write(true).create_new(true).open(path)
}

/// Lets the file be executed. An archive may have lost the permission to execute the file.
#[cfg(unix)]
fn allow_execution(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn allow_execution(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Rewrites messages about a copy so that they name the original. The rewriter holds the folder of
/// the copy, and the folder that replaces it in messages.
#[derive(Clone, Debug, Default)]
pub struct PathRewriter(Option<[PathBuf; 2]>);

impl PathRewriter {
    /// Rewrites the output of a program, a compiler or an interpreter.
    pub fn bytes(&self, text: Vec<u8>) -> Vec<u8> {
        let Some([copy, home]) = &self.0 else { return text };
        let [copy, home] = [copy, home].map(|path| path.as_os_str().as_encoded_bytes());
        let mut told = Vec::with_capacity(text.len());
        let mut rest = &text[..];
        while let Some(place) = rest.windows(copy.len()).position(|part| part == copy) {
            told.extend([&rest[..place], home].concat());
            rest = &rest[place + copy.len()..];
        }
        told.extend(rest);
        told
    }

    /// Rewrites a message of the system.
    pub fn text(&self, text: &str) -> String {
        match &self.0 {
            Some([copy, home]) => {
                text.replace(&copy.display().to_string(), &home.display().to_string())
            }
            None => text.to_string(),
        }
    }

    /// Rewrites everything in a report except the program's answer.
    pub fn ended(&self, mut ended: Ended) -> Ended {
        ended.stderr = self.bytes(ended.stderr);
        ended.refused = ended.refused.map(|path| self.text(&path));
        ended.breach = ended.breach.map(|breach| match breach {
            Breach::Denied(deed) => Breach::Denied(self.text(&deed)),
            other => other,
        });
        ended
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::{MetadataExt, symlink};

    use super::*;

    /// Makes a folder `all` with an honest program in it, and a private file beside that folder.
    fn folder() -> (tempfile::TempDir, Entry) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("all/jan")).expect("a folder");
        fs::create_dir(path("secret")).expect("a folder");
        fs::write(path("all/jan/a.c"), "honest").expect("a file");
        fs::write(path("secret/a.c"), "secret").expect("a file");
        let mut found = crate::find_programs(&path("all"), &crate::Languages::default())
            .expect("there is a program");
        (folder, found.entries.remove(0))
    }

    #[test]
    fn what_comes_into_the_place_of_a_copied_file_does_not_matter() {
        let (folder, entry) = folder();
        let taken = StagedCopy::copied(&entry, &folder.path().join("given"))
            .expect("it is as it was found");
        fs::write(&entry.path, "another").expect("a file");
        assert_eq!(fs::read_to_string(&taken.entry.path).expect("a copy"), "honest");
        assert_eq!(fs::metadata(&taken.entry.path).expect("a copy").mode() & 0o777, 0o600);
        assert_eq!(taken.entry.path.file_name(), entry.path.file_name());
        assert_eq!(taken.home, entry.path.canonicalize().expect("it is there"));
    }

    #[test]
    fn what_is_not_the_file_that_was_found_is_not_read() {
        // The first case exchanges the file itself, and the second case exchanges a folder on its
        // path.
        for (exchanged, by) in [("all/jan/a.c", "../../secret/a.c"), ("all/jan", "../secret")] {
            let (folder, entry) = folder();
            let place = folder.path().join(exchanged);
            fs::rename(&place, folder.path().join("aside")).expect("it can be moved");
            symlink(by, &place).expect("a link");
            assert_eq!(fs::read_to_string(&entry.path).expect("it leads there"), "secret");
            let refused = StagedCopy::copied(&entry, &folder.path().join("given"))
                .expect_err("another file")
                .to_string();
            assert!(refused.contains("has been exchanged since it was found"), "{refused}");
            assert!(!folder.path().join("given").exists());
        }
        let (folder, entry) = folder();
        fs::remove_file(&entry.path).expect("it is ours");
        rustix::fs::mkfifoat(rustix::fs::CWD, &entry.path, rustix::fs::Mode::RWXU).expect("a pipe");
        let refused = StagedCopy::copied(&entry, &folder.path().join("given"))
            .expect_err("a pipe")
            .to_string();
        assert!(refused.contains("has been exchanged"), "{refused}");
    }

    #[test]
    fn who_names_a_link_has_what_it_leads_to_copied() {
        let (folder, _) = folder();
        let link = folder.path().join("link.c");
        symlink("secret/a.c", &link).expect("a link");
        let named = crate::find_programs(&link, &crate::Languages::default())
            .expect("a program")
            .entries
            .remove(0);
        let unfound = Entry { found_at: None, ..named.clone() };
        for (entry, copy) in [(named, "one"), (unfound, "other")] {
            let taken = StagedCopy::copied(&entry, &folder.path().join(copy))
                .expect("it leads to a program");
            assert_eq!(fs::read_to_string(&taken.entry.path).expect("a copy"), "secret");
        }
    }

    #[test]
    fn what_is_larger_than_a_program_is_not_copied() {
        let (folder, entry) = folder();
        File::options()
            .write(true)
            .open(&entry.path)
            .and_then(|file| file.set_len(LARGEST + 1))
            .expect("a file");
        let refused = StagedCopy::copied(&entry, &folder.path().join("given"))
            .expect_err("too large")
            .to_string();
        assert!(
            refused.ends_with("it has 268435457 bytes, and a program may have 268435456"),
            "{refused}"
        );
    }

    #[test]
    fn a_copy_is_told_of_by_the_name_of_the_file() {
        let retold = PathRewriter(Some(["/tmp/x/given", "/home/anna"].map(PathBuf::from)));
        let said = b"/tmp/x/given/a.py: no /tmp/x/given/b.py, /tmp/x/other\n".to_vec();
        let expected = "/home/anna/a.py: no /home/anna/b.py, /tmp/x/other\n";
        assert_eq!(retold.bytes(said.clone()), expected.as_bytes());
        assert_eq!(PathRewriter::default().bytes(said.clone()), said);
    }
}
