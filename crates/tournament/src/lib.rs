//! Tournaments: many matches between many entrants, on one machine or on many.
//!
//! Each folder knows only those before it:
//! - `plan` reads a tournament's file: all that is fixed before the first game;
//! - [`store`] keeps what was announced, what has to be played and what was played;
//! - `run` decides what is played next, and plays it;
//! - [`results`] writes a folder of pages, tables and games from the store;
//! - `verify` plays all games again and compares everything derived from them.
//!
//! Knows no game: what is particular to one is handed in by the caller. Prints nothing.

mod plan;
pub mod results;
mod run;
pub mod store;
mod verify;

pub use plan::{
    Announcement, Boards, Entrant, EntrantKind, FORM, GameSpecs, GivenBoard, MOST_GAMES, MOST_GAMES_IN_ALL, Program,
    Scoring, System, Test, name_of,
};
pub use run::{
    Director, Files, Notice, Notify, Participants, Progress, Timeouts, WorkerPool, check_matches, enter, hold,
};
pub use verify::{
    Inspector, LOCK, Lack, Restored, STORE, Strangers, Verified, lack, restore, results_in, verify_folder,
    verify_stored,
};
