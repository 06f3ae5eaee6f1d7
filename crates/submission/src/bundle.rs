//! A program of several files: the files that are compiled together, and the archive that holds all
//! of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive;
use crate::java;
use crate::language::Language;
use crate::reasons::about;
use crate::source::{Source, is_part};
use crate::tree::{Contents, ONE};
use errors::Error;
use rules::Message;

/// Extensions of files that gcc reads in place of a header or of a module that a source names. They
/// are images of gcc's own memory, and gcc trusts them.
const PRECOMPILED: [&str; 2] = ["gch", "gcm"];

/// The files of one program. The files were read when the program was found, so later changes on
/// the disk have no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// All files, by their paths below the program's folder. Several programs may share these
    /// files.
    contents: Arc<Contents>,
    /// The files that are compiled together, beginning with the main file.
    pub files: Vec<PathBuf>,
    /// The folders in which the compiled files look for other files.
    pub folders: Vec<PathBuf>,
}

impl Bundle {
    /// A bundle without files.
    pub(crate) fn empty() -> Bundle {
        Bundle { contents: Arc::default(), files: vec![PathBuf::new()], folders: Vec::new() }
    }

    /// Makes the program whose main file is this source. The program also contains the other
    /// sources that are compiled with this one.
    pub(crate) fn of_source(
        main: &Source<'_>,
        sources: &[Source<'_>],
        contents: &Arc<Contents>,
    ) -> (Language, Bundle) {
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
        let folders: BTreeSet<_> =
            looked_in.filter_map(|(path, _)| path.parent()).map(Path::to_path_buf).collect();
        let bundle = Bundle {
            contents: Arc::clone(contents),
            files: paths.map(Path::to_path_buf).collect(),
            folders: folders.into_iter().collect(),
        };
        (if is_cpp { Language::Cpp } else { main.language }, bundle)
    }

    /// A program in machine code, and the files that lie beside it.
    pub(crate) fn of_executable(path: &Path, contents: &Arc<Contents>) -> (Language, Bundle) {
        let (contents, files) = (Arc::clone(contents), vec![path.to_path_buf()]);
        (Language::Executable, Bundle { contents, files, folders: Vec::new() })
    }

    /// The same program, whose files lie in a folder of its own.
    pub(crate) fn below(&self, folder: &Path) -> Bundle {
        let into = |path: &PathBuf| folder.join(path);
        let all = self.contents.iter().map(|(path, bytes)| (into(path), bytes.clone()));
        Bundle {
            contents: Arc::new(all.collect()),
            files: self.files.iter().map(into).collect(),
            folders: self.folders.iter().map(into).collect(),
        }
    }

    /// The program of these files, which begins with the first.
    #[cfg(test)]
    pub(crate) fn of_files(contents: Contents) -> Bundle {
        let files = vec![contents[0].0.clone()];
        Bundle { contents: Arc::new(contents), files, folders: Vec::new() }
    }

    /// The bytes of the main file.
    pub fn main(&self) -> &[u8] {
        let main = self.contents.iter().find(|(path, _)| *path == self.files[0]);
        main.map_or(&[], |(_, bytes)| bytes)
    }

    /// The paths of all files below the program's folder.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.all().map(|(path, _)| path)
    }

    /// All files, by their paths below the program's folder.
    pub fn all(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.contents.iter().map(|(path, bytes)| (path.as_path(), &bytes[..]))
    }

    /// The path of the main file; `None` if the path is not UTF-8.
    pub fn begins(&self) -> Option<String> {
        self.files[0].to_str().map(str::to_string)
    }

    /// Whether the main file is the only file.
    pub fn is_one_file(&self) -> bool {
        self.contents.len() == 1
    }

    /// The bytes of the only file, or a tar of all files. The same files always give the same
    /// bytes.
    ///
    /// # Errors
    /// Fails if a tar cannot hold the name of a file.
    pub fn packed(&self) -> Result<Vec<u8>, Error> {
        if let [(_, bytes)] = &self.contents[..] {
            return Ok(bytes.clone());
        }
        let mut sorted: Vec<_> = self.all().collect();
        sorted.sort_unstable();
        archive::packed(sorted)
    }

    /// Reads a program from the result of [`packed`](Bundle::packed). `begins` is the path of the
    /// program's main file.
    ///
    /// # Errors
    /// Fails if the bytes are not an archive from `packed`.
    pub fn of_tar(bytes: &[u8], begins: &str) -> Result<(Language, Bundle), Error> {
        let damaged = |why: Message| Error::corrupt(about("the archive of a program", why));
        let contents = Arc::new(archive::of_bytes(bytes, ".tar", ONE).map_err(damaged)?.files);
        let (sources, begins) = (Source::all(&contents), Path::new(begins));
        match sources.iter().find(|source| source.path == begins) {
            Some(main) => Ok(Bundle::of_source(main, &sources, &contents)),
            None if contents.iter().any(|(path, _)| path == begins) => {
                Ok(Bundle::of_executable(begins, &contents))
            }
            None => Err(damaged(format!("has no file {}", begins.display()).into())),
        }
    }

    /// Writes the files to a folder, except for precompiled headers and modules.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn write(&self, root: &Path) -> Result<(), Error> {
        let is_precompiled = |path: &Path| {
            let mut endings = path.iter().filter_map(|name| Path::new(name).extension());
            endings.any(|ending| PRECOMPILED.iter().any(|known| ending == *known))
        };
        for (path, bytes) in self.contents.iter().filter(|(path, _)| !is_precompiled(path)) {
            let path = root.join(path);
            let folder = path.parent().unwrap_or(root);
            fs::create_dir_all(folder)
                .map_err(|error| Error::file("make the folder", folder, &error))?;
            fs::write(&path, java::readable(&path, bytes))
                .map_err(|error| Error::file("write", &path, &error))?;
        }
        Ok(())
    }
}
