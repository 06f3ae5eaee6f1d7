//! What a compiler was asked to read and was not given: it sees no file but the source.

use std::path::Path;

use sandbox::{Ended, Level};

use crate::{excerpt, refusals};

/// How Free Pascal tells of what it does not find, be it there or not.
const INCLUDE: &str = "Cannot open include file ";
const UNIT: &str = "Can't find unit ";

/// A sentence on a source that does not compile for want of a file that by hand is there.
pub(super) fn hint(source: &Path, ended: &Ended) -> Option<String> {
    if ended.level == Level::Limits {
        return None;
    }
    let said = [&ended.stdout[..], &ended.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let file = said.lines().find_map(|line| match line.split_once(UNIT) {
        Some((_, unit)) => beside(source, units(unit.split(' ').next()?)),
        None if line.contains(INCLUDE) || refusals::is_told(line) => beside(source, files(line)),
        None => None,
    });
    let known = file.map(|file| format!(", and so not {} beside it", excerpt::around(file.as_bytes(), 0)));
    let file = known.or_else(|| said.lines().any(refusals::is_told).then(String::new))?;
    Some(format!("in the sandbox a compiler can read no file of yours but the source{file}; by hand this may compile"))
}

/// The first of these files that lies beside the source.
fn beside(source: &Path, mut names: impl Iterator<Item = String>) -> Option<String> {
    let folder = source.parent()?;
    names.find(|name| !source.ends_with(name) && folder.join(name).is_file())
}

/// The files in which a unit of Pascal's may be, whose name may have capitals.
fn units(name: &str) -> impl Iterator<Item = String> {
    let names = [name.to_string(), name.to_lowercase()];
    names.into_iter().flat_map(|name| ["pas", "pp"].map(|ending| format!("{name}.{ending}")))
}

/// The words of a line that may be names of files: those with an ending.
fn files(line: &str) -> impl Iterator<Item = String> {
    let words = line.split(|c: char| !c.is_alphanumeric() && !"_-./".contains(c));
    words.filter(|word| word.contains('.') && !word.starts_with(['.', '/'])).map(str::to_string)
}
