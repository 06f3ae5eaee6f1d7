//! A program of several files: which of those that lie in a folder belong together, and where it begins.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::finding::is_left_behind;
use super::language::begins_in;
use super::{Language, natural};
use crate::Error;

/// The files of one program, read when it was found: nothing that comes into their places later matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// All of them, by their paths below the program's folder.
    contents: Vec<(PathBuf, Vec<u8>)>,
    /// Those that are compiled together; the one that the program begins in first.
    pub(crate) files: Vec<PathBuf>,
    /// Folders in which they look for others.
    pub(crate) folders: Vec<PathBuf>,
}

/// Nobody hands in more files, deeper folders or more bytes; what does is not read.
const MOST_FILES: usize = 1000;
const DEEPEST: usize = 8;
const MOST_BYTES: usize = 16 << 20;

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
    let mut contents = Vec::new();
    read(folder, Path::new(""), &mut contents)?;
    contents.sort_by(|(a, _), (b, _)| natural::compare(&a.to_string_lossy(), &b.to_string_lossy()));
    let sources: Vec<Source<'_>> = contents.iter().filter_map(|(path, bytes)| Source::of(path, bytes)).collect();
    let has_parts = contents.iter().any(|(path, _)| ends_in(path, PARTS));
    let least = if has_parts { 1 } else { 2 };
    if sources.len() < least {
        return Ok(Submission::Apart);
    }
    let mains: Vec<&Source<'_>> = sources.iter().filter(|source| source.is_main).collect();
    let is_named = |main: &&Source<'_>| main.is_called("main") || main.is_called(name);
    let named: Vec<&Source<'_>> = mains.iter().copied().filter(is_named).collect();
    let bundle = |main: &Source<'_>| main.bundle(&sources, &contents);
    Ok(match (&mains[..], &named[..]) {
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
    })
}

/// Reads the files of a folder and those below it. Links are not followed.
fn read(folder: &Path, below: &Path, contents: &mut Vec<(PathBuf, Vec<u8>)>) -> Result<(), String> {
    let failed = |_: io::Error| "cannot be read".to_string();
    for item in fs::read_dir(folder.join(below)).map_err(failed)? {
        let item = item.map_err(failed)?;
        let (kind, path) = (item.file_type().map_err(failed)?, below.join(item.file_name()));
        if is_left_behind(&item.file_name().to_string_lossy()) {
            continue;
        }
        if kind.is_dir() && path.components().count() < DEEPEST {
            read(folder, &path, contents)?;
        }
        if !kind.is_file() {
            continue;
        }
        let held: usize = contents.iter().map(|(_, bytes)| bytes.len()).sum();
        let size = item.metadata().map_err(failed)?.len();
        let is_needed = Language::of_source(&path).is_some() || ends_in(&path, PARTS);
        if contents.len() >= MOST_FILES || size.saturating_add(held as u64) > MOST_BYTES as u64 {
            if is_needed {
                return Err(format!("more than {MOST_FILES} files or {} MiB", MOST_BYTES >> 20));
            }
            continue;
        }
        match fs::read(folder.join(&path)) {
            Ok(bytes) => contents.push((path, bytes)),
            Err(error) if is_needed => return Err(format!("{} cannot be read: {error}", path.display())),
            Err(_) => {}
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
    fn bundle(&self, sources: &[Source<'_>], contents: &[(PathBuf, Vec<u8>)]) -> (Language, Bundle) {
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
        let bundle =
            Bundle { contents: contents.to_vec(), files: files.collect(), folders: folders.into_iter().collect() };
        (if is_cpp { Language::Cpp } else { self.language }, bundle)
    }
}

impl Bundle {
    /// Writes the files below a folder.
    ///
    /// # Errors
    /// When one cannot be written.
    pub(crate) fn write(&self, root: &Path) -> Result<(), Error> {
        for (path, bytes) in &self.contents {
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
        for number in 0..=MOST_FILES {
            fs::write(folder.path().join(format!("{number}.c")), "").expect("a file can be written");
        }
        let refused = submission(folder.path(), "anna").expect_err("too many files");
        assert!(refused.contains("1000 files"), "{refused}");
    }
}
