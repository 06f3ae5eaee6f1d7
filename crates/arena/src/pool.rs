//! Several slots at work on one list.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::Error;

/// Does `work` on every item, as many at a time as there are slots; the results in the order of the items.
///
/// # Errors
/// The first failure; items not yet begun are then left.
pub(crate) fn each<S: Send, T: Sync, R: Send>(
    slots: &mut [S],
    items: &[T],
    work: impl Fn(&mut S, &T) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let at_slot = |slot: &mut S| {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            match work(slot, item) {
                Ok(result) => done.push((index, result)),
                Err(refused) => {
                    next.store(items.len(), Ordering::Relaxed);
                    failed.lock().expect("no worker panics").get_or_insert(refused);
                }
            }
        }
    };
    let mut results: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = slots.iter_mut().map(|slot| scope.spawn(|| at_slot(slot))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    if let Some(refused) = failed.into_inner().expect("no worker panics") {
        return Err(refused);
    }
    results.sort_unstable_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
