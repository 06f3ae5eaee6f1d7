//! Why a command failed, in one sentence, and its exit code.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use errors::{Error, ErrorKind};
use search::OpenError;

use crate::words;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's files or moves are wrong, or a file cannot be used.
    Input(String),
    /// The judge, a match or a store failed.
    Failed(Error),
    /// The command line is wrong.
    Usage(String),
    /// Standard output or input failed.
    Streams(io::Error),
}

impl Failure {
    /// An error of a file operation.
    pub(crate) fn file(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::Input(format!("cannot {what} {}: {error}", path.display()))
    }

    /// Prints the message, unless the reader has gone away, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (sentence, code) = match self {
            Failure::Input(sentence) => (sentence, programs::BAD_INPUT),
            Failure::Failed(error) => (error.to_string(), exit_code(error.kind())),
            Failure::Usage(sentence) => (sentence, programs::BAD_USAGE),
            Failure::Streams(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failure::Streams(error) => {
                (format!("standard input or output fails: {error}"), programs::BAD_INPUT)
            }
        };
        // The message may contain words of a stranger's file or program.
        anstream::eprintln!("ludoteka: {}", words::printable(&sentence));
        ExitCode::from(code)
    }
}

/// Exit code 1 means that the input or the machine prevents the task, and 70 that this program has
/// a fault.
fn exit_code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::Bug => programs::OWN_FAULT,
        ErrorKind::Input
        | ErrorKind::NotFound
        | ErrorKind::Conflict
        | ErrorKind::Corrupt
        | ErrorKind::Machine => programs::BAD_INPUT,
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
            OpenError::Diagram(bad) => Failure::Input(format!("the diagram is invalid: {bad}")),
        }
    }
}
