//! Runs the steps of a trial, turn by turn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use errors::Error;
use judge::Marks;
use matches::record::{Ending, Record};
use matches::{Board, PairRunner, Prepared, Terms, folder_in, opening};
use players::Slot;
use rules::{Language, TimeControl};
use sandbox::{Spawner, Spent};
use search::{Settings, SkillLevel};
use submission::{Entry, Scratch, Valgrind, check_level};

use crate::cases::{CaseRun, POINTS};
use crate::contestants::{contestant, engine, spawner, terms};
use crate::place::Place;
use crate::quick_clock::{quick, ran_out, was_silent};
use crate::trial::{Complaint, Finding, FirstFoul, Plan, StepKind, StepState, Trial};
use crate::version::program;
use crate::watcher::Watcher;

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
    /// The version once it is compiled for its cases.
    cases: Option<CaseRun>,
}

/// A turn of a step.
struct Running<'a> {
    place: &'a Place,
    run: &'a mut Run,
    slot: Slot,
}

/// What a turn came to.
pub(crate) struct Turn {
    /// What the step found; `None` if it goes on in another turn. Fails if this machine cannot run
    /// it, or if a game was broken off since a newer trial waits. What is wrong with the program is
    /// a finding.
    pub(crate) found: Result<Option<Finding>, Error>,
    /// The processor time of all programs and engines.
    pub(crate) spent: Duration,
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
        let (prepared, cases) = (Vec::new(), None);
        Ok(Run { number, trial, entries, scratch: Scratch::new()?, prepared, cases })
    }

    /// Runs a step for a turn.
    pub(crate) fn turn(&mut self, place: &Place, kind: StepKind) -> Turn {
        let begun = ThreadTime::now();
        let mut spawners = Vec::new();
        let found = self.step(place, kind, &mut spawners);
        // All spawners have ended by now.
        let programs: Duration = spawners.iter().map(Spent::time).sum();
        Turn { found, spent: programs + begun.elapsed() }
    }

    fn step(
        &mut self,
        place: &Place,
        kind: StepKind,
        spawners: &mut Vec<Spent>,
    ) -> Result<Option<Finding>, Error> {
        let mut counted = || {
            let spawner = spawner()?;
            spawners.push(spawner.spent());
            Ok::<Spawner, Error>(spawner)
        };
        let own = counted()?;
        check_level(place.settings.level, std::slice::from_ref(&own))?;
        if self.trial.plan == Plan::Whole && self.trial.training.role.has_cases() {
            // After a restart, a program that was compiled before is compiled again.
            let valgrind = kind == StepKind::Valgrind;
            if valgrind && Valgrind::find().is_err() {
                return Ok(Some(Finding::NoValgrind));
            }
            let needs_cases = valgrind || matches!(kind, StepKind::Compile | StepKind::Cases);
            if needs_cases && self.cases.is_none() {
                let (trial, entry) = (&self.trial, &self.entries[0]);
                self.cases = Some(CaseRun::compile(place, trial, entry, valgrind, counted()?)?);
            }
        }
        let plays = self.trial.training.role.plays();
        let mut running = Running { place, run: self, slot: Slot::new(own) };
        if plays && kind != StepKind::Compile && running.run.prepared.is_empty() {
            running.prepare()?;
        }
        running.step(kind)
    }
}

impl Running<'_> {
    fn step(&mut self, kind: StepKind) -> Result<Option<Finding>, Error> {
        let training = &self.run.trial.training;
        let (own, [weak, medium]) = (training.time, training.opponents);
        match kind {
            StepKind::Compile => self.compiled().map(Some),
            StepKind::Cases | StepKind::Valgrind => self.cases(),
            StepKind::Itself => self.pair(None, quick(own), &[]).map(Some),
            StepKind::Board(index) => {
                let board = training.trial_boards().get(index).copied().unwrap_or_default();
                self.pair(None, quick(own), board).map(Some)
            }
            StepKind::Weak => self.pair(Some(&self.engine(weak)?), quick(own), &[]).map(Some),
            StepKind::Medium => self.pair(Some(&self.engine(medium)?), quick(own), &[]).map(Some),
            StepKind::Full => self.pair(Some(&self.engine(medium)?), own, &[]).map(Some),
            StepKind::Version(_) => self.pair(self.run.prepared.get(1), own, &[]).map(Some),
        }
    }

    /// Compiles the programs for all that the trial does with them.
    fn compiled(&mut self) -> Result<Finding, Error> {
        if let Some(complaint) = self.run.cases.as_ref().and_then(CaseRun::complaint) {
            return Ok(Finding::DoesNotCompile(complaint));
        }
        if self.run.trial.training.role.plays() { self.prepare() } else { Ok(Finding::Compiled) }
    }

    /// Compiles the programs that play.
    fn prepare(&mut self) -> Result<Finding, Error> {
        let terms = self.terms(self.run.trial.training.time, 0)?;
        let Run { entries, scratch, trial, prepared: all, .. } = &mut *self.run;
        for (index, entry) in entries.iter().enumerate() {
            let folder = folder_in(scratch.path(), &format!("player-{index}"))?;
            let (spec, spawner) = (trial.training.spec, &mut self.slot.spawner());
            let prepared = Prepared::prepare(&contestant(entry), spec, &terms, &folder, spawner)?;
            if let Some(absent) = prepared.absent() {
                let (log, hint) = (absent.log.join("\n"), absent.hint.clone());
                return Ok(Finding::DoesNotCompile(Complaint { log, hint }));
            }
            all.push(prepared);
        }
        Ok(Finding::Compiled)
    }

    /// Runs the program on further cases, and tells what all of them came to.
    fn cases(&mut self) -> Result<Option<Finding>, Error> {
        let run = &mut *self.run;
        let cases = run.cases.as_mut().ok_or_else(|| Error::bug("nothing is compiled"))?;
        if !cases.turn(&mut self.slot.spawner())? {
            return Ok(None);
        }
        let Some(results) = run.cases.take().map(CaseRun::results) else { return Ok(None) };
        let wrong =
            |language: Language| (language.code().to_string(), results.first_failure(language));
        let wrong = BTreeMap::from(Language::ALL.map(wrong));
        self.place
            .storage
            .save_cases(run.number, &results.pages(&run.trial.training, &Marks::plain(POINTS)))?;
        self.place.desk.change(run.number, |trial| trial.wrong = wrong);
        let (accepted, all) = (results.report.accepted(), results.report.cases.len());
        Ok(Some(Finding::Cases { accepted, all }))
    }

    fn engine(&self, level: SkillLevel) -> Result<Prepared, Error> {
        let training = &self.run.trial.training;
        let terms = self.terms(training.time, 0)?;
        engine(level, training.spec, &terms, self.run.scratch.path(), &self.slot)
    }

    /// Plays a pair of games with these clocks, and with these parameters beside the training's:
    /// against this opponent, or else against itself. It ends after the first foul of the version.
    fn pair(
        &self,
        opponent: Option<&Prepared>,
        time: TimeControl,
        board: Settings,
    ) -> Result<Finding, Error> {
        let Run { number, trial, entries, prepared, .. } = &*self.run;
        let (spec, desk) = (trial.training.spec, &self.place.desk);
        let games = desk.held().trials.get(number).map_or(0, |trial| trial.games);
        let mut terms = self.terms(time, games as u64)?;
        for (name, value) in board {
            terms.parameters.set(name, value).map_err(|bad| Error::bug(bad.to_string()))?;
        }
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
            if let Some(what) = record.foul().filter(|_| is_foul && trial.foul.is_none()) {
                let hint = match &record.end {
                    Ending::Foul { report: Some(report), .. } => report.hint.clone(),
                    _ => None,
                };
                trial.foul = Some(FirstFoul { game, what, hint });
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
        terms(&self.run.trial.training, &self.place.settings, time, seed)
    }
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
