//! Other systems than Linux: level 0 by the standard library alone.
//!
//! Three threads a program move its bytes: they block on its pipes, so that nobody else need. All that they meet comes
//! through one [bounded channel](std::sync::mpsc::sync_channel), which whoever converses with the program waits on under
//! a deadline. A program that prints what nobody asks for is held up by its full pipe, as on Linux.
//!
//! What the standard library has no call for is not held: memory, processor time, and the processes that a program
//! leaves behind. These may keep its pipes open, and then a thread of ours stays with each until they end.

mod ending;
mod lines;
mod pump;
mod running;
mod spawner;
mod streams;
#[cfg(all(test, unix))]
mod tests;
mod turns;

pub use running::Running;
pub use spawner::{Spawner, outlive_file_limit, serve_if_asked};

/// Nothing is hidden from anybody at level 0, so no place is better than another.
pub fn open_to_programs(_: &std::path::Path) -> Option<std::path::PathBuf> {
    None
}
