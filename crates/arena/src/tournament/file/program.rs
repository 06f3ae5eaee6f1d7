//! Programs that take part: one, or all in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::header::{Header, is_address};
use super::players::Named;
use super::section::{At, Section};
use super::value::quoted;
use crate::entry::{EXPECTED, Language, Languages, natural, no_program};
use crate::record::checksum;
use crate::series::Speech;
use crate::tournament::announcement::{Entrant, EntrantKind, LONGEST_AUTHOR, Program, name_of, one_line};

/// The largest file of a program, in bytes: it goes through the store to every machine.
pub(in crate::tournament) const LARGEST: u64 = 64 << 20;

/// What a command line holds everywhere.
const MOST_ARGUMENTS: usize = 100;
const LONGEST_ARGUMENT: usize = 4096;

const PROTOCOLS: &[(&str, Speech)] = &[("own", Speech::Own), ("line", Speech::Lines), ("gtp", Speech::Gtp)];

/// What a table says of a player's name and author.
pub(super) struct Described {
    pub(super) name: Option<String>,
    pub(super) author: Option<String>,
}

impl Described {
    pub(super) fn read(table: &Section<'_>) -> Described {
        let text = |key, read: &dyn Fn(&str) -> Result<String, String>| {
            let text = table.text(key)?;
            let checked =
                if is_address(text.value) { Err("it is an e-mail address".to_string()) } else { read(text.value) };
            table.mistakes.kept(text.at, checked.map_err(|why| format!("{} is no {key}: {why}", quoted(text.value))))
        };
        Described { name: text("name", &name_of), author: text("author", &|text| one_line(text, LONGEST_AUTHOR)) }
    }
}

/// How programs are spoken with, and what follows their names on their command lines.
#[derive(Clone)]
struct Call {
    speech: Speech,
    arguments: Vec<String>,
}

impl Call {
    fn read(table: &Section<'_>) -> Call {
        let speech = table.word("protocol", PROTOCOLS).unwrap_or(Speech::Own);
        let arguments = table.texts("arguments").unwrap_or_default();
        if arguments.len() > MOST_ARGUMENTS {
            let sentence = format!("{} arguments are too many: expected at most {MOST_ARGUMENTS}", arguments.len());
            table.mistakes.note(table.place("arguments"), sentence);
        }
        let bad = |text: &str| text.len() > LONGEST_ARGUMENT || text.contains('\0');
        for argument in arguments.iter().filter(|argument| bad(argument.value)) {
            let sentence = format!(
                "{} is no argument: expected at most {LONGEST_ARGUMENT} bytes without a zero",
                quoted(argument.value)
            );
            table.mistakes.note(argument.at, sentence);
        }
        Call { speech, arguments: arguments.iter().map(|argument| argument.value.to_string()).collect() }
    }
}

/// The program of a table.
pub(super) fn program(table: &Section<'_>, base: &Path, languages: &Languages) -> Option<Named> {
    let (described, call) = (Described::read(table), Call::read(table));
    let At { at, value: path } = table.text("program")?;
    if path.is_empty() {
        table.mistakes.note(at, format!("program is empty: expected the path of {EXPECTED}"));
        return None;
    }
    let entrant = entrant(&base.join(path), described, call, languages);
    Some(At { at, value: table.mistakes.kept(at, entrant)? })
}

/// All programs in the folder of a table, by name; hidden files and those that are no programs are passed over.
pub(super) fn folder(table: &Section<'_>, base: &Path, languages: &Languages) -> Vec<Named> {
    let call = Call::read(table);
    let Some(At { at, value: folder }) = table.text("folder") else { return Vec::new() };
    let folder = base.join(folder);
    let Some(paths) = table.mistakes.kept(at, programs_in(&folder)) else { return Vec::new() };
    if paths.is_empty() {
        let sentence = format!("there are no programs in {}: expected {EXPECTED}", folder.display());
        table.mistakes.note(at, sentence);
    }
    let entrants =
        paths.iter().map(|path| entrant(path, Described { name: None, author: None }, call.clone(), languages));
    entrants.filter_map(|entrant| Some(At { at, value: table.mistakes.kept(at, entrant)? })).collect()
}

fn programs_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("cannot read the folder {}: {error}", folder.display());
    let whole = fs::canonicalize(folder).map_err(failed)?;
    let mut found = Vec::new();
    for item in fs::read_dir(folder).map_err(failed)? {
        let item = item.map_err(failed)?;
        let name = item.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && Language::of(&item.path()).is_some() {
            // Whoever hands in a link must not have a file of somebody else's published.
            if !fs::canonicalize(item.path()).is_ok_and(|path| path.starts_with(&whole)) {
                return Err(format!(
                    "{} is a link that leads out of its folder: take it away, or enter what it leads to by a [[player]] of its \
                     own, with `program`",
                    item.path().display()
                ));
            }
            found.push((name, item.path()));
        }
    }
    found.sort_by(|(one, _), (other, _)| natural::compare(one, other));
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// The program in a file.
fn entrant(path: &Path, described: Described, call: Call, languages: &Languages) -> Result<Entrant, String> {
    let shown = path.display();
    if path.is_dir() {
        return Err(format!(
            "{shown} is a folder, whose programs are named by `folder` instead of `program`: expected {EXPECTED}"
        ));
    }
    let language = Language::of(path).ok_or_else(|| no_program(path, EXPECTED).to_string())?;
    languages.check(language).map_err(|why| format!("{shown} is {why}"))?;
    let failed = |error| format!("cannot read {shown}: {error}");
    if fs::metadata(path).map_err(failed)?.len() > LARGEST {
        return Err(format!("{shown} is too large: expected at most {} MiB", LARGEST >> 20));
    }
    let bytes = fs::read(path).map_err(failed)?;
    let is_source = language != Language::Executable;
    let Header { name, author } = if is_source { Header::read(&bytes) } else { Header::default() };
    let written = name.and_then(|name| name_of(&name).ok());
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = || name_of(&stem).map_err(|why| format!("the name of {shown} fits no table, {why}: set `name`"));
    // What the table says goes before what the header says.
    let name = described.name.or(written).map_or_else(stem, Ok)?;
    let author = described.author.or(author.and_then(|author| one_line(&author, LONGEST_AUTHOR).ok()));
    let Call { speech, arguments } = call;
    let sha256 = checksum(&bytes);
    let program = Program { speech, language, arguments, sha256, path: Some(path.to_path_buf()) };
    Ok(Entrant { name, author, player: EntrantKind::Program(program) })
}
