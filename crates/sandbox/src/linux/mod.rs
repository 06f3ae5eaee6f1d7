//! The code for Linux: the spawner process on one side, and its clients on the other.

mod calls;
mod cgroup;
mod channel;
mod child;
mod confine;
mod elf;
mod filter;
mod pre_exec;
mod root_operations;
mod ruleset;
mod spawn_area;

pub(crate) mod kernel;
mod limits;
mod loader;
mod memory_watchdog;
mod meter;
mod open_policy;
mod own_root;
mod protocol;
mod pump;
mod running;
mod server;
mod setup;
mod spawner;
mod stat_emulation;
mod steps;
mod supervisor;
mod totals;
mod turns;
mod usage;
mod verdict;
mod walk;
mod zygote;

pub use kernel::outlive_file_limit;
pub use ruleset::open_to_programs;
pub use running::Running;
pub use spawner::{Spawner, serve_if_asked};
