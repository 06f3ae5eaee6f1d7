//! Shares a list of items among several slots. A slot is a worker, such as a
//! [`Spawner`](crate::Spawner), that handles one item at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Calls `work` on every item, with as many calls in parallel as there are slots. The results are
/// in the order of the items.
///
/// # Errors
/// The first failure. Items that have not been started when it occurs are left out.
pub fn each<S: Send, T: Sync, R: Send, E: Send>(
    slots: &mut [S],
    items: &[T],
    work: impl Fn(&mut S, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let done = Mutex::new(Vec::new());
    each_number(slots, items.len() as u64, |slot, number| {
        let result = work(slot, &items[number as usize])?;
        done.lock().expect("no worker panics").push((number, result));
        Ok(())
    })?;
    let mut results = done.into_inner().expect("no worker panics");
    results.sort_unstable_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Calls `work` on the numbers from 0 to `count - 1`, with as many calls in parallel as there are
/// slots.
///
/// # Errors
/// The first failure. Numbers that have not been started when it occurs are left out.
pub fn each_number<S: Send, E: Send>(
    slots: &mut [S],
    count: u64,
    work: impl Fn(&mut S, u64) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let failed = Mutex::new(None);
    let at_slot = |slot: &mut S| {
        while let Some(number) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count)
        {
            if let Err(refused) = work(slot, number) {
                next.store(count, Ordering::Relaxed);
                failed.lock().expect("no worker panics").get_or_insert(refused);
            }
        }
    };
    thread::scope(|scope| slots.iter_mut().for_each(|slot| drop(scope.spawn(|| at_slot(slot)))));
    failed.into_inner().expect("no worker panics").map_or(Ok(()), Err)
}
