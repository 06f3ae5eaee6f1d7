//! The pages on which games are played and explained, and what such a page asks.
//!
//! A page gets everything about a position in one message, a [`Position`], and sends a [`Question`]
//! with the whole game: for the position after it, for an engine's move, for the values of all moves,
//! or for a review. [`think`] answers the last three as a sequence of events. This crate handles
//! neither requests nor files and reads no clock, so a server uses it, and so does a page that has no
//! server and asks a module of WebAssembly.

mod asker;
mod boards;
mod layout;
mod pages;
mod place;
mod position;
mod question;
mod readme;
mod review;
mod scripts;
mod static_pages;
mod thinking;

pub use asker::{Asker, Want};
pub use boards::{catalogue, live_board, still_board, words};
pub use layout::Layout;
pub use pages::{home, play, rules, start};
pub use place::{Files, FolderPage, Place};
pub use position::Position;
pub use question::{BadQuestion, Opened, Question};
pub use scripts::{MODULES, STYLES, imported};
pub use static_pages::{PageFile, folder};
pub use thinking::think;
