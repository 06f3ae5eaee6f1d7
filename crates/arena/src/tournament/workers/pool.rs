//! The slots of one machine at work: they lease units of the tournaments in a store, play them, and report.

mod bell;
mod clerk;
mod court;
mod patience;
mod portion;
mod roster;
mod shift;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use sandbox::Spawner;
use search::GameSpec;

pub use bell::Bell;
pub use patience::Patience;
pub use roster::{Files, Roster};

use super::announcement::Announcement;
use crate::players::Slot;
use crate::series::folder_in;
use crate::store::{Store, Tournament, TournamentId, WorkerId};
use clerk::{Clerk, Errand};
use errors::Error;
use shift::Shift;

/// The games that this machine knows.
pub type GameSpecs = &'static [&'static GameSpec];

/// Is told the title of a tournament, and in words what this machine cannot play of it, or whose program does not compile here.
pub type Telling<'a> = &'a (dyn Fn(&str, &str) + Sync);

/// The slots of one machine.
pub struct Crew<'a> {
    worker: WorkerId,
    specs: GameSpecs,
    /// Where programs are laid down and compiled.
    folder: &'a Path,
    /// No game is begun once this is set.
    stop: &'a AtomicBool,
    patience: Patience,
    tell: Telling<'a>,
    /// Rung when there is nothing to do for a slot.
    pub idle: Bell,
    /// To be rung when there is something to do again.
    pub news: Bell,
    /// Nothing for a tournament that it cannot play.
    rosters: Mutex<HashMap<TournamentId, Option<Arc<Roster>>>>,
    /// What the slots ask of the clerk.
    tray: Mutex<Vec<Errand>>,
    failed: Mutex<Option<Error>>,
    is_off: AtomicBool,
    units: AtomicU64,
}

impl<'a> Crew<'a> {
    /// A crew that works as this worker, in a folder that is empty.
    #[must_use]
    pub fn new(worker: WorkerId, specs: GameSpecs, folder: &'a Path, stop: &'a AtomicBool) -> Crew<'a> {
        Crew {
            worker,
            specs,
            folder,
            stop,
            patience: Patience::default(),
            tell: &|_, _| (),
            idle: Bell::default(),
            news: Bell::default(),
            rosters: Mutex::default(),
            tray: Mutex::default(),
            failed: Mutex::default(),
            is_off: AtomicBool::new(false),
            units: AtomicU64::new(0),
        }
    }

    /// The same crew with other patience.
    #[must_use]
    pub fn with_patience(self, patience: Patience) -> Crew<'a> {
        Crew { patience, ..self }
    }

    /// The same crew, which tells of tournaments that it cannot play, and of programs that do not compile.
    #[must_use]
    pub fn telling(self, tell: Telling<'a>) -> Crew<'a> {
        Crew { tell, ..self }
    }

    /// How long it waits for who is silent.
    #[must_use]
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Hands in what was made ready before, so that it need not be made ready twice.
    pub fn knows(&self, tournament: TournamentId, roster: Roster) {
        lock(&self.rosters).insert(tournament, Some(Arc::new(roster)));
    }

    /// Plays at all slots until [`dismiss`](Crew::dismiss), a failure, or `stop`. Games that have begun are played to their end; a
    /// unit that is not whole then is given back.
    ///
    /// # Errors
    /// When the store or the referee fails at a slot; the others then stop as well.
    pub fn work(&self, store: &Store, spawners: Vec<Spawner>) -> Result<(), Error> {
        let connection = || -> Result<Store, Error> {
            let mut store = store.another()?;
            store.set_patience(self.patience.database);
            Ok(store)
        };
        let (senders, receivers): (Vec<_>, Vec<_>) = spawners.iter().map(|_| mpsc::channel()).unzip();
        let clerk = Clerk::new(self, connection()?, senders);
        let shift = |(number, (spawner, orders))| {
            Ok(Shift { crew: self, number, slot: Slot::new(spawner), store: connection()?, orders })
        };
        let shifts = spawners.into_iter().zip(receivers).enumerate().map(shift).collect::<Result<Vec<_>, Error>>()?;
        thread::scope(|scope| {
            scope.spawn(|| self.note(clerk.work()));
            for shift in shifts {
                scope.spawn(|| self.note(shift.work()));
            }
        });
        lock(&self.failed).take().map_or(Ok(()), Err)
    }

    /// Lets the slots end.
    pub fn dismiss(&self) {
        self.is_off.store(true, Ordering::Relaxed);
        self.news.ring();
    }

    /// Whether it has ended, or is about to.
    #[must_use]
    pub fn is_dismissed(&self) -> bool {
        self.is_off.load(Ordering::Relaxed)
    }

    /// How many pairs of games it has played and reported.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units.load(Ordering::Relaxed)
    }

    fn goes_on(&self) -> bool {
        !self.is_dismissed() && !self.stop.load(Ordering::Relaxed)
    }

    fn note(&self, result: Result<(), Error>) {
        if let Err(refused) = result {
            lock(&self.failed).get_or_insert(refused);
            self.dismiss();
            self.idle.ring();
        }
    }

    fn hand_in(&self, errand: Errand) {
        lock(&self.tray).push(errand);
        self.news.ring();
    }

    fn count(&self, units: u64) {
        self.units.fetch_add(units, Ordering::Relaxed);
    }

    /// Everybody who takes part, made ready when the first unit is leased; nothing where this machine cannot make them ready, say
    /// because it has no compiler for one. Then others are to play, and it goes on with other tournaments.
    fn roster(&self, id: TournamentId, store: &mut Store, slot: &Slot) -> Result<Option<Arc<Roster>>, Error> {
        let mut rosters = lock(&self.rosters);
        if let Some(known) = rosters.get(&id) {
            return Ok(known.clone());
        }
        if self.is_dismissed() {
            return Ok(None);
        }
        let tournament = store.tournament(id)?;
        // What the store does not give is no fault of this machine's, and no reason to leave the games to others.
        let mut is_lost = false;
        let mut files = |hash: &str| store.file(hash).inspect_err(|_| is_lost = true);
        let roster = match self.prepare(&tournament, &mut files, slot) {
            Ok(roster) => {
                let title = &tournament.announced.title;
                roster
                    .absences()
                    .for_each(|(name, why)| (self.tell)(title, &format!("{name} loses its games here: it {why}")));
                Some(Arc::new(roster))
            }
            Err(refused) if is_lost => {
                // Before the next slot tries it.
                self.dismiss();
                return Err(refused);
            }
            Err(refused) => {
                let why = refused.to_string();
                store.decline(self.worker, id, &why)?;
                let said = format!("this machine plays none of its games: {why}");
                (self.tell)(&tournament.announced.title, &said);
                None
            }
        };
        rosters.insert(id, roster.clone());
        Ok(roster)
    }

    fn prepare(&self, tournament: &Tournament, files: Files<'_>, slot: &Slot) -> Result<Roster, Error> {
        let announcement = Announcement::from_json(&tournament.announced.announcement)?;
        let spec = spec_of(self.specs, &announcement)?;
        let folder: PathBuf = folder_in(self.folder, &tournament.id.to_string())?;
        Roster::prepare(announcement, spec, false, files, &folder, &mut slot.spawner())
    }
}

/// The game of a tournament.
pub(super) fn spec_of(specs: GameSpecs, announcement: &Announcement) -> Result<&'static GameSpec, Error> {
    let game = &announcement.game;
    let spec = specs.iter().copied().find(|spec| spec.is_called(game));
    spec.ok_or_else(|| Error::input(format!("the tournament is of {game}, which is no game of this version's")))
}

/// What is behind it stays whole although a thread has panicked: lists that are pushed to and taken from.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
