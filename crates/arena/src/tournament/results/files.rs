//! Files from tables.

use serde_json::to_vec_pretty;

use super::number::Ordinal;
use super::tables::Tables;
use super::{csv, page};

/// A file of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the folder, with slashes.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The files that show these tables, in the order of their paths.
#[must_use]
pub fn files(tables: &Tables) -> Vec<File> {
    let mut files: Vec<File> = csv::all(tables).into_iter().map(|(path, text)| file(path, text)).collect();
    files.push(file("index.html", page::index(tables)));
    // Plain data: there is nothing in it that JSON cannot say.
    let mut json = to_vec_pretty(tables).unwrap_or_default();
    json.push(b'\n');
    files.push(File { path: "results.json".to_string(), bytes: json });
    for entrant in (0..tables.entrants.len()).map(Ordinal) {
        files.push(file(&page::path_of(entrant), page::entrant(tables, entrant)));
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

fn file(path: &str, text: String) -> File {
    File { path: path.to_string(), bytes: text.into_bytes() }
}
