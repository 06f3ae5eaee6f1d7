//! Makes files from tables.

use std::path::Path;

use ::page::ASSETS;
use serde::Deserialize;

use super::csv::Maker;
use super::folder::{OnDisk, Readable};
use super::number::Ordinal;
use super::tables::{Stage, TABLES, Tables};
use super::{csv, packed_script, page};

/// A file of the folder with a tournament's results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The file's path in the folder, with slashes.
    pub path: String,
    /// The file's content.
    pub bytes: Vec<u8>,
}

/// The files that show these tables, in the order of their paths. Each file is made on demand,
/// because all files together may take more memory than the tables.
pub fn files(tables: &Tables) -> impl Iterator<Item = File> {
    makers(tables).into_iter().map(|(path, make)| File { path, bytes: make().into_bytes() })
}

/// The paths of the files that [`files`] makes.
pub fn paths(tables: &Tables) -> impl Iterator<Item = String> {
    makers(tables).into_iter().map(|(path, _)| path)
}

fn makers(tables: &Tables) -> Vec<(String, Maker<'_>)> {
    let mut makers: Vec<(String, Maker<'_>)> = vec![
        ("index.html".to_string(), Box::new(|| page::index(tables))),
        (TABLES.to_string(), Box::new(|| json(tables))),
    ];
    makers.push(("replay.html".to_string(), Box::new(|| page::replay(tables))));
    makers.push(("games.html".to_string(), Box::new(|| page::games(tables))));
    let list: Maker<'_> = Box::new(|| page::list_script(tables));
    makers.push((packed_script::path("list"), list));
    makers.extend(ASSETS.iter().map(|asset| -> (String, Maker<'_>) {
        (format!("assets/{}", asset.name), Box::new(|| asset.text.to_string()))
    }));
    makers.extend(csv::all(tables));
    let participants = (0..tables.participants.len()).map(Ordinal);
    makers.extend(participants.map(|participant| {
        let make: Maker<'_> = Box::new(move || page::participant(tables, participant));
        (page::path_of(participant), make)
    }));
    makers.sort_by(|(one, _), (other, _)| one.cmp(other));
    makers
}

/// What the tables in a folder say of themselves.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Head {
    /// The version of the form in which they were written.
    pub format: u32,
    /// Whether the tournament goes on.
    pub stage: Stage,
}

/// The head of the tables in this folder. `None` if the folder has no such tables.
#[must_use]
pub fn head_in(folder: &Path) -> Option<Head> {
    head_of(&OnDisk::from(folder))
}

/// As [`head_in`], for any folder.
pub(crate) fn head_of(folder: &dyn Readable) -> Option<Head> {
    serde_json::from_reader(folder.lines(TABLES).ok()?).ok()
}

fn json(tables: &Tables) -> String {
    // The tables are plain data, which JSON can always express.
    let mut json = serde_json::to_string(tables).unwrap_or_default();
    json.push('\n');
    json
}
