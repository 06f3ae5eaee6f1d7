//! The verdict on a program for a case.

use std::fmt;

use rules::{Language, Legal, Message};
use sandbox::{Breach, Ended, How, signal_name};

use super::comparison::compare;
use super::texts::{WORDS, text};
use super::{Conditions, Mismatch, sanitizer};
use errors::excerpt;

/// The verdict on a program for a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is right, and all limits were kept.
    Accepted,
    /// The answer is wrong at this place, or breaks this rule.
    WrongAnswer(Mismatch),
    /// The program ended with this exit code instead of 0.
    WrongExitCode(i32),
    /// This signal ended the program.
    Crash(i32),
    /// The program took too long.
    Late,
    /// The program needed more memory than its limit.
    Memory,
    /// The program printed far more than any right answer has.
    OutputFlood,
    /// The program made this system call, which is forbidden, since no solution needs it.
    ForbiddenCall(String),
    /// Valgrind reports an error.
    ValgrindReport,
    /// A sanitizer reports an error. The text is the line of the source and the error.
    SanitizerReport(String),
    /// The program was not run on this case.
    NotRun(NotRun),
    /// This machine cannot compile or run the program, for this reason. The program may be right.
    NotJudged(Box<Message>),
    /// The system cannot execute the file as a program, for this reason.
    NotExecuted(Box<Message>),
}

/// Why a program was not run on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// The program does not compile with the constants of the case.
    DoesNotCompile,
    /// The program was late in this many earlier cases.
    Late(usize),
}

impl Verdict {
    /// The verdict on a program that ended in this way on a case.
    pub(crate) fn on(
        ended: &Ended,
        conditions: &Conditions,
        input: &[u8],
        expected: &[u8],
    ) -> Verdict {
        if let Some(breach) = &ended.breach {
            return Verdict::on_breach(breach);
        }
        let compared = compare(conditions.answers, input, expected, &ended.stdout);
        match (ended.how, compared) {
            _ if conditions.valgrind && is_valgrind_report(&ended.stderr) => {
                Verdict::ValgrindReport
            }
            (how, _)
                if how != How::Exited(0)
                    && let Some(report) = sanitizer::report(&ended.stderr) =>
            {
                Verdict::SanitizerReport(report)
            }
            // The input is one half of a conversation. From some move on, it may not fit the moves
            // that the program chose. Even then, a crash is a failure.
            (How::Signalled(signal), _) => Verdict::Crash(signal),
            // If the input does not fit these moves, the program may stop with any exit code.
            (How::Exited(_), Ok(Legal::Partly)) => Verdict::Accepted,
            (How::Exited(0), Ok(Legal::Wholly)) => Verdict::Accepted,
            (How::Exited(0), Err(mismatch)) => Verdict::WrongAnswer(mismatch),
            (How::Exited(code), _) => Verdict::WrongExitCode(code),
        }
    }

    fn on_breach(breach: &Breach) -> Verdict {
        match breach {
            Breach::Late | Breach::Cpu => Verdict::Late,
            Breach::Memory => Verdict::Memory,
            Breach::Output | Breach::Line => Verdict::OutputFlood,
            Breach::Denied(deed) => Verdict::ForbiddenCall(deed.clone()),
            Breach::Total(_) => Verdict::ForbiddenCall(breach.to_string()),
        }
    }

    /// Whether the program passes the case.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        *self == Verdict::Accepted
    }

    /// Whether valgrind or a sanitizer reports something.
    pub(crate) fn is_report(&self) -> bool {
        matches!(self, Verdict::ValgrindReport | Verdict::SanitizerReport(_))
    }

    /// The name of the verdict, without the details of the case. It is the same in all languages.
    #[must_use]
    pub fn name(&self) -> &'static str {
        WORDS.text(Language::English, self.key()).unwrap_or(self.key())
    }

    /// The name of the verdict in this language.
    #[must_use]
    pub fn named(&self, language: Language) -> String {
        text(self.key()).told(language)
    }

    fn key(&self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::WrongAnswer(_) => "wrong-answer",
            Verdict::WrongExitCode(_) => "wrong-exit-code",
            Verdict::Crash(_) => "crash",
            Verdict::Late => "late",
            Verdict::Memory => "memory",
            Verdict::OutputFlood => "output-flood",
            Verdict::ForbiddenCall(_) => "forbidden-call",
            Verdict::ValgrindReport => "valgrind-report",
            Verdict::SanitizerReport(_) => "sanitizer-report",
            Verdict::NotRun(_) => "not-run",
            Verdict::NotExecuted(_) => "not-executable",
            Verdict::NotJudged(_) => "not-judged",
        }
    }

    /// The details in a few words; empty if there are none.
    #[must_use]
    pub fn particulars(&self, language: Language) -> String {
        match self {
            Verdict::WrongAnswer(Mismatch::Differs(difference)) => {
                text("at-line").number("line", difference.line).told(language)
            }
            Verdict::WrongAnswer(Mismatch::Breaks(why)) => why.clone(),
            Verdict::WrongExitCode(code) => {
                text("code-instead").name("code", code.to_string()).told(language)
            }
            Verdict::Crash(signal) => signal_name(*signal),
            Verdict::NotRun(NotRun::DoesNotCompile) => text("it-does-not-compile").told(language),
            Verdict::NotRun(NotRun::Late(cases)) => {
                text("was-late-before").number("n", *cases).told(language)
            }
            // The text contains a file name that the program has chosen, so it is made safe to
            // print.
            Verdict::SanitizerReport(what) | Verdict::ForbiddenCall(what) => {
                excerpt::in_a_line(what)
            }
            Verdict::NotExecuted(why) | Verdict::NotJudged(why) => {
                excerpt::in_a_line(&why.told(language))
            }
            _ => String::new(),
        }
    }

    /// The verdict with its details in this language. Rules that an answer breaks, and what the
    /// system or a tool reports, are in English.
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        let name = self.named(language);
        match self.particulars(language) {
            none if none.is_empty() => name,
            particulars => format!("{name}: {particulars}"),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Language::English))
    }
}

/// Whether valgrind, in quiet mode, has printed something: its lines begin with `==1234==`.
fn is_valgrind_report(stderr: &[u8]) -> bool {
    stderr.split(|&b| b == b'\n').any(|line| {
        let rest = line.strip_prefix(b"==").unwrap_or_default();
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        digits > 0 && rest[digits..].starts_with(b"==")
    })
}
