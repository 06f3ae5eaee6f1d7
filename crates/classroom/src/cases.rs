//! Runs a program on the cases of its game's task.

use std::time::{Duration, Instant};

use errors::Error;
use errors::excerpt::in_a_line;
use judge::{
    Candidate, CaseSet, Conditions, Fault, Heading, Judge, Judged, Marks, Report, Smallest,
    find_cases,
};
use matches::folder_in;
use rules::{Language, Parameters};
use sandbox::Spawner;
use submission::{Entry, Scratch};

use crate::place::Place;
use crate::storage::CasePages;
use crate::training::Training;
use crate::trial::{Complaint, Trial};

/// After this many late cases the rest is not run: the default of `ludoteka judge`, so that its
/// command finds the same.
const LATE_CASES: usize = 3;

/// The points of a program that passes all cases, as in `ludoteka judge`.
pub(crate) const POINTS: f64 = 100.0;

/// Cases are run in one turn until it has lasted this long, since each turn starts a process.
const TURN: Duration = Duration::from_millis(100);

/// A trial spends so much of a program's time on the search for a smaller case: others wait.
const SMALLER: Duration = Duration::from_secs(3);

/// A program and its cases, of which some have been run.
pub(crate) struct CaseRun {
    candidate: Candidate,
    conditions: Conditions,
    judged: Vec<Judged>,
    fault: Option<Fault>,
    smallest: Option<Smallest>,
    names_causes: bool,
    /// The results of drawn cases, which may refute a cause.
    drawn: Vec<Judged>,
    /// The folder in the paths of the cases, and what stands for it in commands.
    shown: (String, &'static str),
    /// The folder of a trial's cases.
    scratch: Option<Scratch>,
}

impl CaseRun {
    /// Makes the cases of a trial, and compiles its program for them.
    ///
    /// # Errors
    /// Fails if this machine cannot do that. A program that does not compile is no error.
    pub(crate) fn compile(
        place: &Place,
        trial: &Trial,
        entry: &Entry,
        valgrind: bool,
        spawner: Spawner,
    ) -> Result<CaseRun, Error> {
        let folder = Scratch::new()?;
        let seed = trial.training.keys.cases_seed.unwrap_or(trial.seed);
        let cases = folder_in(folder.path(), "cases")?;
        (place.settings.cases)(trial.training.spec, seed, &cases)?;
        let (sets, shown) = (find_cases(&cases)?.sets, (cases.display().to_string(), "cases"));
        let mut run =
            CaseRun::on(place, &trial.training, (entry, &sets, shown), valgrind, spawner)?;
        // What a program that only plays does wrong on cases need not be what was its foul.
        let training = &trial.training;
        run.conditions.looks_closer = training.role.has_cases() && training.names_causes();
        run.names_causes = training.names_causes();
        Ok(CaseRun { scratch: Some(folder), ..run })
    }

    /// Compiles a program for cases that are there. The last text of the program and its cases says
    /// what stands for a folder in commands.
    ///
    /// # Errors
    /// Fails if this machine cannot do that. A program that does not compile is no error.
    pub(crate) fn on(
        place: &Place,
        training: &Training,
        (entry, sets, shown): (&Entry, &[CaseSet], (String, &'static str)),
        valgrind: bool,
        spawner: Spawner,
    ) -> Result<CaseRun, Error> {
        let conditions = conditions(place, training, valgrind)?;
        let mut judge = Judge::new(conditions.clone(), vec![spawner])?;
        let candidate = judge.compile(entry, sets)?;
        Ok(CaseRun {
            candidate,
            conditions,
            judged: Vec::new(),
            fault: None,
            smallest: None,
            names_causes: true,
            drawn: Vec::new(),
            shown,
            scratch: None,
        })
    }

    /// What the compiler says against the program.
    pub(crate) fn complaint(&self) -> Option<Complaint> {
        let error = self.candidate.compile_error()?;
        Some(Complaint { log: error.log.join("\n"), hint: error.hint.clone() })
    }

    /// Runs the program on further cases until the turn is over. Returns whether all have been run.
    ///
    /// # Errors
    /// Fails if this machine cannot run programs.
    pub(crate) fn turn(&mut self, spawner: &mut Spawner) -> Result<bool, Error> {
        let begun = Instant::now();
        while self.judged.len() < self.candidate.count() {
            self.judged.push(self.candidate.judge(self.judged.len(), spawner)?);
            if begun.elapsed() >= TURN {
                break;
            }
        }
        let is_over = self.judged.len() == self.candidate.count();
        if is_over {
            self.drawn = self.candidate.doubt(&self.judged, spawner);
        }
        if is_over && self.conditions.looks_closer {
            self.fault = self.candidate.look_closer(&self.judged, spawner);
            let is_trial = self.scratch.is_some();
            let smallest = || self.candidate.smallest(&self.judged, spawner, SMALLER);
            self.smallest = is_trial.then(smallest).flatten();
        }
        Ok(is_over)
    }

    /// The results, in which the folder of cases is named as a student's own.
    pub(crate) fn results(self) -> Results {
        let (fault, smallest) = (self.fault, self.smallest);
        let mut report =
            Report { fault, smallest, ..self.candidate.report(self.judged, &self.drawn) };
        report.cause = report.cause.filter(|_| self.names_causes);
        rename_cases(&mut report, &self.shown);
        Results { report, conditions: self.conditions }
    }
}

/// The results of the cases of a program.
pub(crate) struct Results {
    pub(crate) report: Report,
    conditions: Conditions,
}

impl Results {
    /// The verdict on the first failed case, and the sentences that explain it. Empty if all cases
    /// passed.
    pub(crate) fn first_failure(&self, language: Language) -> Vec<String> {
        let failed = self.report.cases.iter().find(|judged| !judged.verdict.is_accepted());
        failed.map_or_else(Vec::new, |judged| {
            let verdict = in_a_line(&judged.verdict.told(language));
            [verdict].into_iter().chain(judged.sentences(language)).collect()
        })
    }

    /// The judge's page about the program in each language, with its points.
    pub(crate) fn pages(&self, training: &Training, marks: &Marks) -> CasePages {
        let spec = training.spec;
        let words = (spec.open)(&Parameters::new(spec.parameters), None);
        let words = words.map_or(rules::WORDS, |instance| instance.table.words());
        let page = |language: Language| {
            let heading = Heading {
                version: env!("CARGO_PKG_VERSION").to_string(),
                game: spec.name.to_string(),
                title: spec.title.to_string(),
                words,
                language,
                passed_over: None,
                marks: marks.clone(),
                compilers: None,
            };
            let reports = std::slice::from_ref(&self.report);
            // The first page is the table of all programs.
            let page = judge::pages(&heading, &self.conditions, reports).into_iter().nth(1);
            (language.code().to_string(), page.map_or_else(String::new, |(_, page)| page))
        };
        Language::ALL.into_iter().map(page).collect()
    }
}

fn conditions(place: &Place, training: &Training, valgrind: bool) -> Result<Conditions, Error> {
    let spec = training.spec;
    let program = spec.program.as_ref();
    let program = program.ok_or_else(|| Error::bug("a game without a task has cases"))?;
    let flags = if valgrind { " --valgrind" } else { "" };
    Ok(Conditions {
        program,
        answers: program.answers,
        time: program.time,
        compile_time: place.settings.caps.compile_time(),
        stop_after: LATE_CASES,
        memory: spec.contest.memory,
        stack: spec.contest.stack,
        level: place.settings.level,
        valgrind,
        pass_params: false,
        looks_closer: true,
        // A program that plays is not held to the warnings that the task forbids.
        compilers: match training.role.has_cases() {
            true => training.compilers()?,
            false => training.compilers_for_play()?,
        },
        // A student's machine may lack the level of this one.
        command: [format!("ludoteka judge {}", spec.name), flags.to_string()],
    })
}

/// Names a folder as students have it in all commands.
fn rename_cases(report: &mut Report, (folder, name): &(String, &str)) {
    let rename = |text: &mut String| *text = text.replace(folder, name);
    let uncompiled = report.compile_errors.iter_mut();
    let lines = uncompiled.flat_map(|error| [&mut error.reproduce, &mut error.by_author]);
    let judged = report.cases.iter_mut();
    let judged = judged.flat_map(|case| case.reproduce.iter_mut().chain(&mut case.by_author));
    for line in lines.chain(judged) {
        rename(&mut line.confined);
        line.unconfined.iter_mut().for_each(rename);
    }
}
