//! A tournament held on this machine, with whoever else works at its store.

use std::sync::atomic::AtomicBool;
use std::thread;

use sandbox::Spawner;

use super::director::{Director, Progress};
use super::workers::WorkerPool;
use crate::plan::announcement::Announcement;
use crate::store::{Store, TournamentId};
use errors::Error;

/// Plays a tournament, or what is left of it, and tells `seen` now and then how far it has come. True if it is over, false if `stop` was
/// set before.
///
/// # Errors
/// When the store or the referee fails. What has been played until then is in the store.
pub fn hold(
    store: &mut Store,
    (tournament, announcement): (TournamentId, &Announcement),
    pool: &WorkerPool<'_>,
    spawners: Vec<Spawner>,
    stop: &AtomicBool,
    seen: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, Error> {
    let mut director = Director::new(store, tournament, announcement)?;
    let for_pool = store.another()?;
    thread::scope(|scope| {
        let working = scope.spawn(move || pool.work(&for_pool, spawners));
        let directed = director.direct(store, pool, stop, seen);
        pool.dismiss();
        working.join().expect("the pool does not panic")?;
        // What was played to its end meanwhile counts.
        director.advance(store, seen)?;
        directed.map(|_| director.is_over())
    })
}
