//! The data that the threads of one machine share during play.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::notify::{Notify, lock};
use super::participants::{Files, Participants};
use crate::plan::announcement::Announcement;
use crate::plan::specs::{GameSpecs, spec_of};
use crate::store::{Store, Tournament, TournamentId, WorkerId};
use errors::Error;
use matches::folder_in;
use players::Slot;

/// A callback that takes the title of a tournament and a message. The message says that this
/// machine cannot play the tournament, or that a program does not compile here.
pub type Notice<'a> = &'a (dyn Fn(&str, &str) + Sync);

/// The longest pause between heartbeats. This pause is short, so that the store shows which workers
/// are active.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How long to wait for silent workers and databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// After this time without a heartbeat, a worker's jobs are given to other workers.
    pub lease: Duration,
    /// A database that cannot be reached for longer than this is considered lost.
    pub database: Duration,
}

impl Timeouts {
    /// The pause between heartbeats. This pause is a third of the lease at most, so that two
    /// heartbeats may be lost.
    pub(super) fn heartbeat(&self) -> Duration {
        (self.lease / 3).min(HEARTBEAT)
    }
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { lease: Duration::from_secs(30), database: Duration::from_secs(60) }
    }
}

/// The slots of one machine.
pub struct WorkerPool<'a> {
    pub(super) worker: WorkerId,
    specs: GameSpecs,
    /// The folder where programs are written and compiled.
    folder: &'a Path,
    /// No game begins after this is set.
    pub(super) stop: &'a AtomicBool,
    pub(super) timeouts: Timeouts,
    tell: Notice<'a>,
    /// The slots use this to say that they have nothing to do, or that the pool has failed.
    pub idle: Notify,
    /// Callers use this to say that there is new work.
    pub news: Notify,
    /// `None` for a tournament that this machine cannot play.
    participants_of: Mutex<HashMap<TournamentId, Option<Arc<Participants>>>>,
    pub(super) failed: Mutex<Option<Error>>,
    is_off: AtomicBool,
    jobs: AtomicU64,
}

impl<'a> WorkerPool<'a> {
    /// Makes a pool for this worker. The folder must be empty.
    #[must_use]
    pub fn new(
        worker: WorkerId,
        specs: GameSpecs,
        folder: &'a Path,
        stop: &'a AtomicBool,
    ) -> WorkerPool<'a> {
        WorkerPool {
            worker,
            specs,
            folder,
            stop,
            timeouts: Timeouts::default(),
            tell: &|_, _| (),
            idle: Notify::default(),
            news: Notify::default(),
            participants_of: Mutex::default(),
            failed: Mutex::default(),
            is_off: AtomicBool::new(false),
            jobs: AtomicU64::new(0),
        }
    }

    /// The same pool with other timeouts.
    #[must_use]
    pub fn with_timeouts(self, timeouts: Timeouts) -> WorkerPool<'a> {
        WorkerPool { timeouts, ..self }
    }

    /// The same pool with a callback. It is called if the pool cannot play a tournament, and if a
    /// program does not compile.
    #[must_use]
    pub fn telling(self, tell: Notice<'a>) -> WorkerPool<'a> {
        WorkerPool { tell, ..self }
    }

    /// How long the pool waits for silent workers and databases.
    #[must_use]
    pub fn timeouts(&self) -> Timeouts {
        self.timeouts
    }

    /// Adds participants that are prepared already, so that the pool does not prepare them again.
    pub fn knows(&self, tournament: TournamentId, participants: Participants) {
        lock(&self.participants_of).insert(tournament, Some(Arc::new(participants)));
    }

    /// Tells the slots to end.
    pub fn dismiss(&self) {
        self.is_off.store(true, Ordering::Relaxed);
        self.news.notify();
    }

    /// Whether the pool has ended, or is about to end.
    #[must_use]
    pub fn is_dismissed(&self) -> bool {
        self.is_off.load(Ordering::Relaxed)
    }

    /// The number of pairs of games that the pool has played and reported.
    #[must_use]
    pub fn jobs(&self) -> u64 {
        self.jobs.load(Ordering::Relaxed)
    }

    pub(super) fn goes_on(&self) -> bool {
        !self.is_dismissed() && !self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn note(&self, result: Result<(), Error>) {
        if let Err(refused) = result {
            lock(&self.failed).get_or_insert(refused);
            self.dismiss();
            self.idle.notify();
        }
    }

    pub(super) fn count(&self, jobs: u64) {
        self.jobs.fetch_add(jobs, Ordering::Relaxed);
    }

    /// The tournaments that this machine cannot play.
    pub(super) fn cannot_play(&self) -> Vec<TournamentId> {
        let participants_of = lock(&self.participants_of);
        let unprepared = participants_of.iter().filter(|(_, participants)| participants.is_none());
        unprepared.map(|(id, _)| *id).collect()
    }

    /// The participants of a tournament. They are prepared when its first job is leased. Returns
    /// `None` if this machine cannot prepare the participants, for example because a compiler is
    /// missing. In that case other workers play this tournament, and this worker plays other
    /// tournaments.
    pub(super) fn participants(
        &self,
        id: TournamentId,
        store: impl FnOnce() -> Result<Store, Error>,
        slot: &Slot,
    ) -> Result<Option<Arc<Participants>>, Error> {
        let mut participants_of = lock(&self.participants_of);
        if let Some(known) = participants_of.get(&id) {
            return Ok(known.clone());
        }
        if self.is_dismissed() {
            return Ok(None);
        }
        let mut store = store()?;
        let tournament = store.tournament(id)?;
        // If the store fails, the tournament is not to blame.
        let mut is_lost = false;
        let mut files = |hash: &str| store.file(hash).inspect_err(|_| is_lost = true);
        let participants = match self.prepare(&tournament, &mut files, slot) {
            Ok(participants) => {
                let title = &tournament.announced.title;
                participants.absences().for_each(|(name, why)| {
                    (self.tell)(title, &format!("{name} loses its games here: it {why}"));
                });
                Some(Arc::new(participants))
            }
            Err(refused) if is_lost => {
                // The pool is dismissed here, so that no other slot tries to prepare the
                // participants.
                self.dismiss();
                return Err(refused);
            }
            Err(refused) => {
                let why = format!("this machine plays none of its games: {refused}");
                (self.tell)(&tournament.announced.title, &why);
                None
            }
        };
        participants_of.insert(id, participants.clone());
        Ok(participants)
    }

    fn prepare(
        &self,
        tournament: &Tournament,
        files: Files<'_>,
        slot: &Slot,
    ) -> Result<Participants, Error> {
        let announcement = Announcement::from_json(&tournament.announced.announcement)?;
        let spec = spec_of(self.specs, &announcement)?;
        let folder: PathBuf = folder_in(self.folder, &tournament.id.to_string())?;
        Participants::prepare(announcement, spec, false, files, &folder, &mut slot.spawner())
    }
}
