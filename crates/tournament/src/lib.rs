//! Tournaments: many matches between many participants, on one machine or on many.
//!
//! Each source folder depends only on those above it in this list:
//! - `plan` reads a tournament's file: everything that is fixed before the first game;
//! - [`store`] contains the announcement, the games to be played and the games played;
//! - `run` decides what is played next, and plays it;
//! - [`results`] writes a folder of pages, tables and games from the store;
//! - `verify` replays all games and checks everything that was derived from them;
//! - `parts` plays a part of what is open into a file, and merges such files into the store;
//! - `leave` lets a participant leave, and derives the results again;
//! - `analysis` values the moves of all games, and derives the results again.
//!
//! This crate knows no game: the caller passes in everything about a game. It prints nothing.

mod analysis;
mod leave;
mod parts;
mod plan;
pub mod results;
mod run;
pub mod store;
mod verify;

pub use analysis::{analyse, is_analysed, verify_analysis};
pub use leave::{Leave, leave};
pub use parts::{Merged, Part, PartFile, announced_in, merge, open_pairs, play_part};
pub use plan::{
    Announcement, Boards, Change, Changes, Deed, Departure, Departures, FORM, Following, GameSpecs,
    GivenBoard, MOST_GAMES, MOST_GAMES_IN_ALL, Participant, ParticipantKind, Program, Publish,
    Reckoning, Scoring, Smaller, System, Test, name_of,
};
pub use run::{
    Coordinator, Files, Notice, Notify, Participants, Progress, Timeouts, WorkerPool, enter, run,
};
pub use verify::{
    Inspector, LOCK, STORE, UnexpectedFiles, Verified, ended, results_in, verify_folder,
};
