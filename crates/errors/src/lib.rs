//! Why nothing could be done: [`Error`]; and text from outside, fit to be shown: [`excerpt`].

pub mod excerpt;

use std::fmt;
use std::io;
use std::path::Path;

/// Why nothing could be judged, played or stored: a kind for programs, a sentence for people. It is no verdict on a program.
///
/// ```
/// use errors::{Error, ErrorKind};
///
/// let error = Error::not_found("there is no store at contest.sqlite").with_hint("`ludoteka store init` makes one");
/// assert_eq!(error.kind(), ErrorKind::NotFound);
/// assert_eq!(error.to_string(), "there is no store at contest.sqlite; `ludoteka store init` makes one");
/// ```
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    hint: Option<String>,
}

/// Whose matter an [`Error`] is, so that a command can pick an exit code, and a server a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// What was handed in makes no sense: a file, a name, a number.
    Input,
    /// What was named is not there.
    NotFound,
    /// Somebody else has it, has changed it, or would lose something by it.
    Conflict,
    /// What was stored or published is not as it was written.
    Corrupt,
    /// The machine: a disk, a missing tool, a kernel without confinement, a database that is gone.
    Machine,
    /// A fault of this program.
    Bug,
}

/// A constructor for each kind: the message is a sentence without a full stop.
macro_rules! constructors {
    ($($name:ident => $kind:ident),+ $(,)?) => {
        impl Error {
            $(
                #[doc = concat!("An error of the kind [`ErrorKind::", stringify!($kind), "`], with this sentence, without a full stop.")]
                pub fn $name(message: impl Into<String>) -> Error {
                    Error { kind: ErrorKind::$kind, message: message.into(), hint: None }
                }
            )+
        }
    };
}

constructors! {
    input => Input,
    not_found => NotFound,
    conflict => Conflict,
    corrupt => Corrupt,
    machine => Machine,
    bug => Bug,
}

impl Error {
    /// That something cannot be done with a file.
    #[must_use]
    pub fn file(what: &str, path: &Path, error: &io::Error) -> Error {
        let message = format!("cannot {what} {}: {error}", path.display());
        match error.kind() {
            io::ErrorKind::NotFound => Error::not_found(message),
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => Error::conflict(message),
            _ => Error::machine(message),
        }
    }

    /// The same with what can be done about it, in place of an earlier hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Error {
        self.hint = Some(hint.into());
        self
    }

    /// Whose matter it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What happened, without the hint.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What can be done about it, where that is known.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for Error {}
