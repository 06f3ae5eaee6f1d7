//! The state that the pages read and the thread of the trials changes: versions, trials, the queue.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use errors::Error;

use crate::trial::{Trial, TrialState};
use crate::version::Version;

/// What a workshop holds. Numbers of versions and trials count from 1.
#[derive(Default)]
pub(crate) struct Desk {
    held: Mutex<Held>,
    queued: Condvar,
}

#[derive(Default)]
pub(crate) struct Held {
    pub(crate) versions: Vec<Version>,
    pub(crate) trials: Vec<Trial>,
    queue: VecDeque<usize>,
}

impl Desk {
    /// Everything that is held. No caller may wait for anything else while it has this.
    pub(crate) fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes a trial.
    pub(crate) fn change(&self, number: usize, change: impl FnOnce(&mut Trial)) {
        if let Some(trial) = self.held().trials.get_mut(number - 1) {
            change(trial);
            trial.change += 1;
        }
    }

    /// Puts a trial into the queue, and returns its number. A trial that still waits makes room.
    pub(crate) fn queue(&self, trial: Trial) -> usize {
        let mut held = self.held();
        for waiting in std::mem::take(&mut held.queue) {
            held.withdraw(waiting);
        }
        held.trials.push(trial);
        let number = held.trials.len();
        held.queue.push_back(number);
        self.queued.notify_one();
        number
    }

    /// Takes a waiting trial out of the queue.
    ///
    /// # Errors
    /// Fails if the trial does not wait.
    pub(crate) fn withdraw(&self, number: usize) -> Result<(), Error> {
        let mut held = self.held();
        let waiting = held.queue.len();
        held.queue.retain(|&queued| queued != number);
        if held.queue.len() == waiting {
            return Err(Error::conflict("this trial does not wait any more"));
        }
        held.withdraw(number);
        Ok(())
    }

    /// Whether a trial waits for the one that runs.
    pub(crate) fn is_someone_waiting(&self) -> bool {
        !self.held().queue.is_empty()
    }

    /// Waits for the next trial, marks it as running, and returns its number.
    pub(crate) fn next(&self) -> usize {
        let mut held = self.held();
        loop {
            if let Some(number) = held.queue.pop_front() {
                let trial = &mut held.trials[number - 1];
                (trial.state, trial.change) = (TrialState::Running, trial.change + 1);
                return number;
            }
            held = self.queued.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Held {
    fn withdraw(&mut self, number: usize) {
        let trial = &mut self.trials[number - 1];
        (trial.state, trial.change) = (TrialState::Withdrawn, trial.change + 1);
    }
}

#[cfg(test)]
mod tests {
    use rules::Parameters;

    use super::*;
    use crate::{Plan, Role, Training};

    fn trial() -> Trial {
        let spec = games::find("mnk").expect("a game");
        let parameters = Parameters::new(spec.parameters);
        Trial::new(1, Training { spec, role: Role::Player, parameters }, Plan::Whole, 1)
    }

    #[test]
    fn a_newer_trial_takes_the_place_of_one_that_waits() {
        let desk = Desk::default();
        let state = |number: usize| desk.held().trials[number - 1].state.clone();
        assert_eq!((desk.queue(trial()), desk.next()), (1, 1));
        assert!(!desk.is_someone_waiting());
        assert_eq!((desk.queue(trial()), desk.queue(trial())), (2, 3));
        assert!(desk.is_someone_waiting());
        assert_eq!(
            [1, 2, 3].map(state),
            [TrialState::Running, TrialState::Withdrawn, TrialState::Waiting]
        );
        desk.withdraw(1).expect_err("it runs");
        desk.withdraw(3).expect("it waits");
        desk.withdraw(3).expect_err("it was withdrawn");
        assert!(!desk.is_someone_waiting());
        assert_eq!((desk.queue(trial()), desk.next()), (4, 4));
    }
}
