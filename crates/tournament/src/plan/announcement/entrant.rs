//! Who takes part in a tournament.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use search::SkillLevel;
use serde::{Deserialize, Serialize};

use errors::Error;
use matches::record::checksum;
use players::{Contestant, Kind, Speech};
use submission::{Bundle, Entry, Language};

/// The longest name, in characters: a column of a table has room for it.
pub(crate) const LONGEST_NAME: usize = 40;

/// The longest list of authors, in characters.
pub(crate) const LONGEST_AUTHOR: usize = 100;

/// Who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name in tables and records; no two have the same.
    pub name: String,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub author: Option<String>,
    /// What it is.
    pub player: EntrantKind,
}

/// What takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntrantKind {
    /// One of our engines.
    Engine(#[serde(with = "super::plain::skill")] SkillLevel),
    /// A program.
    Program(Program),
}

/// A program that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// How it is spoken with.
    pub speech: Speech,
    /// How it is made to run.
    pub language: Language,
    /// What follows its name on its command line.
    pub arguments: Vec<String>,
    /// The SHA-256 of its file, in hexadecimal.
    pub sha256: String,
    /// Of several files, which are in a tar: the one that it begins in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub begins: Option<String>,
    /// Where it lies. That is not stored.
    #[serde(skip)]
    pub path: Option<PathBuf>,
    /// Its files, where it has several or lies in an archive. They are not stored here.
    #[serde(skip)]
    pub bundle: Option<Arc<Bundle>>,
}

impl Program {
    /// Its file, where it is known where that lies.
    ///
    /// # Errors
    /// When it cannot be read, or is another one by now.
    pub fn bytes(&self) -> Result<Option<Vec<u8>>, Error> {
        let bytes = match (&self.bundle, &self.path) {
            (Some(bundle), _) => bundle.packed()?,
            (None, Some(path)) => fs::read(path).map_err(|error| Error::file("read", path, &error))?,
            (None, None) => return Ok(None),
        };
        if checksum(&bytes) != self.sha256 {
            let path = self.path.as_deref().unwrap_or(Path::new("a program")).display();
            return Err(Error::conflict(format!("{path} has been changed while the tournament was being read")));
        }
        Ok(Some(bytes))
    }
}

impl Entrant {
    /// Its program, unless it is an engine.
    #[must_use]
    pub fn program(&self) -> Option<&Program> {
        match &self.player {
            EntrantKind::Engine(_) => None,
            EntrantKind::Program(program) => Some(program),
        }
    }

    /// What its program's file is called: its own name, of plain letters, and the ending by which the language is known.
    #[must_use]
    pub fn file_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let stem: String = self.name.chars().map(plain).collect();
        let ending = |program: &Program| program.begins.as_ref().map_or(program.language.ending(), |_| Some("tar"));
        let ending = self.program().and_then(ending);
        ending.map_or(stem.clone(), |ending| format!("{stem}.{ending}"))
    }

    /// As one side of a match; its file lies at `path`, which is of no meaning for an engine, and has several in it if there is a
    /// `bundle`. The file's name has to end as [`Language::ending`] says.
    #[must_use]
    pub fn contestant(&self, path: PathBuf, bundle: Option<Arc<Bundle>>) -> Contestant {
        let name = self.name.clone();
        let kind = match &self.player {
            EntrantKind::Engine(level) => Kind::Engine(*level),
            EntrantKind::Program(Program { speech, language, arguments, .. }) => {
                let entry = Entry { bundle, ..Entry::of_file(name.clone(), path, *language) };
                Kind::Program { speech: *speech, entry: Box::new(entry), arguments: arguments.clone() }
            }
        };
        Contestant { name, kind, notes: Vec::new() }
    }
}

/// The name that a text is, or in words why it is none: it fits into one line of a table.
///
/// # Errors
/// When it is empty, too long, or has characters that cannot be seen.
pub fn name_of(text: &str) -> Result<String, String> {
    one_line(text, LONGEST_NAME)
}

/// A text of at most so many characters that can all be seen, with one blank where there are several.
pub(crate) fn one_line(text: &str, longest: usize) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        Err("it is empty".to_string())
    } else if text.chars().any(is_hidden) {
        Err("it has more than one line, or characters that cannot be seen".to_string())
    } else if text.chars().nth(longest).is_some() {
        Err(format!("it is longer than {longest} characters"))
    } else {
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Control characters, those without width, and those that turn the direction of writing.
fn is_hidden(c: char) -> bool {
    let marks = ['\u{200b}'..='\u{200f}', '\u{2028}'..='\u{202e}', '\u{2060}'..='\u{2069}'];
    c.is_control() || matches!(c, '\u{ad}' | '\u{feff}') || marks.iter().any(|range| range.contains(&c))
}

/// Names that a reader of a table would take for one.
pub(crate) fn same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Where the program of an entrant lies in the published folder: its number, from 1, and its name.
pub(crate) fn program_path(number: usize, entrant: &Entrant) -> String {
    format!("programs/{:02}-{}", number + 1, entrant.file_name())
}
