//! How many programs may run at once without disturbing one another's clocks, and on which processors.

#[cfg(target_os = "linux")]
pub use here::{keep_to, slots};
#[cfg(not(target_os = "linux"))]
pub use nowhere::{keep_to, slots};

#[cfg(target_os = "linux")]
pub(crate) mod here {
    use std::cell::Cell;
    use std::io;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    use crate::linux::kernel;

    /// Where a thread is kept, and where else it might be.
    #[derive(Clone, Copy)]
    struct Kept {
        only: CpuSet,
        elsewhere: CpuSet,
    }

    thread_local! {
        static KEPT: Cell<Option<Kept>> = const { Cell::new(None) };
    }

    /// The processors that this process may use, one for each slot: give a [`Spawner`](crate::Spawner) one of them.
    ///
    /// A program and whoever waits for its answer take turns, so one processor carries both.
    pub fn slots() -> Vec<usize> {
        let allowed = sched_getaffinity(None).unwrap_or_default();
        let list: Vec<_> = (0..CpuSet::MAX_CPU).filter(|&cpu| allowed.is_set(cpu)).collect();
        if list.is_empty() { vec![0] } else { list }
    }

    /// Keeps the calling thread to this processor, as a spawner started with it keeps its programs.
    ///
    /// A thread that converses with a program takes turns with it, and turns are several times as quick on one processor
    /// as between two. Close to a deadline that a program may miss, it waits elsewhere all the same.
    ///
    /// # Errors
    /// When the processor is not one of those that this process may use, or the system knows no such thing.
    pub fn keep_to(cpu: usize) -> io::Result<()> {
        if cpu >= CpuSet::MAX_CPU {
            return Err(io::Error::other(format!("there is no processor {cpu}")));
        }
        let mut only = CpuSet::new();
        only.set(cpu);
        if KEPT.get().is_some_and(|kept| kept.only.is_set(cpu)) {
            return Ok(()); // before every game of a match
        }
        let mut elsewhere = allowed()?;
        elsewhere.unset(cpu);
        sched_setaffinity(None, &only)?;
        KEPT.set(Some(Kept { only, elsewhere }));
        // A kernel that knows no such thing is late for a deadline now and then, no more.
        let _ = kernel::wake_promptly();
        Ok(())
    }

    /// The processors that this thread might use were it not kept to one.
    fn allowed() -> io::Result<CpuSet> {
        let mut allowed = sched_getaffinity(None)?;
        if let Some(Kept { elsewhere, .. }) = KEPT.get() {
            (0..CpuSet::MAX_CPU).filter(|&cpu| elsewhere.is_set(cpu)).for_each(|cpu| allowed.set(cpu));
        }
        Ok(allowed)
    }

    /// While this lives, the thread is away from the processor that it is kept to.
    pub(crate) struct Away {
        home: CpuSet,
    }

    /// Lets the calling thread run anywhere but where it is kept: a program that computes does not leave a processor at once
    /// to whoever wakes there. None where the thread is kept nowhere, or there is no other processor.
    pub(crate) fn away() -> Option<Away> {
        let Kept { only, elsewhere } = KEPT.get()?;
        sched_setaffinity(None, &elsewhere).ok()?;
        Some(Away { home: only })
    }

    impl Drop for Away {
        fn drop(&mut self) {
            // It was allowed before. Should it be no longer, turns are slower, no more.
            let _ = sched_setaffinity(None, &self.home);
        }
    }
}

#[cfg(all(target_os = "linux", test))]
mod tests {
    use std::thread;

    use super::here::away;
    use super::{keep_to, slots};

    #[test]
    fn a_thread_that_is_kept_may_be_elsewhere_for_a_while() {
        let all = slots();
        let home = all[0];
        let watcher = move || {
            assert!(away().is_none(), "it is kept nowhere yet");
            for _ in 0..2 {
                keep_to(home).expect("it is one of ours");
                let away = away();
                let elsewhere = slots();
                assert_eq!(away.is_some(), all.len() > 1);
                assert_eq!(elsewhere, if all.len() > 1 { &all[1..] } else { &all[..] });
                drop(away);
                assert_eq!(slots(), [home]);
            }
        };
        thread::spawn(watcher).join().expect("the thread ends");
    }
}

#[cfg(not(target_os = "linux"))]
mod nowhere {
    /// The processors that this process may use, one for each slot.
    pub fn slots() -> Vec<usize> {
        (0..std::thread::available_parallelism().map_or(1, Into::into)).collect()
    }

    /// Keeps the calling thread to this processor; not to be had on this system.
    ///
    /// # Errors
    /// Always.
    pub fn keep_to(_: usize) -> std::io::Result<()> {
        Err(std::io::ErrorKind::Unsupported.into())
    }
}
