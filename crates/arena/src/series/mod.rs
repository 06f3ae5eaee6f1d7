//! Two contestants against each other, game after game: pairs of games on one board, each side starting once.

mod again;
mod board;
mod entrant;
mod playing;
mod queue;
mod score;
mod seats;
mod station;
mod terms;
mod workshop;

pub(crate) use board::Board;
pub(crate) use entrant::{Entrant, player_record};
pub use playing::{PersonMaker, Series};
pub use score::Score;
pub(crate) use station::{Game, Station};
pub use terms::Terms;
pub(crate) use workshop::{Workshop, folder_in};
