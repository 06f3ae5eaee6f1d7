//! The files for results.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

/// The files for results. They are opened before the judging, so that a problem shows at once, and
/// not after an hour. When this value is dropped, new files that are still empty are removed.
pub(super) struct Files {
    made: Vec<PathBuf>,
}

impl Files {
    /// Makes the files that do not exist; existing files keep their content until there are
    /// results. Each path comes with the flag that gave it. No two paths may lead to the same file.
    /// No path may be an input; `is_read` tells whether a path is an input.
    pub(super) fn make<'a>(
        named: impl IntoIterator<Item = (&'static str, &'a Option<PathBuf>)>,
        is_read: impl Fn(&Path) -> bool,
    ) -> Result<Files, Failure> {
        let mut files = Files { made: Vec::new() };
        let mut known: Vec<(&str, PathBuf)> = Vec::new();
        for (flag, path) in named {
            let Some(path) = path else { continue };
            if path == Path::new("-") {
                let why = "writes to a file, and standard output has the table: name a file, or \
                    ./- for a file called -";
                return Err(Failure::Usage(format!("{flag} {why}")));
            }
            if is_named_pipe(path) {
                let path = path.display();
                return Err(Failure::Usage(format!(
                    "{flag}: {path} is a named pipe, which waits for a reader: expected a file"
                )));
            }
            let is_new = fs::symlink_metadata(path).is_err();
            open(path).map_err(|error| Failure::file("write", path, &error))?;
            files.made.extend(is_new.then(|| path.clone()));
            let Some(real) = regular(path) else { continue };
            beside(&real).map_err(|error| Failure::file("write", path, &error))?;
            if let Some((other, _)) = known.iter().find(|(_, known)| *known == real) {
                let path = path.display();
                return Err(Failure::Usage(format!(
                    "{other} and {flag} both name {path}: expected a file for each"
                )));
            }
            if !is_new && is_read(&real) {
                let path = path.display();
                return Err(Failure::Usage(format!(
                    "{flag}: {path} is a program or a case: expected another file"
                )));
            }
            known.push((flag, real));
        }
        Ok(files)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let empty = |path: &&PathBuf| fs::metadata(path).is_ok_and(|about| about.len() == 0);
        for path in self.made.iter().filter(empty) {
            // If the file cannot be removed, an empty file is left, which does little harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether the path is a named pipe. A pipe that a shell passes as /dev/fd/63 does not count, since
/// it has a reader.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let real = path.canonicalize().and_then(fs::metadata);
    real.is_ok_and(|about| about.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

/// The real path of a regular file; `None` for a pipe or a device, since several results may be
/// written to one pipe or device.
fn regular(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|real| real.is_file())
}

/// Writes a file, if a path is given. If the file cannot be written, the old content is kept.
pub(in crate::command) fn write(
    path: Option<&Path>,
    write: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    replace(path, write).map_err(|error| Failure::file("write", path, &error))
}

fn replace(path: &Path, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let file = open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return fill(&file, write);
    }
    // A link is kept, and its target is written.
    let real = path.canonicalize()?;
    let part = beside(&real)?;
    part.as_file().set_permissions(about.permissions())?;
    fill(part.as_file(), write)?;
    part.as_file().sync_all()?;
    part.persist(real)?;
    Ok(())
}

fn fill(file: &File, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    write(&mut file)?;
    file.flush()
}

/// Makes a file that does not exist, and leaves an existing file unchanged.
fn open(path: &Path) -> io::Result<File> {
    File::options().append(true).create(true).open(path)
}

/// A temporary file in the folder of `real`. When the temporary file is complete, it can replace
/// `real`; if it never replaces `real`, it is removed.
fn beside(real: &Path) -> io::Result<NamedTempFile> {
    let folder = real.parent().unwrap_or(Path::new("/"));
    Builder::new().prefix(".ludoteka-").tempfile_in(folder)
}
