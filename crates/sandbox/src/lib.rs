#![doc = include_str!("../README.md")]
//!
//! # What holds a program
//!
//! [`Level`] 0 is limits of the kernel's (memory, stack, processor time, open files, no core files, no file written
//! beyond what the job allows) and a clock. Level 1, the default, adds without any privilege:
//!
//! - *Landlock*: only the program and its loader are executed; only they, the system's libraries and what the job names
//!   are read; nothing is written; no TCP; no signal leaves the program.
//! - *seccomp*: a list of the system calls that a program of its [`Profile`] needs. Any other ends it, and the call is
//!   named in [`Breach::Denied`]: the filter hands it to the spawner, which kills the program before the call is made.
//!   The filter is in force before the program is executed, and lets the calls up to there pass with a secret number.
//! - no capabilities, even for root, and `no_new_privs`.
//!
//! Level 2 adds a cgroup: memory and number of all processes of a program together, and an end that none escapes. Who
//! delegates a cgroup to a user (version 2, with the controllers memory and pids) starts this process in another below
//! it, since one that has processes passes no controllers on: with systemd that is `Delegate=yes` and
//! `DelegateSubgroup=`. Level 3 adds namespaces where the machine allows them. Nothing falls back in silence: a job that requires a
//! level gets it or an [`Error::Level`], and [`Ended::level`] tells which it was.
//!
//! # Two programs that take turns
//!
//! While one thinks the other must not, least of all on the same processor. [`Running::freeze`] stops a program and
//! the next [`write`](Running::write) wakes it; that costs more than the rest of a quick move. So one freezes the other only
//! where an [answer](Running::answers_within) takes longer than [`MOMENT`], and what a program computes after its answer is on the clock of
//! its next move.
//!
//! # Clocks on a machine that is busy
//!
//! A program is late when what is [charged](Clock::charged) to it exceeds its limit and [`GRACE`]: the time on the wall without what it waited
//! for a processor, be it itself, or because who starts programs and who listens waited for one. It is never charged less than it computed.
//!
//! # What is not held
//!
//! A program can learn what every process sees: the clock, the kernel's name, whether a file of a name is there, and, under
//! [`Profile::Node`] and [`Profile::Compiler`], other processes' command lines. What lies among the
//! system's libraries and tools is hidden from nobody ([`open_to_programs`] tells). Memory of
//! node, Java, valgrind and compilers is limited as data a process; only a cgroup counts several together.
//! Run as root, a program keeps root's user number, though none of its powers.
//!
//! # Other systems than Linux
//!
//! There is level 0 alone, and less of it: a clock on the wall, and bounds on lines, output and standard error. Memory,
//! processor time, stack and files are not limited, and are told as 0. A program is killed without the processes that it
//! started. No program is frozen while the other thinks, none is kept to a processor, and
//! [`unheard`](Running::unheard) knows nothing, so that an answer given before the question was read goes unnoticed.

mod claim;
mod ended;
mod find;
mod job;
pub mod pool;
mod probe;
mod signals;
mod slots;

#[cfg(not(target_os = "linux"))]
mod portable;
// On Linux nobody uses it, but the tests are run here as well.
#[cfg(target_os = "linux")]
mod linux;
#[cfg(all(target_os = "linux", test))]
pub mod portable;

pub use claim::{Claim, claim};
pub use ended::{Breach, Clock, Ended, Error, Heard, How};
pub use find::{find, find_as_a_shell};
pub use job::{GRACE, Job, Level, Limits, MOMENT, Profile};
#[cfg(target_os = "linux")]
pub use linux::{Running, Spawner, open_to_programs, outlive_file_limit, serve_if_asked};
#[cfg(not(target_os = "linux"))]
pub use portable::{Running, Spawner, open_to_programs, outlive_file_limit, serve_if_asked};
pub use probe::{Probe, probe};
pub use signals::signal_name;
pub use slots::{keep_to, slots};
