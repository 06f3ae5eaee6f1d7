//! The five games and the list of them.
//!
//! Everything particular to a game lies in its folder; nothing else in the workspace names one. A sixth game is a
//! sixth folder and one more word in `games!`.

mod card;
mod case_scope;
mod console;
mod quoted;

pub use card::{BenchPosition, Card, Program, Seat, Unopened, open};
pub use case_scope::CaseScope;
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
    GAMES.iter().copied().find(|card| card.name == name || card.program_name() == Some(name))
}

/// Every program that a game's text asks for, with the game's card.
pub fn programs() -> impl Iterator<Item = (&'static Card, &'static Program)> {
    GAMES.iter().filter_map(|card| Some((*card, card.program.as_ref()?)))
}
