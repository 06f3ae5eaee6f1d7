//! Tournaments: many matches between many entrants, on one machine or on many.

mod account;
mod announcement;
mod columns;
mod crew;
mod damage;
mod entry;
pub mod export;
mod file;
pub mod folder;
mod hold;
mod inspect;
mod machines;
mod renewal;
pub mod results;
mod run;
mod set_aside;
mod sound;
mod strangers;
mod tally;
mod testing;
mod variety;
mod verify;

pub use account::Account;
pub use announcement::{
    Announcement, Boards, Entrant, EntrantKind, FORM, Fairness, GivenBoard, MOST_GAMES, MOST_GAMES_IN_ALL, Overloaded,
    Program, Scoring, System, Test, Workers, name_of,
};
pub use crew::{Bell, Crew, Files, GameSpecs, Outlet, Patience, Roster, Telling};
pub use entry::enter;
pub use hold::hold;
pub use inspect::Inspector;
pub use renewal::{Damaged, FileId, Lack, Renewed, finish_renewal, lack, renew};
pub use run::{Director, Progress};
pub use sound::check_stored;
pub use strangers::{Strangers, is_announcement_changed, results_in};
pub use tally::Tally;
pub use verify::{LOCK, STORE, Verified, verify_folder, verify_stored};
