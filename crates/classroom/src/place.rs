//! Where trials are run: what pages read, and what is kept.

use std::time::{SystemTime, UNIX_EPOCH};

use errors::Error;
use rules::message;

use crate::desk::Desk;
use crate::settings::Settings;
use crate::storage::Storage;
use crate::trial_words::WORDS;
use crate::version::Version;

/// Where trials are run.
pub(crate) struct Place {
    pub(crate) desk: Desk,
    pub(crate) storage: Storage,
    pub(crate) settings: Settings,
}

impl Place {
    /// Makes a version its author's current one, and keeps that.
    ///
    /// # Errors
    /// Fails if there is no such version, or this cannot be kept.
    pub(crate) fn make_current(&self, number: usize) -> Result<(), Error> {
        let version = self.desk.held().versions.get(&number).cloned();
        let version =
            version.ok_or_else(|| Error::not_found(message!(WORDS, "no-such-version")))?;
        let version = Version { current_since: Some(now()), ..version };
        self.storage.save_version(&version)?;
        self.desk.held().versions.insert(number, version);
        Ok(())
    }
}

/// The time in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
