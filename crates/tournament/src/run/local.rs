//! Runs a tournament on this machine, together with other workers of its store.

use std::sync::atomic::AtomicBool;
use std::thread;

use sandbox::Spawner;

use super::coordinator::{Coordinator, Progress};
use super::workers::WorkerPool;
use crate::plan::announcement::Announcement;
use crate::plan::departures::Departures;
use crate::store::{Store, TournamentId};
use errors::Error;

/// Plays a tournament, or the rest of it, and calls `seen` with its progress from time to time.
/// Returns true if the tournament is over, and false if `stop` was set before its end.
///
/// # Errors
/// Fails if the store or the referee fails. The games played before the failure are in the store.
pub fn run(
    store: &mut Store,
    (tournament, announcement, departures): (TournamentId, &Announcement, &Departures),
    pool: &WorkerPool<'_>,
    spawners: Vec<Spawner>,
    stop: &AtomicBool,
    seen: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, Error> {
    let mut coordinator = Coordinator::new(store, tournament, announcement, departures)?;
    let for_pool = store.another()?;
    thread::scope(|scope| {
        let working = scope.spawn(move || pool.work(&for_pool, spawners));
        let is_over = coordinator.coordinate(store, pool, stop, seen);
        pool.dismiss();
        working.join().expect("the pool does not panic")?;
        // The last read of the store includes the pairs that were finished while the pool stopped.
        coordinator.advance(store, seen)?;
        is_over.map(|_| coordinator.is_over())
    })
}
