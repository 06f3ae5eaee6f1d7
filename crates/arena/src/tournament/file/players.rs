//! Who takes part.

use std::path::Path;

use search::Grade;

use super::program::{Described, folder, program};
use super::section::{At, Section};
use super::value::quoted;
use crate::tournament::announcement::{Entrant, EntrantKind, same_name};

const WHAT: &str = "`engine = 1` to 5, `program = \"FILE\"` or `folder = \"FOLDER\"`";

/// An entrant, and where the file names it.
pub(super) type Named = At<Entrant>;

/// All of them, in the order of the file; nothing if any is wrong. Programs lie below `base`.
pub(super) fn read(top: &Section<'_>, base: &Path) -> Option<Vec<Named>> {
    let before = top.mistakes.count();
    let tables = top.tables("player");
    if tables.is_empty() && before == top.mistakes.count() {
        let sentence = format!("nobody takes part: expected tables [[player]], each with {WHAT}");
        top.mistakes.note(top.place("player"), sentence);
    }
    let entrants: Vec<Named> = tables.into_iter().flat_map(|table| player(table, base)).collect();
    for (number, At { at, value: Entrant { name, .. } }) in entrants.iter().enumerate() {
        if entrants[..number].iter().any(|other| same_name(&other.value.name, name)) {
            let sentence = format!("there is another player called {}: set `name` for one of them", quoted(name));
            top.mistakes.note(*at, sentence);
        }
    }
    (top.mistakes.count() == before).then_some(entrants)
}

/// The entrants of one table.
fn player(table: Section<'_>, base: &Path) -> Vec<Named> {
    if let Some(key) = ["human", "person"].into_iter().find(|key| table.has(key)) {
        let sentence = format!("people cannot take part in a tournament: expected {WHAT}");
        table.mistakes.note(table.key_place(key), sentence);
        return Vec::new();
    }
    let kinds: Vec<_> = ["engine", "program", "folder"].into_iter().filter(|key| table.has(key)).collect();
    let (whereabouts, entrants) = match kinds[..] {
        ["engine"] => ("for an engine", engine(&table).into_iter().collect()),
        ["program"] => ("for a program", program(&table, base).into_iter().collect()),
        [_] => ("for a folder", folder(&table, base)),
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
    let player = EntrantKind::Engine(u8::try_from(number).ok().and_then(Grade::new)?);
    let name = name.unwrap_or_else(|| format!("engine:{number}"));
    Some(At { at: table.place("engine"), value: Entrant { name, author, player } })
}
