//! What organisers have changed: `store/log.jsonl`, to which lines are only added.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use errors::Error;
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
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let line = json!({ "time": utc(now), "who": who, "deed": deed, "about": about });
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        // One call writes the whole line, so that two lines never mix.
        file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|error| Error::file("write", &self.path, &error))
    }
}

/// A time in seconds since 1970 as people read it, such as `2026-11-28T03:12:47Z`.
fn utc(seconds: u64) -> String {
    const DAY: u64 = 24 * 60 * 60;
    let (mut day, time) = (seconds / DAY, seconds % DAY);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", month + 1, day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_827_696, "2000-02-29T12:34:56Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
            (1_798_761_600, "2027-01-01T00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), text);
        }
    }

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
