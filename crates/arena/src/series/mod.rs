//! Two contestants against each other, game after game: pairs of games on one board, each side starting once.

mod board;
mod contestant;
mod entrant;
mod playing;
mod queue;
mod score;
mod station;
mod terms;
mod workshop;

pub(crate) use board::Board;
pub use contestant::{Contestant, Kind, Speech};
pub use playing::{PersonMaker, Series};
pub use score::Score;
pub use terms::Terms;
