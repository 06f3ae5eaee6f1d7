//! The file of a tournament, in TOML. `docs/tournaments.md` tells of every key.
//!
//! It is read key by key, and not into a structure, so that every mistake is found at once and told with its line and column.

mod boards;
mod encoding;
mod header;
mod mistakes;
mod parameters;
mod players;
mod program;
mod section;
mod system;
mod terms;
mod timing;
mod unknown;
mod value;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rules::{Contest, Parameters};
use search::GameSpec;
use toml::de::DeTable;

use super::announcement::{Announcement, FORM, one_line};
use super::crew::GameSpecs;
use crate::Error;
pub(super) use program::LARGEST as LARGEST_PROGRAM;

use crate::nearest::nearest;
use boards::Setting;
use mistakes::Mistakes;
use section::{At, Section};
use terms::Terms;
use value::quoted;

/// The largest file, in bytes: a thousand boards fit.
const LARGEST: u64 = 4 << 20;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 100;

impl Announcement {
    /// Reads a tournament's file. `specs` are all games that it may be of.
    ///
    /// # Errors
    /// When anything in it is wrong: every mistake that can be found at once, a line each.
    pub fn read(path: &Path, specs: GameSpecs) -> Result<Announcement, Error> {
        let text = read_text(path)?;
        let mistakes = Mistakes::new(path, &text);
        let (table, errors) = DeTable::parse_recoverable(&text);
        for error in &errors {
            let message = named(error.message().trim().replace('\n', "; "), error.span(), &text);
            mistakes.note(error.span().map_or(0, |span| span.start), message);
        }
        if !errors.is_empty() {
            return Err(mistakes.refused());
        }
        let top = Section::new("at the top of the file", 0, table.get_ref(), &mistakes);
        let base = path.parent().unwrap_or(Path::new("."));
        let announcement = announce(&top, base, specs);
        top.close();
        announcement.filter(|_| mistakes.count() == 0).ok_or_else(|| mistakes.refused())
    }
}

/// Of a doubled key or table, which one it is.
fn named(message: String, span: Option<std::ops::Range<usize>>, text: &str) -> String {
    let line = span.and_then(|span| text.get(span)).and_then(|text| text.lines().next());
    let key = line.map(|line| line.trim_matches(['[', ']', ' '])).filter(|key| !key.is_empty());
    match key {
        Some("player") if message == "duplicate key" => {
            "duplicate key: there is a `player` already; each has [[player]] above it".to_string()
        }
        Some(key) if message == "duplicate key" => format!("duplicate key: there is a `{key}` already"),
        _ => message,
    }
}

fn read_text(path: &Path) -> Result<String, Error> {
    let failed = |error| Error::file("read", path, &error);
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::input(format!("{} is too large for a tournament's file", path.display())));
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = String::from_utf8_lossy(error.as_bytes());
        let mistakes = Mistakes::new(path, &text);
        mistakes.note(error.utf8_error().valid_up_to(), "there is a byte that is no text in UTF-8");
        mistakes.refused()
    })
}

/// Reads all of it, also after a mistake, for the sake of the mistakes that follow.
fn announce(top: &Section<'_>, base: &Path, specs: GameSpecs) -> Option<Announcement> {
    let title = title(top);
    let spec = game(top, specs);
    let Terms { seed, level, memory, fairness, workers } = terms::read(top);
    let languages = terms::languages(top);
    let entrants = players::read(top, base, &languages);
    let number = entrants.as_ref().map(Vec::len);
    let matches = system::read(top, number);
    let usual = spec.map_or(Contest::PLAIN, |spec| spec.contest).time;
    let timing = timing::read(top, usual, number);
    // Without a game nothing is known of its parameters and boards.
    for key in ["parameters", "board", "opening", "compiler-options"] {
        top.value(key);
    }
    let spec = spec?;
    let set = set(top, spec);
    let compilers = terms::compilers(top, spec);
    let (Some(entrants), Some(set)) = (entrants, set) else { return None };
    let setting = Setting { spec, parameters: set, entrants: &entrants, seed };
    let boards = boards::read(top, &setting)?;
    let matches = matches?;
    let parameters = setting.parameters.value;
    let set = parameters.all().filter(|(name, _)| parameters.is_set(name));
    Some(Announcement {
        form: FORM,
        title: title?,
        game: spec.name.to_string(),
        parameters: set.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        entrants: entrants.into_iter().map(|entrant| entrant.value).collect(),
        system: matches.system,
        games: matches.games,
        points: matches.points,
        boards,
        seed,
        time: timing.time,
        bank_ms: timing.bank_ms,
        nodes: timing.nodes,
        level,
        memory,
        compilers: compilers?,
        fairness,
        workers,
    })
}

fn title(top: &Section<'_>) -> Option<String> {
    let Some(At { at, value }) = top.text("title") else {
        return top.lacks("title", "what the tournament is called, in quotes");
    };
    let title = one_line(value, LONGEST_TITLE).map_err(|why| format!("{} is no title: {why}", quoted(value)));
    top.mistakes.kept(at, title)
}

fn game(top: &Section<'_>, specs: GameSpecs) -> Option<&'static GameSpec> {
    let names = || specs.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
    let Some(At { at, value: name }) = top.text("game") else {
        return top.lacks("game", &format!("one of {}", names()));
    };
    let spec = specs.iter().copied().find(|spec| spec.is_called(name));
    if spec.is_none() {
        let meant = nearest(name, specs.iter().map(|spec| spec.name));
        let meant = meant.map_or(String::new(), |game| format!("did you mean {game}? "));
        top.mistakes.note(at, format!("there is no game {}: {meant}there are {}", quoted(name), names()));
    }
    spec
}

/// The game's parameters, with where the file sets them.
fn set(top: &Section<'_>, spec: &GameSpec) -> Option<At<Parameters>> {
    let parameters = Parameters::new(spec.parameters);
    if !top.has("parameters") {
        return Some(At { at: top.place("game"), value: parameters });
    }
    let table = top.table("parameters")?;
    let at = table.at;
    Some(At { at, value: parameters::read(&table, parameters)? })
}
