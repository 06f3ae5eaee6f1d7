//! Runs the steps of a trial.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use errors::Error;
use errors::excerpt::in_a_line;
use judge::{Conditions, Heading, Judge, Report, find_cases};
use matches::record::{Ending, Record};
use matches::{Board, PairRunner, Prepared, Terms, folder_in, opening};
use players::Slot;
use rules::{Language, Parameters, TimeControl};
use search::SkillLevel;
use submission::{COMPILE_TIME, Entry, Scratch, check_level};

use crate::contestants::{contestant, engine, spawner, terms};
use crate::place::Place;
use crate::quick_clock::{quick, ran_out, was_silent};
use crate::storage::CasePages;
use crate::trial::{Finding, FirstFoul, Plan, StepKind, StepState, Trial};
use crate::version::program;
use crate::watcher::Watcher;

/// After this many late cases the rest is not run: the default of `ludoteka judge`, so that its
/// command finds the same.
const LATE_CASES: usize = 3;

/// The points of a program that passes all cases, as in `ludoteka judge`.
const POINTS: u32 = 100;

/// A trial between its first step and its last one.
pub(crate) struct Run {
    number: usize,
    /// The trial as it began. Its steps and games are those of the desk.
    trial: Trial,
    /// The version that is tried, and its opponent if that is another version.
    entries: Vec<Entry>,
    scratch: Scratch,
    /// The version, once it can be run, and its opponent.
    prepared: Vec<Prepared>,
    /// The results of the cases, for a program that does not play.
    judged: Option<Report>,
}

/// A step that is being run.
struct Running<'a> {
    place: &'a Place,
    run: &'a mut Run,
    slot: Slot,
}

impl Run {
    /// Reads the programs of a trial.
    ///
    /// # Errors
    /// Fails if they cannot be read.
    pub(crate) fn open(place: &Place, number: usize) -> Result<Run, Error> {
        let trial = place.desk.held().trials.get(&number).cloned();
        let trial = trial.ok_or_else(|| Error::bug("a trial that does not exist is run"))?;
        let other =
            if let Plan::Against { version, .. } = trial.plan { Some(version) } else { None };
        let mut entries = Vec::new();
        for version in [trial.version].into_iter().chain(other) {
            entries.push(program(place.storage.files(version)?, &trial.training)?.0);
        }
        let (prepared, judged) = (Vec::new(), None);
        Ok(Run { number, trial, entries, scratch: Scratch::new()?, prepared, judged })
    }

    /// Runs a step.
    ///
    /// # Errors
    /// Fails if this machine cannot run it, or if a game was broken off since a newer trial waits.
    /// What is wrong with the program is a finding.
    pub(crate) fn step(&mut self, place: &Place, kind: StepKind) -> Result<Finding, Error> {
        let spawner = spawner()?;
        check_level(place.settings.level, std::slice::from_ref(&spawner))?;
        let mut running = Running { place, run: self, slot: Slot::new(spawner) };
        // After a restart, a program that was compiled before is compiled again.
        let plays = running.run.trial.training.role.plays();
        if kind != StepKind::Compile && plays && running.run.prepared.is_empty() {
            running.prepare()?;
        }
        running.step(kind)
    }
}

impl Running<'_> {
    fn step(&mut self, kind: StepKind) -> Result<Finding, Error> {
        let training = &self.run.trial.training;
        let (own, [weak, medium]) = (training.time, training.opponents);
        match kind {
            StepKind::Compile if training.role.plays() => self.prepare(),
            StepKind::Compile => self.judge(),
            StepKind::Cases => self.cases(),
            StepKind::Itself => self.pair(None, quick(own)),
            StepKind::Weak => self.pair(Some(&self.engine(weak)?), quick(own)),
            StepKind::Medium => self.pair(Some(&self.engine(medium)?), quick(own)),
            StepKind::Full => self.pair(Some(&self.engine(medium)?), own),
            StepKind::Version(_) => self.pair(self.run.prepared.get(1), own),
        }
    }

    /// Compiles the programs that play.
    fn prepare(&mut self) -> Result<Finding, Error> {
        let terms = self.terms(self.run.trial.training.time, 0)?;
        let Run { entries, scratch, trial, prepared: all, .. } = &mut *self.run;
        for (index, entry) in entries.iter().enumerate() {
            let folder = folder_in(scratch.path(), &format!("player-{index}"))?;
            let (spec, spawner) = (trial.training.spec, &mut self.slot.spawner());
            let prepared = Prepared::prepare(&contestant(entry), spec, &terms, &folder, spawner)?;
            if let Some((_, why)) = prepared.absence() {
                // The first line only says that it does not compile.
                let log: Vec<_> = why.lines().skip(1).map(str::trim_end).collect();
                return Ok(Finding::DoesNotCompile(log.join("\n")));
            }
            all.push(prepared);
        }
        Ok(Finding::Compiled)
    }

    /// Compiles a program that does not play, and runs it on all cases. The step of the cases then
    /// finds the results.
    fn judge(&mut self) -> Result<Finding, Error> {
        let report = self.judged()?;
        let complaint = report.compile_errors.first().map(|uncompiled| {
            let error = &uncompiled.error;
            error.log.iter().chain(&error.hint).cloned().collect::<Vec<_>>().join("\n")
        });
        self.run.judged = Some(report);
        Ok(complaint.map_or(Finding::Compiled, Finding::DoesNotCompile))
    }

    /// The results of the cases, which are run now if they have not been run yet.
    fn cases(&mut self) -> Result<Finding, Error> {
        let report = if let Some(known) = self.run.judged.take() { known } else { self.judged()? };
        let (accepted, all) = (report.accepted(), report.cases.len());
        let wrong =
            Language::ALL.map(|language| (code(language), first_failure(&report, language)));
        let pages = self.pages(&report)?;
        self.place.storage.save_cases(self.run.number, &pages)?;
        self.place.desk.change(self.run.number, |trial| trial.wrong = BTreeMap::from(wrong));
        Ok(Finding::Cases { accepted, all })
    }

    fn judged(&self) -> Result<Report, Error> {
        let Run { trial, entries, scratch, .. } = &*self.run;
        let folder = folder_in(scratch.path(), "cases")?;
        let seed = trial.training.keys.cases_seed.unwrap_or(trial.seed);
        (self.place.settings.cases)(trial.training.spec, seed, &folder)?;
        let sets = find_cases(&folder)?.sets;
        let mut judge = Judge::new(self.conditions()?, vec![spawner()?])?;
        let mut report = judge.judge(&entries[0], &sets, &|_| {})?;
        rename_cases(&mut report, &folder);
        Ok(report)
    }

    /// The judge's page about the program in each language.
    fn pages(&self, report: &Report) -> Result<CasePages, Error> {
        let (spec, conditions) = (self.run.trial.training.spec, self.conditions()?);
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
                points: POINTS,
                compilers: None,
            };
            let pages = judge::pages(&heading, &conditions, std::slice::from_ref(report));
            // The first page is the table of all programs.
            (code(language), pages.into_iter().nth(1).map_or_else(String::new, |(_, page)| page))
        };
        Ok(Language::ALL.into_iter().map(page).collect())
    }

    fn conditions(&self) -> Result<Conditions, Error> {
        let (training, level) = (&self.run.trial.training, self.place.settings.level);
        let spec = training.spec;
        let program = spec.program.as_ref();
        let program = program.ok_or_else(|| Error::bug("a game without a task has cases"))?;
        Ok(Conditions {
            program,
            answers: program.answers,
            time: program.time,
            compile_time: COMPILE_TIME,
            stop_after: LATE_CASES,
            memory: spec.contest.memory,
            stack: spec.contest.stack,
            level,
            valgrind: false,
            pass_params: false,
            compilers: training.compilers()?,
            // A student's machine may lack the level of this one.
            command: [format!("ludoteka judge {}", spec.name), String::new()],
        })
    }

    fn engine(&self, level: SkillLevel) -> Result<Prepared, Error> {
        let training = &self.run.trial.training;
        let terms = self.terms(training.time, 0)?;
        engine(level, training.spec, &terms, self.run.scratch.path(), &self.slot)
    }

    /// Plays a pair of games with these clocks: against this opponent, or else against itself. It
    /// ends after the first foul of the version.
    fn pair(&self, opponent: Option<&Prepared>, time: TimeControl) -> Result<Finding, Error> {
        let Run { number, trial, entries, prepared, .. } = &*self.run;
        let (spec, desk) = (trial.training.spec, &self.place.desk);
        let games = desk.held().trials.get(number).map_or(0, |trial| trial.games);
        let terms = self.terms(time, games as u64)?;
        let version = prepared.first().ok_or_else(|| Error::bug("nothing is compiled"))?;
        let sides = [version, opponent.unwrap_or(version)];
        let opening = opening(spec, &entries.iter().map(contestant).collect::<Vec<_>>(), None)?;
        let board = Board::draw(spec, &terms.parameters, opening, terms.seed, 0)?;
        let slot = self.slot.clone();
        let nobody = |_| unreachable!("no person plays in a trial");
        let mut runner = PairRunner::new(spec, terms, sides, slot, &nobody);
        let (stop, watcher) = (AtomicBool::new(false), Watcher { desk, trial: *number });
        let (own, is_itself) = (trial.training.time, opponent.is_none());
        let (mut score, mut is_foul, mut is_broken_off) = ([0; 3], false, false);
        runner.play(0, &board, Some(&watcher), &stop, &mut |mut record, _| {
            rename_level(&mut record);
            if time != own && ran_out(&record, own) && !was_silent(&record) {
                is_broken_off = true;
                stop.store(true, Ordering::Relaxed);
                return Ok(());
            }
            score[result(&record)] += 1;
            is_foul |= self.add(&record, is_itself)?;
            stop.fetch_or(is_foul, Ordering::Relaxed);
            Ok(())
        })?;
        Ok(Finding::Games { score, is_foul, is_broken_off })
    }

    /// Adds a game to the trial. Returns whether the version committed a foul in it.
    fn add(&self, record: &Record, is_itself: bool) -> Result<bool, Error> {
        let is_foul = match &record.end {
            Ending::Foul { side, .. } => is_itself || record.contestant_at(*side) == 0,
            Ending::Absence { .. } => true,
            Ending::Rules | Ending::Resignation { .. } => false,
        };
        self.place.storage.add_game(self.run.number, record)?;
        self.place.desk.change(self.run.number, |trial| {
            let game = trial.games;
            trial.games += 1;
            if is_foul && trial.foul.is_none() {
                let what = record.foul().unwrap_or_default();
                trial.foul = Some(FirstFoul { game, what });
            }
            if let Some(step) = trial.steps.iter_mut().find(|step| step.state == StepState::Running)
            {
                step.games.end = game + 1;
            }
        });
        Ok(is_foul)
    }

    /// The settings of a pair of games; `games` have been played before it, so that its boards are
    /// new.
    fn terms(&self, time: TimeControl, games: u64) -> Result<Terms, Error> {
        let seed = self.run.trial.seed.wrapping_mul(100).wrapping_add(games);
        terms(&self.run.trial.training, self.place.settings.level, time, seed)
    }
}

fn code(language: Language) -> String {
    language.code().to_string()
}

/// The verdict on the first failed case, and the sentences that explain it. Empty if all cases
/// passed.
fn first_failure(report: &Report, language: Language) -> Vec<String> {
    let failed = report.cases.iter().find(|judged| !judged.verdict.is_accepted());
    failed.map_or_else(Vec::new, |judged| {
        let verdict = in_a_line(&judged.verdict.told(language));
        [verdict].into_iter().chain(judged.sentences(language)).collect()
    })
}

/// Whether the version won, drew or lost: 0, 1 or 2.
fn result(record: &Record) -> usize {
    match record.margin_of(0) {
        1.. => 0,
        0 => 1,
        _ => 2,
    }
}

/// Leaves the level out of the command for a student's machine, which may lack this level.
fn rename_level(record: &mut Record) {
    if let Ending::Foul { report: Some(report), .. } = &mut record.end {
        let level = format!(" --level {}", record.level);
        report.reproduce = report.reproduce.replace(&level, "");
    }
}

/// Names the folder of cases as a student's own folder in all commands.
fn rename_cases(report: &mut Report, folder: &Path) {
    let folder = folder.display().to_string();
    let rename = |text: &mut String| *text = text.replace(&folder, "cases");
    let uncompiled = report.compile_errors.iter_mut();
    let lines = uncompiled.flat_map(|error| [&mut error.reproduce, &mut error.by_author]);
    let judged = report.cases.iter_mut();
    let judged = judged.flat_map(|case| case.reproduce.iter_mut().chain(&mut case.by_author));
    for line in lines.chain(judged) {
        rename(&mut line.confined);
        line.unconfined.iter_mut().for_each(rename);
    }
}
