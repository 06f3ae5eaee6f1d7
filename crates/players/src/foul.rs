//! The fouls of players. A foul costs the player the game. It is data, and never an error.

use std::fmt;

use rules::{Argument, Message, Refusal, message};
use sandbox::{Breach, Ended, How, signal_name};
use serde::{Deserialize, Serialize};

use crate::answer::NoAnswer;
use crate::foul_words::{CATALOGUES, WORDS};

/// A foul, which costs the player the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Foul {
    /// The answer is a move that the rules do not allow.
    Illegal {
        /// The rule that the move breaks.
        why: Message,
    },
    /// The answer is not a move.
    Garbled {
        /// What was found and what was expected.
        why: Message,
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
        /// The reason.
        why: Message,
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
            Refusal::Garbled(bad) => Foul::Garbled { why: bad.message() },
            Refusal::Illegal { .. } | Refusal::Over => Foul::Illegal { why: refusal.message() },
        }
    }
}

impl From<NoAnswer> for Foul {
    fn from(none: NoAnswer) -> Foul {
        match none {
            NoAnswer::Empty => Foul::Empty,
            NoAnswer::Binary => Foul::Garbled { why: message!(WORDS, "binary") },
            NoAnswer::TooLong => Foul::Garbled { why: message!(WORDS, "too-long") },
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
    /// The foul in words. The texts of the game's rules are to be
    /// [adopted](Message::adopt) if the foul was read from a file.
    #[must_use]
    pub fn message(&self) -> Message {
        let mut message = match self {
            Foul::Illegal { why } => message!(WORDS, "illegal", why = why.clone()),
            Foul::Garbled { why } => message!(WORDS, "garbled", why = why.clone()),
            Foul::Empty => message!(WORDS, "empty"),
            Foul::Early => message!(WORDS, "early"),
            Foul::Twice => message!(WORDS, "twice"),
            Foul::Late => message!(WORDS, "late"),
            Foul::Starved => message!(WORDS, "starved"),
            Foul::Closed => message!(WORDS, "closed"),
            Foul::Exited { code } => message!(WORDS, "exited", code = code.to_string()),
            Foul::Crashed { signal } => message!(WORDS, "crashed", signal = signal),
            Foul::Flood => message!(WORDS, "flood"),
            Foul::LongLine => message!(WORDS, "long-line"),
            Foul::Memory => message!(WORDS, "memory"),
            Foul::ProcessorTime => message!(WORDS, "processor-time"),
            Foul::Unfit { why } => message!(WORDS, "unfit", why = why.clone()),
            Foul::Denied { call } => message!(WORDS, "denied", call = call),
        };
        message.adopt(&CATALOGUES);
        message
    }

    /// The kind of foul, as records name it. Fouls of a kind are counted together.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Foul::Illegal { .. } => "illegal",
            Foul::Garbled { .. } => "garbled",
            Foul::Empty => "empty",
            Foul::Early => "early",
            Foul::Twice => "twice",
            Foul::Late => "late",
            Foul::Starved => "starved",
            Foul::Closed => "closed",
            Foul::Exited { .. } => "exited",
            Foul::Crashed { .. } => "crashed",
            Foul::Flood => "flood",
            Foul::LongLine => "long-line",
            Foul::Memory => "memory",
            Foul::ProcessorTime => "processor-time",
            Foul::Unfit { .. } => "unfit",
            Foul::Denied { .. } => "denied",
        }
    }

    /// A [kind](Foul::kind) of foul in words, without details.
    #[must_use]
    pub fn kind_message(kind: &str) -> Message {
        let key = WORDS.key(&format!("kind-{kind}"));
        key.map_or_else(|| Message::plain(kind), |key| Message::new(WORDS, key))
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
        self.message().fmt(f)
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
    pub hint: Option<Message>,
    /// A shell command that plays the match up to this game again, in the sandbox. A player leaves
    /// it empty, since only the match knows it.
    pub reproduce: String,
    /// A shell command that sends the program the same input without the sandbox. `None` if that
    /// would do harm, or might not show the foul.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unconfined: Option<String>,
}

impl FoulReport {
    /// How the program ended.
    #[must_use]
    pub fn ended(&self) -> Message {
        match (&self.denied, &self.signal, self.exit_code) {
            (Some(call), ..) => message!(WORDS, "killed", call = call),
            (None, Some(signal), _) => message!(WORDS, "ended-by", signal = signal),
            (None, None, Some(code)) => message!(WORDS, "ended-with", code = code.to_string()),
            (None, None, None) => message!(WORDS, "ended-by-referee"),
        }
    }

    /// How the program ended, and its peak memory.
    #[must_use]
    pub fn ended_with_peak(&self) -> Message {
        let peak = format!("{:.1}", self.peak_memory as f64 / f64::from(1 << 20));
        message!(WORDS, "end-and-peak", end = self.ended(), n = Argument::Decimal(peak))
    }

    /// The hint, with its texts in every language.
    #[must_use]
    pub fn known_hint(&self) -> Option<Message> {
        let mut hint = self.hint.clone()?;
        hint.adopt(&CATALOGUES);
        Some(hint)
    }
}

#[cfg(test)]
mod tests {
    use rules::Language;

    use super::*;

    /// Records of earlier versions have texts where there are messages now.
    #[test]
    fn old_records_are_read_and_written_as_they_were() {
        for old in [
            r#"{"kind":"illegal","why":"`d3` is not legal: white flips nothing"}"#,
            r#"{"kind":"late"}"#,
            r#"{"kind":"exited","code":-1}"#,
        ] {
            let foul: Foul = serde_json::from_str(old).expect("a foul");
            assert_eq!(serde_json::to_string(&foul).expect("texts"), old);
        }
        let old =
            r#"{"input":"","output":"","stderr":"","peak_memory":0,"hint":"why","reproduce":""}"#;
        let report: FoulReport = serde_json::from_str(old).expect("a report");
        assert_eq!(report.known_hint(), Some(Message::plain("why")));
        assert_eq!(serde_json::to_string(&report).expect("texts"), old);
    }

    /// A foul that was read tells the same as one that was just found, in every language, and so
    /// does its reason; only a program's own words stay as they are.
    #[test]
    fn fouls_that_were_read_are_told_in_every_language() {
        for spec in games::GAMES {
            let parameters = rules::Parameters::new(spec.parameters);
            let mut table = (spec.open)(&parameters, None).expect("the defaults fit").table;
            for answer in ["Games", "and", "Time", "not decided", "(the end)"] {
                let foul = Foul::from(table.play(answer).expect_err("it is no move"));
                let json = serde_json::to_string(&foul).expect("texts");
                let read: Foul = serde_json::from_str(&json).expect("a foul");
                assert_eq!(serde_json::to_string(&read).expect("texts"), json);
                let mut message = read.message();
                message.adopt(&[table.words()]);
                for language in [Language::Polish, Language::Romanian] {
                    let told = message.told(language);
                    assert_eq!(told, foul.message().told(language));
                    assert!(told.contains(&format!("`{answer}`")), "{told}");
                    let english = [" expected ", " the ", " and ", " from ", " row", " of "];
                    assert!(!english.iter().any(|word| told.contains(word)), "{told}");
                }
            }
        }
    }
}
