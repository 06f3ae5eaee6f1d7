//! Everything that is Linux's: the spawner process on one side, whoever asks it on the other.

mod birth;
mod calls;
mod cgroup;
mod channel;
mod child;
mod confine;
mod desk;
mod elf;
mod files;
mod filter;

pub(crate) mod kernel;
mod limits;
mod loader;
mod meter;
mod pump;
mod reading;
mod running;
mod scales;
mod server;
mod setup;
mod spawner;
mod steps;
mod sum;
mod telling;
mod turns;
mod verdict;
mod walk;
mod watched;
mod wire;
mod zygote;

pub use files::open_to_programs;
pub use kernel::outlive_file_limit;
pub use running::Running;
pub use spawner::{Spawner, serve_if_asked};
