//! Why a command was not carried out, in one sentence, and the exit code that goes with it.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use arena::Refused;
use search::OpenError;

use crate::words;

/// Why a command was not carried out.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's files or moves make no sense, or a file cannot be used.
    Input(String),
    /// A store is damaged.
    Damage(Refused),
    /// The command line makes no sense.
    Usage(String),
    /// Standard output or input failed.
    Streams(io::Error),
}

impl Failure {
    /// That something cannot be done with a file.
    pub(crate) fn file(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::Input(format!("cannot {what} {}: {error}", path.display()))
    }

    /// Prints the sentence, unless the reader has gone away, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (sentence, code) = match self {
            Failure::Input(sentence) => (sentence, programs::BAD_INPUT),
            Failure::Damage(refused) => (refused.to_string(), programs::BAD_INPUT),
            Failure::Usage(sentence) => (sentence, programs::BAD_USAGE),
            Failure::Streams(error) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Streams(error) => (format!("standard input or output fails: {error}"), programs::BAD_INPUT),
        };
        // There may be words of a stranger's file or program in it.
        anstream::eprintln!("ludoteka: {}", words::printable(&sentence));
        ExitCode::from(code)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        if refused.is_damage() { Failure::Damage(refused) } else { Failure::Input(refused.to_string()) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(sentence) | Failure::Usage(sentence) => f.write_str(sentence),
            Failure::Damage(refused) => refused.fmt(f),
            Failure::Streams(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Streams(error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error {
            OpenError::Parameter(bad) => Failure::Usage(format!("--set: {bad}")),
            OpenError::Diagram(bad) => Failure::Input(format!("the diagram makes no sense: {bad}")),
        }
    }
}
