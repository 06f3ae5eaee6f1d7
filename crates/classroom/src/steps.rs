//! Runs the steps of a trial.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use errors::Error;
use judge::{Conditions, Judge, Report, find_cases};
use matches::record::Record;
use matches::{Board, PairRunner, Prepared, Terms, folder_in, opening};
use players::{Contestant, GtpOptions, Kind, ProtocolName, Slot};
use rules::TimeControl;
use sandbox::Spawner;
use search::SkillLevel;
use submission::{COMPILE_TIME, Compilers, Entry, Scratch, check_level};

use crate::desk::Desk;
use crate::quick_clock::{quick, ran_out};
use crate::settings::Settings;
use crate::trial::{CaseResults, Finding, Plan, StepKind, StepState, Trial};
use crate::watcher::Watcher;

/// The time and the memory of a case, and the number of late cases after which the rest is not run:
/// the same as the defaults of `ludoteka judge`, so that its command finds the same.
const CASE_TIME: Duration = Duration::from_secs(10);
const CASE_MEMORY: u64 = 256 << 20;
const LATE_CASES: usize = 3;

/// A trial that is being run.
struct Run<'a> {
    desk: &'a Desk,
    number: usize,
    trial: Trial,
    settings: &'a Settings,
    /// The version that is tried, and its opponent if that is another version.
    entries: Vec<Entry>,
    folder: Scratch,
    slot: Slot,
    /// The version, once it can be run, and its opponent.
    prepared: Vec<Prepared>,
}

/// Runs all steps of a trial.
///
/// # Errors
/// Fails if this machine cannot run them. What is wrong with the program is a finding.
pub(crate) fn run(desk: &Desk, number: usize, settings: &Settings) -> Result<(), Error> {
    let (trial, entries) = {
        let held = desk.held();
        let trial = held.trials[number - 1].clone();
        let other = if let Plan::Against(version) = trial.plan { Some(version) } else { None };
        let of = |version: usize| held.versions[version - 1].entry.clone();
        let entries = [trial.version].into_iter().chain(other).map(of).collect();
        (trial, entries)
    };
    let spawner = spawner()?;
    check_level(settings.level, std::slice::from_ref(&spawner))?;
    let (folder, slot, prepared) = (Scratch::new()?, Slot::new(spawner), Vec::new());
    Run { desk, number, trial, settings, entries, folder, slot, prepared }.all()
}

fn spawner() -> Result<Spawner, Error> {
    Spawner::start(None).map_err(|error| {
        Error::machine(format!("cannot start the process that starts programs: {error}"))
    })
}

impl Run<'_> {
    /// Runs the steps in their order. What an earlier finding makes pointless is skipped; so is
    /// everything once a newer trial waits.
    fn all(&mut self) -> Result<(), Error> {
        let mut last = None;
        for index in 0..self.trial.steps.len() {
            let (begun, kind) = (Instant::now(), self.trial.steps[index].kind);
            if self.desk.is_someone_waiting()
                || last.as_ref().is_some_and(|last| is_pointless(kind, last))
            {
                self.set(index, StepState::Skipped, begun);
                continue;
            }
            self.set(index, StepState::Running, begun);
            let finding = self.step(kind)?;
            self.set(index, StepState::Done(finding.clone()), begun);
            last = Some(finding);
        }
        Ok(())
    }

    fn set(&self, index: usize, state: StepState, begun: Instant) {
        self.desk.change(self.number, |trial| {
            let games = trial.games.len();
            let step = &mut trial.steps[index];
            match state {
                StepState::Running => step.games = games..games,
                StepState::Done(_) => step.games.end = games,
                StepState::Waiting | StepState::Skipped => {}
            }
            (step.took, step.state) = (begun.elapsed(), state);
        });
    }

    fn step(&mut self, kind: StepKind) -> Result<Finding, Error> {
        let own = self.trial.training.spec.contest.time;
        match kind {
            StepKind::Compile if self.trial.training.role.plays() => self.prepare(),
            StepKind::Compile => self.judge(),
            StepKind::Cases => self.cases(),
            StepKind::Itself => self.pair(None, quick(own)),
            StepKind::Training(level) => {
                let opponent = self.engine(level)?;
                self.pair(Some(&opponent), quick(own))
            }
            StepKind::Full(level) => {
                let opponent = self.engine(level)?;
                self.pair(Some(&opponent), own)
            }
            StepKind::Version(_) => self.pair(self.prepared.get(1), own),
        }
    }

    /// Compiles the programs that play.
    fn prepare(&mut self) -> Result<Finding, Error> {
        let terms = self.terms(self.trial.training.spec.contest.time, 0);
        for (index, entry) in self.entries.iter().enumerate() {
            let folder = folder_in(self.folder.path(), &format!("player-{index}"))?;
            let prepared = Prepared::prepare(
                &contestant(entry),
                self.trial.training.spec,
                &terms,
                &folder,
                &mut self.slot.spawner(),
            )?;
            if let Some((_, why)) = prepared.absence() {
                // The first line only says that it does not compile.
                let log: Vec<_> = why.lines().skip(1).map(str::trim_end).collect();
                return Ok(Finding::DoesNotCompile(log.join("\n")));
            }
            self.prepared.push(prepared);
        }
        Ok(Finding::Compiled)
    }

    /// Compiles a program that does not play, and runs it on all cases. The step of the cases then
    /// finds the results.
    fn judge(&mut self) -> Result<Finding, Error> {
        let results = self.judged()?;
        let complaint = results.report.compile_errors.first().map(|uncompiled| {
            let error = &uncompiled.error;
            error.log.iter().chain(&error.hint).cloned().collect::<Vec<_>>().join("\n")
        });
        self.desk.change(self.number, |trial| trial.cases = Some(Arc::new(results)));
        Ok(complaint.map_or(Finding::Compiled, Finding::DoesNotCompile))
    }

    /// The results of the cases, which are run now if they have not been run yet.
    fn cases(&self) -> Result<Finding, Error> {
        let known = self.desk.held().trials[self.number - 1].cases.clone();
        let results = if let Some(known) = known { known } else { Arc::new(self.judged()?) };
        let (accepted, all) = (results.report.accepted(), results.report.cases.len());
        self.desk.change(self.number, |trial| trial.cases = Some(results));
        Ok(Finding::Cases { accepted, all })
    }

    fn judged(&self) -> Result<CaseResults, Error> {
        let (spec, seed) = (self.trial.training.spec, self.trial.seed);
        let folder = folder_in(self.folder.path(), "cases")?;
        (self.settings.cases)(spec, seed, &folder)?;
        let sets = find_cases(&folder)?.sets;
        let conditions = self.conditions()?;
        let mut judge = Judge::new(conditions.clone(), vec![spawner()?])?;
        let mut report = judge.judge(&self.entries[0], &sets, &|_| {})?;
        rename_cases(&mut report, &folder);
        Ok(CaseResults { conditions, report })
    }

    fn conditions(&self) -> Result<Conditions, Error> {
        let (spec, level) = (self.trial.training.spec, self.settings.level);
        let program = spec.program.as_ref();
        let program = program.ok_or_else(|| Error::bug("a game without a task has cases"))?;
        Ok(Conditions {
            program,
            answers: program.answers,
            time: CASE_TIME,
            compile_time: COMPILE_TIME,
            stop_after: LATE_CASES,
            memory: CASE_MEMORY,
            stack: spec.contest.stack,
            level,
            valgrind: false,
            pass_params: false,
            compilers: Compilers::of(spec.compiler.name, spec.compiler.options),
            command: [format!("ludoteka judge {}", spec.name), level_flag(level)],
        })
    }

    fn engine(&self, level: SkillLevel) -> Result<Prepared, Error> {
        let name = format!("engine:{}", level.number());
        let contestant = Contestant { name, kind: Kind::Engine(level), notes: Vec::new() };
        let terms = self.terms(self.trial.training.spec.contest.time, 0);
        let spawner = &mut self.slot.spawner();
        Prepared::prepare(
            &contestant,
            self.trial.training.spec,
            &terms,
            self.folder.path(),
            spawner,
        )
    }

    /// Plays a pair of games with these clocks: against this opponent, or else against itself. It
    /// ends after the first foul of the version.
    fn pair(&self, opponent: Option<&Prepared>, time: TimeControl) -> Result<Finding, Error> {
        let training = &self.trial.training;
        let step = self.desk.held().trials[self.number - 1].games.len() as u64;
        let terms = self.terms(time, step);
        let version = self.prepared.first().ok_or_else(|| Error::bug("nothing is compiled"))?;
        let sides = [version, opponent.unwrap_or(version)];
        let opening =
            opening(training.spec, &self.entries.iter().map(contestant).collect::<Vec<_>>(), None)?;
        let board = Board::draw(training.spec, &terms.parameters, opening, terms.seed, 0)?;
        let slot = self.slot.clone();
        let nobody = |_| unreachable!("no person plays in a trial");
        let mut runner = PairRunner::new(training.spec, terms, sides, slot, &nobody);
        let (stop, watcher) =
            (AtomicBool::new(false), Watcher { desk: self.desk, trial: self.number });
        let own = training.spec.contest.time;
        let (mut score, mut is_foul, mut is_broken_off) = ([0; 3], false, false);
        runner.play(0, &board, Some(&watcher), &stop, &mut |record, _| {
            if time != own && ran_out(&record, own) {
                is_broken_off = true;
                stop.store(true, Ordering::Relaxed);
                return Ok(());
            }
            score[result(&record)] += 1;
            is_foul |= self.add(record);
            stop.fetch_or(is_foul || self.desk.is_someone_waiting(), Ordering::Relaxed);
            Ok(())
        })?;
        Ok(Finding::Games { score, is_foul, is_broken_off })
    }

    /// Adds a game to the trial. Returns whether the version committed a foul in it.
    fn add(&self, record: Record) -> bool {
        let mut is_foul = false;
        self.desk.change(self.number, |trial| {
            trial.games.push(Arc::new(record));
            let last = trial.games.len() - 1;
            if let Some(step) = trial.steps.iter_mut().find(|step| step.state == StepState::Running)
            {
                step.games.end = last + 1;
            }
            is_foul = trial.is_foul_in(last);
        });
        is_foul
    }

    /// The settings of a pair of games; `games` have been played before it, so that its boards are
    /// new.
    fn terms(&self, time: TimeControl, games: u64) -> Terms {
        let training = &self.trial.training;
        Terms {
            parameters: training.parameters.clone(),
            games: 2,
            sprt: None,
            seed: self.trial.seed.wrapping_mul(100).wrapping_add(games),
            opening: None,
            time,
            nodes: None,
            level: self.settings.level,
            compilers: Compilers::for_play(training.spec.compiler.name),
            strict: false,
            data: Vec::new(),
            memory: None,
        }
    }
}

/// Whether this step would show nothing new after what the last step found. After a foul or a
/// compiler error nothing would; after a quick game that was broken off, only a game at full length
/// tells whether the program is too slow.
fn is_pointless(kind: StepKind, last: &Finding) -> bool {
    let is_quick = matches!(kind, StepKind::Itself | StepKind::Training(_));
    match last {
        Finding::DoesNotCompile(_) => true,
        Finding::Games { is_foul, is_broken_off, .. } => *is_foul || *is_broken_off && is_quick,
        Finding::Compiled | Finding::Cases { .. } => false,
    }
}

/// The version as a player. What was uploaded is never read as a command line.
fn contestant(entry: &Entry) -> Contestant {
    let (protocol, gtp) = (ProtocolName::Own, GtpOptions::default());
    let (entry, arguments) = (Box::new(entry.clone()), Vec::new());
    let name = entry.name.clone();
    Contestant { name, kind: Kind::Program { protocol, gtp, entry, arguments }, notes: Vec::new() }
}

/// Whether the version won, drew or lost: 0, 1 or 2.
fn result(record: &Record) -> usize {
    match record.margin_of(0) {
        1.. => 0,
        0 => 1,
        _ => 2,
    }
}

fn level_flag(level: sandbox::Level) -> String {
    let usual = sandbox::Level::Confined;
    if level == usual { String::new() } else { format!(" --level {}", level.number()) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_show_nothing_new_are_skipped() {
        let games =
            |is_foul, is_broken_off| Finding::Games { score: [0; 3], is_foul, is_broken_off };
        let weak = StepKind::Training(SkillLevel::new(1).expect("a level"));
        let full = StepKind::Full(SkillLevel::new(2).expect("a level"));
        let cases = Finding::Cases { accepted: 0, all: 10 };
        for (last, is_quick_pointless, is_full_pointless) in [
            (Finding::Compiled, false, false),
            (cases, false, false),
            (Finding::DoesNotCompile(String::new()), true, true),
            (games(false, false), false, false),
            (games(true, false), true, true),
            (games(false, true), true, false),
        ] {
            assert_eq!(is_pointless(weak, &last), is_quick_pointless, "{last:?}");
            assert_eq!(is_pointless(full, &last), is_full_pointless, "{last:?}");
        }
    }
}
