//! Tournaments: many matches between many entrants, on one machine or on many.
//!
//! - `file` reads a tournament's file, `announcement` is what comes of it, `entry` puts it into a store.
//! - `run` decides what is played next, `workers` play it, `hold` has both in one process.
//! - `export` writes the `folder` of `results` from the store; `account` and `variety` have the facts for it.
//! - `inspect`, `set_aside` and `verify` play all games again and compare everything derived from them.
//! - `sealed` and `follows` say whether a store can be gone on with, `put_aside` gives a damaged one another name, and
//!   `published` fills a new one with the games of the folder.

mod account;
mod announcement;
mod entry;
pub mod export;
mod file;
pub mod folder;
mod follows;
mod hold;
mod inspect;
mod machines;
mod published;
mod put_aside;
mod refused;
mod replays;
pub mod results;
mod run;
mod sealed;
mod set_aside;
mod specs;
mod strangers;
mod tally;
mod testing;
mod variety;
mod verify;
mod workers;

pub use account::Account;
pub use announcement::{
    Announcement, Boards, Entrant, EntrantKind, FORM, GivenBoard, MOST_GAMES, MOST_GAMES_IN_ALL, Program, Scoring,
    System, Test, name_of,
};
pub use entry::enter;
pub use follows::check_matches;
use follows::foreign_match;
pub use hold::hold;
pub use inspect::Inspector;
pub use published::{Lack, Restored, lack, restore};
pub use put_aside::put_aside;
pub use run::{Director, Progress};
pub use specs::GameSpecs;
pub use strangers::{Strangers, results_in};
pub use tally::Tally;
pub use verify::{LOCK, STORE, Verified, verify_folder, verify_stored};
pub use workers::{Files, Notice, Notify, Participants, Timeouts, WorkerPool};
