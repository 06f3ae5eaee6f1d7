//! A participant of a tournament.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use search::SkillLevel;
use serde::{Deserialize, Serialize};

use errors::Error;
use errors::excerpt::is_invisible;
use matches::record::checksum;
use players::{Contestant, GtpOptions, Kind, OwnTerms, ProtocolName};
use submission::{Bundle, Entry, Language};

/// The greatest length of a name, in characters. A name of this length fits into a column of a
/// table.
pub(crate) const LONGEST_NAME: usize = 40;

/// The greatest length of the list of authors, in characters.
pub(crate) const LONGEST_AUTHOR: usize = 100;

/// A participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Participant {
    /// The participant's name in tables and records, which is unique.
    pub name: String,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub author: Option<String>,
    /// What it is.
    pub player: ParticipantKind,
    /// What holds for it alone.
    #[serde(skip_serializing_if = "OwnTerms::is_default", default)]
    pub own: OwnTerms,
}

/// An engine or a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParticipantKind {
    /// An engine of Ludoteka.
    Engine(#[serde(with = "super::plain::skill")] SkillLevel),
    /// A program.
    Program(Program),
}

/// A program that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The protocol that the program uses.
    pub protocol: ProtocolName,
    /// What the file says about a program with GTP.
    #[serde(skip_serializing_if = "GtpOptions::is_default", default)]
    pub gtp: GtpOptions,
    /// The program's language, which decides how the program is run.
    pub language: Language,
    /// The arguments on the program's command line.
    pub arguments: Vec<String>,
    /// The SHA-256 of the program's file, in hexadecimal.
    pub sha256: String,
    /// The path of the main file, if the program is a tar of several files.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub begins: Option<String>,
    /// The path of the program's file. The path is not stored.
    #[serde(skip)]
    pub path: Option<PathBuf>,
    /// The program's files, if there are several or they lie in an archive. The announcement does
    /// not store them.
    #[serde(skip)]
    pub bundle: Option<Arc<Bundle>>,
}

impl Program {
    /// The bytes of the program's file, if the file's path is known.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or has changed since its SHA-256 was computed.
    pub fn bytes(&self) -> Result<Option<Vec<u8>>, Error> {
        let bytes = match (&self.bundle, &self.path) {
            (Some(bundle), _) => bundle.packed()?,
            (None, Some(path)) => {
                fs::read(path).map_err(|error| Error::file("read", path, &error))?
            }
            (None, None) => return Ok(None),
        };
        if checksum(&bytes) != self.sha256 {
            let path = self.path.as_deref().unwrap_or(Path::new("a program")).display();
            return Err(Error::conflict(format!(
                "{path} has been changed while the tournament was being read"
            )));
        }
        Ok(Some(bytes))
    }
}

impl Participant {
    /// The participant's program; `None` if the participant is an engine.
    #[must_use]
    pub fn program(&self) -> Option<&Program> {
        match &self.player {
            ParticipantKind::Engine(_) => None,
            ParticipantKind::Program(program) => Some(program),
        }
    }

    /// The file name of the participant's program: the participant's name in plain letters, and the
    /// extension of the language.
    #[must_use]
    pub fn file_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let stem: String = self.name.chars().map(plain).collect();
        let ending = |program: &Program| {
            program.begins.as_ref().map_or(program.language.ending(), |_| Some("tar"))
        };
        let ending = self.program().and_then(ending);
        ending.map_or(stem.clone(), |ending| format!("{stem}.{ending}"))
    }

    /// The participant as one side of a match. `path` is the path of the program's file, or of a
    /// folder if there is a `bundle`; for an engine, the path is ignored. The file's name has to
    /// end as [`Language::ending`] says.
    #[must_use]
    pub fn contestant(&self, path: PathBuf, bundle: Option<Arc<Bundle>>) -> Contestant {
        let name = self.name.clone();
        let kind = match &self.player {
            ParticipantKind::Engine(level) => Kind::Engine(*level),
            ParticipantKind::Program(Program { protocol, gtp, language, arguments, .. }) => {
                let entry = Entry { bundle, ..Entry::of_file(name.clone(), path, *language) };
                Kind::Program {
                    protocol: *protocol,
                    gtp: gtp.clone(),
                    entry: Box::new(entry),
                    arguments: arguments.clone(),
                }
            }
        };
        Contestant { own: self.own.clone(), ..Contestant::new(name, kind) }
    }
}

/// Turns a text into a name that fits into one line of a table. If this is impossible, the error
/// says why.
///
/// # Errors
/// Fails if the text is empty, too long, or contains invisible characters.
pub fn name_of(text: &str) -> Result<String, String> {
    one_line(text, LONGEST_NAME)
}

/// The text, if it has at most this many characters and all are visible. Several blanks become one
/// blank, and so does a no-break space.
pub(crate) fn one_line(text: &str, longest: usize) -> Result<String, String> {
    let text = text.replace('\u{a0}', " ");
    let text = text.trim();
    if text.is_empty() {
        Err("it is empty".to_string())
    } else if text.chars().any(|c| c == '\n' || is_invisible(c)) {
        Err("it has more than one line, or characters that cannot be seen".to_string())
    } else if text.chars().nth(longest).is_some() {
        Err(format!("it is longer than {longest} characters"))
    } else {
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Whether a reader of a table could confuse two names.
pub(crate) fn same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// The path of a participant's program in the published folder. The path contains the participant's
/// number, from 1, and the program's file name.
pub(crate) fn program_path(number: usize, participant: &Participant) -> String {
    format!("programs/{:02}-{}", number + 1, participant.file_name())
}
