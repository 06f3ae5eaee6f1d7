//! The names of the formats on the command line.

use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use games::GAMES;
use rules::FileFormat;
use search::GameSpec;

use crate::failure::Failure;

/// The format of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// Our records.
    Records,
    /// Games of another program.
    Foreign(&'static GameSpec, &'static FileFormat),
}

/// The extension of our records.
const RECORDS: &str = "jsonl";

/// All formats of other programs, with the game that each is for.
fn formats() -> impl Iterator<Item = (&'static GameSpec, &'static FileFormat)> {
    GAMES.iter().flat_map(|spec| spec.formats.iter().map(move |format| (*spec, format)))
}

/// The format of this name.
fn format_named(name: &str) -> Option<(&'static GameSpec, &'static FileFormat)> {
    formats().find(|(_, format)| format.name.eq_ignore_ascii_case(name))
}

impl Source {
    fn named(name: &str) -> Option<Source> {
        let foreign = || format_named(name).map(|(spec, format)| Source::Foreign(spec, format));
        if name == RECORDS { Some(Source::Records) } else { foreign() }
    }

    /// The format that the extension of a file names.
    pub(super) fn of(path: &Path) -> Result<Source, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let named = extension.and_then(Source::named);
        let named = named.or_else(|| path.is_dir().then_some(Source::Records));
        named.ok_or_else(|| {
            let known: Vec<_> = formats().map(|(_, format)| format.name).collect();
            Failure::Usage(format!(
                "{}: the extension names no format; expected --from with one of {RECORDS}, {}",
                path.display(),
                known.join(", ")
            ))
        })
    }
}

/// Reads the name of an input's format.
pub(super) fn source() -> impl TypedValueParser<Value = Source> {
    let known = formats().map(|(_, format)| PossibleValue::new(format.name).help(format.about));
    let all = [PossibleValue::new(RECORDS).help("our records")].into_iter().chain(known);
    PossibleValuesParser::new(all)
        .try_map(|name| Source::named(&name).ok_or("there is no such format"))
}

/// The format of an output.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Records,
    GamesCsv,
    MovesCsv,
    Pgn,
    Foreign(&'static GameSpec, &'static FileFormat),
}

/// The formats of all games.
const OWN: [(&str, Target, &str); 4] = [
    (RECORDS, Target::Records, "our records"),
    ("csv", Target::GamesCsv, "a table with a row for each game"),
    ("moves-csv", Target::MovesCsv, "a table with a row for each move"),
    ("pgn", Target::Pgn, "tags of players and result, for Ordo and BayesElo; moves as a comment"),
];

/// Reads the name of an output's format.
pub(in crate::command) fn target() -> impl TypedValueParser<Value = Target> {
    let own = OWN.iter().map(|(name, _, about)| PossibleValue::new(*name).help(*about));
    let written = formats().filter(|(_, format)| format.write.is_some());
    let foreign = written.map(|(_, format)| PossibleValue::new(format.name).help(format.about));
    PossibleValuesParser::new(own.chain(foreign)).try_map(|name| {
        let own = OWN.iter().find(|(its, ..)| *its == name).map(|(_, target, _)| *target);
        let foreign = || format_named(&name).map(|(spec, format)| Target::Foreign(spec, format));
        own.or_else(foreign).ok_or("there is no such format")
    })
}
