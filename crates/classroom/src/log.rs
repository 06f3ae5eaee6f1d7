//! What organisers have changed: `store/log.jsonl`, to which lines are only added.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use errors::Error;
use jiff::Timestamp;
use serde_json::json;

/// The log of a class.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
}

impl Log {
    /// The log in the folder of versions and trials, which only its owner can read.
    #[must_use]
    pub fn in_store(store: &Path) -> Log {
        Log { path: store.join("log.jsonl") }
    }

    /// Adds a line: who has done what, about whom or what.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn add(&self, who: &str, deed: &str, about: &str) -> Result<(), Error> {
        let time = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let line = json!({ "time": time, "who": who, "deed": deed, "about": about });
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        // One call writes the whole line, so that two lines never mix.
        file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|error| Error::file("write", &self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        for who in ["Ewa", "a\nb\""] {
            Log::in_store(folder.path()).add(who, "renew", "7").expect("a line");
        }
        let text = std::fs::read_to_string(folder.path().join("log.jsonl")).expect("a file");
        let who: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(who.len() == 2 && who[1]["who"] == "a\nb\"", "{text}");
    }
}
