//! The starters of the repository, in the binary.

use server::Starter;

/// A player of each game in each language, to begin with. `build.rs` lists them.
pub(super) const STARTERS: &[Starter] = include!(concat!(env!("OUT_DIR"), "/starters.rs"));
