//! Why a command failed, in one sentence, and its exit code.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use errors::{Error, ErrorKind};
use rules::Message;
use search::OpenError;

use crate::words;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command cannot do what was asked.
    Failed(Error),
    /// The command line is wrong.
    Usage(String),
    /// Standard output or input failed.
    Streams(io::Error),
}

impl Failure {
    /// The input makes no sense.
    pub(crate) fn input(message: impl Into<Message>) -> Failure {
        Error::input(message).into()
    }

    /// The file or tournament that the user named does not exist.
    pub(crate) fn not_found(message: impl Into<Message>) -> Failure {
        Error::not_found(message).into()
    }

    /// The command would overwrite a file, or another command is using it.
    pub(crate) fn conflict(message: impl Into<Message>) -> Failure {
        Error::conflict(message).into()
    }

    /// The machine has a problem.
    pub(crate) fn machine(message: impl Into<Message>) -> Failure {
        Error::machine(message).into()
    }

    /// An error of a file operation.
    pub(crate) fn file(what: &str, path: &Path, error: &io::Error) -> Failure {
        Error::file(what, path, error).into()
    }

    /// Prints the message, and returns the exit code. If the reader of standard output has gone
    /// away, prints nothing and returns success.
    pub(crate) fn report(self) -> ExitCode {
        let (sentence, code) = match self {
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

/// Exit code 1 means that the input or the machine prevents the task. Exit code 70 means that this
/// program has a fault.
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
            Failure::Usage(sentence) => f.write_str(sentence),
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
            OpenError::Diagram(bad) => Failure::input(format!("the diagram is invalid: {bad}")),
        }
    }
}
