//! Whose trial comes next: who has used least, and quick verdicts before long games.

use std::time::{Duration, Instant};

use crate::purse::Purses;
use crate::trial::StepKind;

/// Where a step is run. Each lane has threads of its own, so that a slow compiler delays no cases,
/// and a long game neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Compiles.
    Compile,
    /// Cases and quick games.
    Quick,
    /// Games at full length, which may last as long as the training's clocks allow.
    Long,
}

impl Lane {
    pub(crate) fn of(kind: StepKind) -> Lane {
        match kind {
            StepKind::Compile => Lane::Compile,
            long if long.is_long() => Lane::Long,
            _ => Lane::Quick,
        }
    }
}

/// A step that lasts longer than this gives its place in the lane to another one, and goes on beside
/// it. Most compilers and cases take less.
pub(crate) const LONG_STEP: Duration = Duration::from_secs(2);

/// The trials that are not over, and the order in which their steps are run.
///
/// Whoever has used least processor time lately comes first. Among those who have used about the
/// same, cases come before games. While a step lasts longer than [`LONG_STEP`], its place goes to
/// somebody who has used less than that.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    jobs: Vec<Job>,
    purses: Purses,
}

#[derive(Debug)]
struct Job {
    trial: usize,
    person: String,
    /// A newer trial of the person in the same group takes the place of this one.
    group: String,
    step: StepKind,
    /// Whether a step of the trial has been run or is being run.
    is_begun: bool,
    /// Since when a step of the trial has been run.
    taken: Option<Instant>,
}

/// The person and the group of a trial.
#[derive(Clone, Copy)]
pub(crate) struct Owner<'a> {
    pub(crate) person: &'a str,
    pub(crate) group: &'a str,
}

impl Queue {
    /// Adds a person's trial to a group, and returns the person's older trials in the group that are
    /// out by this: those that have not begun and those between two steps. One whose step is being
    /// run is out when it is put back.
    pub(crate) fn push(&mut self, trial: usize, owner: Owner<'_>) -> Vec<usize> {
        let is_out = |job: &Job| {
            job.person == owner.person && job.group == owner.group && job.taken.is_none()
        };
        let out: Vec<Job> = self.jobs.extract_if(.., |job| is_out(job)).collect();
        self.resume(trial, owner, StepKind::Compile);
        out.iter().map(|job| job.trial).collect()
    }

    /// Adds a trial that goes on at a step.
    pub(crate) fn resume(&mut self, trial: usize, owner: Owner<'_>, step: StepKind) {
        let (person, group) = (owner.person.to_string(), owner.group.to_string());
        let is_begun = step != StepKind::Compile;
        self.jobs.push(Job { trial, person, group, step, is_begun, taken: None });
    }

    /// Takes the trial whose step comes next in a lane that is `width` steps wide.
    pub(crate) fn next(&mut self, lane: Lane, width: usize, now: Instant) -> Option<usize> {
        let taken = self.jobs.iter().filter(|job| Lane::of(job.step) == lane);
        let taken: Vec<Instant> = taken.filter_map(|job| job.taken).collect();
        let is_quick = |since: &&Instant| lane == Lane::Long || now - **since < LONG_STEP;
        if taken.iter().filter(is_quick).count() >= width {
            return None;
        }
        let is_place_of_another = taken.len() >= width;
        let ready = self.jobs.iter().enumerate().filter(|(_, job)| {
            let spent = self.purses.spent(&job.person, now);
            Lane::of(job.step) == lane
                && job.taken.is_none()
                && !self.is_busy(&job.person)
                && (!is_place_of_another || spent < LONG_STEP)
        });
        let (index, _) = ready.min_by_key(|(_, job)| self.key(job, now))?;
        let job = &mut self.jobs[index];
        (job.is_begun, job.taken) = (true, Some(now));
        Some(job.trial)
    }

    /// When the next of the steps that are being run will give its place to another one.
    pub(crate) fn yields_at(&self, lane: Lane, now: Instant) -> Option<Instant> {
        let taken = self.jobs.iter().filter(|job| Lane::of(job.step) == lane);
        let ends = taken.filter_map(|job| job.taken).map(|since| since + LONG_STEP);
        ends.filter(|end| *end > now).min()
    }

    /// Whether a step of this person is being run. A game at full length keeps nobody from a newer
    /// trial, since a silent program may fill its time.
    fn is_busy(&self, person: &str) -> bool {
        let is_in_the_way = |job: &&Job| job.taken.is_some() && Lane::of(job.step) != Lane::Long;
        self.jobs.iter().filter(is_in_the_way).any(|job| job.person == person)
    }

    /// Smaller keys come first.
    fn key(&self, job: &Job, now: Instant) -> (u64, bool, Duration, usize) {
        let spent = self.purses.spent(&job.person, now);
        let about = spent.as_secs() / LONG_STEP.as_secs();
        let is_of_cases = matches!(job.step, StepKind::Cases | StepKind::Valgrind);
        (about, !is_of_cases, spent, job.trial)
    }

    /// Charges the author of a trial for a turn that has ended.
    pub(crate) fn charge(&mut self, trial: usize, time: Duration, now: Instant) {
        if let Some(job) = self.jobs.iter().find(|job| job.trial == trial) {
            self.purses.charge(&job.person, time, now);
        }
    }

    /// Puts back a trial that goes on at a step.
    pub(crate) fn put_back(&mut self, trial: usize, step: StepKind) {
        if let Some(job) = self.jobs.iter_mut().find(|job| job.trial == trial) {
            (job.step, job.taken) = (step, None);
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
    pub(crate) fn ahead_of(&self, trial: usize, now: Instant) -> usize {
        let own = self.jobs.iter().find(|job| job.trial == trial && job.taken.is_none());
        let Some(own) = own else { return 0 };
        let key = self.key(own, now);
        let lane = Lane::of(own.step);
        let others = self.jobs.iter().filter(|job| job.person != own.person);
        let others = others.filter(|job| Lane::of(job.step) == lane);
        others.filter(|job| job.taken.is_some() || self.key(job, now) < key).count()
    }

    /// Whether somebody waits for a step, or for the end of one that is not a game at full length:
    /// such a game may last for minutes without a processor.
    pub(crate) fn comes_first(&self) -> bool {
        self.jobs.iter().any(|job| job.taken.is_none() || Lane::of(job.step) != Lane::Long)
    }

    /// The trials that are not over, each with whether a step of it is being run.
    pub(crate) fn trials(&self) -> impl Iterator<Item = (usize, bool)> {
        self.jobs.iter().map(|job| (job.trial, job.taken.is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: Owner<'_> = Owner { person: "anna", group: "mnk" };
    const JAN: Owner<'_> = Owner { person: "jan", group: "mnk" };
    const OLA: Owner<'_> = Owner { person: "ola", group: "mnk" };

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// A queue with trials 1, 2, … of these people, which go on at these steps.
    fn queue(jobs: &[(Owner<'_>, StepKind)]) -> Queue {
        let mut queue = Queue::default();
        for (index, (owner, step)) in jobs.iter().enumerate() {
            queue.resume(index + 1, *owner, *step);
        }
        queue
    }

    #[test]
    fn who_has_used_least_comes_first_and_cases_come_before_games() {
        let now = Instant::now();
        let (cases, game) = (StepKind::Cases, StepKind::Itself);
        let jobs = [(ANNA, cases), (JAN, game), (OLA, cases)];
        let mut queue = queue(&jobs);
        queue.charge(1, seconds(10), now);
        queue.charge(3, seconds(1), now);
        assert_eq!([1, 2, 3].map(|trial| queue.ahead_of(trial, now)), [2, 1, 0]);
        let order = [0; 4].map(|_| queue.next(Lane::Quick, 9, now));
        assert_eq!(order, [Some(3), Some(2), Some(1), None]);
        // What was used long ago is forgotten, and then the older trial comes first.
        for (trial, (_, step)) in (1..).zip(jobs) {
            queue.put_back(trial, step);
        }
        assert_eq!(queue.next(Lane::Quick, 9, now + seconds(100)), Some(1));
    }

    #[test]
    fn a_long_step_yields_to_who_has_used_little() {
        let now = Instant::now();
        let mut queue = queue(&[(ANNA, StepKind::Cases), (JAN, StepKind::Cases)]);
        queue.charge(2, seconds(3), now);
        assert_eq!(queue.next(Lane::Quick, 1, now), Some(1));
        assert_eq!(queue.yields_at(Lane::Quick, now), Some(now + LONG_STEP));
        let later = now + LONG_STEP;
        assert_eq!(queue.next(Lane::Quick, 1, later), None, "Jan has used much himself");
        queue.resume(3, OLA, StepKind::Cases);
        assert_eq!(queue.next(Lane::Quick, 1, now), None, "the lane is full");
        assert_eq!(queue.next(Lane::Quick, 1, later), Some(3));
        assert_eq!(queue.next(Lane::Quick, 1, later), None);
        assert_eq!(queue.yields_at(Lane::Compile, later), None);
    }

    #[test]
    fn lanes_do_not_wait_for_each_other() {
        let now = Instant::now();
        let mut queue =
            queue(&[(ANNA, StepKind::Compile), (JAN, StepKind::Cases), (OLA, StepKind::Full)]);
        let all = [Lane::Long, Lane::Compile, Lane::Quick];
        assert_eq!(all.map(|lane| queue.next(lane, 1, now)), [Some(3), Some(1), Some(2)]);
        queue.resume(4, ANNA, StepKind::Full);
        assert_eq!(queue.next(Lane::Long, 2, now), None, "a person has one quick step at a time");
        queue.put_back(1, StepKind::Full);
        assert_eq!(queue.next(Lane::Long, 1, now + seconds(60)), None, "a long game is long");
        assert!(queue.comes_first());
        assert_eq!(queue.next(Lane::Long, 2, now), Some(1));
    }

    #[test]
    fn a_newer_trial_takes_the_place_of_the_older_ones() {
        let (mut queue, now) = (Queue::default(), Instant::now());
        queue.push(1, ANNA);
        assert_eq!(queue.push(2, ANNA), [1]);
        assert_eq!(queue.next(Lane::Compile, 1, now), Some(2));
        assert!(queue.push(3, ANNA).is_empty());
        assert!(queue.is_replaced(2) && !queue.is_replaced(3));
        assert_eq!(queue.next(Lane::Compile, 9, now), None, "one step of a person at a time");
        assert!(!queue.withdraw(2) && queue.withdraw(3) && !queue.withdraw(3));
        queue.put_back(2, StepKind::Full);
        assert!(queue.push(4, Owner { group: "reversi", ..ANNA }).is_empty());
        assert_eq!(queue.push(5, ANNA), [2]);
        assert_eq!(queue.trials().collect::<Vec<_>>(), [(4, false), (5, false)]);
        queue.put_back(4, StepKind::Full);
        assert_eq!(queue.next(Lane::Long, 1, now), Some(4));
        assert_eq!(queue.next(Lane::Compile, 1, now), Some(5), "beside a long game");
    }
}
