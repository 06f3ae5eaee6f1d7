//! Two contestants against each other, game after game: pairs of games on one board, each side starting once.
//!
//! The [`referee`] lets two players finish one game. A [`Match`] makes both contestants ready, draws a board
//! for each pair, plays at as many slots as it is given, and hands on each game's [`Record`](record::Record). A game that
//! is void is played once more. [`record`] reads records, and plays them again to verify them.
//!
//! Knows no game and no tournament: who meets whom, and what results prove, is for whoever calls it.

mod again;
mod board;
mod opponents;
mod playing;
mod prepared;
mod queue;
pub mod record;
mod referee;
mod score;
mod seats;
mod terms;
mod workshop;

pub use board::Board;
pub use opponents::{Game, Opponents};
pub use playing::{Match, PersonMaker};
pub use prepared::{Prepared, player_record};
pub use referee::{End, Played, referee};
pub use score::Score;
pub use terms::Terms;
pub use workshop::{Workshop, folder_in};
