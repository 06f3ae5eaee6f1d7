//! The five games and the list of them.
//!
//! Everything about a game lies in that game's folder, and `programs` is the only other crate that
//! names a game. A new game needs only a new folder, its module here, and its place in
//! [`GAMES`].
//!
//! A caller that uses the moves of a game needs the game's own type. A caller that treats all games
//! alike uses the list [`GAMES`].
//!
//! ```
//! use games::mnk::{Mnk, Solver};
//! use rules::{Game, Side};
//!
//! let game = Mnk::<1>::new(5, 5, 4);
//! assert_eq!(rules::perft(&game, &game.start(), 3), 13_800);
//! let small = Mnk::<1>::new(4, 4, 3);
//! assert_eq!(Solver::new(small.clone()).winner(&small.start()), Some(Side::First));
//!
//! let reversi = games::find("reversi").expect("Reversi exists");
//! assert_eq!(reversi.sides, ["black", "white"]);
//! ```

pub mod flood_wars;
pub mod gangsters;
pub mod mnk;
pub mod poziomka;
mod quoted;
pub mod reversi;
mod strict_compiler;

use rules::Program;
use search::GameSpec;

/// Every game.
pub const GAMES: &[&GameSpec] =
    &[&poziomka::SPEC, &reversi::SPEC, &flood_wars::SPEC, &mnk::SPEC, &gangsters::SPEC];

/// The game with this name, or with a program of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static GameSpec> {
    GAMES.iter().copied().find(|spec| spec.is_called(name))
}

/// Every program that a game's rules ask for, with its game.
pub fn programs() -> impl Iterator<Item = (&'static GameSpec, &'static Program)> {
    GAMES.iter().filter_map(|spec| Some((*spec, spec.program.as_ref()?)))
}
