//! Plays a match between two contestants. A match consists of pairs: two games on one board, in
//! which each contestant starts once.
//!
//! The [`referee()`] lets two players play one game. A [`Match`] prepares both contestants, draws a
//! board for each pair, and plays the games in the given slots. It passes on a
//! [`Record`](record::Record) of each game, and replays a void game once. The module [`record`]
//! reads records, and replays games to verify them.
//!
//! This crate knows no game and no tournament. Its callers decide who meets whom, and they judge
//! what the results prove.

mod again;
mod board;
mod opponents;
mod playing;
mod prepared;
mod program_builder;
mod queue;
pub mod record;
mod referee;
mod score;
mod seats;
mod spectator;
mod terms;

pub use board::Board;
pub use opponents::{Game, Opponents};
pub use playing::{Match, PersonMaker};
pub use prepared::{Prepared, player_record};
pub use program_builder::{ProgramBuilder, folder_in};
pub use referee::{End, Played, referee};
pub use score::Score;
pub use spectator::Spectator;
pub use terms::Terms;
