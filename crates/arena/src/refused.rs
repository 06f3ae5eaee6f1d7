//! Why nothing could be done.

use std::fmt;
use std::io;
use std::path::Path;

/// Why nothing could be judged or played, in one sentence: it is no verdict on a program.
#[derive(Debug)]
pub struct Refused(String);

impl Refused {
    /// With this sentence, without a full stop.
    pub fn new(sentence: impl Into<String>) -> Refused {
        Refused(sentence.into())
    }

    /// That something cannot be done with a file.
    #[must_use]
    pub fn file(what: &str, path: &Path, error: &io::Error) -> Refused {
        Refused(format!("cannot {what} {}: {error}", path.display()))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}
