//! Whose trial comes next: people by turns, short steps before long ones.

use std::collections::BTreeMap;

/// The trials that are not over, and the order in which their steps are run.
///
/// Each trial gets a round: a person's first trial is in the same round as the first trials of
/// others, the second one in the next round. Lower rounds come first, and within a round earlier
/// steps; so whoever uploads often waits for those who upload for the first time (start-time fair
/// queueing, Goyal, Vin and Cheng, 1996). Steps at full length are taken by a thread of their own.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    jobs: Vec<Job>,
    /// The round of each person's last trial.
    rounds: BTreeMap<String, u64>,
}

#[derive(Debug)]
struct Job {
    trial: usize,
    person: String,
    /// A newer trial of the person in the same group takes the place of this one.
    group: String,
    round: u64,
    step: usize,
    is_long: bool,
    /// Whether a step of the trial has been run or is being run.
    is_begun: bool,
    /// Whether a step of the trial is being run.
    is_taken: bool,
}

impl Queue {
    /// Adds a person's trial to a group, and returns the person's older trials in the group that are
    /// out by this: those that have not begun and those between two steps. One whose step is being
    /// run is out when it is put back.
    pub(crate) fn push(&mut self, trial: usize, person: &str, group: &str) -> Vec<usize> {
        let is_out = |job: &Job| job.person == person && job.group == group && !job.is_taken;
        let (out, rest): (Vec<Job>, Vec<Job>) =
            std::mem::take(&mut self.jobs).into_iter().partition(is_out);
        self.jobs = rest;
        let replaced = out.iter().map(|job| job.trial).collect();
        self.resume(trial, (person, group), 0, false);
        replaced
    }

    /// Adds a trial, of a person in a group, that goes on at a step.
    pub(crate) fn resume(
        &mut self,
        trial: usize,
        (person, group): (&str, &str),
        step: usize,
        is_long: bool,
    ) {
        let floor = self.jobs.iter().map(|job| job.round).min();
        if floor.is_none() {
            self.rounds.clear();
        }
        let next = self.rounds.get(person).map_or(0, |last| last + 1);
        let round = next.max(floor.unwrap_or(0));
        self.rounds.insert(person.to_string(), round);
        let (person, group) = (person.to_string(), group.to_string());
        let (is_begun, is_taken) = (step > 0, false);
        self.jobs.push(Job { trial, person, group, round, step, is_long, is_begun, is_taken });
    }

    /// Takes the trial whose short step, or whose long step, comes next.
    pub(crate) fn next(&mut self, is_long: bool) -> Option<usize> {
        // A long step keeps nobody from a newer trial, since a silent program may fill its time.
        let is_busy = |job: &Job| {
            let is_in_the_way = |other: &Job| other.is_taken && !other.is_long;
            self.jobs.iter().any(|other| is_in_the_way(other) && other.person == job.person)
        };
        let ready = self.jobs.iter().enumerate();
        let ready =
            ready.filter(|(_, job)| job.is_long == is_long && !job.is_taken && !is_busy(job));
        let (index, _) = ready.min_by_key(|(_, job)| (job.round, job.step, job.trial))?;
        let job = &mut self.jobs[index];
        (job.is_begun, job.is_taken) = (true, true);
        Some(job.trial)
    }

    /// Puts back a trial that goes on at a step.
    pub(crate) fn put_back(&mut self, trial: usize, step: usize, is_long: bool) {
        if let Some(job) = self.jobs.iter_mut().find(|job| job.trial == trial) {
            (job.step, job.is_long, job.is_taken) = (step, is_long, false);
        }
    }

    /// Removes a trial that is over.
    pub(crate) fn remove(&mut self, trial: usize) {
        self.jobs.retain(|job| job.trial != trial);
    }

    /// Removes a trial that has not begun. Returns false if it has.
    pub(crate) fn withdraw(&mut self, trial: usize) -> bool {
        let before = self.jobs.len();
        self.jobs.retain(|job| job.trial != trial || job.is_begun);
        self.jobs.len() < before
    }

    /// Whether a newer trial of the same person and group waits for this one.
    pub(crate) fn is_replaced(&self, trial: usize) -> bool {
        let own = self.jobs.iter().find(|job| job.trial == trial);
        own.is_some_and(|own| {
            let is_same = |job: &Job| job.person == own.person && job.group == own.group;
            self.jobs.iter().any(|job| is_same(job) && job.trial > trial)
        })
    }

    /// The number of trials that are run, or are queued, before this one for its next step.
    pub(crate) fn ahead_of(&self, trial: usize) -> usize {
        let Some(own) = self.jobs.iter().find(|job| job.trial == trial && !job.is_taken) else {
            return 0;
        };
        let key = |job: &Job| (job.round, job.step, job.trial);
        let others = self.jobs.iter().filter(|job| job.trial != trial && job.person != own.person);
        others
            .filter(|job| job.is_long == own.is_long && (job.is_taken || key(job) < key(own)))
            .count()
    }

    /// The trials that are not over, each with whether a step of it is being run.
    pub(crate) fn trials(&self) -> impl Iterator<Item = (usize, bool)> {
        self.jobs.iter().map(|job| (job.trial, job.is_taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_come_by_turns_and_short_steps_first() {
        let mut queue = Queue::default();
        queue.push(1, "anna", "mnk");
        assert_eq!((queue.next(false), queue.next(false)), (Some(1), None));
        queue.push(2, "jan", "mnk");
        // Anna's second trial waits for her first one, and comes after Jan's and Ola's.
        queue.push(3, "anna", "mnk");
        assert!(queue.is_replaced(1) && !queue.is_replaced(3));
        queue.push(4, "ola", "mnk");
        queue.remove(1);
        assert_eq!(queue.next(false), Some(2));
        queue.put_back(2, 1, false);
        assert_eq!(queue.next(false), Some(4), "earlier steps come first");
        queue.put_back(4, 1, true);
        assert_eq!(queue.next(false), Some(2));
        assert_eq!(queue.next(true), Some(4), "long steps have a thread of their own");
        assert_eq!((queue.next(false), queue.next(false)), (Some(3), None));
        assert_eq!(queue.next(true), None);
    }

    #[test]
    fn a_newer_trial_takes_the_place_of_the_older_ones() {
        let mut queue = Queue::default();
        queue.push(1, "anna", "mnk");
        assert_eq!(queue.push(2, "anna", "mnk"), [1]);
        assert_eq!(queue.next(false), Some(2));
        assert!(queue.push(3, "anna", "mnk").is_empty());
        assert_eq!(queue.next(false), None, "one trial of a person runs at a time");
        assert!(!queue.withdraw(2) && queue.withdraw(3) && !queue.withdraw(3));
        queue.put_back(2, 4, true);
        assert!(queue.push(4, "anna", "reversi").is_empty());
        assert_eq!(queue.push(5, "anna", "mnk"), [2]);
        assert_eq!(queue.trials().collect::<Vec<_>>(), [(4, false), (5, false)]);
        queue.put_back(4, 3, true);
        assert_eq!((queue.next(true), queue.next(false)), (Some(4), Some(5)), "beside a long step");
    }

    #[test]
    fn rounds_do_not_count_what_happened_before_the_queue_was_empty() {
        let mut queue = Queue::default();
        for trial in 1..=5 {
            queue.push(trial, "anna", "mnk");
            queue.remove(trial);
        }
        queue.push(6, "anna", "mnk");
        queue.push(7, "jan", "mnk");
        assert_eq!(queue.next(false), Some(6));
    }
}
