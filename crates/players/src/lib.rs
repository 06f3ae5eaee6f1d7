//! The players at a table: a program that nobody has vetted, an engine, or a person. All players
//! answer with the name of a move.
//!
//! A referee asks a [`Player`] for moves. A player that breaks a rule commits a [`Foul`], which is
//! data and never an error. A [`Contestant`] is a player as a command line names it. Programs use
//! the protocol of their game's rules, the [line](mod@line) protocol or the Go Text Protocol, and
//! always run in the sandbox; [`gtp`] and [`line::play`] are the engines' side of these protocols.
//!
//! This crate depends on no game, and handles neither results nor records.

mod absent;
mod answer;
mod budget;
mod contestant;
mod engine;
mod engine_settings;
mod foul;
mod foul_words;
mod gomocup;
pub mod gtp;
mod gtp_options;
pub mod line;
mod lines;
mod misreading;
mod own_terms;
mod player;
mod program;
mod stopwatch;
mod time_management;

pub use absent::Absent;
pub use budget::Budget;
pub use contestant::{Contestant, Kind, ProtocolName};
pub use engine::EnginePlayer;
pub use engine_settings::EngineSettings;
pub use foul::{Foul, FoulReport};
pub use foul_words::{CATALOGUES, WORDS};
pub use gtp_options::GtpOptions;
pub use misreading::Misreading;
pub use own_terms::{OwnTerms, TimeRecord};
pub use player::{Place, Player, Reply, Turn};
pub use program::{Confined, Ready, Slot, limits};
