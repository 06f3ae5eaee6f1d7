//! Decides which files of a submission form a program, and which of them is the main file.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::bundle::Bundle;
use crate::language::Language;
use crate::name::{folder_on, is_of_tests, natural_order};
use crate::packing::is_archive;
use crate::source::{Source, has_program, is_machine_code, is_part};
use crate::tree::Tree;

/// The programs that files form. Several of them have their own main files, and share other files.
pub(crate) type Programs = Vec<(Language, Bundle)>;

/// The programs of a folder of this name in the folder of a class; none if its files do not belong
/// together.
pub(crate) fn of_class_folder(tree: &mut Tree, name: &str) -> Programs {
    let is_program = |path: &Path, bytes: &[u8]| {
        Language::of_source(path).is_some() || is_machine_code(bytes) || is_archive(path)
    };
    // In the projects of some editors, all files lie a few folders further down.
    let mut files = tree.files.iter();
    let begins_at_top =
        files.any(|(path, bytes)| path.components().count() == 1 && is_program(path, bytes));
    if begins_at_top { together(tree, name) } else { whole(tree, name) }
}

/// The programs of one submission: the files that belong together, or each program file by itself.
pub(crate) fn whole(tree: &mut Tree, name: &str) -> Programs {
    let programs = together(tree, name);
    if !programs.is_empty() {
        return programs;
    }
    let (sources, shared) = (Source::all(&tree.files), Arc::new(tree.files.clone()));
    if sources.is_empty() {
        let executables = tree.files.iter().filter(|(_, bytes)| is_machine_code(bytes));
        return executables.map(|(path, _)| Bundle::of_executable(path, &shared)).collect();
    }
    sources.iter().map(|main| Bundle::of_source(main, &sources, &shared)).collect()
}

/// Leaves out folders of tests, unless the program itself lies there. Those with sources are noted.
pub(crate) fn leave_out_tests(tree: &mut Tree) {
    let of_tests = |path: &Path| folder_on(path.parent()?, is_of_tests).map(Path::to_path_buf);
    let is_program = |path: &Path, bytes: &[u8]| is_archive(path) || has_program(path, bytes);
    let mut files = tree.files.iter();
    if files.any(|(path, bytes)| of_tests(path).is_none() && is_program(path, bytes)) {
        let sources = tree.files.iter().filter(|(path, _)| Language::of_source(path).is_some());
        let folders: BTreeSet<_> = sources.filter_map(|(path, _)| of_tests(path)).collect();
        tree.left_out.extend(folders.into_iter().map(|folder| (folder, "tests")));
        tree.files.retain(|(path, _)| of_tests(path).is_none());
    }
}

/// The programs that several files form together. If they form one, its other sources are left out.
fn together(Tree { files, left_out, .. }: &mut Tree, name: &str) -> Programs {
    files.sort_by(|(a, _), (b, _)| natural_order(&a.to_string_lossy(), &b.to_string_lossy()));
    let sources = Source::all(files);
    let has_parts = files.iter().any(|(path, _)| is_part(path));
    let least = if has_parts { 1 } else { 2 };
    if sources.len() < least {
        return Vec::new();
    }
    let shared = Arc::new(files.clone());
    let mains: Vec<&Source<'_>> = sources.iter().filter(|source| source.is_main).collect();
    let is_named = |main: &&Source<'_>| main.is_called_main() || main.is_called(name);
    let mut named: Vec<&Source<'_>> = mains.iter().copied().filter(is_named).collect();
    if named.is_empty() && sources.len() > mains.len() {
        named = mains.iter().copied().filter(|main| main.has_guard).collect();
    }
    let bundle = |main: &Source<'_>| Bundle::of_source(main, &sources, &shared);
    match (&mains[..], &named[..]) {
        ([main], _) | (_, [main]) => {
            let program = bundle(main);
            let is_rest = |source: &&Source<'_>| {
                let mut files = program.1.files.iter();
                !files.any(|file| file == source.path) && !source.is_found_by(main)
            };
            let rest = sources.iter().filter(is_rest).map(|source| source.path.to_path_buf());
            left_out.extend(rest.map(|path| (path, "begins-elsewhere")));
            let is_recipe = |path: &Path| {
                path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("makefile"))
            };
            let recipes = files.iter().filter(|(path, _)| is_recipe(path));
            left_out.extend(recipes.map(|(path, _)| (path.clone(), "not-run")));
            vec![program]
        }
        ([], _) => match sources.iter().find(|source| source.language.is_compiled()) {
            // No file has a `main`, as the compiler's messages will say.
            Some(first) if sources.iter().all(|source| source.is_compiled_with(first)) => {
                vec![bundle(first)]
            }
            _ => Vec::new(),
        },
        _ if has_parts || sources.len() > mains.len() => mains.into_iter().map(bundle).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn found(files: &[(&str, &str)]) -> Programs {
        let file = |(name, text): &(&str, &str)| (PathBuf::from(name), text.as_bytes().to_vec());
        let mut tree = Tree { files: files.iter().map(file).collect(), ..Tree::default() };
        of_class_folder(&mut tree, "anna")
    }

    /// The language and the files of the only program.
    fn one(files: &[(&str, &str)]) -> (Language, Vec<String>) {
        let programs = found(files);
        let [(language, bundle)] = &programs[..] else { panic!("{programs:?}") };
        (*language, bundle.files.iter().map(|file| file.display().to_string()).collect())
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
        let programs = found(&[("a.c", MAIN), ("b.c", MAIN), ("c.c", "int c;")]);
        let files: Vec<_> = programs.iter().map(|(_, bundle)| bundle.files.len()).collect();
        assert_eq!(files, [2, 2]);
        assert!(found(&[("a.c", MAIN), ("b.c", MAIN)]).is_empty());
        assert!(found(&[("a.c", MAIN), ("notes.txt", "")]).is_empty());
    }
}
