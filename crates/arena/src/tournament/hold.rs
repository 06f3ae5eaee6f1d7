//! A tournament held on this machine, with whoever else works at its store.

use std::sync::atomic::AtomicBool;
use std::thread;

use sandbox::Spawner;

use super::crew::{Crew, Outlet};
use super::export::Draft;
use super::run::{Director, Progress};
use crate::Refused;
use crate::store::Store;

/// Plays the tournament of a draft, or what is left of it, and tells `seen` now and then how far it has come. True if it is over, false if
/// `stop` was set before. If nothing had been played, the draft has then what was played here.
///
/// # Errors
/// When the store or the referee fails. What has been played until then is in the store.
pub fn hold(
    store: &mut Store,
    draft: &mut Draft<'_>,
    crew: &Crew<'_>,
    spawners: Vec<Spawner>,
    stop: &AtomicBool,
    seen: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, Refused> {
    let mut director = Director::new(store, draft.tournament(), draft.announcement())?;
    let for_crew = store.another()?;
    let (outlet, played) = Outlet::of(draft.tournament());
    let outlet = Some(outlet).filter(|_| director.is_at_the_beginning());
    thread::scope(|scope| {
        scope.spawn(move || draft.follow(&played));
        let working = scope.spawn(move || crew.work(&for_crew, spawners, outlet));
        let directed = director.direct(store, crew, stop, seen);
        crew.dismiss();
        working.join().expect("the crew does not panic")?;
        // What was played to its end meanwhile counts.
        director.advance(store, seen)?;
        directed.map(|_| director.is_over())
    })
}
