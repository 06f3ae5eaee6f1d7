//! Who takes part.

use std::path::Path;

use search::SkillLevel;

use super::program::{Described, folder, program};
use super::section::{At, Section};
use super::value::quoted;
use crate::entry::Languages;
use crate::tournament::announcement::{Entrant, EntrantKind, same_name};

const WHAT: &str = "`engine = 1` to 5, `program = \"FILE\"` or `folder = \"FOLDER\"`";

/// An entrant, and where the file names it.
pub(super) type Named = At<Entrant>;

/// All of them, in the order of the file; nothing if any is wrong. Programs lie below `base`.
pub(super) fn read(top: &Section<'_>, base: &Path, languages: &Languages) -> Option<Vec<Named>> {
    let before = top.mistakes.count();
    let tables = top.tables("player");
    if tables.is_empty() && before == top.mistakes.count() {
        let sentence = format!("nobody takes part: expected tables [[player]], each with {WHAT}");
        top.mistakes.note(top.place("player"), sentence);
    }
    let in_folder = |table: &Section<'_>| table.has("folder").then(|| table.place("folder"));
    let folders: Vec<usize> = tables.iter().filter_map(in_folder).collect();
    let entrants: Vec<Named> = tables.into_iter().flat_map(|table| player(table, base, languages)).collect();
    for (number, one) in entrants.iter().enumerate() {
        if let Some(other) = entrants[..number].iter().find(|other| same_name(&other.value.name, &one.value.name)) {
            top.mistakes.note(one.at, same_names(other, one, &folders));
        }
    }
    (top.mistakes.count() == before).then_some(entrants)
}

/// What is wrong about two of one name. Those that a folder names can have no `name` there.
fn same_names(one: &Named, other: &Named, folders: &[usize]) -> String {
    let path = |named: &Named| named.value.program().and_then(|program| program.path.clone());
    let name = quoted(&other.value.name);
    match (path(one), path(other)) {
        (Some(first), Some(second)) if [one, other].iter().all(|named| folders.contains(&named.at)) => format!(
            "{} and {} are both called {name}: write another name into the comment at the head of one of them, or take \
             it out of its folder and enter it by a [[player]] of its own, with `program` and `name`",
            first.display(),
            second.display()
        ),
        _ => format!("there is another player called {name}: set `name` for one of them"),
    }
}

/// The entrants of one table.
fn player(table: Section<'_>, base: &Path, languages: &Languages) -> Vec<Named> {
    if let Some(key) = ["human", "person"].into_iter().find(|key| table.has(key)) {
        let sentence = format!("people cannot take part in a tournament: expected {WHAT}");
        table.mistakes.note(table.key_place(key), sentence);
        return Vec::new();
    }
    let kinds: Vec<_> = ["engine", "program", "folder"].into_iter().filter(|key| table.has(key)).collect();
    let (whereabouts, entrants) = match kinds[..] {
        ["engine"] => ("for an engine", engine(&table).into_iter().collect()),
        ["program"] => ("for a program", program(&table, base, languages).into_iter().collect()),
        [_] => ("for a folder", folder(&table, base, languages)),
        [] => return nothing(table),
        [_, second, ..] => {
            let sentence = format!("this player is two things at once: expected one of {WHAT}");
            table.mistakes.note(table.key_place(second), sentence);
            return Vec::new();
        }
    };
    table.called(whereabouts).close();
    entrants
}

/// A player that is nothing: a key is misspelt or missing.
fn nothing(table: Section<'_>) -> Vec<Named> {
    let (mistakes, at, before) = (table.mistakes, table.at, table.mistakes.count());
    for key in ["engine", "program", "folder", "name", "author", "protocol", "arguments"] {
        table.value(key);
    }
    table.close();
    if mistakes.count() == before {
        mistakes.note(at, format!("this player is nothing: expected {WHAT}"));
    }
    Vec::new()
}

fn engine(table: &Section<'_>) -> Option<Named> {
    let Described { name, author } = Described::read(table);
    let number = table.whole("engine", 1..=5)?;
    let player = EntrantKind::Engine(u8::try_from(number).ok().and_then(SkillLevel::new)?);
    let name = name.unwrap_or_else(|| format!("engine:{number}"));
    Some(At { at: table.place("engine"), value: Entrant { name, author, player } })
}
