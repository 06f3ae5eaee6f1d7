//! A workshop: versions of programs, their trials, and the thread that runs one trial at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use errors::Error;

use crate::desk::Desk;
use crate::keeping::Keeper;
use crate::settings::Settings;
use crate::steps;
use crate::trial::{Plan, Trial, TrialState};
use crate::version::{Upload, Version};

/// The greatest number of versions, and of trials, that a workshop holds.
const MOST: usize = 1000;

/// Versions of programs and their trials.
pub struct Workshop {
    desk: Arc<Desk>,
    keeper: Option<Arc<Keeper>>,
}

impl Workshop {
    /// A workshop without versions, and the thread that runs its trials.
    ///
    /// # Errors
    /// Fails if the folder that keeps versions cannot be made, or the system refuses a thread.
    pub fn open(settings: Settings) -> Result<Workshop, Error> {
        let keeper = settings.keep.clone().map(Keeper::open).transpose()?.map(Arc::new);
        let desk = Arc::new(Desk::default());
        let workshop = Workshop { desk: Arc::clone(&desk), keeper: keeper.clone() };
        let thread = thread::Builder::new().name("trials".to_string());
        let run = move || loop {
            run_next(&desk, &settings, keeper.as_deref());
        };
        thread
            .spawn(run)
            .map_err(|error| Error::machine(format!("no thread for trials: {error}")))?;
        Ok(workshop)
    }

    /// Takes a version and queues its trial. Returns the number of the trial.
    ///
    /// # Errors
    /// Fails if there is no program or there are several, or if there are too many versions.
    pub fn upload(&self, upload: Upload) -> Result<usize, Error> {
        // To unpack an archive takes a while, and those who watch trials must not wait for it.
        let mut version = Version::of(upload)?;
        {
            let mut held = self.desk.held();
            check_room(held.versions.len(), "versions")?;
            check_room(held.trials.len(), "trials")?;
            version.number = held.versions.len() + 1;
            held.versions.push(version.clone());
        }
        if let Some(keeper) = &self.keeper {
            keeper.keep(&version)?;
        }
        Ok(self.try_again(&version, Plan::Whole, version.number as u64))
    }

    /// Queues another trial of a trial's version: with the same seed, or with a new one.
    ///
    /// # Errors
    /// Fails if there is no such trial, or there are too many.
    pub fn again(&self, trial: usize, is_same_seed: bool) -> Result<usize, Error> {
        let (old, trials) = (self.trial(trial).ok_or_else(no_trial)?, self.trials());
        check_room(trials, "trials")?;
        let version = self.version(old.version).ok_or_else(no_trial)?;
        let seed = if is_same_seed { old.seed } else { trials as u64 + 1 };
        Ok(self.try_again(&version, old.plan, seed))
    }

    /// Queues a pair of games between two versions at full length.
    ///
    /// # Errors
    /// Fails if there are no such versions of the same game that play, or too many trials.
    pub fn against(&self, version: usize, other: usize) -> Result<usize, Error> {
        let find = |number| {
            let found = self.version(number).filter(|version| version.training.role.plays());
            found.ok_or_else(|| Error::not_found("there is no such version that plays"))
        };
        let (version, other) = (find(version)?, find(other)?);
        check_room(self.trials(), "trials")?;
        if version.training.spec.name != other.training.spec.name {
            return Err(Error::input("the two versions play different games"));
        }
        let seed = self.trials() as u64 + 1;
        Ok(self.try_again(&version, Plan::Against(other.number), seed))
    }

    /// Takes a waiting trial out of the queue.
    ///
    /// # Errors
    /// Fails if the trial does not wait.
    pub fn withdraw(&self, trial: usize) -> Result<(), Error> {
        self.desk.withdraw(trial)
    }

    /// The trial with this number, as it is now.
    #[must_use]
    pub fn trial(&self, number: usize) -> Option<Trial> {
        self.desk.held().trials.get(number.checked_sub(1)?).cloned()
    }

    /// The number of changes of a trial so far.
    #[must_use]
    pub fn change(&self, number: usize) -> Option<u64> {
        self.desk.held().trials.get(number.checked_sub(1)?).map(|trial| trial.change)
    }

    /// The number of trials.
    #[must_use]
    pub fn trials(&self) -> usize {
        self.desk.held().trials.len()
    }

    /// The version with this number.
    #[must_use]
    pub fn version(&self, number: usize) -> Option<Version> {
        self.desk.held().versions.get(number.checked_sub(1)?).cloned()
    }

    /// All versions, and for each of them the numbers of its trials.
    #[must_use]
    pub fn versions(&self) -> Vec<(Version, Vec<usize>)> {
        let held = self.desk.held();
        let trials = |version: &Version| {
            let all = held.trials.iter().zip(1..);
            all.filter(|(trial, _)| trial.version == version.number).map(|(_, n)| n).collect()
        };
        held.versions.iter().map(|version| (version.clone(), trials(version))).collect()
    }

    fn try_again(&self, version: &Version, plan: Plan, seed: u64) -> usize {
        self.desk.queue(Trial::new(version.number, version.training.clone(), plan, seed))
    }
}

fn no_trial() -> Error {
    Error::not_found("there is no such trial")
}

fn check_room(count: usize, what: &str) -> Result<(), Error> {
    if count < MOST {
        return Ok(());
    }
    Err(Error::conflict(format!(
        "there are already {MOST} {what}: end the server and start it again to make room"
    )))
}

/// Waits for the next trial and runs it. A fault of ours fails this trial only.
fn run_next(desk: &Desk, settings: &Settings, keeper: Option<&Keeper>) {
    let number = desk.next();
    let run = catch_unwind(AssertUnwindSafe(|| steps::run(desk, number, settings)));
    let failed = match run {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("Ludoteka has a fault; its terminal says more".to_string()),
    };
    let kept = keeper.map_or(Ok(()), |keeper| keeper.keep_games(desk, number));
    let failed = failed.or_else(|| kept.err().map(|error| error.to_string()));
    desk.change(number, |trial| {
        trial.running = None;
        trial.state = failed.map_or(TrialState::Done, TrialState::Failed);
    });
}
