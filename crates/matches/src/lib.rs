//! Plays a match between two contestants. A match consists of pairs: two games on one board, in
//! which each contestant starts once.
//!
//! A [`PairRunner`] plays the two games of a pair, and passes on each game's
//! [`Record`](record::Record). If a game is void, the runner plays it again once. A [`Match`]
//! prepares both contestants, draws a board for each pair, and plays pairs in parallel, one in each
//! slot. The module [`record`] reads records, and replays games to verify them.
//!
//! [`read_suite`] and [`write_position`] are the files of positions whose values are proved.
//!
//! This crate knows no game and no tournament. Its callers decide who meets whom, and they judge
//! what the results prove.

mod again;
mod bands;
mod board;
mod foreign_file;
mod openings;
mod pair_runner;
mod playing;
mod prepared;
mod program_builder;
pub mod proof;
mod queue;
pub mod record;
mod referee;
mod score;
mod seats;
mod spectator;
mod suite_file;
mod terms;

pub use bands::Bands;
pub use board::Board;
pub use foreign_file::read_foreign;
pub use openings::Openings;
pub use pair_runner::PairRunner;
pub use playing::{Match, opening};
pub use prepared::{PersonMaker, Prepared};
pub use program_builder::{folder_in, sends_lines_at_once};
pub use score::Score;
pub use spectator::Spectator;
pub use suite_file::{MOST_POSITIONS, read_suite, write_position};
pub use terms::Terms;
