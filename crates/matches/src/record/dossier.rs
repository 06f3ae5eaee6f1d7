//! What is stored about a program that committed a foul.

use serde::{Deserialize, Serialize};

use players::FoulReport;

/// What is known about a program that committed a foul.
///
/// The program's output may contain invalid text. Invalid bytes are replaced by U+FFFD.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dossier {
    /// Everything that it was told in the game, or for the move if its process lives for a move.
    pub input: String,
    /// What it wrote last.
    pub output: String,
    /// The beginning of its standard error.
    pub stderr: String,
    /// Its exit code, if it ended by itself before the end of its foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exit_code: Option<i32>,
    /// The signal that ended it, unless the referee sent it or it came after the foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub signal: Option<String>,
    /// The forbidden call that it made.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub denied: Option<String>,
    /// Its peak of memory in bytes.
    pub peak_memory: u64,
    /// How the sandbox may have caused the foul, if that helps.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hint: Option<String>,
    /// A line of shell that reproduces the foul: by hand, or confined if that would not be safe.
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

impl From<FoulReport> for Dossier {
    fn from(report: FoulReport) -> Dossier {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Dossier {
            output: text(&report.output),
            stderr: text(&report.stderr),
            input: report.input,
            exit_code: report.exit_code,
            signal: report.signal,
            denied: report.denied,
            peak_memory: report.peak_memory,
            hint: report.hint,
            reproduce: report.reproduce.unwrap_or_default(),
        }
    }
}
