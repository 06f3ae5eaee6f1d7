//! A trial: its steps, and what they found.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use errors::excerpt::in_a_line;
use judge::{Conditions, Heading, Report};
use matches::record::{Ending, Record};
use page::{Recording, Replay};
use rules::{Language, Parameters};
use search::{GameSpec, SkillLevel};

use crate::Training;

/// The games that a trial plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The usual trial: cases, itself, both training opponents, and a pair at full length.
    Whole,
    /// A pair of games at full length against the version with this number.
    Against(usize),
}

/// What is run on a version.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The number of the version, from 1.
    pub version: usize,
    /// What the version is tried in.
    pub training: Training,
    /// The games of the trial.
    pub plan: Plan,
    /// Determines the cases, the boards and the engines' random choices.
    pub seed: u64,
    /// How far the trial is.
    pub state: TrialState,
    /// The steps in their order.
    pub steps: Vec<Step>,
    /// The games that were played, in their order. In each of them the version is contestant 0; in
    /// games against itself it is both contestants.
    pub games: Vec<Arc<Record>>,
    /// The game in progress. Its margin and its end are placeholders.
    pub running: Option<Record>,
    /// The results of the cases, once they were run.
    pub cases: Option<Arc<CaseResults>>,
    /// Counts the changes of this trial.
    pub change: u64,
}

/// How far a trial is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialState {
    /// Other trials come first.
    Waiting,
    /// Its steps are being run.
    Running,
    /// All steps that could be run have been run.
    Done,
    /// It was withdrawn, or a newer version took its place in the queue.
    Withdrawn,
    /// This machine could not run it, for this reason.
    Failed(String),
}

/// A step of a trial.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is done.
    pub kind: StepKind,
    /// How far the step is.
    pub state: StepState,
    /// How long the step took, or has taken so far.
    pub took: Duration,
    /// The step's games, as indices of [`Trial::games`].
    pub games: Range<usize>,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Compiles the program, or makes it ready to run.
    Compile,
    /// Runs the program on cases.
    Cases,
    /// A quick pair of games of the program against itself.
    Itself,
    /// A quick pair of games against a training opponent of this level.
    Training(SkillLevel),
    /// A pair of games with the game's own clocks against a training opponent of this level.
    Full(SkillLevel),
    /// A pair of games with the game's own clocks against the version with this number.
    Version(usize),
}

/// How far a step is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepState {
    /// Other steps come first.
    Waiting,
    /// It is being done.
    Running,
    /// It is over.
    Done(Finding),
    /// An earlier step made it pointless.
    Skipped,
}

/// What a step found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The program can be run.
    Compiled,
    /// The program does not compile. The text has the compiler's messages.
    DoesNotCompile(String),
    /// So many of all cases were answered rightly.
    Cases {
        /// The number of right answers.
        accepted: usize,
        /// The number of cases.
        all: usize,
    },
    /// Games were played.
    Games {
        /// The numbers of games that the version won, drew and lost.
        score: [usize; 3],
        /// Whether the version committed a foul.
        is_foul: bool,
        /// Whether a game was broken off, since it took too long. Such a game has no verdict.
        is_broken_off: bool,
    },
}

impl CaseResults {
    /// The verdict on the first failed case, and the sentences that explain it. Empty if all cases
    /// passed.
    #[must_use]
    pub fn first_failure(&self, language: Language) -> Vec<String> {
        let failed = self.report.cases.iter().find(|judged| !judged.verdict.is_accepted());
        failed.map_or_else(Vec::new, |judged| {
            let verdict = in_a_line(&judged.verdict.told(language));
            [verdict].into_iter().chain(judged.sentences(language)).collect()
        })
    }

    /// The judge's page about the program, in this language.
    #[must_use]
    pub fn page(&self, spec: &GameSpec, language: Language) -> String {
        let words = (spec.open)(&Parameters::new(spec.parameters), None);
        let heading = Heading {
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: spec.name.to_string(),
            title: spec.title.to_string(),
            words: words.map_or(rules::WORDS, |instance| instance.table.words()),
            language,
            passed_over: None,
            points: POINTS,
            compilers: None,
        };
        let pages = judge::pages(&heading, &self.conditions, std::slice::from_ref(&self.report));
        pages.into_iter().nth(1).map_or_else(String::new, |(_, page)| page)
    }
}

/// The points of a program that passes all cases, as in `ludoteka judge`.
const POINTS: u32 = 100;

/// The results of the cases, with what a page of the judge needs.
#[derive(Debug)]
pub struct CaseResults {
    /// The conditions of the judging.
    pub conditions: Conditions,
    /// The results.
    pub report: Report,
}

impl Trial {
    pub(crate) fn new(version: usize, training: Training, plan: Plan, seed: u64) -> Trial {
        let steps = kinds(&training, plan).into_iter().map(Step::new).collect();
        Trial {
            version,
            training,
            plan,
            seed,
            state: TrialState::Waiting,
            steps,
            games: Vec::new(),
            running: None,
            cases: None,
            change: 0,
        }
    }

    /// Whether nothing of the trial will change any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !matches!(self.state, TrialState::Waiting | TrialState::Running)
    }

    /// The index of the first game in which the version committed a foul.
    #[must_use]
    pub fn first_foul(&self) -> Option<usize> {
        (0..self.games.len()).find(|&game| self.is_foul_in(game))
    }

    /// Whether the version committed a foul in this game.
    #[must_use]
    pub fn is_foul_in(&self, game: usize) -> bool {
        let step = self.steps.iter().find(|step| step.games.contains(&game));
        let is_itself = step.is_some_and(|step| step.kind == StepKind::Itself);
        let record = &self.games[game];
        match &record.end {
            Ending::Foul { side, .. } => is_itself || record.contestant_at(*side) == 0,
            Ending::Absence { .. } => true,
            Ending::Rules | Ending::Resignation { .. } => false,
        }
    }

    /// A game in the form that pages read. The number 0 means the game in progress; other numbers
    /// are those of the finished games, from 1.
    ///
    /// # Errors
    /// Fails if there is no such game; the error is a sentence.
    pub fn recording(&self, number: usize) -> Result<Recording, String> {
        let shown = |record: &Record| {
            let spec = self.training.spec;
            let mut table =
                matches::record::start(record, spec).map_err(|error| error.to_string())?;
            let moves = record.opening.iter().chain(&record.moves);
            let replay = Replay::of(&mut *table, moves).map_err(|error| error.to_string())?;
            Ok(record.recording(number, replay))
        };
        match number.checked_sub(1) {
            Some(index) => shown(self.games.get(index).ok_or("there is no such game")?),
            None => {
                let now = self.running.as_ref().or(self.games.last().map(|record| &**record));
                shown(now.ok_or("no game has begun")?).map(|recording| Recording {
                    margin: None,
                    foul: None,
                    ..recording
                })
            }
        }
    }

    /// The games as lines of `games.jsonl`, which `ludoteka replay` and `verify` read.
    #[must_use]
    pub fn lines(&self) -> String {
        self.games.iter().map(|record| record.line() + "\n").collect()
    }
}

impl Step {
    fn new(kind: StepKind) -> Step {
        Step { kind, state: StepState::Waiting, took: Duration::ZERO, games: 0..0 }
    }
}

fn kinds(training: &Training, plan: Plan) -> Vec<StepKind> {
    let [weak, medium] = Training::opponents();
    let mut kinds = vec![StepKind::Compile];
    match plan {
        Plan::Against(version) => kinds.push(StepKind::Version(version)),
        Plan::Whole => {
            kinds.extend(training.role.has_cases().then_some(StepKind::Cases));
            if training.role.plays() {
                kinds.push(StepKind::Itself);
                kinds.extend([StepKind::Training(weak), StepKind::Training(medium)]);
                kinds.push(StepKind::Full(medium));
            }
        }
    }
    kinds
}
