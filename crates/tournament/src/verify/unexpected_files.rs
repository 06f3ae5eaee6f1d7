//! Finds files in the folder of results that do not belong there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::verified::{is_apart, results_in};
use crate::plan::announcement::Announcement;
use crate::plan::specs::GameSpecs;
use crate::results;
use crate::results::Summary;
use crate::results::folder::{MANIFEST, Manifest, check_room, listed};
use crate::results::published::{self, ANNOUNCEMENT};
use crate::results::replays;
use errors::Error;

/// The files in a folder that do not belong to its results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnexpectedFiles {
    /// The first file that new results would overwrite.
    pub in_the_way: Option<String>,
    /// Files and folders that lie beside the results and prevent a verification.
    pub beside: Vec<String>,
}

impl UnexpectedFiles {
    /// Looks for unexpected files in a folder that is to contain the results of this tournament.
    ///
    /// # Errors
    /// Fails if the folder cannot be read, a file of the results cannot be put in its place, or the
    /// announcement is invalid.
    pub fn seek(
        folder: &Path,
        announcement: &Announcement,
        specs: GameSpecs,
    ) -> Result<UnexpectedFiles, Error> {
        let mut names = names_in(folder)?;
        names.retain(|name| !is_apart(name));
        if names.is_empty() {
            return Ok(UnexpectedFiles::default());
        }
        let written = written_before(folder);
        let paths = paths(announcement, specs)?;
        // In a folder without a manifest, the announcement shows which tournament the results
        // belong to.
        let are_ours =
            results_in(folder).is_some_and(|other| other.digest() == announcement.digest());
        let is_ours = |path: &str| {
            are_ours || path == MANIFEST && written.is_some() || lists(written.as_ref(), path)
        };
        let in_the_way =
            paths.iter().find(|path| !is_ours(path) && is_taken(folder, path)).cloned();
        if in_the_way.is_none() {
            check_room(folder, paths.iter().map(String::as_str))?;
        }
        let listed = written.iter().flat_map(|manifest| manifest.files.keys());
        let beside =
            beside(folder, names, &paths.iter().chain(listed).map(String::as_str).collect())?;
        Ok(UnexpectedFiles { in_the_way, beside })
    }
}

/// The manifest in a folder, if it lists the results of a tournament.
fn written_before(folder: &Path) -> Option<Manifest> {
    listed(&folder.join(MANIFEST)).filter(|manifest| manifest.files.contains_key(ANNOUNCEMENT))
}

fn lists(manifest: Option<&Manifest>, path: &str) -> bool {
    manifest.is_some_and(|manifest| manifest.files.contains_key(path))
}

/// Whether a file of this path would replace something: a file of the same name, or a file where a
/// folder is needed.
fn is_taken(folder: &Path, path: &str) -> bool {
    let is_file = |end: usize| {
        fs::symlink_metadata(folder.join(&path[..end])).is_ok_and(|found| !found.is_dir())
    };
    fs::symlink_metadata(folder.join(path)).is_ok()
        || path.match_indices('/').any(|(end, _)| is_file(end))
}

/// The path of every file that results of this tournament can have.
fn paths(announcement: &Announcement, specs: GameSpecs) -> Result<BTreeSet<String>, Error> {
    let summary = Summary::new(announcement, specs)?;
    let (tables, games) = (summary.tables()?, 2 * summary.planned_pairs(&[]));
    let derived =
        results::paths(&tables).chain(replays::paths(games)).chain([MANIFEST.to_string()]);
    Ok(published::paths(announcement, derived))
}

/// Files that do not belong to the results, but lie beside them or in one of their folders.
fn beside(
    folder: &Path,
    names: Vec<String>,
    of_results: &BTreeSet<&str>,
) -> Result<Vec<String>, Error> {
    let folders: BTreeSet<&str> =
        of_results.iter().filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
    let mut beside = Vec::new();
    for name in names {
        if !folders.contains(name.as_str()) {
            beside.push(name);
        } else if fs::symlink_metadata(folder.join(&name)).is_ok_and(|found| found.is_dir()) {
            let within = names_in(&folder.join(&name))?;
            beside.extend(within.into_iter().map(|inner| format!("{name}/{inner}")));
        }
    }
    beside.retain(|path| !of_results.contains(path.as_str()));
    Ok(beside)
}

/// The names of the entries of a folder.
fn names_in(folder: &Path) -> Result<Vec<String>, Error> {
    let failed = |error| Error::file("read the folder", folder, &error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
