//! The workspace's [`Error`]; [`excerpt`] and [`cell`] make any text safe to show.

pub mod cell;
pub mod excerpt;

use std::fmt;
use std::io;
use std::path::Path;

use rules::{Catalogue, Message, message};

/// The reason why something could not be judged, played or stored: a kind for the calling code, and
/// a message for people. A verdict on a judged program is never an `Error`.
///
/// ```
/// use errors::{Error, ErrorKind};
///
/// let error = Error::not_found("there is no store").with_hint("`ludoteka store init` makes one");
/// assert_eq!(error.kind(), ErrorKind::NotFound);
/// assert_eq!(error.to_string(), "there is no store; `ludoteka store init` makes one");
/// ```
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: Box<Message>,
    hint: Option<Box<Message>>,
}

/// The kind of an [`Error`]. The kind decides the exit code of a command and the status of a
/// server's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// An input of the user is wrong: a file, a name or a number.
    Input,
    /// The thing that the message names does not exist.
    NotFound,
    /// The thing that the message names is in use, has been changed, or contains data that would be
    /// lost.
    Conflict,
    /// Stored or published data are not as they were written.
    Corrupt,
    /// The machine has a problem: a disk, a missing tool, a kernel without confinement, an
    /// unreachable database.
    Machine,
    /// This program has a bug.
    Bug,
}

/// A constructor for each kind. A message is a sentence without a full stop.
macro_rules! constructors {
    ($($name:ident => $kind:ident),+ $(,)?) => {
        impl Error {
            $(
                #[doc = concat!("An error of the kind [`ErrorKind::", stringify!($kind), "`], \
                with this message.")]
                pub fn $name(message: impl Into<Message>) -> Error {
                    let message = Box::new(message.into());
                    Error { kind: ErrorKind::$kind, message, hint: None }
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
    /// The error of a file operation: the operation that failed, the path and the cause.
    #[must_use]
    pub fn file(what: &str, path: &Path, error: &io::Error) -> Error {
        let message = format!("cannot {what} {}: {error}", path.display());
        match error.kind() {
            io::ErrorKind::NotFound => Error::not_found(message),
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => {
                Error::conflict(message)
            }
            _ => Error::machine(message),
        }
    }

    /// Sets the hint that says what to do, and replaces an earlier one.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<Message>) -> Error {
        self.hint = Some(Box::new(hint.into()));
        self
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message that says what happened, without the hint.
    #[must_use]
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// The hint that says what to do, if there is one.
    #[must_use]
    pub fn hint(&self) -> Option<&Message> {
        self.hint.as_deref()
    }
}

/// How a message and its hint are joined, in every language.
pub const WORDS: Catalogue = Catalogue::new(&["joined = {message}; {hint}"]);

impl Error {
    /// The message with the hint, if there is one.
    #[must_use]
    pub fn whole(&self) -> Message {
        let message = Message::clone(&self.message);
        let Some(hint) = self.hint.as_deref().cloned() else { return message };
        message!(WORDS, "joined", message = message, hint = hint)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.whole().fmt(f)
    }
}

impl std::error::Error for Error {}
