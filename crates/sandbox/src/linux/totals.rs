//! Bounds what a compiler and all programs that it starts use together.
//!
//! The filter stops each call that makes a process or a file, so only calls under way at the same
//! moment can exceed these numbers. Memory and the bytes on disk are measured at intervals.
//! Programs of other kinds start no programs and write no files, so they need no totals.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::kernel;
use super::limits;
use super::memory_watchdog::{Excess, MOST_THREADS, threads, weight_kib};
use super::protocol::Request;
use crate::{Profile, Totals};

/// The shortest interval between two measurements. In this interval, two processors write some 20
/// MiB to files.
pub(crate) const EVERY: Duration = Duration::from_millis(10);
/// An interval is at least this many times as long as the measurement before it, so that
/// measurements take little of a processor.
const RARITY: u32 = 5;

/// Watches one compiler.
#[derive(Debug)]
pub(crate) struct TotalsWatchdog {
    /// The compiler leads a session, which the programs that it starts cannot leave.
    leader: u32,
    most: Totals,
    folders: Vec<PathBuf>,
    /// At most this many processes exist, and at most this many files.
    processes: u64,
    files: u64,
    next: Instant,
}

impl TotalsWatchdog {
    /// Returns `None` unless the program is a compiler.
    pub(crate) fn of(pid: u32, request: &Request) -> Option<TotalsWatchdog> {
        let is_compiler = limits::profile(request.profile) == Profile::Compiler;
        is_compiler.then(|| TotalsWatchdog {
            leader: pid,
            most: request.totals,
            folders: request.writable.clone(),
            processes: 1,
            // The first count will find the files that exist already.
            files: request.totals.files,
            next: Instant::now() + EVERY,
        })
    }

    /// Counts one more process. The existing ones are counted only if there may be too many.
    pub(crate) fn add_process(&mut self) -> Option<Excess> {
        if self.processes >= self.most.processes {
            self.processes = self.members().len() as u64;
        }
        self.processes += 1;
        (self.processes > self.most.processes).then_some(Excess::Processes)
    }

    /// Counts one more file. The existing ones are counted only if there may be too many.
    pub(crate) fn add_file(&mut self) -> Option<Excess> {
        if self.files >= self.most.files {
            self.files = self.on_disk().files;
        }
        self.files += 1;
        (self.files > self.most.files).then_some(Excess::Files)
    }

    /// The resource of which too much is used, if any. Returns `None` without measuring if the next
    /// measurement is not due yet.
    pub(crate) fn excess(&mut self) -> Option<Excess> {
        let start = Instant::now();
        if start < self.next {
            return None;
        }
        let excess = self.measured();
        self.next = Instant::now() + EVERY.max(start.elapsed() * RARITY);
        excess
    }

    fn measured(&self) -> Option<Excess> {
        let members = self.members();
        let is_over = |kib: u64| kib > self.most.memory >> 10;
        // A page that two processes share counts twice at first, and is divided only if need be.
        let is_memory =
            is_over(members.iter().copied().map(weight_kib).sum()) && is_over(fair_kib(&members));
        let (disk, deleted) = (self.on_disk(), deleted_bytes(&members));
        let all = [
            (members.len() as u64 > self.most.processes, Excess::Processes),
            (members.iter().copied().map(threads).sum::<u64>() > MOST_THREADS, Excess::Threads),
            (is_memory, Excess::Memory),
            (disk.files > self.most.files, Excess::Files),
            (disk.bytes.saturating_add(deleted) > self.most.disk, Excess::Disk),
        ];
        all.into_iter().find_map(|(is_exceeded, what)| is_exceeded.then_some(what))
    }

    /// The processes of the compiler's session.
    fn members(&self) -> Vec<u32> {
        let is_member = |pid: &u32| kernel::session(*pid) == Some(self.leader);
        let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter(is_member).collect()
    }

    fn on_disk(&self) -> OnDisk {
        let mut sum = OnDisk::default();
        for folder in &self.folders {
            if sum.add_folder(folder, &self.most).is_err() {
                // A file that cannot be counted has been hidden on purpose.
                return OnDisk { files: u64::MAX, bytes: u64::MAX };
            }
        }
        sum
    }
}

/// The files and folders below the folders to which a job writes.
#[derive(Clone, Copy, Default, Debug)]
struct OnDisk {
    files: u64,
    bytes: u64,
}

impl OnDisk {
    /// Adds the content of a folder. Ends early if there is too much.
    fn add_folder(&mut self, folder: &Path, most: &Totals) -> io::Result<()> {
        let mut left = vec![folder.to_path_buf()];
        while let Some(folder) = left.pop() {
            let Some(entries) = unless_gone(fs::read_dir(&folder))? else { continue };
            for entry in entries {
                let Some(entry) = unless_gone(entry)? else { continue };
                let Some(about) = unless_gone(entry.metadata())? else { continue };
                self.files += 1;
                self.bytes += bytes(&about);
                if self.files > most.files || self.bytes > most.disk {
                    return Ok(());
                }
                if about.is_dir() {
                    left.push(entry.path());
                }
            }
        }
        Ok(())
    }
}

/// The file may have been removed, or replaced by one of another kind, since it was listed.
fn unless_gone<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound) => Ok(None),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
    }
}

fn bytes(about: &fs::Metadata) -> u64 {
    const BLOCK: u64 = 512;
    about.blocks() * BLOCK
}

/// The bytes of files that have no name any more, but are still open.
fn deleted_bytes(members: &[u32]) -> u64 {
    let mut known = HashSet::new();
    let open = |pid: &u32| fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten();
    let files = members.iter().flat_map(open).filter_map(Result::ok);
    files
        .filter_map(|file| fs::metadata(file.path()).ok())
        .filter(|about| about.is_file() && about.nlink() == 0)
        .filter(|about| known.insert((about.dev(), about.ino())))
        .map(|about| bytes(&about))
        .sum()
}

/// The memory of the processes in KiB. A page that several processes share is divided among them. A
/// process that has not executed its program yet may share all memory with its parent; then the
/// memory counts once.
fn fair_kib(members: &[u32]) -> u64 {
    let is_first = |(i, pid): &(usize, &u32)| {
        !members[..*i].iter().any(|other| kernel::share_memory(*other, **pid))
    };
    members.iter().enumerate().filter(is_first).map(|(_, pid)| share_kib(*pid)).sum()
}

/// A process's share of memory without the pages of files, in KiB.
fn share_kib(pid: u32) -> u64 {
    const PARTS: [&str; 3] = ["Pss_Anon:", "Pss_Shmem:", "SwapPss:"];
    let Ok(shares) = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")) else {
        return weight_kib(pid);
    };
    let amount = |line: &str| {
        let rest = PARTS.iter().find_map(|part| line.strip_prefix(part))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    };
    shares.lines().filter_map(amount).sum()
}
