//! Checks that a folder contains the games that were played.
//!
//! `inspect` and `void_games` replay all games, and `verified` compares all that is derived from
//! the games. `unexpected_files` finds files in a folder that do not belong to its results.

mod inspect;
mod unexpected_files;
mod verified;
mod void_games;

pub use inspect::Inspector;
pub use unexpected_files::UnexpectedFiles;
#[cfg(feature = "store")]
pub(crate) use verified::{ENDINGS, reason_and_record};
pub use verified::{LOCK, STORE, Verified, ended, results_in, verify, verify_folder};
pub(crate) use verified::{Played, read_played};
#[cfg(feature = "store")]
pub(crate) use void_games::VoidGames;
