//! Who takes part: engines, programs, and all programs of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use search::SkillLevel;

use super::header::Header;
use super::keys::PlayerKeys;
use super::source::Source;
use crate::Error;
use crate::entry::{EXPECTED, Language, Languages, natural, no_program};
use crate::record::checksum;
use crate::series::Speech;
use crate::tournament::announcement::{Entrant, EntrantKind, LONGEST_AUTHOR, Program, name_of, one_line, same_name};

/// The largest file of a program, in bytes: it goes through the store to every machine.
pub(in crate::tournament) const LARGEST: u64 = 64 << 20;

const WHAT: &str = "`engine = 1` to 5, `program = \"FILE\"` or `folder = \"FOLDER\"`";

/// An entrant, and the key that names it.
pub(super) struct Named {
    pub(super) entrant: Entrant,
    key: String,
}

/// All of them, in the order of the file. Programs lie below `base`.
pub(super) fn all(
    source: &Source<'_>,
    players: Vec<PlayerKeys>,
    base: &Path,
    languages: &Languages,
) -> Result<Vec<Named>, Error> {
    let mut all: Vec<Named> = Vec::new();
    for (number, keys) in players.into_iter().enumerate() {
        for one in player(source, &format!("player.{number}"), keys, base)? {
            if let Some(program) = one.entrant.program() {
                let path = program.path.as_deref().unwrap_or(base).display();
                let check = languages.check(program.language).map_err(|why| format!("{path} is {why}"));
                source.kept(&one.key, check)?;
            }
            if let Some(other) = all.iter().find(|other| same_name(&other.entrant.name, &one.entrant.name)) {
                return Err(source.wrong(&one.key, same_names(other, &one)));
            }
            all.push(one);
        }
    }
    Ok(all)
}

/// What is wrong about two of one name. Those that a folder names can have no `name` there.
fn same_names(one: &Named, other: &Named) -> String {
    let path = |named: &Named| {
        let program = named.entrant.program().filter(|_| named.key.ends_with(".folder"));
        program.and_then(|program| program.path.clone())
    };
    let name = &other.entrant.name;
    match (path(one), path(other)) {
        (Some(first), Some(second)) => format!(
            "{} and {} are both called \"{name}\": write another name into the comment at the head of one of them, or take \
             it out of its folder and enter it by a [[player]] of its own, with `program` and `name`",
            first.display(),
            second.display()
        ),
        _ => format!("there is another player called \"{name}\": set `name` for one of them"),
    }
}

/// The entrants of one table.
fn player(source: &Source<'_>, table: &str, keys: PlayerKeys, base: &Path) -> Result<Vec<Named>, Error> {
    let for_programs = [("protocol", keys.protocol.is_some()), ("arguments", keys.arguments.is_some())];
    let for_one = [("name", keys.name.is_some()), ("author", keys.author.is_some())];
    let (what, barred) = match (keys.engine, &keys.program, &keys.folder) {
        (Some(_), None, None) => ("engine", Some(for_programs)),
        (None, Some(_), None) => ("program", None),
        (None, None, Some(_)) => ("folder", Some(for_one)),
        _ => return Err(source.wrong(table, format!("expected one of {WHAT}"))),
    };
    if let Some((key, _)) = barred.into_iter().flatten().find(|(_, is_set)| *is_set) {
        return Err(source.wrong(&format!("{table}.{key}"), format!("`{key}` goes not with `{what}`: expected none")));
    }
    let key = format!("{table}.{what}");
    let entrants = match what {
        "engine" => engine(keys).map_or(Vec::new(), |entrant| vec![entrant]),
        "program" => vec![source.kept(&key, program(&base.join(keys.program.as_deref().unwrap_or_default()), &keys))?],
        _ => source.kept(&key, folder(&base.join(keys.folder.as_deref().unwrap_or_default()), &keys))?,
    };
    Ok(entrants.into_iter().map(|entrant| Named { entrant, key: key.clone() }).collect())
}

fn engine(PlayerKeys { engine, name, author, .. }: PlayerKeys) -> Option<Entrant> {
    let number = u8::try_from(engine?.0).ok()?;
    let name = name.unwrap_or_else(|| format!("engine:{number}"));
    Some(Entrant { name, author, player: EntrantKind::Engine(SkillLevel::new(number)?) })
}

/// All programs in a folder, by name; hidden files and those that are no programs are passed over.
fn folder(folder: &Path, keys: &PlayerKeys) -> Result<Vec<Entrant>, String> {
    let paths = programs_in(folder)?;
    if paths.is_empty() {
        return Err(format!("there are no programs in {}: expected {EXPECTED}", folder.display()));
    }
    paths.iter().map(|path| program(path, keys)).collect()
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
fn program(path: &Path, keys: &PlayerKeys) -> Result<Entrant, String> {
    let shown = path.display();
    if path.is_dir() {
        return Err(format!(
            "{shown} is a folder, whose programs are named by `folder` instead of `program`: expected {EXPECTED}"
        ));
    }
    let language = Language::of(path).ok_or_else(|| no_program(path, EXPECTED).to_string())?;
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
    let name = keys.name.clone().or(written).map_or_else(stem, Ok)?;
    let author = keys.author.clone().or(author.and_then(|author| one_line(&author, LONGEST_AUTHOR).ok()));
    let program = Program {
        speech: keys.protocol.unwrap_or(Speech::Own),
        language,
        arguments: keys.arguments.clone().unwrap_or_default(),
        sha256: checksum(&bytes),
        path: Some(path.to_path_buf()),
    };
    Ok(Entrant { name, author, player: EntrantKind::Program(program) })
}
