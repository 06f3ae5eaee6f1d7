//! The list of a folder's files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::path::Path;

use super::links::is_behind_a_link;
use super::{is_inside, plain};

/// The manifest's name in its folder.
pub const MANIFEST: &str = "MANIFEST.sha256";

/// The greatest size of a manifest in bytes: it has two lines for each file, and a tournament has
/// at most a thousand participants.
pub const LARGEST: u64 = 16 << 20;

/// The end of a line with a size. `sha256sum` ignores such a line as a comment.
const BYTES: &str = " bytes";

/// What a manifest says about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The size of the file in bytes.
    pub size: u64,
    /// The SHA-256 of the file in hexadecimal.
    pub sha256: String,
}

/// The list of a folder's files, in the form that `sha256sum -c` reads, with each file's size in a
/// comment before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The listed files, by their paths.
    pub files: BTreeMap<String, Listed>,
}

impl Manifest {
    /// Reads what [`fmt::Display`] wrote.
    ///
    /// # Errors
    /// Fails if the text is not a manifest. The error gives the number of the wrong line, from 1,
    /// and says what was expected there.
    pub fn read(text: &str) -> Result<Manifest, (usize, &'static str)> {
        let mut manifest = Manifest::default();
        let mut lines = (1..).zip(text.split_inclusive('\n'));
        while let Some((number, line)) = lines.next() {
            let size = line.strip_suffix('\n').and_then(size);
            let size = size.ok_or((number, "expected a comment with a file's size"))?;
            let file = lines.next().and_then(|(_, line)| line.strip_suffix('\n')).and_then(file);
            let (sha256, path) =
                file.ok_or((number + 1, "expected a checksum, two spaces and a path"))?;
            // The paths are in order, so that there is only one way to write a manifest, and no
            // file appears twice.
            if manifest.files.last_key_value().is_some_and(|(last, _)| last.as_str() >= path) {
                return Err((number + 1, "expected paths in their order"));
            }
            manifest.files.insert(path.to_string(), Listed { size, sha256: sha256.to_string() });
        }
        Ok(manifest)
    }

    /// Opens a listed file of this folder. Nothing outside the folder is opened: no unlisted path,
    /// and no file behind a link.
    #[must_use]
    pub fn open(&self, root: &Path, path: &str) -> Option<File> {
        let listed = self.files.get(path)?;
        let is_here = !is_behind_a_link(root, path);
        is_here.then(|| plain::open(&root.join(path), listed.size).ok()).flatten()
    }

    /// The folders that contain the listed files.
    pub(super) fn folders(&self) -> BTreeSet<&str> {
        self.files.keys().filter_map(|path| Some(path.rsplit_once('/')?.0)).collect()
    }
}

fn size(line: &str) -> Option<u64> {
    let digits = line.strip_prefix("# ")?.strip_suffix(BYTES)?;
    let size: u64 = digits.parse().ok()?;
    (size.to_string() == digits).then_some(size)
}

fn file(line: &str) -> Option<(&str, &str)> {
    let (sha256, path) = line.split_once("  ")?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (sha256.len() == 64 && sha256.bytes().all(is_digit) && is_inside(path))
        .then_some((sha256, path))
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (path, Listed { size, sha256 }) in &self.files {
            writeln!(f, "# {size}{BYTES}\n{sha256}  {path}")?;
        }
        Ok(())
    }
}
