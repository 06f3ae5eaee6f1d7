//! A program that has been compiled for its cases, and runs on them one by one.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use errors::{Error, excerpt};
use rules::Message;
use sandbox::{Ended, How, Job, Profile, Spawner};
use submission::{
    Build, CompileError, Entry, Language, Scratch, StagedCopy, Tool, nameless_script,
    names_interpreter,
};
use tempfile::TempDir;

use crate::cases::as_text;
use crate::cause::{self, Answered};
use crate::comparison::compare;
use crate::explanation::Used;
use crate::reproduce::{Reproduction, confined, unconfined};
use crate::second_run::{self, Fault, SecondRun};
use crate::{
    Case, CaseSet, Conditions, Judged, Mistake, NotRun, Report, Uncompiled, Verdict, explanation,
    hint,
};

/// The number of lines of standard error that are kept for a failed case.
const STDERR_LINES: usize = 8;

/// A program that has been compiled for its cases, or was refused by a compiler.
pub struct Candidate {
    pub(crate) conditions: Conditions,
    pub(crate) taken: StagedCopy,
    sets: Vec<CaseSet>,
    builds: Builds,
    /// The number of late cases so far.
    late: AtomicUsize,
    pub(crate) folders: Folders,
    tool: Option<Tool>,
}

/// The builds of a program: one for each list of constants.
pub(crate) struct Builds {
    pub(crate) by_defines: Vec<Result<Build, CompileError>>,
    /// For each set of cases, the index of its build.
    pub(crate) of_set: Vec<usize>,
}

/// The folders of a program's builds, which are removed with it.
pub(crate) struct Folders {
    pub(crate) _own: [TempDir; 2],
    pub(crate) all: Arc<Scratch>,
}

impl Candidate {
    pub(crate) fn new(
        conditions: Conditions,
        taken: StagedCopy,
        sets: &[CaseSet],
        builds: Builds,
        folders: Folders,
        tool: Option<Tool>,
    ) -> Candidate {
        let (sets, late) = (sets.to_vec(), AtomicUsize::new(0));
        Candidate { conditions, taken, sets, builds, late, folders, tool }
    }

    /// The number of cases in all sets.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sets.iter().map(|set| set.cases.len()).sum()
    }

    /// The first complaint of a compiler.
    #[must_use]
    pub fn compile_error(&self) -> Option<&CompileError> {
        self.builds.by_defines.iter().find_map(|built| built.as_ref().err())
    }

    /// Judges the program on the case with this number, counted through all sets from 0. Several
    /// threads may judge at once.
    ///
    /// # Errors
    /// Fails if the judge cannot work. A failure of the program is a verdict, not an error.
    ///
    /// # Panics
    /// Panics if there is no such case.
    pub fn judge(&self, number: usize, spawner: &mut Spawner) -> Result<Judged, Error> {
        let (set, case) = self.find(number);
        let (defines, build) =
            (&self.sets[set].defines[..], &self.builds.by_defines[self.builds.of_set[set]]);
        // A script without a known extension is never run. The system could execute the script only
        // if the interpreter was readable in the sandbox.
        let program = &self.taken.entry;
        let is_script =
            program.language == Language::Executable && names_interpreter(&program.path);
        let stop_after = self.conditions.stop_after;
        let judged = match build {
            _ if is_script => not_run(case, Verdict::NotExecuted(Box::new(nameless_script()))),
            Ok(_) if self.late.load(Ordering::Relaxed) >= stop_after => {
                not_run(case, Verdict::NotRun(NotRun::Late(stop_after)))
            }
            Ok(build) => run_case(&self.taken, (case, defines), build, &self.conditions, spawner)?,
            Err(error) => Judged {
                hint: error.hint.clone(),
                ..not_run(case, Verdict::NotRun(NotRun::DoesNotCompile))
            },
        };
        // A late case does not count if the program was late only because the machine was busy.
        let is_late = judged.verdict == Verdict::Late && !judged.was_kept_waiting();
        self.late.fetch_add(usize::from(is_late), Ordering::Relaxed);
        Ok(judged)
    }

    /// The index of the set of the case with this number, and the case.
    fn find(&self, number: usize) -> (usize, &Case) {
        let all = self.sets.iter().enumerate();
        let mut all = all.flat_map(|(index, set)| set.cases.iter().map(move |case| (index, case)));
        all.nth(number).expect("the case is one of those that the program was compiled for")
    }

    /// The set of the case with this number, and the build for it.
    pub(crate) fn built(&self, number: usize) -> Option<(&CaseSet, &Build)> {
        let set = self.find(number).0;
        let build = self.builds.by_defines[self.builds.of_set[set]].as_ref().ok()?;
        Some((&self.sets[set], build))
    }

    /// What a second run with checks finds on the smallest failed cases, one of each verdict. It
    /// changes no verdict.
    #[must_use]
    pub fn look_closer(&self, judged: &[Judged], spawner: &mut Spawner) -> Option<Fault> {
        /// So many cases are run again at most.
        const MOST: usize = 2;
        let failed = judged.iter().enumerate();
        let failed = failed.filter(|(_, judged)| second_run::may_tell(&judged.verdict));
        let mut failed: Vec<(usize, &Judged)> = failed.collect();
        failed.sort_by_key(|(_, judged)| judged.size);
        let mut seen: Vec<&str> = Vec::new();
        failed.retain(|(_, judged)| {
            let is_new = !seen.contains(&judged.verdict.name());
            seen.extend(is_new.then_some(judged.verdict.name()));
            is_new
        });
        let second = SecondRun {
            taken: &self.taken,
            conditions: &self.conditions,
            tool: self.tool.as_ref(),
            folder: self.folders.all.path(),
        };
        let said = |judged: &Judged| judged.stderr.join("\n");
        failed.into_iter().take(MOST).find_map(|(number, judged)| {
            let (set, case) = self.find(number);
            // An exception has named its line already.
            if let Some(mistake) = Mistake::in_stderr(&said(judged), &self.taken) {
                return Some(Fault { case: case.name.clone(), mistake });
            }
            second.fault(case, &self.sets[set].defines, spawner)
        })
    }

    /// The report of a program whose cases have these results. A cause has to explain what the
    /// program answered on the `drawn` cases, too.
    #[must_use]
    pub fn report(self, mut cases: Vec<Judged>, drawn: &[Judged]) -> Report {
        let [given, further] = [&cases, drawn].map(answered);
        let cause = cause::of(self.conditions.program, &given, &further);
        cases.iter_mut().for_each(|judged| judged.answered = None);
        let entry = &self.taken.entry;
        let mut built = self.builds.by_defines.iter().flatten();
        let warnings = built.find(|build| !build.warnings.is_empty());
        let warnings = warnings.map_or_else(Vec::new, |build| build.warnings.clone());
        let compile_errors = uncompiled(entry, self.builds, &self.sets, &self.conditions);
        Report { cases, cause, compile_errors, warnings, ..Report::of(entry) }
    }
}

/// The whole answers among these results.
pub(crate) fn answered(judged: &[Judged]) -> Vec<cause::Known<'_>> {
    let all = judged.iter();
    all.filter_map(|one| Some((one.answered.as_deref()?, &*one.case, one.size))).collect()
}

/// The lines of standard error that are kept for a failed case. A traceback of Python names the
/// error in its last line.
fn shown_stderr(text: &[u8]) -> Vec<String> {
    const TRACEBACK: &[u8] = b"Traceback (most recent call last):";
    if text.split(|&b| b == b'\n').any(|line| line.trim_ascii() == TRACEBACK) {
        excerpt::ends(text, 2, STDERR_LINES - 2)
    } else {
        excerpt::head(text, STDERR_LINES)
    }
}

/// The compiler errors. The command that reproduces an error judges the program on the first case
/// with the error's constants.
fn uncompiled(
    entry: &Entry,
    Builds { by_defines, of_set }: Builds,
    sets: &[CaseSet],
    conditions: &Conditions,
) -> Vec<Uncompiled> {
    let errors =
        by_defines.into_iter().enumerate().filter_map(|(build, built)| Some((build, built.err()?)));
    let with_case = errors.filter_map(|(build, error)| {
        let set = of_set.iter().position(|of_set| *of_set == build)?;
        Some((error, sets[set].cases.first()?))
    });
    with_case
        .map(|(error, case)| {
            let by_hand = |line: &String| Some(line).filter(|_| !error.is_of_sandbox).cloned();
            let [reproduce, by_author] =
                [(entry, &error.reproduce), (&entry.at_author(), &error.by_author)].map(
                    |(entry, line)| Reproduction {
                        confined: confined(entry, case, conditions),
                        unconfined: by_hand(line),
                    },
                );
            Uncompiled { error, reproduce, by_author }
        })
        .collect()
}

/// Runs the program on a case with these constants.
pub(crate) fn run_case(
    taken: &StagedCopy,
    (case, defines): (&Case, &[String]),
    build: &Build,
    conditions: &Conditions,
    spawner: &mut Spawner,
) -> Result<Judged, Error> {
    let entry = &taken.entry;
    entry.check_found()?;
    let read =
        |path| fs::read(path).map(as_text).map_err(|error| Error::file("read", path, &error));
    let (input, expected) = (read(&case.input)?, read(&case.expected)?);
    let mut job = build.job.clone();
    job.limits = conditions.limits(expected.len(), build.room);
    let ran = match spawner.run(&job, &input) {
        Ok(ended) => unfit_for_valgrind(entry, &ended, conditions, spawner).map_or(Ok(ended), Err),
        error => error,
    };
    let ended = match ran {
        Err(sandbox::Error::Start { source, .. }) if is_kept_from_us(entry, &source) => {
            return Err(Error::file("execute", &entry.by_hand, &source));
        }
        // If the system cannot execute a program's file, this program fails the case, and the other
        // programs are still judged.
        Err(error) if is_unfit(entry, &error) => {
            let why = Message::plain(taken.retold.text(&error.to_string()));
            let verdict = Verdict::NotExecuted(Box::new(why));
            let unconfined = [&build.by_hand, &build.by_author].map(|by_hand| {
                unconfined(by_hand, case, expected.len(), &verdict, false, conditions)
            });
            let [reproduce, by_author] = reproduced(entry, case, conditions, unconfined).map(Some);
            return Ok(Judged { reproduce, by_author, ..not_run(case, verdict) });
        }
        ended => ended.map_err(|error| {
            Error::machine(taken.retold.text(&format!("{}: {error}", entry.name)))
        })?,
    };
    let ended = taken.retold.ended(ended);
    let verdict = Verdict::on(&ended, conditions, &input, &expected);
    let is_right_otherwise = verdict.is_report()
        && matches!(ended.how, How::Exited(_))
        && compare(conditions.answers, &input, &expected, &ended.stdout).is_ok();
    let stderr = if verdict.is_accepted() { Vec::new() } else { shown_stderr(&ended.stderr) };
    let hint = hint::on(taken, &ended, &verdict);
    let is_full = ended.held_nearly(job.limits.memory);
    let unconfined_lines = [&build.by_hand, &build.by_author].map(|by_hand| match hint {
        // Outside the sandbox the program may pass.
        Some(_) => None,
        None => unconfined(by_hand, case, expected.len(), &verdict, is_full, conditions),
    });
    let [reproduce, by_author] = reproduced(entry, case, conditions, unconfined_lines)
        .map(|reproduction| Some(reproduction).filter(|_| !verdict.is_accepted()));
    let texts = [&input[..], &expected, &ended.stdout];
    let used = Used {
        limit: job.limits.wall,
        charged: ended.wall.saturating_sub(ended.waited),
        cpu: ended.cpu,
        peak_memory: ended.peak_memory,
    };
    let explanation = explanation::of(&verdict, defines, conditions, used, texts);
    let is_whole = ended.is_success() && !conditions.program.readings.is_empty();
    let answered = is_whole.then(|| {
        let options = explanation::options(defines, conditions);
        Box::new(Answered::new(options, conditions.answers, texts))
    });

    Ok(Judged {
        case: case.name.clone(),
        is_validation: case.is_validation,
        size: explanation::size(defines, conditions, &input),
        explanation,
        answered,
        verdict,
        limit: job.limits.wall,
        times: conditions.times(build.room),
        wall: ended.wall,
        cpu: ended.cpu,
        waited: ended.waited,
        peak_memory: ended.peak_memory,
        stderr,
        hint,
        is_right_otherwise,
        reproduce,
        by_author,
    })
}

/// The commands that reproduce a failure, for the judging person and for the program's author.
fn reproduced(
    entry: &Entry,
    case: &Case,
    conditions: &Conditions,
    [unconfined, by_author]: [Option<String>; 2],
) -> [Reproduction; 2] {
    [
        Reproduction { confined: confined(entry, case, conditions), unconfined },
        Reproduction {
            confined: confined(&entry.at_author(), case, conditions),
            unconfined: by_author,
        },
    ]
}

/// The system's error for a file that valgrind cannot execute. Valgrind's own message would not
/// name the cause.
fn unfit_for_valgrind(
    entry: &Entry,
    ended: &Ended,
    conditions: &Conditions,
    spawner: &mut Spawner,
) -> Option<sandbox::Error> {
    if !conditions.valgrind || ended.is_success() || !ended.stderr.starts_with(b"valgrind: ") {
        return None;
    }
    let mut job = Job::new(entry.path.canonicalize().ok()?, Profile::Native);
    job.limits = conditions.limits(0, 0);
    job.level = Some(conditions.level);
    spawner.run(&job, b"").err().filter(|error| is_unfit(entry, error))
}

/// Whether the judging user lacks the permission to execute the file. The program may be right, and
/// other users may have the permission.
fn is_kept_from_us(entry: &Entry, error: &io::Error) -> bool {
    entry.language == Language::Executable && error.kind() == io::ErrorKind::PermissionDenied
}

fn is_unfit(entry: &Entry, error: &sandbox::Error) -> bool {
    !entry.language.is_script() && error.is_no_program()
}

pub(crate) fn not_run(case: &Case, verdict: Verdict) -> Judged {
    let none = Duration::ZERO;
    Judged {
        case: case.name.clone(),
        is_validation: case.is_validation,
        size: (0, 0),
        explanation: None,
        answered: None,
        verdict,
        limit: none,
        times: 1,
        wall: none,
        cpu: none,
        waited: none,
        peak_memory: 0,
        stderr: Vec::new(),
        hint: None,
        is_right_otherwise: false,
        reproduce: None,
        by_author: None,
    }
}
