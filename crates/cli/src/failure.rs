//! Why a command was not carried out, in one sentence, and the exit code that goes with it.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use errors::{Error, ErrorKind};
use search::OpenError;

use crate::words;

/// Why a command was not carried out.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's files or moves make no sense, or a file cannot be used.
    Input(String),
    /// What was to be judged, played or stored could not be.
    Failed(Error),
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
            Failure::Failed(error) => (error.to_string(), exit_code(error.kind())),
            Failure::Usage(sentence) => (sentence, programs::BAD_USAGE),
            Failure::Streams(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Streams(error) => (format!("standard input or output fails: {error}"), programs::BAD_INPUT),
        };
        // There may be words of a stranger's file or program in it.
        anstream::eprintln!("ludoteka: {}", words::printable(&sentence));
        ExitCode::from(code)
    }
}

/// 1 says that it cannot be done as things are, 70 that this program is at fault.
fn exit_code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::Bug => programs::OWN_FAULT,
        ErrorKind::Input | ErrorKind::NotFound | ErrorKind::Conflict | ErrorKind::Corrupt | ErrorKind::Machine => {
            programs::BAD_INPUT
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Failed(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(sentence) | Failure::Usage(sentence) => f.write_str(sentence),
            Failure::Failed(error) => error.fmt(f),
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
