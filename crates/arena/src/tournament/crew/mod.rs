//! The slots of one machine at work: they lease units of the tournaments in a store, play them, and report.

mod bell;
mod court;
mod patience;
mod portion;
mod roster;
mod spoilt;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sandbox::Spawner;

pub use bell::Bell;
pub use patience::Patience;
pub use roster::{Files, Roster};

use super::announcement::Announcement;
use crate::players::Slot;
use crate::series::folder_in;
use crate::store::{Lease, Reported, Store, TournamentId, WorkerId};
use crate::{Offer, Refused};
use court::Court;
use portion::Portion;

/// Gives the game of a name, if there is one.
pub type Offers<'a> = &'a (dyn Fn(&str) -> Option<Offer> + Sync);

/// How long a slot that finds nothing to do waits before it looks again: at first, and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];
/// The slots of one machine.
pub struct Crew<'a> {
    worker: WorkerId,
    /// That of the machine, by which time may be scaled.
    speed: f64,
    offers: Offers<'a>,
    /// Where programs are laid down and compiled.
    folder: &'a Path,
    /// No game is begun once this is set.
    stop: &'a AtomicBool,
    patience: Patience,
    /// Rung when a slot finds nothing to do.
    pub idle: Bell,
    /// To be rung when there is something to do again.
    pub news: Bell,
    rosters: Mutex<HashMap<TournamentId, Arc<Roster>>>,
    leases: Mutex<Vec<Lease>>,
    failed: Mutex<Option<Refused>>,
    is_off: AtomicBool,
    units: AtomicU64,
}

impl<'a> Crew<'a> {
    /// A crew that works as this worker, on a machine of the speed that it told the store, in a folder that is empty.
    #[must_use]
    pub fn new(worker: WorkerId, speed: f64, offers: Offers<'a>, folder: &'a Path, stop: &'a AtomicBool) -> Crew<'a> {
        Crew {
            worker,
            speed,
            offers,
            folder,
            stop,
            patience: Patience::default(),
            idle: Bell::default(),
            news: Bell::default(),
            rosters: Mutex::default(),
            leases: Mutex::default(),
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

    /// How long it waits for who is silent.
    #[must_use]
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Hands in what was made ready before, so that it need not be made ready twice.
    pub fn knows(&self, tournament: TournamentId, roster: Roster) {
        lock(&self.rosters).insert(tournament, Arc::new(roster));
    }

    /// Plays at all slots until [`dismiss`](Crew::dismiss), a failure, or `stop`. Games that have begun are played to their end; a
    /// unit that is not whole then is given back.
    ///
    /// # Errors
    /// When the store or the referee fails at a slot; the others then stop as well.
    pub fn work(&self, store: &Store, spawners: Vec<Spawner>) -> Result<(), Refused> {
        let connection = || {
            let mut store = store.another()?;
            store.set_patience(self.patience.database);
            Ok(store)
        };
        let slots: Vec<_> = spawners
            .into_iter()
            .map(|spawner| Ok((connection()?, Slot::new(spawner))))
            .collect::<Result<_, Refused>>()?;
        let pulse = connection()?;
        thread::scope(|scope| {
            let beating = scope.spawn(|| self.note(self.beat(pulse)));
            let slots = slots.into_iter();
            let working: Vec<_> =
                slots.map(|(store, slot)| scope.spawn(move || self.note(self.serve(store, &slot)))).collect();
            working.into_iter().for_each(|slot| slot.join().expect("no slot panics"));
            // Without slots all is left to others, for whom somebody here may be waiting.
            while self.goes_on() {
                self.news.wait(PAUSES[1]);
            }
            self.dismiss();
            beating.join().expect("it does not panic");
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

    fn note(&self, result: Result<(), Refused>) {
        if let Err(refused) = result {
            lock(&self.failed).get_or_insert(refused);
            self.dismiss();
            self.idle.ring();
        }
    }

    /// Keeps the leases alive.
    fn beat(&self, mut store: Store) -> Result<(), Refused> {
        while self.goes_on() {
            self.news.wait_if(self.patience.heartbeat(), || self.goes_on());
            let leases = lock(&self.leases).clone();
            if !leases.is_empty() {
                // One that was given to somebody else meanwhile is played to its end: who reports first counts.
                store.heartbeat(self.worker, &leases, self.patience.lease)?;
            }
        }
        Ok(())
    }

    fn serve(&self, mut store: Store, slot: &Slot) -> Result<(), Refused> {
        let mut court = Court::new(slot.clone(), self.speed);
        let mut pause = PAUSES[0];
        let mut portion = Portion::default();
        while self.goes_on() {
            let leases = store.lease_some(self.worker, self.patience.lease, portion.units())?;
            if leases.is_empty() {
                self.idle.ring();
                self.news.wait_if(pause, || self.goes_on());
                pause = PAUSES[1].min(2 * pause);
                continue;
            }
            pause = PAUSES[0];
            lock(&self.leases).extend(leases.iter().cloned());
            let played = self.stint(&leases, &mut portion, &mut store, slot, &mut court);
            lock(&self.leases).retain(|other| !leases.contains(other));
            played?;
        }
        Ok(())
    }

    /// Plays units one after the other and reports them together; those that are not played in time are given back.
    fn stint(
        &self,
        leases: &[Lease],
        portion: &mut Portion,
        store: &mut Store,
        slot: &Slot,
        court: &mut Court,
    ) -> Result<(), Refused> {
        let mut reports = Vec::new();
        let mut failure = None;
        portion.begin();
        for lease in leases {
            let played = self
                .roster(lease.tournament, store, slot)
                .and_then(|roster| court.play(&roster, lease.pairing, lease.pair, self.stop));
            match played {
                Ok(Some(report)) => reports.push(report),
                Ok(None) => break,
                Err(refused) => {
                    failure = Some(refused);
                    break;
                }
            }
            if portion.is_over() || !self.goes_on() {
                break;
            }
        }
        portion.end(reports.len());
        let (done, left) = leases.split_at(reports.len());
        let reported = store.report_all(&done.iter().zip(&reports).collect::<Vec<_>>());
        let counts = |reported: &&Reported| matches!(reported, Reported::Stored | Reported::Already);
        let counted = reported.iter().flatten().filter(counts).count();
        self.units.fetch_add(counted as u64, Ordering::Relaxed);
        // That they cannot be given back either is the smaller failure; their leases will be over soon.
        let given_back = left.iter().try_for_each(|lease| store.release(lease));
        match failure {
            Some(refused) => Err(refused),
            None => reported.map(drop).and(given_back),
        }
    }

    /// Everybody who takes part, made ready when the first unit is leased.
    fn roster(&self, tournament: TournamentId, store: &mut Store, slot: &Slot) -> Result<Arc<Roster>, Refused> {
        let mut rosters = lock(&self.rosters);
        if let Some(known) = rosters.get(&tournament) {
            return Ok(Arc::clone(known));
        }
        let announcement = announced(store, tournament)?;
        let offer = offered(self.offers, &announcement)?;
        let folder: PathBuf = folder_in(self.folder, &tournament.to_string())?;
        let mut files = |hash: &str| store.file(hash);
        let roster = Roster::prepare(announcement, offer, &mut files, &folder, &mut slot.spawner())?;
        let roster = Arc::new(roster);
        rosters.insert(tournament, Arc::clone(&roster));
        Ok(roster)
    }
}

/// The game of a tournament.
pub(super) fn offered(offers: Offers<'_>, announcement: &Announcement) -> Result<Offer, Refused> {
    let game = &announcement.game;
    offers(game).ok_or_else(|| Refused::new(format!("the tournament is of {game}, which is no game of this version's")))
}

/// What was announced of a tournament in a store.
pub(super) fn announced(store: &mut Store, id: TournamentId) -> Result<Announcement, Refused> {
    let tournaments = store.tournaments()?;
    let tournament = tournaments.into_iter().find(|tournament| tournament.id == id);
    let tournament = tournament.ok_or_else(|| Refused::new(format!("the store has no tournament {id}")))?;
    Announcement::from_json(&tournament.announced.announcement)
}

/// What is behind it stays whole although a thread has panicked: lists that are pushed to and taken from.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
