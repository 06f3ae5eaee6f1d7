//! What a compiler was asked to read and was not given: it sees no file but the source.

use std::path::Path;

use sandbox::{Ended, Level};

use crate::{excerpt, refusals};

/// How Free Pascal tells of what it does not find, be it there or not.
const INCLUDE: &str = "Cannot open include file ";
const UNIT: &str = "Can't find unit ";

/// And gcc and rustc, which work on a copy of the source with nothing beside it.
const MISSING: [&str; 2] = ["No such file or directory", "create file \""];

/// A sentence on a source that does not compile for want of a file that by hand is there.
pub(super) fn hint(source: &Path, ended: &Ended) -> Option<String> {
    if ended.level == Level::Limits {
        return None;
    }
    let said = [&ended.stdout[..], &ended.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let file = said.lines().find_map(|line| match line.split_once(UNIT) {
        Some((_, unit)) => beside(source, units(unit.split(' ').next()?)),
        None if is_missed(line) => beside(source, files(line)),
        None => None,
    });
    let known = file.map(|file| format!(", and so not {} beside it", excerpt::around(file.as_bytes(), 0)));
    let file = known.or_else(|| said.lines().any(refusals::is_told).then(String::new))?;
    Some(format!("in the sandbox a compiler can read no file of yours but the source{file}; by hand this may compile"))
}

/// Whether a line tells of a file that was not found, or may not be read.
fn is_missed(line: &str) -> bool {
    line.contains(INCLUDE) || MISSING.iter().any(|words| line.contains(words)) || refusals::is_told(line)
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
    let is_beside = |word: &str| word.starts_with("../") || !word.starts_with(['.', '/']);
    words.filter(move |word| word.contains('.') && is_beside(word)).map(str::to_string)
}
