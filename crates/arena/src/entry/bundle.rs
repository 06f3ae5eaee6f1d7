//! A program of several files: which of those that lie in a folder belong together, and where it begins.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{self, ONE};
use super::finding::is_left_behind;
use super::language::begins_in;
use super::{Language, natural};
use crate::Error;

/// Files by their paths below a folder.
pub(super) type Contents = Vec<(PathBuf, Vec<u8>)>;

/// The files of one program, read when it was found: nothing that comes into their places later matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// All of them, by their paths below the program's folder. Several programs may have them in common.
    contents: Arc<Contents>,
    /// Those that are compiled together; the one that the program begins in first.
    pub(crate) files: Vec<PathBuf>,
    /// Folders in which they look for others.
    pub(crate) folders: Vec<PathBuf>,
}

/// Nobody hands in deeper folders.
const DEEPEST: usize = 8;

/// Endings of files that sources look for.
const PARTS: &str = "h hh hpp hxx h++ inc inl ipp tpp";

/// What a folder comes to.
#[derive(Debug)]
pub(super) enum Submission {
    /// Nothing that belongs together: each file is looked at by itself.
    Apart,
    /// One program, and the names of what lies there and is no part of it, with the reasons.
    One(Language, Bundle, Vec<(PathBuf, &'static str)>),
    /// Several programs, which begin in these files and share others.
    Several(Vec<(Language, Bundle)>),
}

/// Looks through a folder of this name.
///
/// # Errors
/// When it cannot be read, or has more than anybody hands in.
pub(super) fn submission(folder: &Path, name: &str) -> Result<Submission, String> {
    let files = contents(folder)?;
    // Projects of some editors lie folders deeper, with nothing above them.
    let begins_at_top = files.iter().any(|(path, bytes)| path.components().count() == 1 && is_program(path, bytes));
    Ok(if begins_at_top { together(&files, name) } else { whole(&files, name) })
}

/// All files in a folder and those below it.
///
/// # Errors
/// When it cannot be read, or has more than anybody hands in.
pub(super) fn contents(folder: &Path) -> Result<Contents, String> {
    read(folder)
}

/// Without what no program needs, if that is too much for a submission.
///
/// # Errors
/// When it is too much all the same.
pub(super) fn fitting(mut files: Contents) -> Result<Contents, String> {
    let fits = |files: &Contents| {
        let bytes: u64 = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        files.len() <= ONE.files && bytes <= ONE.bytes
    };
    if !fits(&files) {
        files.retain(|(path, bytes)| is_needed(path) || is_machine_code(bytes));
    }
    if !fits(&files) {
        return Err(format!("has more than {} files, or {} MiB in them", ONE.files, ONE.bytes >> 20));
    }
    Ok(files)
}

/// The programs of what is one submission: those that belong together, or else each file that is one.
pub(super) fn whole(contents: &Contents, name: &str) -> Submission {
    match together(contents, name) {
        Submission::Apart => alone(contents),
        known => known,
    }
}

fn alone(contents: &Contents) -> Submission {
    let sources: Vec<Source<'_>> = contents.iter().filter_map(|(path, bytes)| Source::of(path, bytes)).collect();
    let shared = Arc::new(contents.clone());
    let mut programs: Vec<_> = sources.iter().map(|source| source.bundle(&sources, &shared)).collect();
    if programs.is_empty() {
        let executables = contents.iter().filter(|(_, bytes)| is_machine_code(bytes));
        programs.extend(executables.map(|(path, _)| {
            let (contents, files, folders) = (Arc::clone(&shared), vec![path.clone()], Vec::new());
            (Language::Executable, Bundle { contents, files, folders })
        }));
    }
    match programs.len() {
        0 => Submission::Apart,
        1 => {
            programs.pop().map_or(Submission::Apart, |(language, bundle)| Submission::One(language, bundle, Vec::new()))
        }
        _ => Submission::Several(programs),
    }
}

fn is_program(path: &Path, bytes: &[u8]) -> bool {
    Language::of_source(path).is_some() || is_machine_code(bytes) || archive::is_archive(path)
}

fn is_machine_code(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// Whether a program begins in this file.
pub(super) fn has_program(path: &Path, bytes: &[u8]) -> bool {
    Source::of(path, bytes).is_some_and(|source| source.is_main) || is_machine_code(bytes)
}

/// Whether a program cannot do without a file of this name.
pub(super) fn is_needed(path: &Path) -> bool {
    Language::of_source(path).is_some() || ends_in(path, PARTS) || archive::is_archive(path)
}

/// The programs that several files make together.
fn together(contents: &Contents, name: &str) -> Submission {
    let mut contents = contents.clone();
    contents.sort_by(|(a, _), (b, _)| natural::compare(&a.to_string_lossy(), &b.to_string_lossy()));
    let sources: Vec<Source<'_>> = contents.iter().filter_map(|(path, bytes)| Source::of(path, bytes)).collect();
    let has_parts = contents.iter().any(|(path, _)| ends_in(path, PARTS));
    let least = if has_parts { 1 } else { 2 };
    if sources.len() < least {
        return Submission::Apart;
    }
    let shared = Arc::new(contents.clone());
    let mains: Vec<&Source<'_>> = sources.iter().filter(|source| source.is_main).collect();
    let is_named = |main: &&Source<'_>| main.is_called("main") || main.is_called(name);
    let named: Vec<&Source<'_>> = mains.iter().copied().filter(is_named).collect();
    let bundle = |main: &Source<'_>| main.bundle(&sources, &shared);
    match (&mains[..], &named[..]) {
        ([main], _) | (_, [main]) => {
            let (language, bundle) = bundle(main);
            let is_rest = |source: &&Source<'_>| {
                !bundle.files.iter().any(|file| file == source.path) && !source.is_found_by(main)
            };
            let mut rest: Vec<_> = sources
                .iter()
                .filter(is_rest)
                .map(|source| (source.path.to_path_buf(), "the program begins in another file"))
                .collect();
            let is_recipe = |path: &Path| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("makefile"));
            let recipes = contents.iter().filter(|(path, _)| is_recipe(path));
            rest.extend(recipes.map(|(path, _)| (path.clone(), "not run: sources are compiled together")));
            Submission::One(language, bundle, rest)
        }
        ([], _) => match sources.iter().find(|source| source.language.is_compiled()) {
            // The compiler will say what is missing.
            Some(first) if sources.iter().all(|source| source.is_compiled_with(first)) => {
                let (language, bundle) = bundle(first);
                Submission::One(language, bundle, Vec::new())
            }
            _ => Submission::Apart,
        },
        _ if has_parts || sources.len() > mains.len() => Submission::Several(mains.into_iter().map(bundle).collect()),
        _ => Submission::Apart,
    }
}

/// Reads the files of a folder and those below it, what programs need first. Links are not followed.
fn read(folder: &Path) -> Result<Contents, String> {
    let mut listed = Vec::new();
    list(folder, Path::new(""), &mut listed)?;
    listed.sort_by_key(|(path, _)| !is_needed(path));
    let (mut contents, mut held) = (Vec::new(), 0_u64);
    for (path, size) in listed {
        let is_needed = is_needed(&path);
        if contents.len() >= ONE.files || size.saturating_add(held) > ONE.bytes {
            if is_needed {
                return Err(format!("has more than {} files, or {} MiB in them", ONE.files, ONE.bytes >> 20));
            }
            continue;
        }
        held += size;
        match fs::read(folder.join(&path)) {
            Ok(bytes) => contents.push((path, bytes)),
            Err(error) if is_needed => return Err(format!("{} cannot be read: {error}", path.display())),
            Err(_) => {}
        }
    }
    Ok(contents)
}

/// The files of a folder and of those below it, with their sizes.
fn list(folder: &Path, below: &Path, listed: &mut Vec<(PathBuf, u64)>) -> Result<(), String> {
    /// More than anybody looks through.
    const MOST: usize = 50_000;
    let failed = |_: io::Error| "cannot be read".to_string();
    for item in fs::read_dir(folder.join(below)).map_err(failed)? {
        let item = item.map_err(failed)?;
        let (kind, path) = (item.file_type().map_err(failed)?, below.join(item.file_name()));
        if is_left_behind(&item.file_name().to_string_lossy()) || listed.len() >= MOST {
            continue;
        }
        if kind.is_dir() && path.components().count() < DEEPEST {
            list(folder, &path, listed)?;
        } else if kind.is_file() {
            listed.push((path, item.metadata().map_err(failed)?.len()));
        }
    }
    Ok(())
}

fn ends_in(path: &Path, endings: &str) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| endings.split(' ').any(|known| known == ending))
}

/// A source of a folder.
struct Source<'a> {
    path: &'a Path,
    language: Language,
    /// Whether a program can begin in it.
    is_main: bool,
}

impl<'a> Source<'a> {
    fn of(path: &'a Path, bytes: &[u8]) -> Option<Source<'a>> {
        let language = Language::of_source(path)?;
        Some(Source { path, language, is_main: begins_in(language, &String::from_utf8_lossy(bytes)) })
    }

    fn is_called(&self, name: &str) -> bool {
        self.path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name))
    }

    /// Whether one compiler takes both at once.
    fn is_compiled_with(&self, other: &Source<'_>) -> bool {
        let is_c = |language| matches!(language, Language::C | Language::Cpp);
        self.language == other.language || is_c(self.language) && is_c(other.language)
    }

    /// Whether a compiler or interpreter finds it by itself, once the other names it.
    fn is_found_by(&self, main: &Source<'_>) -> bool {
        self.language == main.language && !matches!(self.language, Language::C | Language::Cpp)
    }

    /// The program that begins here.
    fn bundle(&self, sources: &[Source<'_>], contents: &Arc<Contents>) -> (Language, Bundle) {
        let is_java = self.language == Language::Java;
        let is_together = |source: &&Source<'_>| {
            let is_needed = is_java || !source.is_main && !source.is_found_by(self);
            source.path != self.path && source.is_compiled_with(self) && is_needed
        };
        let others: Vec<_> = sources.iter().filter(is_together).collect();
        let is_cpp = others.iter().any(|source| source.language == Language::Cpp);
        let files = [self.path].into_iter().chain(others.iter().map(|source| source.path)).map(Path::to_path_buf);
        let looked_in = contents.iter().filter(|(path, _)| ends_in(path, PARTS) || Language::of_source(path).is_some());
        let folders: BTreeSet<_> = looked_in.filter_map(|(path, _)| path.parent()).map(Path::to_path_buf).collect();
        let (contents, files) = (Arc::clone(contents), files.collect());
        let bundle = Bundle { contents, files, folders: folders.into_iter().collect() };
        (if is_cpp { Language::Cpp } else { self.language }, bundle)
    }
}

impl Bundle {
    /// Nothing.
    pub(super) fn empty() -> Bundle {
        Bundle { contents: Arc::default(), files: vec![PathBuf::new()], folders: Vec::new() }
    }

    /// The file that the program begins in.
    pub(crate) fn main(&self) -> &[u8] {
        let main = self.contents.iter().find(|(path, _)| *path == self.files[0]);
        main.map_or(&[], |(_, bytes)| bytes)
    }

    /// Its path; none if that is no UTF-8.
    pub(crate) fn begins(&self) -> Option<String> {
        self.files[0].to_str().map(str::to_string)
    }

    /// Whether there is only the file that the program begins in.
    pub(crate) fn is_one_file(&self) -> bool {
        self.contents.len() == 1
    }

    /// The bytes of its only file, or a tar of all: always the same for the same files.
    ///
    /// # Errors
    /// When a file has a name that no tar can have.
    pub(crate) fn packed(&self) -> Result<Vec<u8>, Error> {
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
    pub(crate) fn of_tar(bytes: &[u8], begins: &str) -> Result<(Language, Bundle), Error> {
        let damaged = |why: String| Error::corrupt(format!("the archive of a program {why}"));
        let contents = archive::of_bytes(bytes, ".tar", ONE).map_err(damaged)?.files;
        let contents = Arc::new(contents);
        let sources: Vec<Source<'_>> = contents.iter().filter_map(|(path, bytes)| Source::of(path, bytes)).collect();
        let main = sources.iter().find(|source| source.path == Path::new(begins));
        match main {
            Some(main) => Ok(main.bundle(&sources, &contents)),
            None if contents.iter().any(|(path, _)| path == Path::new(begins)) => {
                let (contents, files) = (Arc::clone(&contents), vec![PathBuf::from(begins)]);
                Ok((Language::Executable, Bundle { contents, files, folders: Vec::new() }))
            }
            None => Err(damaged(format!("has no file {begins}"))),
        }
    }

    /// Writes the files below a folder.
    ///
    /// # Errors
    /// When one cannot be written.
    pub(crate) fn write(&self, root: &Path) -> Result<(), Error> {
        for (path, bytes) in self.contents.iter() {
            let path = root.join(path);
            let folder = path.parent().unwrap_or(root);
            fs::create_dir_all(folder).map_err(|error| Error::file("make the folder", folder, &error))?;
            fs::write(&path, bytes).map_err(|error| Error::file("write", &path, &error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Submission {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("files lie in folders")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        submission(folder.path(), "anna").expect("it can be read")
    }

    /// The language and the files of the one program there is.
    fn one(files: &[(&str, &str)]) -> (Language, Vec<String>) {
        match found(files) {
            Submission::One(language, bundle, _) => {
                (language, bundle.files.iter().map(|file| file.display().to_string()).collect())
            }
            other => panic!("{other:?}"),
        }
    }

    const MAIN: &str = "int main(void) { return 0; }";

    #[test]
    fn sources_are_compiled_together_from_the_one_that_begins() {
        let (language, files) = one(&[("a.c", "int a;"), ("z.c", MAIN), ("sub/b.c", "int b;"), ("b.h", "")]);
        assert_eq!((language, &*files.join(" ")), (Language::C, "z.c a.c sub/b.c"));
        let (language, files) = one(&[("a.c", "int a;"), ("z.cpp", MAIN)]);
        assert_eq!((language, &*files.join(" ")), (Language::Cpp, "z.cpp a.c"));
        let (_, files) =
            one(&[("a.c", MAIN), ("test.c", MAIN), ("Anna.c", MAIN), ("b.c", "// int main() is elsewhere")]);
        assert_eq!(files.join(" "), "Anna.c b.c");
        let (_, files) = one(&[("main.pas", "program x; begin end."), ("u.pas", "{ a } Unit u; end.")]);
        assert_eq!(files.join(" "), "main.pas");
    }

    #[test]
    fn programs_that_nothing_tells_apart_are_several() {
        let several = found(&[("a.c", MAIN), ("b.c", MAIN), ("c.c", "int c;")]);
        let Submission::Several(programs) = several else { panic!("{several:?}") };
        let files: Vec<_> = programs.iter().map(|(_, bundle)| bundle.files.len()).collect();
        assert_eq!(files, [2, 2]);
        assert!(matches!(found(&[("a.c", MAIN), ("b.c", MAIN)]), Submission::Apart));
        assert!(matches!(found(&[("a.c", MAIN), ("notes.txt", "")]), Submission::Apart));
    }

    #[test]
    fn what_is_too_much_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        for number in 0..=ONE.files {
            fs::write(folder.path().join(format!("{number}.c")), "").expect("a file can be written");
        }
        let refused = submission(folder.path(), "anna").expect_err("too many files");
        assert!(refused.contains("1000 files"), "{refused}");
    }
}
