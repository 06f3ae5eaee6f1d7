//! The tables in a tournament's folder that fit on a page.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use server::{Column, Table};

/// The greatest size of a table in bytes.
const LONGEST: u64 = 4 << 20;

/// The greatest number of participants in a crosstable; a larger one is too wide for a page.
pub(super) const CROSSTABLE_MOST: usize = 60;

/// The columns of the standings: the name in the file, and the key of the page's word.
pub(super) const STANDINGS: [(&str, &str); 7] = [
    ("place", "place"),
    ("name", "name"),
    ("points", "points"),
    ("games won", "games-won"),
    ("games drawn", "games-drawn"),
    ("games lost", "games-lost"),
    ("fouls", "fouls"),
];

/// The columns of the crosstable before the points against each participant.
const BEFORE_POINTS: [&str; 4] = ["place", "participant", "name", "points"];

/// The tables in this folder; invalid ones are left out.
pub(super) fn of(folder: &Path) -> Vec<Table> {
    [standings(folder), crosstable(folder)].into_iter().flatten().collect()
}

fn standings(folder: &Path) -> Option<Table> {
    let (heads, rows) = rows(&folder.join("standings.csv"))?;
    let place = |(name, _): (&str, _)| heads.iter().position(|head| *head == name);
    let places = STANDINGS.iter().map(|&column| place(column)).collect::<Option<Vec<_>>>()?;
    let row = |row: &Vec<String>| places.iter().map(|&place| row[place].clone()).collect();
    let columns = STANDINGS.map(|(_, key)| Column::Key(key)).to_vec();
    Some(Table { heading: "standings", columns, rows: rows.iter().map(row).collect() })
}

fn crosstable(folder: &Path) -> Option<Table> {
    let (heads, rows) = rows(&folder.join("crosstable.csv"))?;
    let others = heads.strip_prefix(&BEFORE_POINTS.map(String::from))?;
    if others.len() > CROSSTABLE_MOST {
        return None;
    }
    let names = others.iter().cloned().map(Column::Name);
    let columns = [Column::Key("name")].into_iter().chain(names).collect();
    let row = |row: &Vec<String>| {
        [row[2].clone()].into_iter().chain(row[BEFORE_POINTS.len()..].iter().cloned()).collect()
    };
    Some(Table { heading: "crosstable", columns, rows: rows.iter().map(row).collect() })
}

/// The first row of a table, and the other rows. `None` if rows differ in length, or the table is
/// empty.
fn rows(path: &Path) -> Option<(Vec<String>, Vec<Vec<String>>)> {
    // This is checked first, since opening a pipe might wait for ever.
    let is_plain = path.metadata().is_ok_and(|its| its.is_file() && its.len() <= LONGEST);
    let file = is_plain.then(|| File::open(path).ok()).flatten()?;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(file.take(LONGEST));
    let all = reader.records().map(|row| row.map(|row| row.iter().map(String::from).collect()));
    let mut all = all.collect::<Result<Vec<Vec<String>>, _>>().ok()?.into_iter();
    let heads = all.next()?;
    let rows: Vec<_> = all.collect();
    (!rows.is_empty()).then_some((heads, rows))
}
