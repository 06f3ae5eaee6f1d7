//! Why nothing could be done.

use std::fmt;
use std::io;
use std::path::Path;

use search::OpenError;

/// Why nothing could be judged or played, in one sentence: it is no verdict on a program.
#[derive(Debug)]
pub struct Refused {
    sentence: String,
    /// What can be done about it, where it is a damaged store.
    remedy: Option<&'static str>,
}

impl Refused {
    /// With this sentence, without a full stop.
    pub fn new(sentence: impl Into<String>) -> Refused {
        Refused { sentence: sentence.into(), remedy: None }
    }

    /// That something cannot be done with a file.
    #[must_use]
    pub fn file(what: &str, path: &Path, error: &io::Error) -> Refused {
        Refused::new(format!("cannot {what} {}: {error}", path.display()))
    }

    /// That a store is damaged, and what can be done about it.
    pub(crate) fn damage(sentence: String, remedy: &'static str) -> Refused {
        Refused { sentence, remedy: Some(remedy) }
    }

    /// Whether a store is damaged.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        self.remedy.is_some()
    }

    /// The sentence without what can be done, for whoever does it.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.sentence
    }
}

impl From<OpenError> for Refused {
    fn from(error: OpenError) -> Refused {
        Refused::new(error.to_string())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)?;
        self.remedy.map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
    }
}

impl std::error::Error for Refused {}
