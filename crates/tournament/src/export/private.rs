//! The folder beside the results, with everything that is not published. It is for the organiser,
//! who may show each author the author's own part, and it may be deleted.

use std::fs::{self, DirBuilder, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use errors::Error;

/// What the name of the results' folder is followed by.
const ENDING: &str = ".private";

/// The folder beside the results in this folder; it need not exist.
#[must_use]
pub fn private_folder(results: &Path) -> PathBuf {
    let whole = fs::canonicalize(results).ok().filter(|_| results.file_name().is_none());
    let mut name = whole.as_deref().unwrap_or(results).as_os_str().to_os_string();
    if let Some(plain) = name.to_str().map(|name| name.trim_end_matches('/')) {
        name = plain.into();
    }
    name.push(ENDING);
    PathBuf::from(name)
}

/// The folder, which only its owner may open.
pub(super) struct Private {
    root: PathBuf,
}

impl Private {
    /// The folder beside these results. Makes the folder if it is needed.
    pub(super) fn beside(results: &Path, is_needed: bool) -> Result<Private, Error> {
        let private = Private { root: private_folder(results) };
        if is_needed {
            private.make().map_err(|error| private.cannot("make the folder", "", &error))?;
        }
        Ok(private)
    }

    fn make(&self) -> io::Result<()> {
        #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes to set"))]
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        match builder.create(&self.root) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ if !fs::symlink_metadata(&self.root)?.is_dir() => {
                return Err(io::Error::new(ErrorKind::NotADirectory, "it is no folder"));
            }
            _ => {}
        }
        // Somebody may have opened the folder that an earlier run has made.
        #[cfg(unix)]
        fs::set_permissions(&self.root, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        Ok(())
    }

    /// Calls `content` with a file in this folder; if the file is not kept, with a writer that
    /// discards everything. The file replaces an earlier one when it is complete.
    pub(super) fn write_if(
        &self,
        is_kept: bool,
        path: &str,
        content: impl FnOnce(&mut dyn Write) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if !is_kept {
            return content(&mut io::sink());
        }
        let (part, whole) = (self.root.join(format!("{path}.part")), self.root.join(path));
        let cannot = |error: io::Error| self.cannot("write", path, &error);
        if let Some(folder) = part.parent() {
            fs::create_dir_all(folder).map_err(cannot)?;
        }
        let mut out = BufWriter::new(File::create(&part).map_err(cannot)?);
        content(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error).map_err(cannot)?;
        fs::rename(&part, &whole).map_err(cannot)
    }

    /// Writes a file of this folder.
    pub(super) fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.write_if(true, path, |out| {
            out.write_all(bytes).map_err(|error| self.cannot("write", path, &error))
        })
    }

    fn cannot(&self, what: &str, path: &str, error: &io::Error) -> Error {
        Error::file(what, &self.root.join(path), error)
    }
}
