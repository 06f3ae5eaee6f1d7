//! Measures the memory of a program if no limit of the kernel covers all of it.
//!
//! If there is no limit on address space, the kernel counts only memory that is writable at the
//! moment. The kernel leaves out three kinds: memory that was filled and then made read-only;
//! enlarged pieces of a stack; and the page tables of memory that is only read. So the spawner
//! measures such a program's memory at regular intervals. The spawner also counts the threads,
//! since each takes a process number and some kernel memory.

use std::fs;
use std::time::{Duration, Instant};

use super::limits;
use super::protocol::Request;
use crate::Profile;

/// The interval between two measurements. In this interval, a program can fill some 50 MiB of
/// memory. One measurement takes a thousandth of the interval.
pub(crate) const EVERY: Duration = Duration::from_millis(20);

/// The greatest number of threads. A virtual machine for JavaScript or Java starts fewer threads by
/// itself, even with a worker for each of a hundred processors.
pub(crate) const MOST_THREADS: u64 = 256;

/// The resource of which a program uses too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    Memory,
    Threads,
    Processes,
    Files,
    Disk,
}

/// Measures one program.
#[derive(Debug)]
pub(crate) struct MemoryWatchdog {
    pid: u32,
    most_kib: u64,
    next: Instant,
}

impl MemoryWatchdog {
    /// Returns `None` if the job has a limit on address space, or if the program is a compiler,
    /// whose processes are measured together.
    pub(crate) fn of(pid: u32, request: &Request) -> Option<MemoryWatchdog> {
        let profile = limits::profile(request.profile);
        let is_polled = !profile.limits_address_space() && profile != Profile::Compiler;
        // The limit is raised by an eighth, since runtimes have good reasons to make their newly
        // compiled machine code read-only.
        let most = request.memory.saturating_add(request.memory / 8).saturating_add(request.stack);
        is_polled.then(|| MemoryWatchdog {
            pid,
            most_kib: most >> 10,
            next: Instant::now() + EVERY,
        })
    }

    /// The resource of which the program uses too much, if any. Returns `None` without measuring if
    /// the next measurement is not due yet.
    pub(crate) fn excess(&mut self) -> Option<Excess> {
        let now = Instant::now();
        if now < self.next {
            return None;
        }
        self.next = now + EVERY;
        if threads(self.pid) > MOST_THREADS {
            return Some(Excess::Threads);
        }
        (weight_kib(self.pid) > self.most_kib).then_some(Excess::Memory)
    }
}

/// The number of threads of a process. Each thread has a folder in `/proc/PID/task`, and the link
/// count of `/proc/PID/task` is the number of threads plus two.
pub(crate) fn threads(pid: u32) -> u64 {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(format!("/proc/{pid}/task")).map_or(0, |folder| folder.nlink().saturating_sub(2))
}

/// The memory of a process without the pages of files, in KiB. If the first thread has ended, the
/// numbers of another thread are used.
pub(crate) fn weight_kib(pid: u32) -> u64 {
    let own = weight_in(&fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default());
    let threads =
        || fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().filter_map(Result::ok);
    let told = |status: String| weight_in(&status);
    own.or_else(|| {
        threads()
            .find_map(|thread| fs::read_to_string(thread.path().join("status")).ok().and_then(told))
    })
    .unwrap_or(0)
}

fn weight_in(status: &str) -> Option<u64> {
    const PARTS: [&str; 4] = ["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"];
    let amount = |line: &str| {
        let rest = PARTS.iter().find_map(|part| line.strip_prefix(part))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    };
    status.lines().filter_map(amount).reduce(|sum, part| sum + part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_counted() {
        let together = std::sync::Barrier::new(9);
        std::thread::scope(|scope| {
            (0..8).for_each(|_| drop(scope.spawn(|| together.wait())));
            let number = threads(std::process::id());
            together.wait();
            // Other tests may run in this process at the same time, and their threads count, too.
            assert!((9..200).contains(&number), "{number}");
        });
    }

    #[test]
    fn a_process_weighs_what_is_of_no_file() {
        let status = "Name:\tx\nVmPTE:\t      44 kB\nRssAnon:\t     100 kB\nRssFile:\t    9000 \
        kB\nRssShmem:\t       1 kB\n";
        assert_eq!(weight_in(status), Some(145));
        assert_eq!(weight_in("Name:\tx\nState:\tZ (zombie)\n"), None);
        let before = weight_kib(std::process::id());
        let ballast = std::hint::black_box(vec![1_u8; 64 << 20]);
        let after = weight_kib(std::process::id());
        assert!(after >= before + (32 << 10), "{before} {after} {}", ballast.len());
    }
}
