//! The state that the pages read and the threads of the trials change: versions, trials, the queue.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use matches::record::Record;

use crate::queue::{Lane, Owner, Queue};
use crate::trial::{Plan, StepKind, Trial, TrialState};
use crate::version::Version;

/// What a workshop holds.
#[derive(Default)]
pub(crate) struct Desk {
    held: Mutex<Held>,
    queued: Condvar,
}

/// Versions, trials and games in progress, each by its number or its trial's number.
#[derive(Default)]
pub(crate) struct Held {
    pub(crate) versions: BTreeMap<usize, Version>,
    pub(crate) trials: BTreeMap<usize, Trial>,
    pub(crate) playing: BTreeMap<usize, Record>,
    pub(crate) queue: Queue,
    /// Whether no step is begun, since a final is being played.
    pub(crate) rests: bool,
    /// The ids of people who were forgotten. They never come back.
    pub(crate) forgotten: BTreeSet<String>,
}

impl Desk {
    /// Everything that is held. No caller may wait for anything else while it has this.
    pub(crate) fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes a trial.
    pub(crate) fn change(&self, number: usize, change: impl FnOnce(&mut Trial)) {
        self.held().change(number, change);
    }

    /// Adds a trial with this number and queues it. Returns the numbers of the person's older trials
    /// that have ended by this.
    pub(crate) fn queue(&self, number: usize, trial: Trial) -> Vec<usize> {
        let mut held = self.held();
        let person = held.person_of(&trial);
        let owner = Owner { person: &person, group: &group(&trial) };
        let replaced = held.queue.push(number, owner);
        held.trials.insert(number, trial);
        for &older in &replaced {
            held.change(older, Trial::end);
        }
        self.queued.notify_all();
        replaced
    }

    /// Queues the trials that were not over when the folder was kept.
    pub(crate) fn resume(&self, numbers: &[usize]) {
        let mut held = self.held();
        for &number in numbers {
            let Some(mut trial) = held.trials.remove(&number) else { continue };
            let person = held.person_of(&trial);
            let step = trial.next_step().map_or(StepKind::Compile, |step| trial.steps[step].kind);
            let owner = Owner { person: &person, group: &group(&trial) };
            held.queue.resume(number, owner, step);
            held.trials.insert(number, trial);
        }
        self.queued.notify_all();
    }

    /// Waits for the trial whose step comes next in a lane that is `width` steps wide. Returns the
    /// trial's number.
    pub(crate) fn next(&self, lane: Lane, width: usize) -> usize {
        let mut held = self.held();
        loop {
            let now = Instant::now();
            let next = if held.rests { None } else { held.queue.next(lane, width, now) };
            if let Some(number) = next {
                held.change(number, |trial| trial.state = TrialState::Running);
                return number;
            }
            // A step that lasts long makes room without a word.
            let until = held.queue.yields_at(lane, now);
            let wait = until.map_or(Duration::MAX, |until| until.saturating_duration_since(now));
            let waited = self.queued.wait_timeout(held, wait);
            held = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Puts back a trial whose turn, which used this processor time, is over, so that its next turn
    /// is queued, or removes it from the queue if it is over.
    pub(crate) fn put_back(&self, number: usize, next: Option<StepKind>, spent: Duration) {
        let mut held = self.held();
        held.queue.charge(number, spent, Instant::now());
        match next {
            Some(kind) => held.queue.put_back(number, kind),
            None => held.queue.remove(number),
        }
        self.queued.notify_all();
    }

    /// Begins no further step, or goes on.
    pub(crate) fn rest(&self, rests: bool) {
        self.held().rests = rests;
        self.queued.notify_all();
    }

    /// Whether trials come first, so that standings are not played.
    pub(crate) fn is_busy(&self) -> bool {
        let held = self.held();
        held.rests || held.queue.comes_first()
    }

    /// Whether a newer trial of the same person waits for this one, or the person was forgotten.
    pub(crate) fn is_replaced(&self, number: usize) -> bool {
        self.held().is_replaced(number)
    }
}

/// The trials of a person among which a newer one takes the place of an older one: those of a
/// training, and apart from them its pairs against other versions.
fn group(trial: &Trial) -> String {
    let kind = if trial.plan == Plan::Whole { "" } else { " against" };
    format!("{}{kind}", trial.training.name())
}

impl Held {
    pub(crate) fn change(&mut self, number: usize, change: impl FnOnce(&mut Trial)) {
        if let Some(trial) = self.trials.get_mut(&number) {
            change(trial);
            trial.change += 1;
        }
    }

    /// Whether a newer trial of the same person waits for this one, or the person was forgotten.
    pub(crate) fn is_replaced(&self, number: usize) -> bool {
        let is_forgotten =
            |trial: &Trial| self.versions.get(&trial.version).is_some_and(|v| self.forgot(v));
        self.queue.is_replaced(number) || self.trials.get(&number).is_some_and(is_forgotten)
    }

    /// Whether the author of a version was forgotten.
    pub(crate) fn forgot(&self, version: &Version) -> bool {
        self.forgotten.contains(&version.person)
    }

    /// The id of the person who uploaded the version of a trial.
    pub(crate) fn person_of(&self, trial: &Trial) -> String {
        self.versions.get(&trial.version).map_or_else(String::new, |version| version.person.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::StepState;
    use crate::{Training, TrainingKeys};

    fn trial() -> Trial {
        let keys = TrainingKeys { game: "mnk".to_string(), ..TrainingKeys::default() };
        let training = Training::open(keys, games::GAMES).expect("a training");
        Trial::new(1, training, Plan::Whole, 1)
    }

    #[test]
    fn a_newer_trial_ends_the_one_that_waits_and_the_one_between_two_steps() {
        let desk = Desk::default();
        let state = |number: usize| desk.held().trials[&number].state.clone();
        let none: Vec<usize> = Vec::new();
        assert_eq!((desk.queue(1, trial()), desk.next(Lane::Compile, 1)), (none.clone(), 1));
        assert_eq!((desk.queue(2, trial()), desk.queue(3, trial())), (none, vec![2]));
        assert!(desk.is_replaced(1) && !desk.is_replaced(3));
        assert_eq!(
            [1, 2, 3].map(state),
            [TrialState::Running, TrialState::Withdrawn, TrialState::Waiting]
        );
        desk.put_back(1, Some(StepKind::Itself), Duration::ZERO);
        assert_eq!(desk.queue(4, trial()), [1, 3]);
        assert_eq!(state(1), TrialState::Withdrawn);
        assert!(desk.held().trials[&1].steps.iter().all(|step| step.state == StepState::Skipped));
        assert_eq!(desk.next(Lane::Compile, 1), 4);
    }
}
