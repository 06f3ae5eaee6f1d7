//! A workshop: versions of programs and their trials, as pages ask for them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use errors::Error;
use matches::Board;
use page::{Recording, Replay};
use rules::{Language, Parameters};
use rules::{Message, message};
use sandbox::Level;
use submission::Entry;

use crate::caps::{Pace, Refused};
use crate::desk::{Desk, Held};
use crate::place::Place;
use crate::replayed::replay;
use crate::reply::{Opponents, plays_people};
use crate::settings::Settings;
use crate::storage::Storage;
use crate::trial::{Finding, Plan, StepState, Trial};
use crate::trial_words::WORDS;
use crate::version::{Version, program};
use crate::workers::{self, Runs};

/// A running step of somebody who is being forgotten is waited for at most this long.
const PATIENCE: Duration = Duration::from_secs(10);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Versions of programs and their trials.
pub struct Workshop {
    pub(crate) place: Arc<Place>,
    runs: Arc<Runs>,
    pub(crate) pace: Pace,
    opponents: Opponents,
    /// Held while a version or a trial gets its number, so that no two get the same.
    pub(crate) adding: Mutex<()>,
}

impl Workshop {
    /// Opens the folder, goes on with the trials that are not over, and starts the threads that run
    /// trials.
    ///
    /// # Errors
    /// Fails if the folder cannot be used, or the system refuses a thread.
    pub fn open(settings: Settings) -> Result<Workshop, Error> {
        let workshop = Workshop::at_rest(settings)?;
        workers::start(&workshop.place, &workshop.runs)?;
        Ok(workshop)
    }

    /// Opens the folder, and runs no trial.
    ///
    /// # Errors
    /// Fails if the folder cannot be used.
    pub fn at_rest(settings: Settings) -> Result<Workshop, Error> {
        let storage = settings.keep.clone().map_or_else(Storage::temporary, Storage::open)?;
        let desk = Desk::default();
        let (versions, trials) = storage.load(settings.games)?;
        let open: Vec<_> = trials
            .iter()
            .filter(|(_, trial)| !trial.is_over() && !versions[&trial.version].is_forgotten)
            .map(|(number, _)| *number)
            .collect();
        for number in &open {
            storage.keep_games(*number, trials[number].games)?;
        }
        {
            let mut held = desk.held();
            let forgotten = versions.values().filter(|version| version.is_forgotten);
            held.forgotten = forgotten.map(|version| version.person.clone()).collect();
            (held.versions, held.trials) = (versions, trials);
        }
        desk.resume(&open);
        let place = Arc::new(Place { desk, storage, settings });
        let runs = Arc::new(Runs::default());
        Ok(Workshop {
            place,
            runs,
            pace: Pace::default(),
            opponents: Opponents::default(),
            adding: Mutex::default(),
        })
    }

    /// Queues another trial of a trial's version: with the same seed, or with a new one.
    ///
    /// # Errors
    /// Fails if there is no such trial, or a cap is met.
    pub fn again(&self, trial: usize, is_same_seed: bool) -> Result<usize, Refused> {
        let old = self.trial(trial).ok_or_else(no_trial)?;
        let version = self.version(old.version).ok_or_else(no_trial)?;
        self.check_room(&version.person)?;
        let seed = if is_same_seed { old.seed } else { self.new_seed() };
        Ok(self.try_again(&version, old.plan, seed)?)
    }

    /// Queues a pair of games between two versions at full length.
    ///
    /// # Errors
    /// Fails if there are no such versions of one person and one game that play, or a cap is met.
    pub fn against(&self, version: usize, other: usize) -> Result<usize, Refused> {
        let find = |number| {
            let found = self.version(number).filter(|version| version.training.role.plays());
            found.ok_or_else(|| Error::not_found(message!(WORDS, "no-such-version-plays")))
        };
        let (version, other) = (find(version)?, find(other)?);
        if version.person != other.person {
            return Err(Error::not_found(message!(WORDS, "no-such-version-plays")).into());
        }
        if version.training.spec.name != other.training.spec.name {
            return Err(Error::input(message!(WORDS, "other-game")).into());
        }
        if self.does_not_compile(other.number) {
            let what = message!(WORDS, "version-does-not-compile", n = other.ordinal);
            return Err(Error::input(what).into());
        }
        self.check_room(&version.person)?;
        Ok(self.try_again(
            &version,
            Plan::Against { version: other.number, ordinal: other.ordinal },
            self.new_seed(),
        )?)
    }

    /// Takes a trial that has not begun out of the queue.
    ///
    /// # Errors
    /// Fails if the trial does not wait, or this cannot be kept.
    pub fn withdraw(&self, trial: usize) -> Result<(), Error> {
        let is_out = self.held(|held| {
            let is_out = held.queue.withdraw(trial);
            if is_out {
                held.change(trial, Trial::end);
            }
            is_out
        });
        if !is_out {
            return Err(Error::conflict(message!(WORDS, "does-not-wait")));
        }
        self.save(trial)
    }

    /// Makes a version its author's current one in its training.
    ///
    /// # Errors
    /// Fails if there is no such version, or this cannot be kept.
    pub fn make_current(&self, version: usize) -> Result<(), Error> {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        self.known(version)?;
        self.place.make_current(version)
    }

    /// The trial with this number, as it is now.
    #[must_use]
    pub fn trial(&self, number: usize) -> Option<Trial> {
        self.held(|held| held.trials.get(&number).cloned())
    }

    /// The number of changes of a trial since the server began.
    #[must_use]
    pub fn change(&self, number: usize) -> Option<u64> {
        self.held(|held| held.trials.get(&number).map(|trial| trial.change))
    }

    /// Whether a game of a trial is in progress.
    #[must_use]
    pub fn is_playing(&self, trial: usize) -> bool {
        self.held(|held| held.playing.contains_key(&trial))
    }

    /// The number of trials that come before this one's next step.
    #[must_use]
    pub fn ahead_of(&self, trial: usize) -> usize {
        self.held(|held| held.queue.ahead_of(trial, Instant::now()))
    }

    /// The trials that are not over, in the order of their numbers, each with whether it is being
    /// run.
    #[must_use]
    pub fn queue(&self) -> Vec<(usize, bool)> {
        let mut all: Vec<_> = self.held(|held| held.queue.trials().collect());
        all.sort_unstable();
        all
    }

    /// The version with this number.
    #[must_use]
    pub fn version(&self, number: usize) -> Option<Version> {
        self.held(|held| held.versions.get(&number).cloned())
    }

    /// The versions of one person, or else of everybody, with their trials by number.
    #[must_use]
    pub fn versions(&self, person: Option<&str>) -> Vec<(Version, Vec<(usize, Trial)>)> {
        self.held(|held| {
            let all = held.versions.values();
            let meant = all.filter(|version| person.is_none_or(|person| version.person == person));
            // Others' trials are not copied: a page of one person asks for few of thousands.
            let mut found: BTreeMap<usize, (Version, Vec<(usize, Trial)>)> =
                meant.map(|version| (version.number, (version.clone(), Vec::new()))).collect();
            for (&number, trial) in &held.trials {
                if let Some((_, trials)) = found.get_mut(&trial.version) {
                    trials.push((number, trial.clone()));
                }
            }
            found.into_values().collect()
        })
    }

    /// The current version of a person in a training: the one that became it last.
    #[must_use]
    pub fn current(&self, person: &str, training: &str) -> Option<Version> {
        self.held(|held| {
            let own = held
                .versions
                .values()
                .filter(|version| version.person == person && version.training.name() == training);
            let current = own.filter(|version| version.current_since.is_some());
            current.max_by_key(|version| (version.current_since, version.number)).cloned()
        })
    }

    /// The program of a version.
    ///
    /// # Errors
    /// Fails if there is no such version, or it cannot be read.
    pub fn program(&self, version: usize) -> Result<Entry, Error> {
        let found = self.known(version)?;
        Ok(program(self.place.storage.files(version)?, &found.training)?.0)
    }

    /// Whether a version can play against people.
    #[must_use]
    pub fn plays_people(&self, version: &Version) -> bool {
        plays_people(&version.training)
    }

    /// The move of a version with these parameters after these moves, or its foul. This may
    /// last as long as a quick game.
    ///
    /// # Errors
    /// Fails if there is no such version, it does not play people, a move is not legal, the game is
    /// over, or this machine cannot run it.
    pub fn reply(
        &self,
        version: usize,
        parameters: Parameters,
        moves: Vec<String>,
    ) -> Result<Result<String, Message>, Error> {
        self.known(version)?;
        self.opponents.reply(&self.place, version, &Board { parameters, opening: moves })
    }

    /// A game of a trial in the form that pages read. The number 0 means the game in progress; other
    /// numbers are those of the finished games, from 1.
    ///
    /// # Errors
    /// Fails if there is no such game, or it cannot be read.
    pub fn recording(&self, trial: usize, number: usize) -> Result<Recording, Error> {
        let known = self.trial(trial).ok_or_else(no_trial)?;
        let playing = self.held(|held| held.playing.get(&trial).cloned());
        let (record, is_over) = match (number.checked_sub(1), playing) {
            (Some(index), _) if index < known.games => {
                (self.place.storage.game(trial, index)?, true)
            }
            (None, Some(record)) => (record, false),
            (None, None) if known.games > 0 => {
                (self.place.storage.game(trial, known.games - 1)?, false)
            }
            _ => return Err(Error::not_found(message!(WORDS, "no-such-game"))),
        };
        let replay = replay(&record, known.training.spec, Replay::of)?;
        let recording = record.recording(number, replay);
        if is_over {
            return Ok(recording);
        }
        Ok(Recording { margin: None, foul: None, ..recording })
    }

    /// The games of a trial as lines of `games.jsonl`, which `ludoteka replay` reads.
    ///
    /// # Errors
    /// Fails if there is no such trial, or they cannot be read.
    pub fn lines(&self, trial: usize) -> Result<String, Error> {
        let known = self.trial(trial).ok_or_else(no_trial)?;
        self.place.storage.lines(trial, known.games)
    }

    /// The judge's page about the cases of a trial.
    ///
    /// # Errors
    /// Fails if no cases have been run, or the page cannot be read.
    pub fn cases(&self, trial: usize, language: Language) -> Result<String, Error> {
        self.place.storage.cases(trial, language.code())
    }

    /// Whether trials wait, since a final is being played.
    #[must_use]
    pub fn rests(&self) -> bool {
        self.held(|held| held.rests)
    }

    /// Where trials are run, for the contests of the same class.
    pub(crate) fn place(&self) -> Arc<Place> {
        Arc::clone(&self.place)
    }

    /// How strictly programs are confined.
    #[must_use]
    pub fn level(&self) -> Level {
        self.place.settings.level
    }

    /// The people who have handed something in, and were not forgotten.
    #[must_use]
    pub fn authors(&self) -> Vec<String> {
        let all = |held: &mut Held| {
            let kept = held.versions.values().filter(|version| !version.is_forgotten);
            kept.map(|version| version.person.clone()).collect::<BTreeSet<_>>()
        };
        self.held(all).into_iter().collect()
    }

    /// Gives the versions to the ids of their authors. Older servers stored a number, an address or
    /// a name in place of an id.
    ///
    /// # Errors
    /// Fails if a version cannot be kept.
    pub fn give_ids(&self, id_of: impl Fn(&str) -> Option<String>) -> Result<(), Error> {
        let all: Vec<Version> = self.held(|held| held.versions.values().cloned().collect());
        for mut version in all.into_iter().filter(|version| !version.is_forgotten) {
            let Some(id) = id_of(&version.person).filter(|id| *id != version.person) else {
                continue;
            };
            version.person = id;
            self.place.storage.save_version(&version)?;
            self.held(|held| held.versions.insert(version.number, version));
        }
        Ok(())
    }

    /// Forgets what a person has handed in, and what was written about it; results and games stay.
    /// Ends the person's trials first.
    ///
    /// # Errors
    /// Fails if a program of the person does not end soon, or a file cannot be written.
    pub(crate) fn forget(&self, person: &str) -> Result<(), Error> {
        {
            // What is being added is there after this, and nothing more comes.
            let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
            self.held(|held| held.forgotten.insert(person.to_string()));
        }
        self.end_trials(person)?;
        self.opponents.drop_all(|version| {
            self.held(|held| held.versions.get(&version).is_some_and(|found| held.forgot(found)))
        });
        for (version, trials) in self.versions(Some(person)) {
            let version = version.forgotten();
            self.place.storage.forget_version(&version)?;
            for (number, trial) in trials {
                let trial = self.place.storage.forget_trial(number, &trial)?;
                self.held(|held| {
                    held.change(number, |old| *old = Trial { change: old.change, ..trial });
                });
            }
            self.held(|held| held.versions.insert(version.number, version));
        }
        Ok(())
    }

    /// Ends the trials of a person who is being forgotten. A step that is being run ends by itself:
    /// a game at its next move.
    fn end_trials(&self, person: &str) -> Result<(), Error> {
        let is_own = |held: &Held, trial: &Trial| held.person_of(trial) == person;
        for _ in 0..PATIENCE.as_millis() / BETWEEN_LOOKS.as_millis() {
            let is_run = self.held(|held| {
                let taken: BTreeMap<usize, bool> = held.queue.trials().collect();
                let open = held.trials.iter().filter(|(_, trial)| !trial.is_over());
                let own = open.filter(|(_, trial)| is_own(held, trial)).map(|(number, _)| *number);
                let (run, rest): (Vec<usize>, _) =
                    own.partition(|number| taken.get(number) == Some(&true));
                for number in rest {
                    held.queue.remove(number);
                    held.change(number, Trial::end);
                    self.runs.take(number);
                }
                !run.is_empty()
            });
            if !is_run {
                return Ok(());
            }
            thread::sleep(BETWEEN_LOOKS);
        }
        Err(Error::conflict("a program of this person is still being run")
            .with_hint("try again in a minute"))
    }

    /// The version with this number, if its author was not forgotten.
    fn known(&self, number: usize) -> Result<Version, Error> {
        let version = self.version(number);
        let version =
            version.ok_or_else(|| Error::not_found(message!(WORDS, "no-such-version")))?;
        self.check_known(&version)?;
        Ok(version)
    }

    pub(crate) fn check_known(&self, version: &Version) -> Result<(), Error> {
        if self.held(|held| held.forgot(version)) {
            return Err(Error::not_found("the author of this version was forgotten"));
        }
        Ok(())
    }

    pub(crate) fn held<T>(&self, look: impl FnOnce(&mut Held) -> T) -> T {
        look(&mut self.place.desk.held())
    }

    pub(crate) fn try_again(
        &self,
        version: &Version,
        plan: Plan,
        seed: u64,
    ) -> Result<usize, Error> {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_known(version)?;
        let trial = Trial::new(version.number, version.training.clone(), plan, seed);
        let number = self.held(|held| held.trials.last_key_value().map_or(1, |(n, _)| n + 1));
        self.place.storage.save_trial(number, &trial)?;
        for ended in self.place.desk.queue(number, trial) {
            self.runs.take(ended);
            self.save(ended)?;
        }
        Ok(number)
    }

    pub(crate) fn save(&self, trial: usize) -> Result<(), Error> {
        let known = self.trial(trial).ok_or_else(no_trial)?;
        self.place.storage.save_trial(trial, &known)
    }

    /// A seed that no trial has had: seeds of first trials are the numbers of versions.
    fn new_seed(&self) -> u64 {
        const BEHIND_VERSIONS: u64 = 1 << 32;
        let last = self.held(|held| held.trials.last_key_value().map_or(0, |(last, _)| *last));
        BEHIND_VERSIONS + last as u64
    }

    fn does_not_compile(&self, version: usize) -> bool {
        self.held(|held| {
            let own = held.trials.values().filter(|trial| trial.version == version);
            own.flat_map(|trial| &trial.steps)
                .any(|step| matches!(step.state, StepState::Done(Finding::DoesNotCompile(_))))
        })
    }
}

fn no_trial() -> Error {
    Error::not_found(message!(WORDS, "no-such-trial"))
}
