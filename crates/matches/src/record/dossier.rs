//! What is kept of a program that committed a foul.

use serde::{Deserialize, Serialize};

use players::Evidence;

/// What is known of a program that committed a foul.
///
/// What it wrote may be no text. Bytes that are none are replaced by U+FFFD.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dossier {
    /// All that it was told in the game; for the move alone, where it lives for a move.
    pub input: String,
    /// What it wrote last.
    pub output: String,
    /// The beginning of its standard error.
    pub stderr: String,
    /// Its exit code, where it ended by itself and not only after its foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exit_code: Option<i32>,
    /// The signal that ended it, where it was not the referee's nor came only after its foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub signal: Option<String>,
    /// The forbidden call that it made.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub denied: Option<String>,
    /// The most memory that it held, in bytes.
    pub peak_memory: u64,
    /// What the sandbox may have to do with it, where that helps.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hint: Option<String>,
    /// A line of shell that shows the foul again: by hand, or confined where that is not safe.
    pub reproduce: String,
}

impl Dossier {
    /// How the program ended, in words.
    #[must_use]
    pub fn ended(&self) -> String {
        match (&self.denied, &self.signal, self.exit_code) {
            (Some(call), ..) => format!("killed for a forbidden call: {call}"),
            (None, Some(signal), _) => format!("ended by {signal}"),
            (None, None, Some(code)) => format!("ended with exit code {code}"),
            (None, None, None) => "ended by the referee".to_string(),
        }
    }
}

impl From<Evidence> for Dossier {
    fn from(evidence: Evidence) -> Dossier {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Dossier {
            output: text(&evidence.output),
            stderr: text(&evidence.stderr),
            input: evidence.input,
            exit_code: evidence.exit_code,
            signal: evidence.signal,
            denied: evidence.denied,
            peak_memory: evidence.peak_memory,
            hint: evidence.hint,
            reproduce: evidence.reproduce.unwrap_or_default(),
        }
    }
}
