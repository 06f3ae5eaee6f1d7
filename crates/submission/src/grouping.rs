//! Decides which files of a submission form a program, and which of them is the main file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bundle::Bundle;
use crate::contents::{self, Contents, ONE, Tree};
use crate::language::Language;
use crate::name::{folder_on, is_of_tests, natural_order};
use crate::packing::is_archive;
use crate::source::{Source, has_program, is_machine_code, is_part};
use rules::Message;

/// The programs that a submission's files form.
#[derive(Debug)]
pub(crate) enum Grouping {
    /// The files do not belong together, so that each file is checked by itself.
    Apart,
    /// One program, and the names of the other files with the keys of the reasons why they are not part of it.
    One(Language, Bundle, Vec<(PathBuf, &'static str)>),
    /// Several programs, which have their own main files and share other files.
    Several(Vec<(Language, Bundle)>),
}

/// Groups the files of a folder of this name. What is left out is added to `left_out`.
///
/// # Errors
/// Fails if the folder cannot be read, or has more files than a submission may have.
pub(crate) fn of_folder(
    folder: &Path,
    name: &str,
    left_out: &mut Vec<(PathBuf, &'static str)>,
) -> Result<Grouping, Message> {
    let Tree { mut files, left_out: others, .. } = contents::of_folder(folder, ONE)?;
    left_out.extend(others);
    left_out.extend(take_tests(&mut files).into_iter().map(|folder| (folder, "tests")));
    // In the projects of some editors, all files lie a few folders further down.
    let begins_at_top =
        files.iter().any(|(path, bytes)| path.components().count() == 1 && is_program(path, bytes));
    Ok(if begins_at_top { together(&files, name) } else { whole(&files, name) })
}

/// The programs of one submission: the files that belong together, or each program file by itself.
pub(crate) fn whole(contents: &Contents, name: &str) -> Grouping {
    match together(contents, name) {
        Grouping::Apart => alone(contents),
        known => known,
    }
}

/// Removes folders of tests, unless the program itself lies there. Returns those that had sources.
pub(crate) fn take_tests(files: &mut Contents) -> BTreeSet<PathBuf> {
    let of_tests = |path: &Path| folder_on(path, is_of_tests).map(Path::to_path_buf);
    let is_program = |path: &Path, bytes: &[u8]| is_archive(path) || has_program(path, bytes);
    if !files.iter().any(|(path, bytes)| of_tests(path).is_none() && is_program(path, bytes)) {
        return BTreeSet::new();
    }
    let sources = files.iter().filter(|(path, _)| Language::of_source(path).is_some());
    let folders = sources.filter_map(|(path, _)| of_tests(path)).collect();
    files.retain(|(path, _)| of_tests(path).is_none());
    folders
}

fn alone(contents: &Contents) -> Grouping {
    let sources = Source::all(contents);
    let shared = Arc::new(contents.clone());
    let mut programs: Vec<_> =
        sources.iter().map(|main| Bundle::of_source(main, &sources, &shared)).collect();
    if programs.is_empty() {
        let executables = contents.iter().filter(|(_, bytes)| is_machine_code(bytes));
        programs.extend(executables.map(|(path, _)| Bundle::of_executable(path, &shared)));
    }
    match programs.len() {
        0 => Grouping::Apart,
        1 => programs.pop().map_or(Grouping::Apart, |(language, bundle)| {
            Grouping::One(language, bundle, Vec::new())
        }),
        _ => Grouping::Several(programs),
    }
}

fn is_program(path: &Path, bytes: &[u8]) -> bool {
    Language::of_source(path).is_some() || is_machine_code(bytes) || is_archive(path)
}

/// The programs that several files form together.
fn together(contents: &Contents, name: &str) -> Grouping {
    let mut contents = contents.clone();
    contents.sort_by(|(a, _), (b, _)| natural_order(&a.to_string_lossy(), &b.to_string_lossy()));
    let sources = Source::all(&contents);
    let has_parts = contents.iter().any(|(path, _)| is_part(path));
    let least = if has_parts { 1 } else { 2 };
    if sources.len() < least {
        return Grouping::Apart;
    }
    let shared = Arc::new(contents.clone());
    let mains: Vec<&Source<'_>> = sources.iter().filter(|source| source.is_main).collect();
    let is_named = |main: &&Source<'_>| main.is_called_main() || main.is_called(name);
    let mut named: Vec<&Source<'_>> = mains.iter().copied().filter(is_named).collect();
    if named.is_empty() && sources.len() > mains.len() {
        named = mains.iter().copied().filter(|main| main.has_guard).collect();
    }
    let bundle = |main: &Source<'_>| Bundle::of_source(main, &sources, &shared);
    match (&mains[..], &named[..]) {
        ([main], _) | (_, [main]) => {
            let (language, bundle) = bundle(main);
            let is_rest = |source: &&Source<'_>| {
                !bundle.files.iter().any(|file| file == source.path) && !source.is_found_by(main)
            };
            let mut rest: Vec<_> = sources
                .iter()
                .filter(is_rest)
                .map(|source| (source.path.to_path_buf(), "begins-elsewhere"))
                .collect();
            let is_recipe = |path: &Path| {
                path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("makefile"))
            };
            let recipes = contents.iter().filter(|(path, _)| is_recipe(path));
            rest.extend(recipes.map(|(path, _)| (path.clone(), "not-run")));
            Grouping::One(language, bundle, rest)
        }
        ([], _) => match sources.iter().find(|source| source.language.is_compiled()) {
            // No file has a `main`, as the compiler's messages will say.
            Some(first) if sources.iter().all(|source| source.is_compiled_with(first)) => {
                let (language, bundle) = bundle(first);
                Grouping::One(language, bundle, Vec::new())
            }
            _ => Grouping::Apart,
        },
        _ if has_parts || sources.len() > mains.len() => {
            Grouping::Several(mains.into_iter().map(bundle).collect())
        }
        _ => Grouping::Apart,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn found(files: &[(&str, &str)]) -> Grouping {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("files lie in folders"))
                .expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        of_folder(folder.path(), "anna", &mut Vec::new()).expect("it can be read")
    }

    /// The language and the files of the only program.
    fn one(files: &[(&str, &str)]) -> (Language, Vec<String>) {
        match found(files) {
            Grouping::One(language, bundle, _) => {
                (language, bundle.files.iter().map(|file| file.display().to_string()).collect())
            }
            other => panic!("{other:?}"),
        }
    }

    const MAIN: &str = "int main(void) { return 0; }";

    #[test]
    fn sources_are_compiled_together_from_the_one_that_begins() {
        let (language, files) =
            one(&[("a.c", "int a;"), ("z.c", MAIN), ("sub/b.c", "int b;"), ("b.h", "")]);
        assert_eq!((language, &*files.join(" ")), (Language::C, "z.c a.c sub/b.c"));
        let (language, files) = one(&[("a.c", "int a;"), ("z.cpp", MAIN)]);
        assert_eq!((language, &*files.join(" ")), (Language::Cpp, "z.cpp a.c"));
        let (_, files) = one(&[
            ("a.c", MAIN),
            ("test.c", MAIN),
            ("Anna.c", MAIN),
            ("b.c", "// int main() is elsewhere"),
        ]);
        assert_eq!(files.join(" "), "Anna.c b.c");
        let (_, files) =
            one(&[("main.pas", "program x; begin end."), ("u.pas", "{ a } Unit u; end.")]);
        assert_eq!(files.join(" "), "main.pas");
    }

    #[test]
    fn programs_that_nothing_tells_apart_are_several() {
        let several = found(&[("a.c", MAIN), ("b.c", MAIN), ("c.c", "int c;")]);
        let Grouping::Several(programs) = several else { panic!("{several:?}") };
        let files: Vec<_> = programs.iter().map(|(_, bundle)| bundle.files.len()).collect();
        assert_eq!(files, [2, 2]);
        assert!(matches!(found(&[("a.c", MAIN), ("b.c", MAIN)]), Grouping::Apart));
        assert!(matches!(found(&[("a.c", MAIN), ("notes.txt", "")]), Grouping::Apart));
    }

    #[test]
    fn what_is_too_much_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        for number in 0..=ONE.files {
            fs::write(folder.path().join(format!("{number}.c")), "")
                .expect("a file can be written");
        }
        let refused = of_folder(folder.path(), "anna", &mut Vec::new())
            .expect_err("too many files")
            .to_string();
        assert!(refused.contains("1000 files"), "{refused}");
    }
}
