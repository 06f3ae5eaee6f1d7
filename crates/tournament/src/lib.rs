//! Tournaments: many matches between many participants, on one machine or on many.
//!
//! Each source folder depends only on those above it in this list:
//! - `plan` reads a tournament's file: everything that is fixed before the first game;
//! - `tally` has the totals of matches;
//! - [`results`] makes tables and pages from the facts, and a folder of them;
//! - `verify` replays all games and checks everything that was derived from them;
//! - `store` contains the announcement, the games to be played and the games played;
//! - `export` writes a folder from the store;
//! - `run` decides what is played next, and plays it;
//! - `parts` plays a part of what is open into a file, and merges such files into the store;
//! - `leave` lets a participant leave, and derives the results again;
//! - `analysis` values the moves of all games, and derives the results again.
//!
//! Without the feature `store`, which is on by default, nothing is played or stored: `plan`, `tally`,
//! `results`, `verify` and `analysis` are left, which need no database and no threads to wait for one.
//!
//! This crate knows no game: the caller passes in everything about a game. It prints nothing.

mod analysis;
#[cfg(feature = "store")]
mod export;
#[cfg(feature = "store")]
mod leave;
#[cfg(feature = "store")]
mod parts;
mod plan;
pub mod results;
#[cfg(feature = "store")]
mod run;
#[cfg(feature = "store")]
pub mod store;
mod tally;
mod verify;

pub use analysis::{analyse, is_analysed, verify_analysis};
#[cfg(feature = "store")]
pub use export::{export, private_folder};
#[cfg(feature = "store")]
pub use leave::{Leave, leave};
#[cfg(feature = "store")]
pub use parts::{Merged, Part, PartFile, announced_in, merge, open_pairs, play_part};
pub use plan::{
    Announcement, Boards, Change, Changes, Deed, Departure, Departures, FORM, Following, GameSpecs,
    GivenBoard, MOST_GAMES, MOST_GAMES_IN_ALL, Participant, ParticipantKind, Program, Publish,
    Reckoning, Scoring, Smaller, System, Test, name_of,
};
#[cfg(feature = "store")]
pub use run::{
    Coordinator, Files, Notice, Notify, Participants, Progress, Timeouts, WorkerPool, enter, run,
};
pub use tally::{MatchTally, Tally};
pub use verify::{
    Inspector, LOCK, STORE, UnexpectedFiles, Verified, ended, results_in, verify, verify_folder,
};
