//! Finds the programs at a path: a file, a folder or an archive.

use std::collections::BTreeSet;
use std::path::Path;

use crate::archive::of_file;
use crate::class;
use crate::class_folder::programs_of;
use crate::found::Found;
use crate::handed_in::Submission;
use crate::kind::no_program;
use crate::language::{Language, Languages, expected_program};
use crate::name::plain;
use crate::packing::is_archive;
use crate::reasons::about;
use crate::source::{Source, is_part};
use crate::submission::Entry;
use crate::submitted_folder::of_folder;
use crate::tree::{Bounds, CLASS, ONE, Tree};
use errors::Error;
use rules::Message;

/// Finds the program at `path`. If `path` is a folder or the archive of a class, this function
/// finds all programs in it, including those in the folders directly below it. A program to which
/// several paths lead is found once.
///
/// # Errors
/// Fails if there is no program.
pub fn find_programs(path: &Path, languages: &Languages) -> Result<Found, Error> {
    let is_folder = path.is_dir();
    let Some((whole, tree)) = opened(path, if is_folder { ONE } else { CLASS }) else {
        return one_file(path, languages);
    };
    let around = tree.as_ref().ok().and_then(class::folder_around);
    let is_one = around.is_none() && tree.as_ref().is_ok_and(is_one);
    let mut found = Found::default();
    match (around, tree) {
        _ if is_folder && !is_one => found = programs_of(path)?,
        (Some(around), Ok(tree)) => whole.find_class(tree, &around, &mut found),
        (_, tree) => whole.find(tree, &mut found),
    }
    found.settle(path, languages)
}

/// Finds the one program at `path`: a file, or a folder or archive of files that belong together.
///
/// # Errors
/// Fails if there is no program, or there are several.
pub fn find_program(path: &Path) -> Result<Found, Error> {
    let (mut found, all) = (Found::default(), Languages::default());
    let Some((whole, tree)) = opened(path, ONE) else { return one_file(path, &all) };
    whole.find(tree, &mut found);
    found.only(path, &all)
}

/// The submission that is a folder or an archive, and its files; `None` for any other file.
fn opened(path: &Path, bounds: Bounds) -> Option<(Submission, Result<Tree, Message>)> {
    let name = plain(path.display().to_string());
    match () {
        // The caller may name a link.
        () if path.is_dir() => {
            let tree = of_folder(&path.join("."), bounds);
            Some((Submission::folder(path, name, path), tree))
        }
        () if is_archive(path) => {
            Some((Submission::archive(path, name, path), of_file(path, bounds)))
        }
        () => None,
    }
}

/// Whether a folder is one submission, as its archive would be. It holds other sources beside the
/// one that begins the program.
fn is_one(Tree { files, .. }: &Tree) -> bool {
    let tops: BTreeSet<_> = files
        .iter()
        .filter(|(path, _)| Language::of_source(path).is_some() || is_part(path))
        .filter_map(|(path, _)| path.components().next())
        .collect();
    let sources = Source::all(files);
    let mains: Vec<_> = sources.iter().filter(|source| source.is_main).collect();
    let named: Vec<_> = mains.iter().filter(|main| main.is_called_main()).collect();
    let begin = match (&mains[..], &named[..]) {
        ([main], _) => main,
        // Beside other sources of the program, a file named `main` says which one counts.
        (_, [main]) if mains.len() < sources.len() => *main,
        _ => return false,
    };
    tops.len() > 1 && sources.iter().all(|source| source.is_compiled_with(begin))
}

fn one_file(path: &Path, languages: &Languages) -> Result<Found, Error> {
    let language =
        Language::of(path).ok_or_else(|| no_program(path, &expected_program().to_string()))?;
    languages
        .check(language)
        .map_err(|why| Error::input(about(path.display().to_string(), why)))?;
    let entry = Entry::of_file(plain(path.display().to_string()), path.to_path_buf(), language);
    let mut found = Found::default();
    found.entries.push(Entry { found_at: path.canonicalize().ok(), ..entry });
    Ok(found)
}

#[cfg(test)]
mod tests;
