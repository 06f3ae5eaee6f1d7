//! Work that all processors share, with results in order.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::thread;

/// Does work on items, each in a thread of its own, and passes the results on in the order of the
/// items. At any time there are at most as many threads as processors, so only few items are in
/// memory.
///
/// # Errors
/// Fails as soon as `next` or `seen` fails.
pub(crate) fn in_order<T: Send, R: Send, E>(
    mut next: impl FnMut() -> Result<Option<T>, E>,
    work: impl Fn(T) -> R + Sync,
    mut seen: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    if cfg!(target_family = "wasm") {
        // There are no threads.
        while let Some(item) = next()? {
            seen(work(item))?;
        }
        return Ok(());
    }
    let at_once = thread::available_parallelism().map_or(1, usize::from);
    let work = &work;
    thread::scope(|scope| {
        let mut running = VecDeque::new();
        loop {
            while running.len() < at_once
                && let Some(item) = next()?
            {
                running.push_back(scope.spawn(move || work(item)));
            }
            let Some(first) = running.pop_front() else { return Ok(()) };
            seen(first.join().unwrap_or_else(|panic| resume_unwind(panic)))?;
        }
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let (mut items, mut results) = (0..50_u64, Vec::new());
        // Later items take less time.
        let work = |item| {
            thread::sleep(Duration::from_micros(50 * (50 - item)));
            item * item
        };
        let seen = |result| {
            results.push(result);
            Ok::<_, ()>(())
        };
        assert_eq!(in_order(|| Ok(items.next()), work, seen), Ok(()));
        assert_eq!(results, (0..50).map(|item| item * item).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_the_work() {
        let mut items = 0..;
        let seen = |item| if item < 7 { Ok(()) } else { Err(item) };
        assert_eq!(in_order(|| Ok(items.next()), |item| item, seen), Err(7));
        assert!(items.start < 7 + 1000);
        let mut items = 0..;
        let next = || items.next().filter(|&item| item < 3).map(Some).ok_or("no more");
        assert_eq!(in_order(next, |item| item, |_| Ok(())), Err("no more"));
    }
}
