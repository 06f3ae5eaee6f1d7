#![doc = include_str!("../README.md")]
//!
//! # What holds a program
//!
//! [`Level`] 0 consists of kernel limits (memory, stack, processor time, open files, no core files,
//! no files written except where the job allows it) and a clock. Level 1, the default, adds the
//! following, all without privileges:
//!
//! - *Landlock*: the program may execute only itself and its loader, and read only these, the
//!   system's libraries and what the job names. It may not write, use TCP, or signal other
//!   processes.
//! - *seccomp*: the program may make only the system calls on the list of its [`Profile`]. Another
//!   call ends the program, and [`Breach::Denied`] names the call: the filter reports it to the
//!   spawner, which kills the program before the call happens. The filter is installed before the
//!   program is executed. Until then, system calls pass it with a secret number.
//! - no capabilities, even for root, and `no_new_privs`.
//!
//! Level 2 adds a cgroup. It limits the memory and the number of all processes of a program
//! together, and no process can escape its end. To delegate a cgroup (version 2, with the
//! controllers memory and pids), the administrator starts this process in a child of it, since a
//! cgroup with processes in it cannot pass controllers on. With systemd that is `Delegate=yes` and
//! `DelegateSubgroup=`. Level 3 adds namespaces, if the machine allows them. There is no silent
//! fallback: a job that requires a level gets it or an [`Error::Level`], and [`Ended::level`]
//! reports the level used.
//!
//! # Two programs that take turns
//!
//! While one of two programs thinks, the other must not, least of all on the same processor.
//! [`Running::freeze`] stops a program, and the next [`write`](Running::write) wakes it. That costs
//! more than the rest of a quick move. So freeze a program only if the opponent's
//! [answer](Running::answers_within) takes longer than [`MOMENT`]. What a program computes after
//! its answer counts as time of its next move.
//!
//! # Clocks on a machine that is busy
//!
//! A program is late when the time [charged](Clock::charged) to it exceeds its limit and [`GRACE`].
//! That is the wall time less the time spent waiting for a processor by the program, by the spawner
//! or by the listening thread. A program is always charged at least the processor time that it
//! used.
//!
//! # What is not held
//!
//! A program can learn what every process sees: the clock, the kernel's name, whether a file of a
//! given name exists, and, under [`Profile::Node`] and [`Profile::Compiler`], other processes'
//! command lines. Files among the system's libraries and tools are visible to every program
//! ([`open_to_programs`] tells which). The memory of node, Java, valgrind and compilers is limited
//! as data of one process; only a cgroup counts several processes together. A program that is run
//! as root keeps root's user number, but has none of root's capabilities.
//!
//! # Other systems than Linux
//!
//! Other systems have level 0 only, and less of it: a clock, and bounds on lines, output and
//! standard error. Memory, processor time, stack and files are not limited, and are reported as 0.
//! When a program is killed, the processes that it started live on. No program is frozen while the
//! other thinks, and none is bound to a processor. [`unheard`](Running::unheard) is always 0, so an
//! answer that was given before the question was read goes unnoticed.

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
// Linux does not use this module, but the tests also run there.
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
