//! The threads that run the steps of trials.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use errors::Error;
use rules::message;

use crate::place::Place;
use crate::queue::Lane;
use crate::steps::Run;
use crate::trial::{Plan, StepKind, StepState, Trial, TrialState};
use crate::trial_words::WORDS;

/// The trials between two of their steps.
#[derive(Default)]
pub(crate) struct Runs(Mutex<BTreeMap<usize, Run>>);

impl Runs {
    pub(crate) fn take(&self, trial: usize) -> Option<Run> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&trial)
    }

    pub(crate) fn put(&self, trial: usize, run: Run) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(trial, run);
    }
}

/// At least so many games at full length are played at once, since one program that is silent keeps
/// its thread for the whole time of its game, and no processor.
const LEAST_LONG: usize = 2;

/// So many compilers are run at once: most take less than a second, and games go on beside them.
const COMPILERS: usize = 1;

/// So many steps may go on beside the others in a lane because they last long. Each may hold as much
/// memory as a program may use.
const BESIDE: usize = 8;

/// Starts the threads of each lane.
///
/// # Errors
/// Fails if the system refuses a thread.
pub(crate) fn start(place: &Arc<Place>, runs: &Arc<Runs>) -> Result<(), Error> {
    let cores = place.settings.workers;
    let lanes = [
        (Lane::Compile, COMPILERS, BESIDE),
        (Lane::Quick, cores, BESIDE),
        (Lane::Long, cores.max(LEAST_LONG), 0),
    ];
    for (lane, width, beside) in lanes {
        for _ in 0..width + beside {
            let (place, runs) = (Arc::clone(place), Arc::clone(runs));
            let work = move || loop {
                run_next(&place, &runs, lane, width);
            };
            thread::Builder::new()
                .name("trials".to_string())
                .spawn(work)
                .map_err(|error| Error::machine(format!("no thread for trials: {error}")))?;
        }
    }
    Ok(())
}

/// Waits for the next step of a lane and runs it for a turn. A fault of ours fails this trial only.
fn run_next(place: &Place, runs: &Runs, lane: Lane, width: usize) {
    let number = place.desk.next(lane, width);
    let mut spent = Duration::ZERO;
    let run = catch_unwind(AssertUnwindSafe(|| run_turn(place, runs, number, &mut spent)));
    let why = match run {
        Ok(Ok(next)) => return place.desk.put_back(number, next, spent),
        Ok(Err(error)) => error.whole(),
        Err(_) => message!(WORDS, "our-fault"),
    };
    let trial = {
        let mut held = place.desk.held();
        held.playing.remove(&number);
        held.change(number, |trial| trial.state = TrialState::Failed(why));
        held.trials.get(&number).cloned()
    };
    // If the disk is full, the page says so, and the trial is run again after a restart.
    let _ = trial.map(|trial| place.storage.save_trial(number, &trial));
    place.desk.put_back(number, None, spent);
}

/// Runs a turn of a trial's next step, and adds what it used to `spent`. When the step is over, the
/// trial is kept before anybody is told. Returns the step of the next turn, if there is one.
fn run_turn(
    place: &Place,
    runs: &Runs,
    number: usize,
    spent: &mut Duration,
) -> Result<Option<StepKind>, Error> {
    let trial = || {
        place.desk.held().trials.get(&number).cloned().ok_or_else(|| Error::bug("a trial is gone"))
    };
    let mut trial_before = trial()?;
    let Some(index) = trial_before.next_step() else { return end(place, number, trial_before) };
    let mut run = runs.take(number).map_or_else(|| Run::open(place, number), Ok)?;
    let (begun, kind) = (Instant::now(), trial_before.steps[index].kind);
    place.desk.change(number, |trial| {
        let is_new = trial.steps[index].state != StepState::Running;
        if is_new {
            trial.steps[index].games = trial.games..trial.games;
            trial.steps[index].state = StepState::Running;
        }
    });
    let turn = run.turn(place, kind);
    *spent = turn.spent;
    let mut trial = trial()?;
    if place.desk.is_replaced(number) && turn.found.is_err() {
        place.desk.held().playing.remove(&number);
        return end(place, number, trial);
    }
    trial.steps[index].took += begun.elapsed();
    let found = turn.found?;
    let is_over = found.is_some();
    if let Some(finding) = found {
        trial.steps[index].state = StepState::Done(finding);
    }
    trial.bytes = place.storage.size(number);
    if place.desk.is_replaced(number) {
        return end(place, number, trial);
    }
    let Some(next) = trial.next_step() else { return end(place, number, trial) };
    let next = trial.steps[next].kind;
    if is_over {
        place.storage.save_trial(number, &trial)?;
    }
    place.desk.change(number, |old| *old = Trial { change: old.change, ..trial });
    runs.put(number, run);
    Ok(Some(next))
}

/// Ends a trial: steps that were not done are skipped. A version without faults becomes current.
fn end(place: &Place, number: usize, mut trial: Trial) -> Result<Option<StepKind>, Error> {
    trial.end();
    place.storage.save_trial(number, &trial)?;
    let (is_fine, version) = (trial.is_fine() && trial.plan == Plan::Whole, trial.version);
    place.desk.change(number, |old| *old = Trial { change: old.change, ..trial });
    let is_new = place
        .desk
        .held()
        .versions
        .get(&version)
        .is_some_and(|version| version.current_since.is_none());
    if is_fine && is_new {
        place.make_current(version)?;
    }
    Ok(None)
}
