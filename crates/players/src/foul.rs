//! The fouls of players. A foul costs the player the game. It is data, and never an error.

use std::fmt;

use rules::Refusal;
use sandbox::{Breach, Ended, How, signal_name};
use serde::{Deserialize, Serialize};

use crate::answer::NoAnswer;

/// A foul, which costs the player the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Foul {
    /// The answer is a move that the rules do not allow.
    Illegal {
        /// The rule that the move breaks, in words.
        why: String,
    },
    /// The answer is not a move.
    Garbled {
        /// A text that says what was found and what was expected.
        why: String,
    },
    /// The answer is an empty line.
    Empty,
    /// The program wrote before it was first asked, or before it had read any of its first
    /// question.
    Early,
    /// The program wrote a second answer together with the first, or before it was asked again, or
    /// before it had read any of the next question.
    Twice,
    /// The program took longer than its time.
    Late,
    /// The program exceeded its time because it got no processor. The game is void and is replayed;
    /// the replay counts even if the same happens again.
    Starved,
    /// The program closed its output.
    Closed,
    /// The program ended without an answer, with this exit code.
    Exited {
        /// The exit code; even 0 is a foul.
        code: i32,
    },
    /// A signal ended the program.
    Crashed {
        /// The signal's name.
        signal: String,
    },
    /// The program wrote more than allowed.
    Flood,
    /// The program wrote a line longer than allowed.
    LongLine,
    /// The program took more memory than allowed.
    Memory,
    /// The program took more processor time than allowed.
    ProcessorTime,
    /// The program cannot take part: the system does not execute it, or the program refuses the
    /// game's size or parameters.
    Unfit {
        /// The reason, in words.
        why: String,
    },
    /// The program asked the kernel for a forbidden action.
    Denied {
        /// The system call, or its purpose.
        call: String,
    },
}

impl From<Refusal> for Foul {
    fn from(refusal: Refusal) -> Foul {
        match refusal {
            Refusal::Garbled(bad) => {
                Foul::Garbled { why: format!("{}; expected {}", bad.found, bad.expected) }
            }
            Refusal::Illegal { .. } | Refusal::Over => Foul::Illegal { why: refusal.to_string() },
        }
    }
}

impl From<NoAnswer> for Foul {
    fn from(none: NoAnswer) -> Foul {
        match none {
            NoAnswer::Empty => Foul::Empty,
            NoAnswer::Binary | NoAnswer::TooLong => Foul::Garbled { why: none.to_string() },
        }
    }
}

impl From<Breach> for Foul {
    fn from(breach: Breach) -> Foul {
        match breach {
            Breach::Late => Foul::Late,
            Breach::Cpu => Foul::ProcessorTime,
            Breach::Memory => Foul::Memory,
            Breach::Output => Foul::Flood,
            Breach::Line => Foul::LongLine,
            Breach::Denied(call) => Foul::Denied { call },
            Breach::Total(_) => Foul::Denied { call: breach.to_string() },
        }
    }
}

impl Foul {
    /// The kind of foul in words, without details. Fouls of a kind are counted together.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Foul::Illegal { .. } => "illegal move",
            Foul::Garbled { .. } => "garbled answer",
            Foul::Empty => "empty line",
            Foul::Early => "answer before it was asked",
            Foul::Twice => "more than one answer",
            Foul::Late => "out of time",
            Foul::Starved => "no processor was free",
            Foul::Closed => "closed its output",
            Foul::Exited { .. } => "ended early",
            Foul::Crashed { .. } => "crashed",
            Foul::Flood => "output without end",
            Foul::LongLine => "line without end",
            Foul::Memory => "out of memory",
            Foul::ProcessorTime => "out of processor time",
            Foul::Unfit { .. } => "cannot take part",
            Foul::Denied { .. } => "forbidden call",
        }
    }

    /// The foul of a program that ended, or had to be ended, when an answer was expected.
    pub(crate) fn of_end(ended: &Ended) -> Foul {
        match (&ended.breach, ended.how) {
            // The program has closed its output, and continues to run.
            (Some(Breach::Late), _) => Foul::Closed,
            (Some(breach), _) => breach.clone().into(),
            (None, How::Exited(code)) => Foul::Exited { code },
            (None, How::Signalled(signal)) => Foul::Crashed { signal: signal_name(signal) },
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Foul::Illegal { why } => write!(f, "an illegal move: {why}"),
            Foul::Garbled { why } => write!(f, "a garbled answer: {why}"),
            Foul::Empty => f.write_str("an empty line instead of a move"),
            Foul::Early => f.write_str("an answer before it was asked"),
            Foul::Twice => f.write_str("more than one answer"),
            Foul::Late => f.write_str("out of time"),
            Foul::Starved => f.write_str("out of time because no processor was free"),
            Foul::Closed => f.write_str("it closed its output"),
            Foul::Exited { code } => write!(f, "it ended early, with exit code {code}"),
            Foul::Crashed { signal } => write!(f, "it crashed: {signal}"),
            Foul::Flood => f.write_str("output without end"),
            Foul::LongLine => f.write_str("a line without end"),
            Foul::Memory => f.write_str("out of memory"),
            Foul::ProcessorTime => f.write_str("out of processor time"),
            Foul::Unfit { why } => write!(f, "it cannot take part: {why}"),
            Foul::Denied { call } => write!(f, "a forbidden call: {call}"),
        }
    }
}

/// What is known about a program that committed a foul, collected at the end of its game, in the
/// form of records.
///
/// The program's output may contain invalid text. Invalid bytes are replaced by U+FFFD.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoulReport {
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
    /// A shell command that plays the match up to this game again, in the sandbox. A player leaves
    /// it empty, since only the match knows it.
    pub reproduce: String,
    /// A shell command that sends the program the same input without the sandbox. `None` if that
    /// would do harm, or might not show the foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unconfined: Option<String>,
}

impl FoulReport {
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
