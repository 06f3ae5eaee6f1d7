//! The results of judging, and the files to which they are written.

mod csv;
mod heading;
mod json;
mod junit;
mod page;
mod rows;
mod unfinished;
mod worksheet;

use std::time::Duration;

use rules::{Explanation, Language, Message};

use super::cause::Answered;
use super::{Cause, Fault, Given, Mismatch, NotRun, Reproduction, Verdict};
use errors::excerpt::in_a_line;
use submission::{CompileError, Entry, Versions};

pub use self::csv::write_csv;
pub use self::heading::Heading;
pub use self::json::write_json;
pub use self::junit::write_junit;
pub use self::page::pages;
pub use self::worksheet::{
    Feedback, Graded, Worksheet, graded, write_archive, write_feedback, write_feedback_files,
};

/// The result of one case.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The case's name.
    pub case: String,
    /// Whether a program that fails this case gets no points at all.
    pub is_validation: bool,
    /// The squares of the case's boards and the bytes of its input.
    pub size: (usize, usize),
    /// The verdict on the program.
    pub verdict: Verdict,
    /// The reason why the answer is wrong. A wrong answer may get a verdict other than
    /// [`Verdict::WrongAnswer`].
    pub explanation: Option<Explanation>,
    /// The whole answer, until the program has its report.
    pub(crate) answered: Option<Box<Answered>>,
    /// The time limit of the program for the case.
    pub limit: Duration,
    /// How many times longer than usual the program may take: valgrind slows it down.
    pub times: u32,
    /// The wall time.
    pub wall: Duration,
    /// The processor time.
    pub cpu: Duration,
    /// The time in which the program was ready to run, but no processor was free.
    pub waited: Duration,
    /// The peak of memory in bytes.
    pub peak_memory: u64,
    /// The first lines of standard error, if the case failed.
    pub stderr: Vec<String>,
    /// A sentence about how the sandbox may have caused the failure, if there is a sign of such a
    /// cause.
    pub hint: Option<Message>,
    /// Whether the answer is right, and only a report of valgrind or a sanitizer fails the case.
    pub is_right_otherwise: bool,
    /// The shell commands that reproduce the failure.
    pub reproduce: Option<Reproduction>,
    /// The same commands for the program's author, who runs them in the folder of their own files.
    pub by_author: Option<Reproduction>,
}

/// A smaller case on which a program fails in the same way.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// The result. Its commands read the case in the folder where they are run.
    pub judged: Judged,
    /// The files of the case, by name and content.
    pub files: Vec<(&'static str, String)>,
}

/// The compiler error for one set of constants.
#[derive(Clone, Debug)]
pub struct Uncompiled {
    /// The compiler error.
    pub error: CompileError,
    /// The shell commands that compile the program again.
    pub reproduce: Reproduction,
    /// The same commands for the program's author, who runs them in the folder of their own files.
    pub by_author: Reproduction,
}

impl Judged {
    /// Whether the program is late only because the machine was overloaded. Waiting for a processor
    /// is not charged, so a program that waits is stopped only after ten times its limit. The
    /// result is false if the program has used up its limit even without the waits.
    #[must_use]
    pub fn was_kept_waiting(&self) -> bool {
        self.verdict == Verdict::Late && self.charged() < self.limit
    }

    /// The time that is charged to the program: waiting for a processor is not.
    #[must_use]
    pub fn charged(&self) -> Duration {
        self.cpu.max(self.wall.saturating_sub(self.waited))
    }

    /// Whether the program passes the case. With `has_right_leaks`, a right answer does so whatever
    /// valgrind or a sanitizer reports.
    pub(crate) fn passes(&self, has_right_leaks: bool) -> bool {
        self.verdict.is_accepted() || (has_right_leaks && self.is_right_otherwise)
    }

    /// Whether the program was run on the case.
    #[must_use]
    pub fn was_run(&self) -> bool {
        !matches!(
            self.verdict,
            Verdict::NotRun(_) | Verdict::NotExecuted(_) | Verdict::NotJudged(_)
        )
    }

    /// The sentences that explain why the answer is wrong.
    #[must_use]
    pub fn sentences(&self, language: Language) -> Vec<String> {
        let told = self.explanation.iter().flat_map(|explanation| &explanation.sentences);
        told.map(|message| in_a_line(&message.told(language))).collect()
    }

    /// The board of the explanation, with a character for each square.
    fn board(&self) -> Vec<String> {
        let board = self.explanation.iter().filter_map(|explanation| explanation.board.as_ref());
        board
            .flat_map(|board| board.cells.chunks(board.columns.len()))
            .map(|row| row.iter().map(|cell| cell.glyph).collect())
            .collect()
    }

    /// A key that is the same for failures of the same kind.
    pub(crate) fn kind(&self) -> String {
        match (&self.verdict, &self.explanation) {
            (Verdict::WrongAnswer(_), Some(explanation)) => {
                let mut keys: Vec<_> =
                    explanation.sentences.iter().map(|message| message.key).collect();
                // One missing move and three missing moves are the same kind of failure.
                keys.dedup();
                keys.join(" ")
            }
            (Verdict::WrongAnswer(Mismatch::Differs(_)), None) => "differs".to_string(),
            // A sanitizer's text begins with the place and the error. An index in it, and what
            // follows, differ from case to case.
            (Verdict::SanitizerReport(report), _) => {
                let mut parts = report.split(": ");
                let place = parts.next().unwrap_or_default();
                let error = parts.next().unwrap_or_default();
                let error: Vec<_> = error.split(|c: char| c.is_ascii_digit()).collect();
                format!("{place}: {}", error.concat())
            }
            (verdict, _) => verdict.to_string(),
        }
    }
}

/// The result of one program.
#[derive(Clone, Debug)]
pub struct Report {
    /// The program's name.
    pub program: String,
    /// A checksum of the program's files and its cases, if whoever judges keeps one.
    pub inputs_sha256: Option<String>,
    /// The number that a course site has for the sender.
    pub number: Option<String>,
    /// The sender's e-mail address.
    pub email: Option<String>,
    /// The versions of which this program is the newest, if the sender has handed in several.
    pub versions: Option<Versions>,
    /// All cases in their order, or only the judged ones if the judge was interrupted.
    pub cases: Vec<Judged>,
    /// The compiler errors, one for each set of constants.
    pub compile_errors: Vec<Uncompiled>,
    /// Whether the judge was interrupted before it had judged all cases.
    pub is_interrupted: bool,
    /// Whether right answers pass whatever valgrind or a sanitizer reports.
    pub has_right_leaks: bool,
    /// The compiler's first warnings; empty if it warned of nothing.
    pub warnings: Vec<String>,
    /// The sender's name, as the course site gives it.
    pub handed_in_by: Option<String>,
    /// The folder in which the course site looks for feedback to the sender.
    pub at_site: Option<String>,
    /// What a person gives to the program.
    pub by_hand: Given,
    /// What a second run with checks has found.
    pub fault: Option<Fault>,
    /// A smaller case on which the program fails in the same way.
    pub smallest: Option<Smallest>,
    /// The reading of the rules that explains all answers.
    pub cause: Option<Cause>,
}

impl Report {
    /// The report about a program before it has run on any case.
    pub(crate) fn of(entry: &Entry) -> Report {
        Report {
            program: entry.name.clone(),
            inputs_sha256: None,
            number: entry.number.clone(),
            email: None,
            versions: entry.versions.clone(),
            cases: Vec::new(),
            compile_errors: Vec::new(),
            is_interrupted: false,
            has_right_leaks: false,
            warnings: Vec::new(),
            handed_in_by: entry.handed_in_by.clone(),
            at_site: entry.at_site.clone(),
            by_hand: Given::default(),
            fault: None,
            smallest: None,
            cause: None,
        }
    }

    /// The number of cases that the program passes.
    #[must_use]
    pub fn accepted(&self) -> usize {
        self.cases.iter().filter(|judged| self.passes(judged)).count()
    }

    /// Whether the program passes this case.
    pub(crate) fn passes(&self, judged: &Judged) -> bool {
        judged.passes(self.has_right_leaks)
    }

    /// Whether the program passes all cases.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.is_interrupted && self.first_failure().is_none()
    }

    /// Whether the program fails to compile with the constants of at least one case.
    #[must_use]
    pub fn does_not_compile(&self) -> bool {
        !self.compile_errors.is_empty()
    }

    /// The failed cases in groups of the same kind, in the order of each group's first case. In a
    /// group, the smallest case comes first: its board is the easiest to understand. Cases
    /// for which the program does not compile are not included, since the compiler's messages
    /// explain them.
    #[must_use]
    pub fn failures(&self) -> Vec<Vec<&Judged>> {
        let mut kinds: Vec<(String, Vec<&Judged>)> = Vec::new();
        let failed = self.cases.iter().filter(|judged| !judged.verdict.is_accepted());
        for judged in
            failed.filter(|judged| judged.verdict != Verdict::NotRun(NotRun::DoesNotCompile))
        {
            let kind = judged.kind();
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, alike)) => alike.push(judged),
                None => kinds.push((kind, vec![judged])),
            }
        }
        for (_, alike) in &mut kinds {
            let smallest = (0..alike.len()).min_by_key(|&at| alike[at].size).unwrap_or(0);
            alike[..=smallest].rotate_right(1);
        }
        // What costs a case comes before what costs points only.
        kinds.sort_by_key(|(_, alike)| alike.iter().all(|judged| self.passes(judged)));
        kinds.into_iter().map(|(_, alike)| alike).collect()
    }

    /// The compiler errors. If several sets of constants cause the same message, the error appears
    /// once, with a count of the other sets.
    #[must_use]
    pub fn complaints(&self) -> Vec<(&Uncompiled, usize)> {
        let mut told: Vec<(&Uncompiled, usize)> = Vec::new();
        for uncompiled in &self.compile_errors {
            let is_same =
                |(known, _): &&mut (&Uncompiled, _)| known.error.log == uncompiled.error.log;
            match told.iter_mut().find(is_same) {
                Some((_, more)) => *more += 1,
                None => told.push((uncompiled, 0)),
            }
        }
        told
    }

    /// What explains the failures: the reading of the rules, and the mistake that checks have found.
    #[must_use]
    pub fn causes(&self) -> Vec<Message> {
        let mistake = self.fault.as_ref().map(|fault| fault.mistake.message());
        self.cause.iter().map(Cause::message).chain(mistake).collect()
    }

    /// The first failed case.
    #[must_use]
    pub fn first_failure(&self) -> Option<&Judged> {
        self.cases.iter().find(|judged| !self.passes(judged))
    }

    /// Each verdict and the number of its cases, in the order in which the verdicts first occur.
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

    /// The sum of the wall times of all cases.
    #[must_use]
    pub fn wall(&self) -> Duration {
        self.cases.iter().map(|judged| judged.wall).sum()
    }

    /// The sum of the processor times of all cases.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.cases.iter().map(|judged| judged.cpu).sum()
    }

    /// The greatest memory peak of any case.
    #[must_use]
    pub fn peak_memory(&self) -> u64 {
        self.cases.iter().map(|judged| judged.peak_memory).max().unwrap_or(0)
    }
}

fn milliseconds(time: Duration) -> f64 {
    // No measured time is more precise than a microsecond.
    time.as_micros() as f64 / 1000.0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Conditions, Difference, Excerpt, Marks, Mismatch};
    use rules::Catalogue;
    use submission::Compilers;

    fn reproduction(unconfined: &str) -> Reproduction {
        let confined = "ludoteka judge nim a.c".to_string();
        Reproduction { confined, unconfined: Some(unconfined.to_string()) }
    }

    fn excerpt(part: &str) -> Excerpt {
        Excerpt { part: part.to_string(), is_end: false }
    }

    /// A report that contains everything that might be difficult for a file format.
    pub(crate) fn sample() -> Report {
        let judged = |case: &str, verdict: Verdict| Judged {
            case: case.to_string(),
            is_validation: false,
            size: (0, 0),
            explanation: None,
            answered: None,
            limit: Duration::from_secs(10),
            times: 1,
            wall: Duration::from_micros(1500),
            cpu: Duration::from_micros(700),
            waited: Duration::ZERO,
            peak_memory: 2 << 20,
            stderr: if verdict.is_accepted() {
                Vec::new()
            } else {
                vec!["]]> & \u{241b}[31m".to_string()]
            },
            hint: None,
            is_right_otherwise: false,
            reproduce: (!verdict.is_accepted()).then(|| reproduction("./p < 'a \"b\".in'")),
            by_author: (!verdict.is_accepted()).then(|| reproduction("./own < 'a \"b\".in'")),
            verdict,
        };
        let difference = Difference { line: 3, expected: excerpt("<a>"), found: excerpt("\"&\"") };
        let cases = vec![
            judged("1", Verdict::Accepted),
            judged("set-01/2", Verdict::WrongAnswer(Mismatch::Differs(difference))),
            judged("set-01/3", Verdict::Crash(11)),
            judged("set-02/4", Verdict::NotRun(NotRun::DoesNotCompile)),
        ];
        let log = vec!["x.c:1:1: error: expected `;` before `}`".to_string()];
        let error = CompileError {
            defines: vec!["-DX=1".to_string()],
            log,
            hint: None,
            is_of_sandbox: false,
            is_out_of_time: false,
            reproduce: "unzip class.zip && gcc x.c -o x".to_string(),
            by_author: "gcc x.c -o x".to_string(),
        };
        let compile_error = Uncompiled {
            reproduce: reproduction(&error.reproduce),
            by_author: reproduction(&error.by_author),
            error,
        };
        let program = "./=a,\"b\"<c>.c".to_string();
        Report {
            program,
            inputs_sha256: None,
            number: None,
            email: None,
            versions: None,
            cases,
            compile_errors: vec![compile_error],
            is_interrupted: false,
            has_right_leaks: false,
            warnings: Vec::new(),
            handed_in_by: None,
            at_site: None,
            by_hand: Given::default(),
            fault: None,
            smallest: None,
            cause: None,
        }
    }

    pub(crate) fn conditions() -> Conditions {
        Conditions {
            program: games::GAMES[0].program.as_ref().expect("it has a program"),
            answers: rules::Answers::Exact,
            time: Duration::from_secs(10),
            compile_time: Duration::from_secs(20),
            stop_after: 3,
            memory: 256 << 20,
            stack: 8 << 20,
            level: sandbox::Level::Confined,
            valgrind: false,
            pass_params: false,
            looks_closer: false,
            compilers: Compilers::default(),
            command: ["ludoteka judge nim".to_string(), String::new()],
        }
    }

    pub(crate) fn heading() -> Heading {
        Heading {
            passed_over: None,
            version: "1.2.3".to_string(),
            game: "nim".to_string(),
            title: "Nim".to_string(),
            words: Catalogue::new(&["first = first\nsecond = second"]),
            language: Language::English,
            marks: Marks::plain(10.0),
            compilers: Some("gcc -O2".to_string()),
        }
    }

    #[test]
    fn verdicts_are_counted() {
        let report = sample();
        assert_eq!(
            report.tally(),
            [("accepted", 1), ("wrong answer", 1), ("crash", 1), ("not run", 1)]
        );
        assert_eq!((report.accepted(), report.is_accepted()), (1, false));
        assert_eq!(report.first_failure().map(|judged| judged.case.as_str()), Some("set-01/2"));
    }

    #[test]
    fn only_who_was_not_given_its_time_was_kept_waiting() {
        let seconds = Duration::from_secs;
        let kept = |wall, cpu, waited| {
            let judged = sample().cases.remove(0);
            let (wall, cpu, waited) = (seconds(wall), seconds(cpu), seconds(waited));
            Judged { verdict: Verdict::Late, wall, cpu, waited, ..judged }.was_kept_waiting()
        };
        assert!(kept(100, 4, 94));
        assert!(!kept(90, 10, 80), "an endless loop did not wait for a processor");
        assert!(!kept(60, 10, 55), "an endless loop in several threads did not wait either");
        assert!(!kept(15, 0, 5), "asleep");
    }

    #[test]
    fn failures_alike_are_one_kind_and_the_compiler_has_told_its_own() {
        let mut report = sample();
        let mut other = report.cases[1].clone();
        other.case = "5".to_string();
        report.cases[1].size = (9, 2);
        other.size = (4, 3);
        report.cases.push(other);
        let names = |alike: Vec<&Judged>| {
            alike.iter().map(|judged| judged.case.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            report.failures().into_iter().map(names).collect::<Vec<_>>(),
            ["5 set-01/2", "set-01/3"],
            "the smaller case comes first"
        );
        assert!(report.does_not_compile());
        let mut again = report.compile_errors[0].clone();
        again.error.defines = vec!["-DX=2".to_string()];
        report.compile_errors.push(again);
        assert_eq!(report.complaints().iter().map(|(_, more)| *more).collect::<Vec<_>>(), [1]);
    }
}
