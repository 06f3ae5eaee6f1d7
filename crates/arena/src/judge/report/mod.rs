//! What came of judging, and the files it is written to.

mod csv;
mod json;
mod junit;
mod unfinished;

use std::time::Duration;

use super::Verdict;
use crate::entry::CompileError;

pub use self::csv::write_csv;
pub use self::json::write_json;
pub use self::junit::write_junit;

/// What came of one case.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The case's name.
    pub case: String,
    /// What is said of the program.
    pub verdict: Verdict,
    /// Time on the wall.
    pub wall: Duration,
    /// Time of a processor.
    pub cpu: Duration,
    /// Time in which the program could have gone on, but no processor was free.
    pub waited: Duration,
    /// The most bytes of memory held at a time.
    pub peak_memory: u64,
    /// The first lines of standard error, if the case is not passed.
    pub stderr: Vec<String>,
    /// What the sandbox has to do with it, where that helps.
    pub hint: Option<String>,
    /// A line of shell that shows the fault again.
    pub reproduce: Option<String>,
}

impl Judged {
    /// Whether a late program may owe it to a machine that had too much to do. One that had more than a processor's time waited for its
    /// own threads.
    #[must_use]
    pub fn was_kept_waiting(&self) -> bool {
        self.verdict == Verdict::Late && 5 * self.waited > self.wall && self.cpu < self.wall
    }
}

/// What came of one program.
#[derive(Clone, Debug)]
pub struct Report {
    /// The program's name.
    pub program: String,
    /// Every case, in order; of an interrupted program those that were judged.
    pub cases: Vec<Judged>,
    /// What the compiler refused, one for each set of constants.
    pub compile_errors: Vec<CompileError>,
    /// Whether there was no time for the other cases.
    pub is_interrupted: bool,
}

impl Report {
    /// How many cases are passed.
    #[must_use]
    pub fn accepted(&self) -> usize {
        self.cases.iter().filter(|judged| judged.verdict.is_accepted()).count()
    }

    /// Whether all cases are passed.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.is_interrupted && self.first_failure().is_none()
    }

    /// The first case that is not passed.
    #[must_use]
    pub fn first_failure(&self) -> Option<&Judged> {
        self.cases.iter().find(|judged| !judged.verdict.is_accepted())
    }

    /// How often each verdict was given, those that were given at all, in the order in which they first were.
    #[must_use]
    pub fn tally(&self) -> Vec<(&'static str, usize)> {
        let mut tally: Vec<(&str, usize)> = Vec::new();
        for name in self.cases.iter().map(|judged| judged.verdict.name()) {
            match tally.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => tally.push((name, 1)),
            }
        }
        tally
    }

    /// Time on the wall, added up.
    #[must_use]
    pub fn wall(&self) -> Duration {
        self.cases.iter().map(|judged| judged.wall).sum()
    }

    /// Time of a processor, added up.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.cases.iter().map(|judged| judged.cpu).sum()
    }

    /// The most memory that any case took.
    #[must_use]
    pub fn peak_memory(&self) -> u64 {
        self.cases.iter().map(|judged| judged.peak_memory).max().unwrap_or(0)
    }
}

/// What every result is kept with, so that it can be understood later.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The version of whoever judged.
    pub version: String,
    /// The game.
    pub game: String,
    /// How sources were compiled, in a line; none where none were.
    pub compilers: Option<String>,
}

fn milliseconds(time: Duration) -> f64 {
    // Microseconds are as fine as anything here is measured.
    time.as_micros() as f64 / 1000.0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::entry::Compilers;
    use crate::judge::{Conditions, Difference, Mismatch};

    /// A report with a bit of everything that a file format may stumble over.
    pub(crate) fn sample() -> Report {
        let judged = |case: &str, verdict: Verdict| Judged {
            case: case.to_string(),
            wall: Duration::from_micros(1500),
            cpu: Duration::from_micros(700),
            waited: Duration::ZERO,
            peak_memory: 2 << 20,
            stderr: if verdict.is_accepted() { Vec::new() } else { vec!["]]> & \u{241b}[31m".to_string()] },
            hint: None,
            reproduce: (!verdict.is_accepted()).then(|| "./p < 'a \"b\".in'".to_string()),
            verdict,
        };
        let difference = Difference { line: 3, expected: "<a>".to_string(), found: "\"&\"".to_string() };
        let cases = vec![
            judged("1", Verdict::Accepted),
            judged("set-01/2", Verdict::WrongAnswer(Mismatch::Differs(difference))),
            judged("set-01/3", Verdict::Crash(11)),
            judged("set-02/4", Verdict::CompileError),
        ];
        let log = vec!["x.c:1:1: error: expected `;` before `}`".to_string()];
        let compile_error =
            CompileError { defines: vec!["-DX=1".to_string()], log, hint: None, reproduce: "gcc x.c -o x".to_string() };
        let program = "./=a,\"b\"<c>.c".to_string();
        Report { program, cases, compile_errors: vec![compile_error], is_interrupted: false }
    }

    pub(crate) fn conditions() -> Conditions {
        Conditions {
            answers: rules::Answers::Exact,
            time: Duration::from_secs(10),
            memory: 256 << 20,
            stack: 8 << 20,
            level: sandbox::Level::Confined,
            valgrind: false,
            pass_params: false,
            compilers: Compilers::default(),
            command: ["ludoteka judge nim".to_string(), String::new()],
        }
    }

    pub(crate) fn heading() -> Heading {
        Heading { version: "1.2.3".to_string(), game: "nim".to_string(), compilers: Some("gcc -O2".to_string()) }
    }

    #[test]
    fn verdicts_are_counted() {
        let report = sample();
        assert_eq!(report.tally(), [("accepted", 1), ("wrong answer", 1), ("crash", 1), ("compile error", 1)]);
        assert_eq!((report.accepted(), report.is_accepted()), (1, false));
        assert_eq!(report.first_failure().map(|judged| judged.case.as_str()), Some("set-01/2"));
    }
}
