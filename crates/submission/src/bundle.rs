//! A program of several files: those that are compiled together, and its one archive.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive;
use crate::contents::{Contents, ONE};
use crate::language::Language;
use crate::source::{Source, is_part};
use errors::Error;

/// The files of one program, read when it was found: nothing that comes into their places later matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// All of them, by their paths below the program's folder. Several programs may have them in common.
    contents: Arc<Contents>,
    /// Those that are compiled together; the one that the program begins in first.
    pub files: Vec<PathBuf>,
    /// Folders in which they look for others.
    pub folders: Vec<PathBuf>,
}

impl Bundle {
    /// Nothing.
    pub(crate) fn empty() -> Bundle {
        Bundle { contents: Arc::default(), files: vec![PathBuf::new()], folders: Vec::new() }
    }

    /// The program that begins in a source, with those of the others that are compiled with it.
    pub(crate) fn of_source(main: &Source<'_>, sources: &[Source<'_>], contents: &Arc<Contents>) -> (Language, Bundle) {
        let is_java = main.language == Language::Java;
        let is_together = |source: &&Source<'_>| {
            let is_needed = is_java || !source.is_main && !source.is_found_by(main);
            source.path != main.path && source.is_compiled_with(main) && is_needed
        };
        let others: Vec<_> = sources.iter().filter(is_together).collect();
        let is_cpp = others.iter().any(|source| source.language == Language::Cpp);
        let paths = [main.path].into_iter().chain(others.iter().map(|source| source.path));
        let is_looked_for = |path: &Path| is_part(path) || Language::of_source(path).is_some();
        let looked_in = contents.iter().filter(|(path, _)| is_looked_for(path));
        let folders: BTreeSet<_> = looked_in.filter_map(|(path, _)| path.parent()).map(Path::to_path_buf).collect();
        let bundle = Bundle {
            contents: Arc::clone(contents),
            files: paths.map(Path::to_path_buf).collect(),
            folders: folders.into_iter().collect(),
        };
        (if is_cpp { Language::Cpp } else { main.language }, bundle)
    }

    /// A program in machine code, with the files beside it.
    pub(crate) fn of_executable(path: &Path, contents: &Arc<Contents>) -> (Language, Bundle) {
        let (contents, files) = (Arc::clone(contents), vec![path.to_path_buf()]);
        (Language::Executable, Bundle { contents, files, folders: Vec::new() })
    }

    /// The file that the program begins in.
    pub fn main(&self) -> &[u8] {
        let main = self.contents.iter().find(|(path, _)| *path == self.files[0]);
        main.map_or(&[], |(_, bytes)| bytes)
    }

    /// Its path; none if that is no UTF-8.
    pub fn begins(&self) -> Option<String> {
        self.files[0].to_str().map(str::to_string)
    }

    /// Whether there is only the file that the program begins in.
    pub fn is_one_file(&self) -> bool {
        self.contents.len() == 1
    }

    /// The bytes of its only file, or a tar of all: always the same for the same files.
    ///
    /// # Errors
    /// When a file has a name that no tar can have.
    pub fn packed(&self) -> Result<Vec<u8>, Error> {
        if let [(_, bytes)] = &self.contents[..] {
            return Ok(bytes.clone());
        }
        let mut tar = tar::Builder::new(Vec::new());
        let failed = |error: io::Error| Error::input(format!("the files cannot be packed: {error}"));
        let mut sorted: Vec<_> = self.contents.iter().collect();
        sorted.sort();
        for (path, bytes) in sorted {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, path, &bytes[..]).map_err(failed)?;
        }
        tar.into_inner().map_err(failed)
    }

    /// The program that [`packed`](Bundle::packed) packed, which begins in this file of it.
    ///
    /// # Errors
    /// When it is none.
    pub fn of_tar(bytes: &[u8], begins: &str) -> Result<(Language, Bundle), Error> {
        let damaged = |why: String| Error::corrupt(format!("the archive of a program {why}"));
        let contents = Arc::new(archive::of_bytes(bytes, ".tar", ONE).map_err(damaged)?.files);
        let (sources, begins) = (Source::all(&contents), Path::new(begins));
        match sources.iter().find(|source| source.path == begins) {
            Some(main) => Ok(Bundle::of_source(main, &sources, &contents)),
            None if contents.iter().any(|(path, _)| path == begins) => Ok(Bundle::of_executable(begins, &contents)),
            None => Err(damaged(format!("has no file {}", begins.display()))),
        }
    }

    /// Writes the files below a folder.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write(&self, root: &Path) -> Result<(), Error> {
        for (path, bytes) in self.contents.iter() {
            let path = root.join(path);
            let folder = path.parent().unwrap_or(root);
            fs::create_dir_all(folder).map_err(|error| Error::file("make the folder", folder, &error))?;
            fs::write(&path, bytes).map_err(|error| Error::file("write", &path, &error))?;
        }
        Ok(())
    }
}
