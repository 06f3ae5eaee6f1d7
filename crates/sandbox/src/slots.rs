//! The processors on which programs can run in parallel without disturbing each other's clocks.

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

    /// The processor on which a thread stays, and the others that it may use.
    #[derive(Clone, Copy)]
    struct Kept {
        only: CpuSet,
        elsewhere: CpuSet,
    }

    thread_local! {
        static KEPT: Cell<Option<Kept>> = const { Cell::new(None) };
    }

    /// The processors that this process may use. Each of them is a slot, on which one
    /// [`Spawner`](crate::Spawner) can be started.
    ///
    /// A program and the thread that waits for its answer take turns, so both use the same
    /// processor.
    pub fn slots() -> Vec<usize> {
        let allowed = sched_getaffinity(None).unwrap_or_default();
        let list: Vec<_> = (0..CpuSet::MAX_CPU).filter(|&cpu| allowed.is_set(cpu)).collect();
        if list.is_empty() { vec![0] } else { list }
    }

    /// Keeps the calling thread on this processor. A spawner that was started with the same number
    /// keeps its programs on the same processor.
    ///
    /// The thread takes turns with the program to which it talks, and turns are several times
    /// faster on one processor than across two. When a deadline is near and the program may miss
    /// it, the thread moves to another processor to wait.
    ///
    /// # Errors
    /// Fails if this process may not use the processor, or the system cannot keep a thread on one
    /// processor.
    pub fn keep_to(cpu: usize) -> io::Result<()> {
        if cpu >= CpuSet::MAX_CPU {
            return Err(io::Error::other(format!("there is no processor {cpu}")));
        }
        let mut only = CpuSet::new();
        only.set(cpu);
        if KEPT.get().is_some_and(|kept| kept.only.is_set(cpu)) {
            return Ok(()); // this function is called before every game
        }
        let mut elsewhere = allowed()?;
        elsewhere.unset(cpu);
        sched_setaffinity(None, &only)?;
        KEPT.set(Some(Kept { only, elsewhere }));
        // If the kernel refuses, some deadlines are noticed a little late.
        let _ = kernel::wake_promptly();
        Ok(())
    }

    /// The processors that this thread may use when it is not kept on one.
    fn allowed() -> io::Result<CpuSet> {
        let mut allowed = sched_getaffinity(None)?;
        if let Some(Kept { elsewhere, .. }) = KEPT.get() {
            (0..CpuSet::MAX_CPU)
                .filter(|&cpu| elsewhere.is_set(cpu))
                .for_each(|cpu| allowed.set(cpu));
        }
        Ok(allowed)
    }

    /// While this value lives, the thread is away from its processor.
    pub(crate) struct Away {
        home: CpuSet,
    }

    /// Moves the calling thread away from its processor. A program that computes there would not
    /// give up the processor at once when the thread wakes. Returns `None` if the thread is not
    /// kept on a processor, or there is no other processor.
    pub(crate) fn away() -> Option<Away> {
        let Kept { only, elsewhere } = KEPT.get()?;
        sched_setaffinity(None, &elsewhere).ok()?;
        Some(Away { home: only })
    }

    impl Drop for Away {
        fn drop(&mut self) {
            // The thread has used this processor before, so the call should succeed. If it fails,
            // turns are only slower.
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
            assert!(away().is_none(), "the thread is not kept on a processor yet");
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
    /// The processors that this process may use. Each of them is a slot.
    pub fn slots() -> Vec<usize> {
        (0..std::thread::available_parallelism().map_or(1, Into::into)).collect()
    }

    /// Always fails: this system cannot keep a thread on a processor.
    ///
    /// # Errors
    /// Always.
    pub fn keep_to(_: usize) -> std::io::Result<()> {
        Err(std::io::ErrorKind::Unsupported.into())
    }
}
