//! How much a person may upload and try.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use errors::Error;
use rules::{Message, message};
use serde::Deserialize;
use submission::COMPILE_TIME;

use crate::trial_words::WORDS;

/// How much a person may upload and try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Caps {
    /// Uploads and other trials in a minute.
    pub trials_per_minute: usize,
    /// Versions that are kept.
    pub versions: usize,
    /// Trials that are kept.
    pub trials: usize,
    /// Mebibytes of all uploads and of the games of all trials.
    pub mebibytes: u64,
    /// Seconds of processor time for compiling a version.
    pub compile_seconds: u64,
}

impl Default for Caps {
    /// The caps of a class.
    fn default() -> Caps {
        Caps {
            trials_per_minute: 6,
            versions: 300,
            trials: 1000,
            mebibytes: 50,
            compile_seconds: 10,
        }
    }
}

impl Caps {
    /// The caps at one's own machine, which only keep the memory of the server bounded.
    pub const OWN_MACHINE: Caps = Caps {
        trials_per_minute: 1000,
        versions: 1000,
        trials: 10_000,
        mebibytes: 4096,
        compile_seconds: COMPILE_TIME.as_secs(),
    };

    /// The processor time for compiling a version.
    pub(crate) fn compile_time(&self) -> Duration {
        Duration::from_secs(self.compile_seconds)
    }
}

/// Why an upload or a trial is not taken.
#[derive(Debug)]
pub enum Refused {
    /// The person has reached a cap.
    Cap {
        /// A sentence that names the cap.
        what: Message,
        /// After this time the same can be asked again; `None` if time does not help.
        wait: Option<Duration>,
    },
    /// Anything else.
    Error(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        Refused::Error(error)
    }
}

/// What a person has already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Used {
    pub(crate) versions: usize,
    pub(crate) trials: usize,
    pub(crate) bytes: u64,
}

const MINUTE: Duration = Duration::from_mins(1);

/// The times of each person's trials in the last minute.
#[derive(Debug, Default)]
pub(crate) struct Pace(Mutex<BTreeMap<String, VecDeque<Instant>>>);

impl Pace {
    /// Counts a trial of a person.
    ///
    /// # Errors
    /// Fails if there were too many in the last minute.
    pub(crate) fn count(&self, person: &str, caps: &Caps, now: Instant) -> Result<(), Refused> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let times = all.entry(person.to_string()).or_default();
        while times.front().is_some_and(|first| now.duration_since(*first) >= MINUTE) {
            times.pop_front();
        }
        let first = times.front().filter(|_| times.len() >= caps.trials_per_minute);
        if let Some(first) = first {
            let wait = MINUTE.saturating_sub(now.duration_since(*first));
            let (most, seconds) = (caps.trials_per_minute, wait.as_secs() + 1);
            let what = message!(WORDS, "cap-minute", n = most, seconds = seconds);
            return Err(Refused::Cap { what, wait: Some(wait) });
        }
        times.push_back(now);
        Ok(())
    }
}

impl Caps {
    /// Checks that a person has room for one more trial, and for a new version of this size.
    ///
    /// # Errors
    /// Fails if there is no room.
    pub(crate) fn check(&self, used: Used, upload: Option<u64>) -> Result<(), Refused> {
        let full = |what: Message| Err(Refused::Cap { what, wait: None });
        if used.trials >= self.trials {
            return full(message!(WORDS, "cap-trials", n = self.trials));
        }
        let Some(size) = upload else { return Ok(()) };
        if used.versions >= self.versions {
            return full(message!(WORDS, "cap-versions", n = self.versions));
        }
        if used.bytes + size > self.mebibytes << 20 {
            return full(message!(WORDS, "cap-uploads", n = self.mebibytes));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_come_at_most_so_often() {
        let (pace, caps, start) = (Pace::default(), Caps::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        for second in 0..6 {
            pace.count("anna", &caps, at(second)).expect("there is room");
        }
        match pace.count("anna", &caps, at(6)) {
            Err(Refused::Cap { wait: Some(wait), .. }) => assert_eq!(wait.as_secs(), 54),
            other => panic!("{other:?}"),
        }
        pace.count("jan", &caps, at(6)).expect("others have room");
        pace.count("anna", &caps, at(60)).expect("the first one is a minute old");
    }

    #[test]
    fn versions_trials_and_bytes_are_bounded() {
        let caps =
            Caps { trials_per_minute: 1, versions: 2, trials: 3, mebibytes: 1, ..Caps::default() };
        let used = |versions, trials, bytes| Used { versions, trials, bytes };
        let half = 1 << 19;
        for (used, upload, is_room) in [
            (used(1, 2, half), Some(half), true),
            (used(1, 2, half), Some(half + 1), false),
            (used(2, 2, 0), Some(0), false),
            (used(2, 2, 1 << 20), None, true),
            (used(1, 3, 0), None, false),
        ] {
            assert_eq!(caps.check(used, upload).is_ok(), is_room, "{used:?} {upload:?}");
        }
    }
}
