//! The participants: engines, programs, and all programs of a folder.

use std::fs;
use std::path::Path;

use search::GameSpec;

use super::keys::{Lines, PlayerKeys, Value};
use super::source::Source;
use super::timing;
use crate::plan::announcement::{
    LONGEST_AUTHOR, LONGEST_NAME, Participant, ParticipantKind, Program, name_of, one_line,
    same_name,
};
use errors::Error;
use errors::excerpt::{in_a_line, short};
use matches::record::checksum;
use players::{GtpOptions, OwnTerms, ProtocolName};
use submission::{
    Entry, Header, Language, Languages, find_program, find_programs, without_packing,
};

/// The greatest size of a program's file in bytes. The file goes through the store to every
/// machine.
pub(crate) const LARGEST: u64 = 64 << 20;

const WHAT: &str = "`engine = LEVEL`, `program = \"FILE\"` or `folder = \"FOLDER\"`";

/// A participant, and the key that names it.
pub(super) struct Named {
    pub(super) participant: Participant,
    key: String,
    /// Other names that the participant can have if its name is taken.
    others: Vec<String>,
}

/// All participants, in the order of the file, and the notes of the announcement. The paths of
/// programs are relative to `base`.
pub(super) fn all(
    source: &Source<'_>,
    spec: &GameSpec,
    players: Vec<PlayerKeys>,
    base: (&Path, &Languages),
) -> Result<(Vec<Named>, Vec<String>), Error> {
    let mut all: Vec<Named> = Vec::new();
    let mut notes = Vec::new();
    for (number, keys) in players.into_iter().enumerate() {
        for mut one in player((source, spec), &format!("player.{number}"), keys, base, &mut notes)?
        {
            let is_taken =
                |name: &str| all.iter().any(|other| same_name(&other.participant.name, name));
            if is_taken(&one.participant.name)
                && let Some(free) = one.others.iter().find(|name| !is_taken(name))
            {
                let name = std::mem::replace(&mut one.participant.name, free.clone());
                notes.push(format!(
                    "{free} was to be called {name}, but another player has this name"
                ));
            }
            if is_taken(&one.participant.name) {
                let name = &one.participant.name;
                let sentence = format!(
                    "there is another player called \"{name}\": set `name` for one of them"
                );
                return Err(source.wrong(&one.key, sentence));
            }
            all.push(one);
        }
    }
    Ok((all, notes))
}

/// The participants that one `[[player]]` table of the file names.
fn player(
    (source, spec): (&Source<'_>, &GameSpec),
    table: &str,
    keys: PlayerKeys,
    (base, languages): (&Path, &Languages),
    notes: &mut Vec<String>,
) -> Result<Vec<Named>, Error> {
    let for_gtp = [("knows", keys.knows.is_some()), ("skips-i", keys.skips_i.is_some())];
    let for_programs = [
        ("protocol", keys.protocol.is_some()),
        ("arguments", keys.arguments.is_some()),
        ("memory-mib", keys.memory_mib.is_some()),
        ("level", keys.level.is_some()),
        ("data", keys.data.is_some()),
    ];
    let for_engines = [("time.nodes", keys.time.as_ref().is_some_and(|time| time.nodes.is_some()))];
    let for_one = [("name", keys.name.is_some()), ("author", keys.author.is_some())];
    let (what, barred) = match (keys.engine, &keys.program, &keys.folder) {
        (Some(_), None, None) => ("engine", [&for_programs[..], &for_gtp].concat()),
        (None, Some(_), None) => ("program", for_engines.to_vec()),
        (None, None, Some(_)) => ("folder", [&for_one[..], &for_engines].concat()),
        _ => return Err(source.wrong(table, format!("expected one of {WHAT}"))),
    };
    if keys.protocol != Some(ProtocolName::Gtp)
        && let Some((key, _)) = for_gtp.iter().find(|(_, is_set)| *is_set)
    {
        let sentence = format!("`{key}` is for `protocol = \"gtp\"`: expected none");
        return Err(source.wrong(&format!("{table}.{key}"), sentence));
    }
    if let Some((key, _)) = barred.into_iter().find(|(_, is_set)| *is_set) {
        return Err(source.wrong(
            &format!("{table}.{key}"),
            format!("`{key}` cannot stand beside `{what}`: expected none"),
        ));
    }
    let own = own_terms(source, table, &keys, base)?;
    let key = format!("{table}.{what}");
    let path = |text: &Option<String>| match text.as_deref() {
        None | Some("") => Err("expected a path".to_string()),
        Some(text) => Ok(base.join(text)),
    };
    let participants = match what {
        "engine" => vec![(source.kept(&key, engine(keys, spec))?, Vec::new())],
        "program" => {
            let read = path(&keys.program).and_then(|path| program(&path, &keys, languages, notes));
            vec![(source.kept(&key, read)?, Vec::new())]
        }
        _ => {
            let read = path(&keys.folder).and_then(|path| folder(&path, &keys, languages, notes));
            source.kept(&key, read)?
        }
    };
    Ok(participants
        .into_iter()
        .map(|(mut participant, others)| {
            participant.own = own.clone();
            Named { participant, key: key.clone(), others }
        })
        .collect())
}

fn engine(keys: PlayerKeys, spec: &GameSpec) -> Result<Participant, String> {
    let PlayerKeys { engine, time, name, author, .. } = keys;
    let level = engine.and_then(|whole| spec.level(u8::try_from(whole.0).ok()?));
    let level = level.ok_or_else(|| {
        format!("expected a level of {} from 1 to {}", spec.title, spec.full().number())
    })?;
    let nodes = time.and_then(|time| time.nodes).map_or(String::new(), |n| format!("@{}", n.0));
    let name = name.unwrap_or_else(|| format!("{level}{nodes}"));
    let (player, own) = (ParticipantKind::Engine(level), OwnTerms::default());
    Ok(Participant { name, author, player, own })
}

/// What a `[[player]]` table sets for its participants alone.
fn own_terms(
    source: &Source<'_>,
    table: &str,
    keys: &PlayerKeys,
    base: &Path,
) -> Result<OwnTerms, Error> {
    let data = keys.data.as_ref().map_or(&[][..], Lines::all);
    let data = source.kept(&format!("{table}.data"), folders(data, base))?;
    let time = keys.time.as_ref();
    Ok(OwnTerms {
        plays: None,
        time: time.map(|keys| timing::own(source, table, keys)).transpose()?.flatten(),
        nodes: time.and_then(|keys| keys.nodes).map(|nodes| nodes.0),
        level: keys.level.and_then(|level| u8::try_from(level.0).ok()),
        memory: keys.memory_mib.map(|mib| mib.0 << 20),
        data,
    })
}

/// The full paths of folders. The paths must be the same on all machines.
pub(super) fn folders(folders: &[String], base: &Path) -> Result<Vec<String>, String> {
    let folder = |text: &String| {
        let path = std::path::absolute(base.join(text)).unwrap_or_else(|_| base.join(text));
        let path = path.to_str().filter(|_| path.is_dir()).map(str::to_string);
        path.ok_or_else(|| {
            format!(
                "{} is not a folder on this machine: expected a folder that programs may read",
                short(text)
            )
        })
    };
    folders.iter().map(folder).collect()
}

/// All programs, ordered by name, in a folder or in an archive with the submissions of a whole
/// class. Each program comes with its other possible names.
fn folder(
    path: &Path,
    keys: &PlayerKeys,
    languages: &Languages,
    notes: &mut Vec<String>,
) -> Result<Vec<(Participant, Vec<String>)>, String> {
    let found = find_programs(path, languages).map_err(|refused| refused.to_string())?;
    let title = path.display();
    notes.extend(found.notes().map(|note| note.to_string()));
    notes.extend(found.passed_over().map(|names| format!("{title}: passed over: {names}")));
    let refused: Vec<_> = found
        .entries
        .iter()
        .filter_map(|entry| Some(format!("{} {}", short(&entry.name), entry.refused.as_ref()?)))
        .collect();
    if refused.len() == found.entries.len() {
        return Err(format!("there is no program in {title}: {}", refused.join("; ")));
    }
    notes.extend(refused.into_iter().map(|why| format!("{title}: passed over: {why}")));
    let programs = found.entries.iter().filter(|entry| entry.refused.is_none());
    programs.map(|entry| participant(entry, keys, Some(&found.entries))).collect()
}

/// The program at this path. The path may lead to a file, a folder or an archive.
fn program(
    path: &Path,
    keys: &PlayerKeys,
    languages: &Languages,
    notes: &mut Vec<String>,
) -> Result<Participant, String> {
    let found = find_program(path).map_err(|refused| refused.to_string())?;
    notes.extend(found.notes().map(|note| note.to_string()));
    notes.extend(
        found.passed_over().map(|names| format!("{}: passed over: {names}", path.display())),
    );
    let entry = found
        .entries
        .first()
        .ok_or_else(|| format!("there is no program in {}", path.display()))?;
    languages.check(entry.language).map_err(|why| format!("{} {why}", path.display()))?;
    participant(entry, keys, None).map(|(participant, _)| participant)
}

/// The participant for a program that was found, and its other possible names.
fn participant(
    entry: &Entry,
    keys: &PlayerKeys,
    others: Option<&[Entry]>,
) -> Result<(Participant, Vec<String>), String> {
    let shown = entry.path.display();
    let path = entry.found_at.as_ref().unwrap_or(&entry.path);
    let failed = |error| format!("cannot read {shown}: {error}");
    if entry.bundle.is_none() && fs::metadata(path).map_err(failed)?.len() > LARGEST {
        return Err(format!("{shown} is too large: expected at most {} MiB", LARGEST >> 20));
    }
    let bytes = entry.bytes().map_err(|refused| refused.to_string())?;
    let is_source = entry.language != Language::Executable;
    let main = entry.bundle.as_ref().map_or(&bytes[..], |bundle| bundle.main());
    let Header { name, author } = if is_source { Header::read(main) } else { Header::default() };
    let own =
        entry.handed_in_by.clone().unwrap_or_else(|| own_name(entry, others.unwrap_or_default()));
    let plain = || match others {
        None => name_of(&own).map_err(|why| {
            format!("the name of {shown} cannot stand in a table: {why}: set `name`")
        }),
        Some(_) => Ok(cut_name(&own)),
    };
    // The name in the tournament's file has priority over the name in the program's header.
    let written = keys.name.clone().or(name.and_then(|name| name_of(&name).ok()));
    let name = written.map_or_else(plain, Ok)?;
    let author =
        keys.author.clone().or(author.and_then(|author| one_line(&author, LONGEST_AUTHOR).ok()));
    let author = author
        .or(entry.handed_in_by.as_ref().and_then(|author| one_line(author, LONGEST_AUTHOR).ok()));
    let named = |(name, value): (&String, &Value)| (name.clone(), value.to_string());
    let several = entry.bundle.as_ref().filter(|bundle| !bundle.is_one_file());
    let begins = several
        .map(|bundle| bundle.begins().ok_or_else(|| format!("the name of {shown} is not UTF-8")));
    let program = Program {
        protocol: keys.protocol.unwrap_or(ProtocolName::Own),
        gtp: GtpOptions {
            knows: keys.knows.iter().flatten().map(named).collect(),
            skips_i: keys.skips_i.unwrap_or_default(),
        },
        language: entry.language,
        arguments: keys.arguments.clone().unwrap_or_default(),
        sha256: checksum(&bytes),
        begins: begins.transpose()?,
        path: Some(entry.path.clone()),
        bundle: entry.bundle.clone(),
    };
    let others = [cut_name(&own), cut_name(&entry.name)].to_vec();
    let (player, own) = (ParticipantKind::Program(program), OwnTerms::default());
    Ok((Participant { name, author, player, own }, others))
}

/// The default name of a program: the name of its file without the extension, or the name of its
/// folder if the folder has no other program.
fn own_name(entry: &Entry, all: &[Entry]) -> String {
    let name = Path::new(&entry.name);
    let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty() && !all.is_empty());
    let alone = folder.filter(|folder| {
        all.iter().filter(|other| other.name.starts_with(&*folder.to_string_lossy())).count() == 1
    });
    let file =
        alone.and_then(Path::file_name).or(name.file_name()).unwrap_or_default().to_string_lossy();
    let is_file = alone.is_none() && Language::of_source(name).is_some();
    let stem = if is_file { name.file_stem().map(|stem| stem.to_string_lossy()) } else { None };
    stem.map_or_else(|| without_packing(&file).to_string(), |stem| stem.into_owned())
}

/// A name that is cut to fit into a table.
fn cut_name(name: &str) -> String {
    let seen: String = in_a_line(name).chars().take(LONGEST_NAME).collect();
    name_of(&seen).unwrap_or_else(|_| "program".to_string())
}
