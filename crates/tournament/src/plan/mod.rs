//! A tournament's settings and participants, which are fixed before the first game.
//!
//! `file` reads a tournament's file, and makes an `announcement` from it. `specs` finds the
//! tournament's game, and `testing` runs the sequential test that may end the tournament. `changes`
//! reads who left later, and `departures` says what counts then. `reckoning` says how long a
//! tournament can take.

pub(crate) mod announcement;
mod changes;
pub(crate) mod departures;
pub(crate) mod executable;
pub(crate) mod file;
mod nearest;
mod reckoning;
pub(crate) mod refused;
pub(crate) mod specs;
pub(crate) mod testing;

pub use announcement::{
    Announcement, Boards, FORM, Following, GivenBoard, MOST_GAMES, MOST_GAMES_IN_ALL, Participant,
    ParticipantKind, Program, Publish, Scoring, System, Test, name_of,
};
pub use changes::{Change, Changes, Deed};
pub use departures::{Departure, Departures};
pub use reckoning::{Reckoning, Smaller};
pub use specs::GameSpecs;
