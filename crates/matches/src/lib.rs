//! Plays two contestants against each other, game after game: pairs of games on one board, in which
//! each side starts once.
//!
//! The [`referee()`] lets two players play one game. A [`Match`] prepares both contestants, draws a
//! board for each pair, plays at the given slots, and passes on each game's
//! [`Record`](record::Record). A void game is replayed once. [`record`] reads records, and replays
//! them for verification.
//!
//! This crate knows no game and no tournament: the caller decides who meets whom, and what results
//! prove.

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
