//! Who sits at a table: a program that nobody vetted, one of our engines, a person. All answer with a move's name.
//!
//! A [`Player`] is asked by a referee; what it does wrong is a [`Foul`], which is data and never an error. A [`Contestant`]
//! is a player as a command line names it. Programs are spoken with as their game's text says, by the [`line`] protocol or
//! by the Go Text Protocol, and always run in the sandbox; [`gtp`] and [`line::play`] are the other side, for our engines.
//!
//! Knows no game, no result and no record: it does not know why anybody plays, or what becomes of a game.

mod absent;
mod answer;
mod budget;
mod contestant;
mod engine;
mod engine_settings;
mod foul;
pub mod gtp;
pub mod line;
mod lines;
mod player;
mod program;
mod stopwatch;
mod time_management;

pub use absent::Absent;
pub use budget::Budget;
pub use contestant::{Contestant, Kind, Speech};
pub use engine::EnginePlayer;
pub use engine_settings::EngineSettings;
pub use foul::Foul;
pub use player::{Evidence, Place, Player, Reply, Turn};
pub use program::{Confined, Ready, Slot, limits};
