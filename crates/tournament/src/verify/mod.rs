//! Checks that a store or a folder contains what was played.
//!
//! `inspect` and `void_games` replay all games, and `verified` compares everything derived from
//! them. `published` fills a new store with the games of a folder, and `strangers` finds other
//! files there.

mod inspect;
mod published;
mod strangers;
mod verified;
mod void_games;

pub use inspect::Inspector;
pub use published::{Lack, Restored, lack, restore};
pub use strangers::{Strangers, results_in};
pub use verified::{LOCK, STORE, Verified, verify_folder, verify_stored};
