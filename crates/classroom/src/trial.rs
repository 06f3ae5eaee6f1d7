//! A trial: its steps, and what they found.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use rules::Message;
use serde::{Deserialize, Serialize};

use crate::Training;

/// The games that a trial plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// The usual trial: cases, itself, both training opponents, and a pair at full length.
    Whole,
    /// A pair of games at full length against another version.
    Against {
        /// The number of the version.
        version: usize,
        /// Its number among those of its person.
        ordinal: usize,
    },
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
    /// The number of games that were played. In each of them the version is contestant 0; in games
    /// against itself it is both contestants.
    pub games: usize,
    /// The rows and columns of the boards of these games, from the smallest. Empty if the game has
    /// boards of one size only.
    pub boards: Vec<[u64; 2]>,
    /// The version's longest move on boards of each size, from the smallest.
    pub longest: Vec<LongestMove>,
    /// The first game in which the version committed a foul.
    pub foul: Option<FirstFoul>,
    /// For each language's code: the verdict on the first failed case, and the sentences that
    /// explain it. Empty if no case failed.
    pub wrong: BTreeMap<String, Vec<String>>,
    /// What explains the fouls and the failed cases, as far as it was found.
    pub causes: Vec<Message>,
    /// Whether the games and the judge's pages were removed to make room for newer ones.
    pub are_games_gone: bool,
    /// The bytes of the games and of the judge's pages.
    pub(crate) bytes: u64,
    /// Counts the changes of this trial since the server began.
    pub change: u64,
}

/// The longest move on boards of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LongestMove {
    /// The numbers of rows and columns; `None` if the game has boards of one size only.
    pub board: Option<[u64; 2]>,
    /// Its processor time.
    pub took: Duration,
}

/// The first game in which the version committed a foul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstFoul {
    /// The index of the game.
    pub game: usize,
    /// The foul.
    pub what: Message,
    /// A hint on its cause, if there is one.
    #[serde(default)]
    pub hint: Option<Message>,
}

/// How far a trial is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    Failed(Message),
}

/// A step of a trial.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// What is done.
    pub kind: StepKind,
    /// How far the step is.
    pub state: StepState,
    /// How long the step took, or has taken so far.
    pub took: Duration,
    /// The indices of the step's games.
    pub games: Range<usize>,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// Compiles the program, or makes it ready to run.
    Compile,
    /// Runs the program on cases.
    Cases,
    /// Runs the program on the same cases under valgrind.
    Valgrind,
    /// A quick pair of games of the program against itself.
    Itself,
    /// A quick pair of games against the weak training opponent.
    Weak,
    /// A quick pair of games against the medium training opponent.
    Medium,
    /// A quick pair of games of the program against itself on the game's trial board with this
    /// index.
    Board(usize),
    /// A pair of games with the training's own clocks against the medium training opponent.
    Full,
    /// A pair of games with the training's own clocks against the version with this number among
    /// those of its person.
    Version(usize),
    /// Looks for the cause of the first foul.
    Causes,
}

impl StepKind {
    /// Whether the step may last as long as the training's clocks allow.
    pub(crate) fn is_long(self) -> bool {
        matches!(self, StepKind::Full | StepKind::Version(_))
    }
}

/// How far a step is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

/// What a compiler says against a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedComplaint")]
pub struct Complaint {
    /// The compiler's messages.
    pub log: String,
    /// What may help, if anything is known.
    pub hint: Option<Message>,
}

/// A complaint in a file. Older files have a text, whose last line may be a hint.
#[derive(Deserialize)]
#[serde(untagged)]
enum SavedComplaint {
    Text(String),
    Parts { log: String, hint: Option<Message> },
}

impl From<SavedComplaint> for Complaint {
    fn from(saved: SavedComplaint) -> Complaint {
        match saved {
            SavedComplaint::Text(log) => Complaint { log, hint: None },
            SavedComplaint::Parts { log, hint } => Complaint { log, hint },
        }
    }
}

/// What a step found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The program can be run.
    Compiled,
    /// The program does not compile.
    DoesNotCompile(Complaint),
    /// So many of all cases were answered rightly.
    Cases {
        /// The number of right answers.
        accepted: usize,
        /// The number of cases.
        all: usize,
    },
    /// This machine has no valgrind.
    NoValgrind,
    /// Games were played.
    Games {
        /// The numbers of games that the version won, drew and lost.
        score: [usize; 3],
        /// Whether the version committed a foul.
        is_foul: bool,
        /// Whether a game was broken off, since it took too long. Such a game has no verdict.
        is_broken_off: bool,
    },
    /// Causes of the first foul were looked for.
    Causes {
        /// The number of causes that were found.
        found: usize,
        /// Whether the judge has found them on cases, which its page shows.
        has_cases: bool,
    },
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
            games: 0,
            boards: Vec::new(),
            longest: Vec::new(),
            foul: None,
            wrong: BTreeMap::new(),
            causes: Vec::new(),
            are_games_gone: false,
            bytes: 0,
            change: 0,
        }
    }

    /// Whether nothing of the trial will change any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !matches!(self.state, TrialState::Waiting | TrialState::Running)
    }

    /// Whether the last step was run, but for the search for causes, and none found anything wrong.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        let last = self.steps.iter().rfind(|step| step.kind != StepKind::Causes);
        let is_whole = last.is_some_and(Step::is_fine);
        self.state == TrialState::Done && is_whole && !self.is_bad()
    }

    /// Whether a step has found something wrong.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        self.steps.iter().any(Step::is_bad)
    }

    /// Whether it was found that the version does not compile, so that nothing can be run on it.
    #[must_use]
    pub fn does_not_compile(&self) -> bool {
        let is_refused =
            |step: &Step| matches!(step.state, StepState::Done(Finding::DoesNotCompile(_)));
        self.steps.iter().any(is_refused)
    }

    /// The step that is being run, else the next one that is worth running; those that are not are
    /// skipped. After a foul or a
    /// compiler error no step shows anything new.
    pub(crate) fn next_step(&mut self) -> Option<usize> {
        let running = self.steps.iter().position(|step| step.state == StepState::Running);
        if running.is_some() {
            return running;
        }
        for index in 0..self.steps.len() {
            if self.steps[index].state != StepState::Waiting {
                continue;
            }
            let before = &self.steps[..index];
            let last = before.iter().rev().find_map(|step| match &step.state {
                StepState::Done(finding) => Some(finding),
                _ => None,
            });
            if !last.is_some_and(|last| is_pointless(self.steps[index].kind, last)) {
                return Some(index);
            }
            self.steps[index].state = StepState::Skipped;
        }
        None
    }

    /// Notes the size of a game's board.
    pub(crate) fn note_board(&mut self, [rows, columns]: [u64; 2]) {
        if !self.boards.contains(&[rows, columns]) {
            self.boards.push([rows, columns]);
            self.boards.sort_by_key(|[rows, columns]| (rows * columns, *rows));
        }
    }

    /// Notes the longest move of a game on a board of this size.
    pub(crate) fn note_longest(&mut self, board: Option<[u64; 2]>, took: Duration) {
        match self.longest.iter_mut().find(|longest| longest.board == board) {
            Some(longest) => longest.took = longest.took.max(took),
            None => self.longest.push(LongestMove { board, took }),
        }
        self.longest
            .sort_by_key(|longest| longest.board.map(|[rows, columns]| (rows * columns, rows)));
    }

    /// Forgets the games, which are removed from the disk. What the steps found stays.
    pub(crate) fn forget_games(&mut self) {
        (self.games, self.foul, self.bytes, self.are_games_gone) = (0, None, 0, true);
        self.steps.iter_mut().for_each(|step| step.games = 0..0);
    }

    /// Ends the trial. Steps that have not been done are skipped. If they were still worth running,
    /// and nothing wrong was found, the trial counts as withdrawn.
    pub(crate) fn end(&mut self) {
        let is_open = |step: &Step| matches!(step.state, StepState::Waiting | StepState::Running);
        let is_missed = |step: &Step| is_open(step) && step.kind != StepKind::Causes;
        let is_withdrawn = self.steps.iter().any(is_missed) && !self.is_bad();
        for step in self.steps.iter_mut().filter(|step| is_open(step)) {
            step.state = StepState::Skipped;
        }
        self.state = if is_withdrawn { TrialState::Withdrawn } else { TrialState::Done };
    }
}

/// Whether this step would show nothing new after what the last step found. After a quick game that
/// was broken off, only a game at full length tells whether the program is too slow.
fn is_pointless(kind: StepKind, last: &Finding) -> bool {
    match last {
        Finding::Games { is_foul, .. } if kind == StepKind::Causes => !is_foul,
        _ if kind == StepKind::Causes => true,
        Finding::DoesNotCompile(_) => true,
        Finding::Games { is_foul, is_broken_off, .. } => {
            *is_foul || *is_broken_off && !kind.is_long()
        }
        // A wrong answer costs as much as a report of valgrind.
        Finding::Cases { accepted, all } => kind == StepKind::Valgrind && accepted < all,
        Finding::Compiled | Finding::NoValgrind | Finding::Causes { .. } => false,
    }
}

impl Step {
    fn new(kind: StepKind) -> Step {
        Step { kind, state: StepState::Waiting, took: Duration::ZERO, games: 0..0 }
    }

    /// Whether the step is done and found nothing wrong.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        match &self.state {
            StepState::Done(Finding::Cases { accepted, all }) => accepted == all,
            StepState::Done(Finding::Games { is_foul, is_broken_off, .. }) => {
                !is_foul && !is_broken_off
            }
            StepState::Done(Finding::Compiled | Finding::NoValgrind) => true,
            _ => false,
        }
    }

    /// Whether the step is done and found something wrong. A game that was broken off has no
    /// verdict.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        match &self.state {
            StepState::Done(Finding::Cases { accepted, all }) => accepted < all,
            StepState::Done(Finding::Games { is_foul, .. }) => *is_foul,
            StepState::Done(Finding::DoesNotCompile(_)) => true,
            _ => false,
        }
    }
}

fn kinds(training: &Training, plan: Plan) -> Vec<StepKind> {
    let mut kinds = vec![StepKind::Compile];
    match plan {
        Plan::Against { ordinal, .. } => kinds.push(StepKind::Version(ordinal)),
        Plan::Whole => {
            kinds.extend(training.role.has_cases().then_some(StepKind::Cases));
            kinds.extend(training.has_valgrind().then_some(StepKind::Valgrind));
            if training.role.plays() {
                kinds.extend([StepKind::Itself, StepKind::Weak, StepKind::Medium]);
                kinds.extend((0..training.trial_boards().len()).map(StepKind::Board));
                kinds.push(StepKind::Full);
            }
        }
    }
    let looks_for_causes = training.role.plays() && training.names_causes();
    kinds.extend(looks_for_causes.then_some(StepKind::Causes));
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TrainingKeys;

    #[test]
    fn a_trial_that_is_ended_early_is_withdrawn_unless_it_found_a_fault() {
        let keys = TrainingKeys { game: "mnk".to_string(), ..TrainingKeys::default() };
        let training = Training::open(keys, games::GAMES).expect("a training");
        let games = |is_foul, is_broken_off| {
            StepState::Done(Finding::Games { score: [0; 3], is_foul, is_broken_off })
        };
        for (found, ended, is_fine) in [
            (vec![], TrialState::Withdrawn, false),
            (vec![games(false, false)], TrialState::Withdrawn, false),
            (vec![games(true, false)], TrialState::Done, false),
            (vec![games(false, false); 6], TrialState::Done, true),
            (vec![games(false, true); 6], TrialState::Done, false),
            (
                [vec![games(false, true); 5], vec![games(false, false)]].concat(),
                TrialState::Done,
                true,
            ),
        ] {
            let mut trial = Trial::new(1, training.clone(), Plan::Whole, 1);
            let compiled = StepState::Done(Finding::Compiled);
            let states = [compiled].into_iter().chain(found.clone());
            trial.steps.iter_mut().zip(states).for_each(|(step, state)| step.state = state);
            trial.end();
            assert_eq!((trial.state.clone(), trial.is_fine()), (ended, is_fine), "{found:?}");
        }
    }

    #[test]
    fn the_longest_move_of_each_board_is_kept() {
        let keys = TrainingKeys { game: "mnk".to_string(), ..TrainingKeys::default() };
        let training = Training::open(keys, games::GAMES).expect("a training");
        let mut trial = Trial::new(1, training, Plan::Whole, 1);
        for (board, ms) in [([20, 20], 9), ([3, 3], 2), ([3, 3], 4), ([20, 20], 7)] {
            trial.note_longest(Some(board), Duration::from_millis(ms));
        }
        let kept = |longest: &LongestMove| (longest.board, longest.took.as_millis());
        let kept: Vec<_> = trial.longest.iter().map(kept).collect();
        assert_eq!(kept, [(Some([3, 3]), 4), (Some([20, 20]), 9)]);
    }

    #[test]
    fn older_files_have_texts_where_there_are_messages() {
        let old = r#"{"done":{"does-not-compile":"bot.c:1: error\nleave it out"}}"#;
        let read: StepState = serde_json::from_str(old).expect("a state");
        let log = "bot.c:1: error\nleave it out".to_string();
        assert_eq!(read, StepState::Done(Finding::DoesNotCompile(Complaint { log, hint: None })));
        let hint = Some(rules::message!(submission::WORDS, "hint-slashes"));
        let new = Finding::DoesNotCompile(Complaint { log: String::new(), hint });
        let json = serde_json::to_string(&new).expect("texts");
        assert_eq!(serde_json::from_str::<Finding>(&json).expect("a finding"), new);
        let foul: FirstFoul =
            serde_json::from_str(r#"{"game":0,"what":"out of time"}"#).expect("one");
        assert_eq!(foul.what, Message::plain("out of time"));
    }

    #[test]
    fn a_class_may_leave_the_causes_to_its_students() {
        for (causes, looks) in [(None, true), (Some(true), true), (Some(false), false)] {
            let game = "mnk".to_string();
            let keys = TrainingKeys { game, causes, ..TrainingKeys::default() };
            let training = Training::open(keys, games::GAMES).expect("a training");
            let trial = Trial::new(1, training, Plan::Whole, 1);
            let last = trial.steps.last().map(|step| step.kind);
            assert_eq!(last == Some(StepKind::Causes), looks, "{causes:?}");
        }
    }

    #[test]
    fn steps_that_show_nothing_new_are_skipped() {
        let games =
            |is_foul, is_broken_off| Finding::Games { score: [0; 3], is_foul, is_broken_off };
        let cases = Finding::Cases { accepted: 0, all: 10 };
        for (last, is_quick_pointless, is_full_pointless) in [
            (Finding::Compiled, false, false),
            (cases, false, false),
            (Finding::DoesNotCompile(Complaint::default()), true, true),
            (games(false, false), false, false),
            (games(true, false), true, true),
            (games(false, true), true, false),
        ] {
            assert_eq!(is_pointless(StepKind::Weak, &last), is_quick_pointless, "{last:?}");
            assert_eq!(is_pointless(StepKind::Full, &last), is_full_pointless, "{last:?}");
            let is_foul = matches!(last, Finding::Games { is_foul: true, .. });
            assert_eq!(is_pointless(StepKind::Causes, &last), !is_foul, "{last:?}");
        }
        for (accepted, is_valgrind_pointless) in [(9, true), (10, false)] {
            let cases = Finding::Cases { accepted, all: 10 };
            assert_eq!(is_pointless(StepKind::Valgrind, &cases), is_valgrind_pointless);
        }
    }
}
