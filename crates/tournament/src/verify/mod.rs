//! Whether what lies in a store or a folder is what was played.
//!
//! `inspect` and `set_aside` play all games again, and `verified` compares everything derived from them. `published` fills a
//! new store with the games of a folder, and `strangers` finds what lies there besides.

mod inspect;
mod published;
mod set_aside;
mod strangers;
mod verified;

pub use inspect::Inspector;
pub use published::{Lack, Restored, lack, restore};
pub use strangers::{Strangers, results_in};
pub use verified::{LOCK, STORE, Verified, verify_folder, verify_stored};
