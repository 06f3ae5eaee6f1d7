#![doc = include_str!("../README.md")]
//!
//! # What holds a program
//!
//! [`Level`] 0 consists of a clock and the kernel's limits on memory, stack, processor time and
//! open files. The program writes no core file, and no other file unless the job allows it. Level
//! 1, the default, adds the following, all without privileges:
//!
//! - *Landlock*: the program may execute only itself and its loader. The program may read only
//!   these two files, the system's libraries and the paths that the job names. The program may not
//!   write, use TCP, or signal other processes.
//! - *seccomp*: the program may make only the system calls on the list of its [`Profile`]. Any
//!   other call fails or ends the program. If it ends the program, [`Breach::Denied`] names the
//!   call: the filter stops the call and reports it to the [`Spawner`], which kills the program.
//!   The program may ask about its own process only, not about the limits, the processor time or
//!   the existence of others, and may lock no file: every program can open `/dev/null`.
//!   The filter is installed before the program is executed. Until then, the filter allows a system
//!   call that carries a secret number.
//! - no capabilities, even for root, and `no_new_privs`.
//!
//! Level 2 adds a cgroup. It limits the number of a program's processes and their total memory, and
//! makes it possible to kill all of them at once. To delegate a cgroup, the administrator starts
//! this process in a child of that cgroup, since a cgroup that has processes cannot pass
//! controllers on. The cgroup must be of version 2 and have the controllers memory and pids. In
//! systemd, the settings for this are `Delegate=yes` and `DelegateSubgroup=`. Level 3 adds
//! namespaces, if the machine allows them. The program then has a file system of its own, which
//! contains what Landlock lets it use, the folder where it works (empty, unless the job names it),
//! and its own folder in `/proc`, and which is read-only but for the job's writable folders. A
//! compiler, whose processes know of each other, has all of `/proc`. There is no silent
//! fallback: a job that requires a level runs at that level or fails with [`Error::Level`], and
//! [`Ended::level`] reports the level used.
//!
//! # Two programs that take turns
//!
//! While one of two programs thinks, the other must not compute, above all on the same processor.
//! [`Running::freeze`] stops a program, and the next [`write`](Running::write) wakes it. Freezing
//! and waking a program take longer than a quick move. So freeze a program only if the opponent's
//! [answer](Running::answers_within) takes longer than [`MOMENT`]. If a program computes after its
//! answer, that time counts for its next move.
//!
//! # Clocks on a busy machine
//!
//! A program is late when the time [charged](Clock::charged) to it exceeds its limit plus
//! [`GRACE`]. The charged time is the wall time minus all waits for a processor. The program, the
//! spawner and the thread that waits for the answer may each have to wait for a processor. A
//! program is always charged at least the processor time that it used.
//!
//! # What is not prevented
//!
//! A program can learn what every process sees: the clock, the kernel's name, the number of
//! processes, and whether a file of a given name exists; below level 3 this includes the folders of
//! other processes in /proc. Under [`Profile::Node`] and [`Profile::Compiler`] a program can also read
//! facts about the machine in /proc and /sys. Every program can read the files in the folders of
//! the system's libraries and tools ([`open_to_programs`] lists these folders). A compiler's
//! processes have [`Totals`] together; without a cgroup, they can hide memory that none of them has
//! mapped at the moment, or a file without a name that is mapped but not open. A program that is
//! run as root keeps root's user number, but has none of root's capabilities.
//!
//! # Other systems than Linux
//!
//! Other systems have level 0 only, and only a part of it: a clock, and bounds on lines, output and
//! standard error. Memory, processor time, stack and files are not limited, and are reported as 0.
//! When a program is killed, the processes that it started continue to run. No program is frozen
//! while its opponent thinks, and no program is bound to a processor. [`unheard`](Running::unheard)
//! is always 0, so the sandbox does not notice an answer that comes before the question has been
//! read.

mod claim;
mod ended;
mod find;
mod job;
mod lock;
pub mod pool;
mod probe;
mod signals;
mod slots;
mod spent;

#[cfg(not(target_os = "linux"))]
mod portable;
// On Linux, only the tests use this module.
#[cfg(target_os = "linux")]
mod linux;
#[cfg(all(target_os = "linux", test))]
pub mod portable;

pub use claim::{Claim, claim};
pub use ended::{Breach, Clock, Ended, Error, Heard, How, Total};
pub use find::{find, find_as_a_shell};
pub use job::{GRACE, Job, Level, Limits, MOMENT, Probe, Profile, Totals};
#[cfg(target_os = "linux")]
pub use linux::{Running, Spawner, open_to_programs, outlive_file_limit, serve_if_asked};
pub use lock::lock_soon;
#[cfg(not(target_os = "linux"))]
pub use portable::{Running, Spawner, open_to_programs, outlive_file_limit, serve_if_asked};
pub use probe::probe;
pub use signals::signal_name;
pub use slots::{keep_to, slots};
pub use spent::Spent;
