//! The five games and the list of them.
//!
//! Everything particular to a game lies in its folder; nothing else in the workspace names one. A sixth game is a
//! sixth folder and one more word in `games!`.

mod card;
mod console;

pub use card::{BenchPosition, Card, Program, Seat, Unopened, open};
pub use console::{Console, ProgramError};

/// Declares the folders of the games and the list of their cards.
macro_rules! games {
    ($($name:ident),+ $(,)?) => {
        $(pub mod $name;)+

        /// Every game there is.
        pub const GAMES: &[&Card] = &[$(&$name::CARD),+];
    };
}

games! { poziomka, reversi, flood_wars, mnk, gangsters }

/// The game of this name, or of the program of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Card> {
    let goes_by = |card: &&Card| card.name == name || card.program.as_ref().is_some_and(|program| program.name == name);
    GAMES.iter().copied().find(goes_by)
}
