//! What is stored about a program that committed a foul.

use serde::{Deserialize, Serialize};

use players::FoulReport;

/// What is known about a program that committed a foul.
///
/// The program's output may contain invalid text. Invalid bytes are replaced by U+FFFD.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportRecord {
    /// All input that the program got in this game. If each move has its own process, this is only
    /// the input for the last move.
    pub input: String,
    /// The last output of the program.
    pub output: String,
    /// The beginning of the program's standard error.
    pub stderr: String,
    /// The program's exit code; `None` if the program ended only after its foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exit_code: Option<i32>,
    /// The signal that ended the program; `None` for a signal that the referee sent, or that came
    /// after the foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub signal: Option<String>,
    /// The forbidden system call that the program made.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub denied: Option<String>,
    /// The program's peak memory in bytes.
    pub peak_memory: u64,
    /// A hint on the cause of the foul, or on how to find it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hint: Option<String>,
    /// A shell command that plays the match up to this game again, in the sandbox.
    pub reproduce: String,
    /// A shell command that sends the program the same input without the sandbox. `None` if that
    /// would do harm, or might not show the foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unconfined: Option<String>,
}

impl ReportRecord {
    /// What is stored of this report, with the command that plays the game again.
    #[must_use]
    pub fn new(report: FoulReport, reproduce: String) -> ReportRecord {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        ReportRecord {
            output: text(&report.output),
            stderr: text(&report.stderr),
            input: report.input,
            exit_code: report.exit_code,
            signal: report.signal,
            denied: report.denied,
            peak_memory: report.peak_memory,
            hint: report.hint,
            reproduce,
            unconfined: report.unconfined,
        }
    }

    /// The program's peak memory in words.
    #[must_use]
    pub fn peak(&self) -> String {
        format!("at most {:.1} MiB of memory", self.peak_memory as f64 / f64::from(1 << 20))
    }

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
