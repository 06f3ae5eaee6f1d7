//! Runs the steps of a trial, turn by turn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use errors::Error;
use judge::{Cause, Marks};
use matches::record::{Ending, Record};
use matches::{Prepared, Terms, folder_in};
use players::Slot;
use rules::{Answers, Language, Parameters, Program, Side};
use sandbox::{Spawner, Spent};
use search::GameSpec;
use submission::{Entry, Scratch, Valgrind, check_level};

use crate::cases::{CaseRun, POINTS, Results};
use crate::cause_search::CauseSearch;
use crate::contestants::{contestant, spawner, terms};
use crate::place::Place;
use crate::quick_clock::{ran_out, was_silent};
use crate::trial::{Complaint, Finding, FirstFoul, Plan, StepKind, StepState, Trial};
use crate::trial_pairs::{Opponent, Pair, TrialGames};
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
        let role = self.trial.training.role;
        if self.trial.plan == Plan::Whole {
            // After a restart, a program that was compiled before is compiled again.
            let valgrind = kind == StepKind::Valgrind;
            if valgrind && Valgrind::find().is_err() {
                return Ok(Some(Finding::NoValgrind));
            }
            let needs_cases = match kind {
                StepKind::Compile | StepKind::Cases | StepKind::Valgrind => role.has_cases(),
                StepKind::Causes => !role.has_cases() && plays_its_task(self.trial.training.spec),
                _ => false,
            };
            if needs_cases && self.cases.is_none() {
                let (trial, entry) = (&self.trial, &self.entries[0]);
                self.cases = Some(CaseRun::compile(place, trial, entry, valgrind, counted()?)?);
            }
        }
        let plays = role.plays();
        let mut running = Running { place, run: self, slot: Slot::new(own) };
        if plays && kind != StepKind::Compile && running.run.prepared.is_empty() {
            running.prepare()?;
        }
        if kind == StepKind::Causes { running.causes(counted()?) } else { running.step(kind) }
    }
}

impl Running<'_> {
    fn step(&mut self, kind: StepKind) -> Result<Option<Finding>, Error> {
        match (kind, Pair::of(kind, &self.run.trial.training)) {
            (_, Some(pair)) => self.pair(&pair).map(Some),
            (StepKind::Cases | StepKind::Valgrind, None) => self.cases(),
            _ => self.compiled().map(Some),
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
        let training = &self.run.trial.training;
        let terms = terms(training, &self.place.settings, training.time, 0)?;
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
        let causes = results.report.causes();
        self.save_cases(&results)?;
        self.place.desk.change(self.run.number, |trial| {
            (trial.wrong, trial.causes) = (wrong, causes);
        });
        let (accepted, all) = (results.report.accepted(), results.report.cases.len());
        Ok(Some(Finding::Cases { accepted, all }))
    }

    /// Looks for what explains the first foul: in the source, in the cases of the task if each legal
    /// answer is right there, and in more games.
    fn causes(&mut self, spare: Spawner) -> Result<Option<Finding>, Error> {
        if let Some(cases) = self.run.cases.as_mut()
            && !cases.turn(&mut self.slot.spawner())?
        {
            return Ok(None);
        }
        let results = self.run.cases.take().map(CaseRun::results);
        let number = self.run.number;
        let foul = self.place.desk.held().trials.get(&number).and_then(foul_pair);
        // A program that does not compile for a board has made no move.
        let Some((game, pair, played)) = foul else {
            return Ok(Some(Finding::Causes { found: 0, has_cases: false }));
        };
        let foul = self.place.storage.game(number, game)?;
        let version = self.run.prepared.first().ok_or_else(|| Error::bug("nothing is compiled"))?;
        let games = self.games();
        let rebuilt = self.rebuilt(&games.terms(&pair, played)?, played)?;
        let version = rebuilt.as_ref().unwrap_or(version);
        let search = CauseSearch { games, version, foul, pair, played };
        // A mistake in the source may follow from another reading.
        let in_source = search.in_source(spare)?;
        let by_cases = results.filter(|results| results.report.cause.is_some());
        let reading = match &by_cases {
            Some(results) => {
                self.save_cases(results)?;
                results.report.cause.as_ref().map(Cause::message)
            }
            None => search.in_play()?,
        };
        let found: Vec<_> = reading.into_iter().chain(in_source).collect();
        let finding = Finding::Causes { found: found.len(), has_cases: by_cases.is_some() };
        self.place.desk.change(number, |trial| trial.causes.extend(found));
        Ok(Some(finding))
    }

    fn save_cases(&self, results: &Results) -> Result<(), Error> {
        let pages = results.pages(&self.run.trial.training, &Marks::plain(POINTS));
        self.place.storage.save_cases(self.run.number, &pages)
    }

    fn games(&self) -> TrialGames<'_> {
        let Run { trial, entries, scratch, .. } = &*self.run;
        TrialGames { place: self.place, trial, entries, scratch: scratch.path(), slot: &self.slot }
    }

    /// The version compiled for a board whose parameters are among its constants; `None` if they are
    /// those of the training.
    fn rebuilt(&self, terms: &Terms, played: usize) -> Result<Option<Prepared>, Error> {
        let Run { trial, entries, scratch, .. } = &*self.run;
        let (spec, usual) = (trial.training.spec, &trial.training.parameters);
        let Some(protocol) = spec.contest.protocol else { return Ok(None) };
        let constants =
            |parameters: &Parameters| Side::BOTH.map(|side| (protocol.constants)(parameters, side));
        if constants(&terms.parameters) == constants(usual) {
            return Ok(None);
        }
        let folder = folder_in(scratch.path(), &format!("board-{played}"))?;
        let (contestant, spawner) = (contestant(&entries[0]), &mut self.slot.spawner());
        Prepared::prepare(&contestant, spec, terms, &folder, spawner).map(Some)
    }

    /// Plays a pair of games. It ends after the first foul of the version.
    fn pair(&self, pair: &Pair) -> Result<Finding, Error> {
        let Run { number, trial, prepared, .. } = &*self.run;
        let desk = &self.place.desk;
        let played = desk.held().trials.get(number).map_or(0, |trial| trial.games);
        let version = prepared.first().ok_or_else(|| Error::bug("nothing is compiled"))?;
        let other = if pair.opponent == Opponent::Version { prepared.get(1) } else { None };
        let (stop, watcher) = (AtomicBool::new(false), Watcher { desk, trial: *number });
        let own = trial.training.time;
        let (mut score, mut is_foul, mut is_broken_off) = ([0; 3], false, false);
        let (games, watched) = (self.games(), (Some(&watcher as _), &stop));
        let terms = games.terms(pair, played)?;
        let rebuilt = self.rebuilt(&terms, played)?;
        let version = rebuilt.as_ref().unwrap_or(version);
        let sides = [version, other.unwrap_or(version)];
        games.play((pair, 0), terms, sides, watched, &mut |mut record| {
            rename_level(&mut record);
            self.note_longest(&record, pair);
            if pair.time != own && ran_out(&record, own) && !was_silent(&record) {
                is_broken_off = true;
                stop.store(true, Ordering::Relaxed);
                return Ok(());
            }
            score[result(&record)] += 1;
            let is_own_foul = pair.is_foul(&record);
            self.add(&record, is_own_foul)?;
            is_foul |= is_own_foul;
            stop.fetch_or(is_foul, Ordering::Relaxed);
            Ok(())
        })?;
        Ok(Finding::Games { score, is_foul, is_broken_off })
    }

    /// Notes how long the version took for its longest move, also in a game without a verdict.
    fn note_longest(&self, record: &Record, pair: &Pair) {
        let own = |(answer, us): (usize, &u64)| {
            let mover = (record.opening.len() + answer) % 2;
            let is_own = pair.opponent == Opponent::Itself || record.contestant_at(mover) == 0;
            is_own.then_some(Duration::from_micros(*us))
        };
        let Some(took) = record.clocks.cpu_us.iter().enumerate().filter_map(own).max() else {
            return;
        };
        let board = self.size(record);
        self.place.desk.change(self.run.number, |trial| trial.note_longest(board, took));
    }

    /// The rows and columns of a game's board.
    fn size(&self, record: &Record) -> Option<[u64; 2]> {
        let [rows, columns] = self.run.trial.training.spec.size?;
        let number = |name| record.parameters.get(name)?.parse().ok();
        Some([number(rows)?, number(columns)?])
    }

    /// Adds a game to the trial, which the version may have ended by a foul.
    fn add(&self, record: &Record, is_foul: bool) -> Result<(), Error> {
        self.place.storage.add_game(self.run.number, record)?;
        let board = self.size(record);
        self.place.desk.change(self.run.number, |trial| {
            if let Some(board) = board {
                trial.note_board(board);
            }
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
        Ok(())
    }
}

/// Whether the program of the task plays, and is right if it plays by the rules.
fn plays_its_task(spec: &GameSpec) -> bool {
    let is_any_right = |program: &Program| matches!(program.answers, Answers::Legal(_));
    spec.contest.protocol.is_some() && spec.program.as_ref().is_some_and(is_any_right)
}

/// The game in which the first foul was committed, its pair, and the number of games before it.
fn foul_pair(trial: &Trial) -> Option<(usize, Pair, usize)> {
    let foul = trial.foul.as_ref()?;
    let step = trial.steps.iter().find(|step| step.games.contains(&foul.game))?;
    Some((foul.game, Pair::of(step.kind, &trial.training)?, step.games.start))
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
